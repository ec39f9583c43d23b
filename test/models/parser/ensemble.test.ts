/** Ensembles of parsers. */
import { expect, test } from "vitest";
import { openWorkers } from "../../../src/files/index.ts";
import { ChartParser } from "../../../src/models/grammar/index.ts";
import { learnParser, Parser, type ParserOptions } from "../../../src/models/parser/index.ts";
import { generateTreebank } from "../../../src/samples/index.ts";
import { words } from "../../../src/trees/tree.ts";

const { trees } = generateTreebank({ trees: 300, seed: 4 });
const sentence = words(trees[7]!);

test("the first member of an ensemble is the plain model", async () => {
  const { model: alone } = await learnParser(trees, { states: 4 });
  const { model: ensemble } = await learnParser(trees, { states: 4, members: 2, ensemble: "noise" });
  const first = new ChartParser({ ...ensemble, others: [] }).chart(sentence)!;
  expect(first.edgeMarginal).toEqual(new ChartParser(alone).chart(sentence)!.edgeMarginal);
});

test("members differ, and their marginals are averaged, none counting more than 1", async () => {
  const { model } = await learnParser(trees, { states: 4, members: 3, ensemble: "noise" });
  expect(model.others.length).toBe(2);
  const charts = [model, ...model.others].map(
    ({ grammar, directions }) => new ChartParser({ ...model, grammar, directions, others: [] }).chart(sentence)!,
  );
  expect(charts[1]!.edgeMarginal).not.toEqual(charts[0]!.edgeMarginal);
  const { edgeMarginal } = new ChartParser(model).chart(sentence)!;
  for (let edge = 0; edge < edgeMarginal.length; edge++) {
    const mean = charts.reduce((sum, chart) => sum + Math.min(1, Math.abs(chart.edgeMarginal[edge]!)) / 3, 0);
    expect(edgeMarginal[edge]).toBeCloseTo(mean, 12);
  }
});

test("the same seed gives the same ensemble, in one thread and in two", async () => {
  const options: ParserOptions = { states: 3, members: 2, ensemble: "noise", seed: 9 };
  const { model: x } = await learnParser(trees, options);
  const { model: y } = await learnParser(trees, options, {
    workers: (jobs, setup) => openWorkers(jobs, { threads: 2, setup }),
  });
  expect(y.grammar.numbers).toEqual(x.grammar.numbers);
  expect(y.others[0]!.grammar.numbers).toEqual(x.others[0]!.grammar.numbers);
});

test("members of several structures have the same symbols and words, and rules of their own", async () => {
  const { model } = await learnParser(trees, { states: 4, members: 4 });
  const [left, right, mixed, noisy] = [model, ...model.others].map(({ grammar }) => grammar.rules);
  expect([right, mixed].map((rules) => rules === left)).toEqual([false, false]);
  // The fourth member goes back to the first structure.
  expect(noisy).toBe(left);
  for (const { directions } of model.others)
    expect([...directions.keys.words()]).toEqual([...model.directions.keys.words()]);
  // What all have in common: as many uses of rules, whichever way trees are cut.
  for (const rules of [left!, right!, mixed!]) expect(rules.symbols).toBe(model.symbols.size);
});

test("a member of an ensemble of structures is the model that is learnt alone", async () => {
  const { model } = await learnParser(trees, { states: 4, members: 2 });
  const { model: right } = await learnParser(trees, { states: 4, members: 1, branching: "right" });
  const member = new ChartParser({ ...model, ...model.others[0]!, others: [] }).parse(sentence);
  const alone = new ChartParser(right).parse(sentence);
  expect(member.tree).toEqual(alone.tree);
  expect(member.logProbability).toBeCloseTo(alone.logProbability!, 3);
});

test("structures agree on a tree, and give k different ones, best first", async () => {
  const { model } = await learnParser(trees, { states: 4, members: 3 });
  const parser = new Parser(model);
  const { tree, trees: best, charts } = parser.parse(sentence);
  expect(charts.length).toBe(3);
  expect(words(tree)).toEqual(sentence);
  const more = parser.kBest(sentence, 20);
  expect(more[0]!.tree).toEqual(best[0]!.tree);
  // For several trees nothing is left out by the filter and the pass with few states: scores differ a little.
  expect(Math.abs(more[0]!.score - best[0]!.score)).toBeLessThan(0.01);
  expect(more.length).toBe(20);
  expect(new Set(more.map((each) => JSON.stringify(each.tree))).size).toBe(20);
  for (let at = 1; at < more.length; at++) expect(more[at]!.score).toBeLessThanOrEqual(more[at - 1]!.score + 1e-12);
});
