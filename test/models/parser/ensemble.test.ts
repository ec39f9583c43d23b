import { expect, test } from "vitest";
import { openWorkers } from "../../../src/files/index.ts";
import { learnEnsemble, learnSpectral, Parser } from "../../../src/models/parser/index.ts";
import { generateTreebank } from "../../../src/samples/index.ts";
import { words } from "../../../src/trees/tree.ts";

const { trees } = generateTreebank({ trees: 300, seed: 4 });
const sentence = words(trees[7]!);

test("an ensemble of one is the plain model", async () => {
  const alone = new Parser(learnSpectral(trees, { states: 4 }).model).chart(sentence)!;
  const ensemble = new Parser((await learnEnsemble(trees, { states: 4, members: 1 })).model).chart(sentence)!;
  expect(ensemble.edgeMarginal).toEqual(alone.edgeMarginal);
});

test("members differ, and their marginals are averaged, none counting more than 1", async () => {
  const { model } = await learnEnsemble(trees, { states: 4, members: 3 });
  expect(model.others.length).toBe(2);
  const charts = [model, ...model.others].map(
    ({ grammar, directions }) => new Parser({ ...model, grammar, directions, others: [] }).chart(sentence)!,
  );
  expect(charts[1]!.edgeMarginal).not.toEqual(charts[0]!.edgeMarginal);
  const { edgeMarginal } = new Parser(model).chart(sentence)!;
  for (let edge = 0; edge < edgeMarginal.length; edge++) {
    const mean = charts.reduce((sum, chart) => sum + Math.min(1, Math.abs(chart.edgeMarginal[edge]!)) / 3, 0);
    expect(edgeMarginal[edge]).toBeCloseTo(mean, 12);
  }
});

test("the same seed gives the same ensemble, in one thread and in two", async () => {
  const options = { states: 3, members: 2, seed: 9 };
  const { model: x } = await learnEnsemble(trees, options);
  const { model: y } = await learnEnsemble(trees, options, { openWorkers: (jobs, setup) => openWorkers(jobs, { threads: 2, setup }) });
  expect(y.grammar.numbers).toEqual(x.grammar.numbers);
  expect(y.others[0]!.grammar.numbers).toEqual(x.others[0]!.grammar.numbers);
});
