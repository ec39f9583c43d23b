/** The contract of models, for every method: the same seed gives the same model, and a model comes back from its file as it was. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { inlineWorkers, ModelFileError } from "../../../src/base/index.ts";
import { loadModel, openWorkers, saveModel } from "../../../src/files/index.ts";
import {
  learnEm,
  learnMarkov,
  learnPcfg,
  learnSpectral,
  type ParserModel,
  parseJobs,
  parserFromParts,
  parserToParts,
} from "../../../src/models/parser/index.ts";
import { generateTreebank } from "../../../src/samples/index.ts";
import { ENGLISH_HEADS, words } from "../../../src/trees/index.ts";

const folder = mkdtempSync(join(tmpdir(), "eigentree-contract-"));
afterAll(() => rmSync(folder, { recursive: true }));
const { trees } = generateTreebank({ trees: 130 });
const train = trees.slice(0, 120);
const sentences = [...trees.slice(120).map((tree) => ({ words: words(tree) })), { words: ["wug"] }, { words: ["?", "?", "?"] }];
const context = { heads: ENGLISH_HEADS };

const LEARNERS: Readonly<Record<string, () => ParserModel>> = {
  spectral: () => learnSpectral(train, { states: 4 }, context).model,
  em: () => learnEm(train, { states: 2, iterations: 2 }, context).model,
  pcfg: () => learnPcfg(train, context).model,
  markov: () => learnMarkov(train, {}, context).model,
};

async function answers(workers: ReturnType<typeof inlineWorkers<never, never, typeof parseJobs.jobs>>): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const { milliseconds: _, ...answer } of workers.map("parse", sentences)) found.push(answer);
  await workers.close();
  return found;
}

describe.each(Object.keys(LEARNERS))("a parser learnt with method %s", (method) => {
  const model = LEARNERS[method]!();
  const parts = parserToParts(model, { trees: train.length });
  const options = { kBest: 3 };

  test("is the same bytes every time, in its file and back", async () => {
    const [first, second] = [join(folder, `${method}-1`), join(folder, `${method}-2`)];
    await saveModel(first, parts);
    await saveModel(second, parserToParts(LEARNERS[method]!(), { trees: train.length }));
    expect(readFileSync(first).equals(readFileSync(second))).toBe(true);
    await saveModel(second, parserToParts(parserFromParts(await loadModel(first)), { trees: train.length }));
    expect(readFileSync(first).equals(readFileSync(second))).toBe(true);
  });

  test("answers alike in memory, from its file and in two threads: trees, scores, probabilities", async () => {
    const path = join(folder, `${method}-3`);
    await saveModel(path, parts);
    const direct = await answers(inlineWorkers(parseJobs, { parts, options, leastSpan: 0 }) as never);
    const loaded = await loadModel(path, { kind: "parser", shared: true });
    expect(await answers(openWorkers(parseJobs, { threads: 2, setup: { parts: loaded, options, leastSpan: 0 } }) as never)).toEqual(direct);
    expect(direct).toHaveLength(sentences.length);
  });
});

test("a model of another kind is refused", () => {
  const parts = { kind: "vectors", version: 1, options: {}, report: {}, symbols: {}, tensors: {} };
  expect(() => parserFromParts(parts)).toThrow(ModelFileError);
  expect(() => parserFromParts(parts)).toThrow(/^holds a model of kind "vectors"; expected a parser/);
});
