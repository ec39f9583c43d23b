import { describe, expect, test, vi } from "vitest";
import { decodeModel, encodeModel, InputError, type Json, ModelFileError, OptionError } from "../../../src/base/index.ts";
import { FileScratch } from "../../../src/files/index.ts";
import {
  type Corpus,
  evaluateAnalogies,
  evaluateSimilarity,
  judgedPairs,
  learnClusters,
  learnVectors,
  type Method,
  rankCorrelation,
  readAnalogies,
  readClusters,
  readCorpus,
  readWordPairs,
  signalDimensions,
  tokenVectors,
  type VectorModel,
  vectorModelFrom,
  vectorModelParts,
  WordVectors,
  writeClusters,
} from "../../../src/models/vectors/index.ts";
import { sampleText, source } from "./text.ts";

// Threads and decompositions on a busy machine take their time.
vi.setConfig({ testTimeout: 120_000 });

const corpus: Corpus = await readCorpus(source(sampleText(4000)), { minCount: 5 });
const learn = (method: Method, more = {}) => learnVectors(corpus, { method, dim: 8, window: 2, ...more });

/** The share of frequent nouns, verbs, adjectives and places whose nearest word is of their own class. */
function ownClassShare({ vectors }: VectorModel): number {
  const classOf = (word: string) => /^(noun|verb|adj|place)/.exec(word)?.[0];
  const rows = vectors.words.flatMap((word, row) => (classOf(word) === undefined ? [] : [row]));
  const right = rows.filter((row) => {
    const [nearest] = vectors.nearest(vectors.vector(row), 1, new Set([row]));
    return classOf(vectors.words[nearest!.row]!) === classOf(vectors.words[row]!);
  });
  return right.length / rows.length;
}

describe("learning word vectors", () => {
  test.each(["oscca", "tscca", "lrmvl", "ppmi"] as const)("%s puts words of one class together", async (method) => {
    const { model, report } = await learn(method);
    expect(ownClassShare(model)).toBeGreaterThan(0.9);
    expect(report.tokens).toBe(corpus.tokens);
    expect(model.vectors.dimensions).toBe(8);
    expect(model.vectors.unknownRow).toBe(corpus.words.length);
  });

  test.each(["oscca", "tscca", "lrmvl", "ppmi"] as const)(
    "%s: same seed same vectors; counts in temporary files change nothing",
    async (method) => {
      const spilling = { memory: 1 << 12, open: () => new FileScratch() };
      const [once, again] = [await learn(method), await learnVectors(corpus, { method, dim: 8, window: 2 }, { spilling })];
      expect(again.model.vectors.data).toEqual(once.model.vectors.data);
      expect(again.model.values).toEqual(once.model.values);
    },
  );

  test("tells dimensions with signal from those that shuffled text has too", async () => {
    const { model, report } = await learn("oscca", { dim: 40, regularization: 0, window: 1 });
    const count = signalDimensions(model.values, report.noise!);
    // Five word classes beside each other: a handful of dimensions, not forty.
    expect(count).toBeGreaterThanOrEqual(3);
    expect(count).toBeLessThan(15);
    expect(signalDimensions([5, 4, 1], [6, 1])).toBe(1);
    expect(signalDimensions([5, 4, 1], [4, 2])).toBe(2);
    expect(signalDimensions([5, 4, 3], [4, 2])).toBe(3);
  });

  test("more dimensions than words is an error that says what to do", async () => {
    const error = await learn("oscca", { dim: 1000 }).catch((e) => e);
    expect(error).toBeInstanceOf(OptionError);
    expect(error.message).toMatch(
      /^dim is 1000, but the vocabulary has only \d+ words; expected at least as many words as dimensions; lower dim/,
    );
  });
});

