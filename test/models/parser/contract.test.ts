/**
 * The contract of models, for every method: the same seed gives the same model, and a model comes back from its file as
 * it was.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { inlineWorkers, ModelFileError } from "../../../src/base/index.ts";
import { loadModel, openWorkers, saveModel } from "../../../src/files/index.ts";
import {
  learnParser,
  type ParserModel,
  type ParserOptions,
  parseJobs,
  parserFromParts,
  parserToParts,
} from "../../../src/models/parser/index.ts";
import { generateTreebank } from "../../../src/samples/index.ts";
import { words } from "../../../src/trees/index.ts";

const folder = mkdtempSync(join(tmpdir(), "eigentree-contract-"));
afterAll(() => rmSync(folder, { recursive: true }));
const { trees } = generateTreebank({ trees: 130 });
const train = trees.slice(0, 120);
const sentences = [
  ...trees.slice(120).map((tree) => ({ words: words(tree) })),
  { words: ["wug"] },
  { words: ["?", "?", "?"] },
];

const METHODS: Readonly<Record<string, ParserOptions>> = {
  spectral: { states: 4 },
  ensemble: { states: 4, members: 2 },
  reranked: { states: 4, rerank: true, rerankFolds: 2, listSize: 5 },
  em: { method: "em", states: 2, iterations: 2 },
  pcfg: { method: "pcfg" },
  markov: { method: "markov" },
};
const learn = async (method: string): Promise<ParserModel> => (await learnParser(train, METHODS[method])).model;

async function answers(
  workers: ReturnType<typeof inlineWorkers<never, never, typeof parseJobs.jobs>>,
): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const { milliseconds: _, ...answer } of workers.map("parse", sentences)) found.push(answer);
  await workers.close();
  return found;
}

describe.each(Object.keys(METHODS))("a parser learnt with method %s", async (method) => {
  const parts = parserToParts(await learn(method));
  const options = { kBest: 3 };

  test("is the same bytes every time, in its file and back", async () => {
    const [first, second] = [join(folder, `${method}-1`), join(folder, `${method}-2`)];
    await saveModel(first, parts);
    await saveModel(second, parserToParts(await learn(method)));
    expect(readFileSync(first).equals(readFileSync(second))).toBe(true);
    await saveModel(second, parserToParts(parserFromParts(await loadModel(first))));
    expect(readFileSync(first).equals(readFileSync(second))).toBe(true);
  });

  test("answers alike in memory, from its file and in two threads: trees, scores, probabilities", async () => {
    const path = join(folder, `${method}-3`);
    await saveModel(path, parts);
    const direct = await answers(inlineWorkers(parseJobs, { parts, options, leastSpan: 0 }) as never);
    const loaded = await loadModel(path, { kind: "parser", shared: true });
    expect(
      await answers(openWorkers(parseJobs, { threads: 2, setup: { parts: loaded, options, leastSpan: 0 } }) as never),
    ).toEqual(direct);
    expect(direct).toHaveLength(sentences.length);
  });
});

test("a model of another kind is refused", () => {
  const parts = { kind: "vectors", version: 1, options: {}, report: {}, symbols: {}, tensors: {} };
  expect(() => parserFromParts(parts)).toThrow(ModelFileError);
  expect(() => parserFromParts(parts)).toThrow(/^holds a model of kind "vectors"; expected kind "parser"/);
});