describe("models", () => {
  const bytesOf = (pieces: Uint8Array[]) => Uint8Array.from(pieces.flatMap((piece) => Array.from(piece)));

  test.each(["oscca", "lrmvl"] as const)("%s survives saving and loading", async (method) => {
    const { model, report } = await learn(method);
    const parts = await decodeModel(bytesOf(encodeModel(vectorModelParts(model, report as unknown as Json))), { kind: "vectors" });
    const loaded = vectorModelFrom(parts);
    expect(loaded.vectors.data).toEqual(model.vectors.data);
    expect(loaded.vectors.words).toEqual(model.vectors.words);
    expect(loaded.values).toEqual(model.values);
    if (method === "lrmvl") expect(tokenVectors(loaded, ["the", "nouna"])).toEqual(tokenVectors(model, ["the", "nouna"]));
    else expect(() => tokenVectors(loaded, ["the"])).toThrow(InputError);
  });

  test("a file without its tensors is damaged", async () => {
    const parts = vectorModelParts((await learn("oscca")).model);
    const { values: _, ...tensors } = parts.tensors;
    expect(() => vectorModelFrom({ ...parts, tensors }, "a.model")).toThrow(ModelFileError);
    expect(() => vectorModelFrom({ ...parts, tensors }, "a.model")).toThrow('a.model: has no tensor "values"');
  });

  test("words are found as written or folded, neighbours by cosine", () => {
    const folding = { lowerCase: true, foldDigits: true };
    const vectors = new WordVectors(["cat", "dog", "0000"], 2, Float32Array.of(1, 0, 1, 1, 0, 3, 9, 9), folding);
    expect([vectors.row("Cat"), vectors.row("1984"), vectors.row("cow")]).toEqual([0, 2, -1]);
    expect(Array.from(vectors.vectorOf("cow")!)).toEqual([9, 9]);
    expect(vectors.similarity(0, 1)).toBeCloseTo(Math.SQRT1_2, 6);
    expect(vectors.nearest([1, 0.1], 2).map(({ row }) => row)).toEqual([0, 1]);
    expect(() => new WordVectors(["a", "a"], 1, Float32Array.of(1, 2))).toThrow('the word "a" stands twice');
  });
});

describe("evaluation", () => {
  const vectors = new WordVectors(["a", "b", "c", "d"], 2, Float32Array.of(1, 0, 1, 0.1, 1, 1, 0, 1));

  test("Spearman's ρ over the pairs that are covered", () => {
    const pairs = readWordPairs("# comment\na\tb\t9\na\tc\t5\na\td\t1\na\tzebra\t3\n");
    expect(evaluateSimilarity(vectors, pairs)).toEqual({ rho: expect.closeTo(1, 12), pairs: 4, covered: 3 });
  });

  test("judged pairs are the covered ones in their order, with their cosines", () => {
    const judged = judgedPairs(vectors, readWordPairs("a c 5\na zebra 3\na d 1\n"));
    expect(judged).toEqual([
      { score: 5, cosine: expect.closeTo(Math.SQRT1_2, 6) },
      { score: 1, cosine: 0 },
    ]);
    expect(rankCorrelation(judged)).toBeCloseTo(1, 12);
  });

  test("analogies", () => {
    const square = new WordVectors(["man", "king", "woman", "queen", "far"], 2, Float32Array.of(1, 0.2, 1, 1.2, 1.4, 0.2, 1.4, 1.2, -1, 0));
    const found = evaluateAnalogies(square, readAnalogies(": royal\nman king woman queen\nman king cow queen\n"));
    expect(found).toEqual({ accuracy: 1, analogies: 2, covered: 1 });
  });

  test.each([
    ["a b\n", "x.txt:1: 2 fields; expected two words and a score, parted by tabs or blanks."],
    ["a b 3\nc d x\n", 'x.txt:2: "x" is no number; expected two words and a score, parted by tabs or blanks.'],
    ["\n", "x.txt: there are no word pairs; expected lines of two words and a score."],
  ])("a bad file of word pairs is told with its line: %j", (text, message) => {
    expect(() => readWordPairs(text, "x.txt")).toThrow(new InputError(message).message);
  });

  test("a bad file of analogies is told with its line", () => {
    expect(() => readAnalogies("a b c d\na b c\n", "x.txt")).toThrow("x.txt:2: 3 words; expected four, a b c d");
  });
});

describe("clusters", () => {
  test.each(["brown", "cca"] as const)("%s puts words of one class on one path", async (method) => {
    const { classes, report } = await learnClusters(corpus, { method, classes: 8, dim: 6 });
    expect(report.classes).toBeLessThanOrEqual(8);
    const paths = (stem: string) => classes.filter(({ word }) => word.startsWith(stem)).map(({ path }) => path);
    for (const stem of ["noun", "verb", "adj", "place"]) {
      const counts = new Map<string, number>();
      for (const path of paths(stem)) counts.set(path, (counts.get(path) ?? 0) + 1);
      expect(Math.max(...counts.values()) / paths(stem).length).toBeGreaterThan(0.6);
    }
    expect(readClusters(writeClusters(classes))).toEqual(classes);
  });

  test("bad files of classes are told with their line", () => {
    expect(() => readClusters("01\ta\t3\n02\tb\t4\n", "c.paths")).toThrow(
      'c.paths:2: "02\tb\t4" is no class; expected a path of 0 and 1, a word and its count, parted by tabs.',
    );
    expect(() => readClusters("\n", "c.paths")).toThrow("c.paths: there are no classes");
  });
});
