/** Learning word vectors and classes. */
import { describe, expect, test } from "vitest";
import { decodeModel, encodeModel, InputError, type OpenWorkers, OptionError } from "../../../src/base/index.ts";
import {
  collectCorpus,
  readAnalogies,
  readClusters,
  readWordPairs,
  WordVectors,
  writeClusters,
} from "../../../src/data/index.ts";
import { FileScratch, openWorkers } from "../../../src/files/index.ts";
import { comparedPairs, rankCorrelation } from "../../../src/models/vectors/evaluate.ts";
import {
  evaluateVectors,
  learnClusters,
  learnVectors,
  ModelVectors,
  signalDimensions,
  type VectorsMethod,
  type VectorsModel,
  vectorsFromParts,
  vectorsToParts,
} from "../../../src/models/vectors/index.ts";
import { sampleText, source } from "./text.ts";

// Threads and decompositions on a busy machine take their time.

const METHODS = ["oscca", "tscca", "lrmvl", "ppmi"] as const;
const corpus = await collectCorpus(source(sampleText(4000)));
const smallOf = (method: VectorsMethod) => (method === "lrmvl" ? { method, dim: 8 } : { method, dim: 8, window: 2 });
const learn = (method: VectorsMethod) => learnVectors(corpus, smallOf(method));

/** The share of frequent nouns, verbs, adjectives and places whose nearest word is of their own class. */
function ownClassShare(model: VectorsModel): number {
  const vectors = new ModelVectors(model);
  const classOf = (word: string) => /^(noun|verb|adj|place)/.exec(word)?.[0];
  const words = vectors.words.filter((word) => classOf(word) !== undefined);
  const right = words.filter((word) => classOf(vectors.nearest(word, 1)[0]!.word) === classOf(word));
  return right.length / words.length;
}

describe("learning word vectors", () => {
  test.each(METHODS)("%s puts words of one class together", async (method) => {
    const { model, report } = await learn(method);
    expect(ownClassShare(model)).toBeGreaterThan(0.9);
    expect(report.tokens).toBe(corpus.tokens);
    expect(model.dimensions).toBe(8);
    expect(new ModelVectors(model).unknownRow).toBe(model.words.length);
  });

  test.each(METHODS)(
    "%s: same seed same model, in one thread or two; counts in temporary files change nothing",
    async (method) => {
      const spilling = { memory: 1 << 12, open: () => new FileScratch() };
      const workers = ((jobs, setup) => openWorkers(jobs, { threads: 2, setup })) as OpenWorkers;
      const once = await learn(method);
      const again = await learnVectors(corpus, smallOf(method), { spilling, workers });
      expect(vectorsToParts(again.model)).toEqual(vectorsToParts(once.model));
    },
  );

  test("sources of text are read as a corpus is, with its defaults", async () => {
    const { model } = await learnVectors(source(sampleText(4000)), smallOf("oscca"));
    expect(vectorsToParts(model)).toEqual(vectorsToParts((await learn("oscca")).model));
  });

  test("the model keeps how the text was folded, and look-ups fold the same way", async () => {
    const { model } = await learn("oscca");
    expect(model.options).toMatchObject({ method: "oscca", dim: 8, lowerCase: true, tokens: "words", minCount: 5 });
    const vectors = new ModelVectors(model);
    expect([vectors.has("The"), vectors.has("NOUNA")]).toEqual([true, true]);
    expect(vectors.nearest("NounA", 3)).toEqual(vectors.nearest("nouna", 3));
    const cased = await collectCorpus(source(sampleText(4000)), { lowerCase: false });
    const strict = new ModelVectors((await learnVectors(cased, smallOf("oscca"))).model);
    expect([strict.has("The"), strict.has("the"), strict.has("NOUNA")]).toEqual([true, true, false]);
  });

  test("an option of another method is an error", async () => {
    await expect(learnVectors(corpus, { method: "lrmvl", window: 2 })).rejects.toThrow(
      new OptionError(
        "window",
        "learnVectors: window has no effect with method lrmvl; it belongs to method oscca, tscca, ppmi.",
      ),
    );
  });

  test("tells dimensions with signal from those that shuffled text has too", async () => {
    const { model, report } = await learnVectors(corpus, { dim: 40, regularization: 0, window: 1 });
    const count = signalDimensions(model.values, report.noise!);
    // Five word classes beside each other: a handful of dimensions, not forty.
    expect(count).toBeGreaterThanOrEqual(3);
    expect(count).toBeLessThan(15);
    expect(signalDimensions([5, 4, 1], [6, 1])).toBe(1);
    expect(signalDimensions([5, 4, 1], [4, 2])).toBe(2);
    expect(signalDimensions([5, 4, 3], [4, 2])).toBe(3);
  });

  test("more dimensions than words is an error that says what to do", async () => {
    const error = await learnVectors(corpus, { dim: 1000 }).catch((e) => e);
    expect(error).toBeInstanceOf(OptionError);
    expect(error.message).toMatch(
      /^dim is 1000, but the vocabulary has only \d+ words; expected at least as many words as dimensions; ask for fewer dimensions,/,
    );
    await expect(learnVectors(corpus, { dim: 10, vocabulary: 5 })).rejects.toThrow(
      "learnVectors: vocabulary is 5; vectors of 10 dimensions need at least as many words.",
    );
  });

  test.each(METHODS)("%s stops when told to, and leaves no temporary file open", async (method) => {
    const open = new Set<FileScratch>();
    const opened = () => {
      const scratch = new FileScratch();
      open.add(scratch);
      const close = scratch.close.bind(scratch);
      scratch.close = () => {
        open.delete(scratch);
        close();
      };
      return scratch;
    };
    const stages = new Set<string>();
    const { report } = await learn(method);
    // Stopped in the middle of every stage in turn.
    for (const { stage } of report.times) {
      const stop = new AbortController();
      const learning = learnVectors(corpus, smallOf(method), {
        signal: stop.signal,
        spilling: { memory: 1 << 12, open: opened },
        progress: (event) => {
          stages.add(event.stage);
          if (event.stage === stage) stop.abort(new Error(`stopped while ${stage}`));
        },
      });
      await expect(learning).rejects.toThrow(`stopped while ${stage}`);
      expect(open.size).toBe(0);
    }
    expect(stages.size).toBe(new Set(report.times.map(({ stage }) => stage)).size);
  });
});

describe("models", () => {
  const bytesOf = (pieces: readonly Uint8Array[]) => Uint8Array.from(pieces.flatMap((piece) => Array.from(piece)));

  test.each(["oscca", "lrmvl"] as const)("%s survives saving and loading", async (method) => {
    const { model } = await learn(method);
    const parts = await decodeModel(bytesOf(await encodeModel(vectorsToParts(model))), { kind: "vectors" });
    const loaded = vectorsFromParts(parts);
    expect(loaded).toEqual(model);
    expect(Object.isFrozen(loaded)).toBe(true);
    const [vectors, again] = [new ModelVectors(model), new ModelVectors(loaded)];
    if (method === "lrmvl") expect(again.inContext(["the", "nouna"])).toEqual(vectors.inContext(["the", "nouna"]));
    else expect(() => again.inContext(["the"])).toThrow(InputError);
    expect(again.embed(["the", "zebra"])).toEqual(vectors.embed(["the", "zebra"]));
    expect(again.wordsOf("The noun's 7.")).toEqual(["The", "noun", "'s", "7", "."]);
  });

  test("words are found as written or folded, neighbours by cosine", () => {
    const folding = { lowerCase: true, foldDigits: true, straightApostrophes: false };
    const vectors = new WordVectors(["cat", "dog", "0000"], 2, Float32Array.of(1, 0, 1, 1, 0, 3, 9, 9), folding);
    expect([vectors.row("Cat"), vectors.row("1984"), vectors.row("cow")]).toEqual([0, 2, -1]);
    expect(Array.from(vectors.vector("cow")!)).toEqual([9, 9]);
    expect(vectors.similarity("cat", "dog")).toBeCloseTo(Math.SQRT1_2, 6);
    expect(vectors.nearest([1, 0.1], 2).map(({ word }) => word)).toEqual(["cat", "dog"]);
    expect(vectors.nearest("cat", 1)).toEqual([{ word: "dog", similarity: expect.closeTo(Math.SQRT1_2, 6) }]);
    expect(() => vectors.nearest("cet")).toThrow('the word "cet" has no vector; did you mean "cat"?');
    expect(() => vectors.nearest([1])).toThrow("word vectors: got a vector of 1 numbers; expected 2.");
    expect(() => new WordVectors(["a", "a"], 1, Float32Array.of(1, 2))).toThrow('the word "a" appears twice');
  });
});

describe("evaluation", () => {
  const vectors = new WordVectors(["a", "b", "c", "d"], 2, Float32Array.of(1, 0, 1, 0.1, 1, 1, 0, 1));

  test("Spearman's ρ over the pairs that are covered", async () => {
    const pairs = readWordPairs("# comment\na\tb\t9\na\tc\t5\na\td\t1\na\tzebra\t3\n");
    expect(await evaluateVectors(vectors, pairs)).toEqual({
      measure: "spearman",
      value: expect.closeTo(1, 12),
      items: 4,
      covered: 3,
    });
  });

  test("judged pairs are the covered ones in their order, with their cosines", () => {
    const judged = comparedPairs(vectors, readWordPairs("a c 5\na zebra 3\na d 1\n"));
    expect(judged).toEqual([
      { score: 5, cosine: expect.closeTo(Math.SQRT1_2, 6) },
      { score: 1, cosine: 0 },
    ]);
    expect(rankCorrelation(judged)).toBeCloseTo(1, 12);
  });

  test("analogies", async () => {
    const square = new WordVectors(
      ["man", "king", "woman", "queen", "far"],
      2,
      Float32Array.of(1, 0.2, 1, 1.2, 1.4, 0.2, 1.4, 1.2, -1, 0),
    );
    const found = await evaluateVectors(square, readAnalogies(": royal\nman king woman queen\nman king cow queen\n"));
    expect(found).toEqual({ measure: "analogies", value: 1, items: 2, covered: 1 });
    expect(square.analogy("man", "king", "woman", 1)[0]!.word).toBe("queen");
  });
});

describe("clusters", () => {
  test.each(["brown", "cca"] as const)("%s puts words of one class on one path", async (method) => {
    const options = method === "cca" ? { method, classes: 8, dim: 6 } : { method, classes: 8 };
    const { clusters, report } = await learnClusters(corpus, options);
    expect(report.classes).toBeLessThanOrEqual(8);
    const paths = (stem: string) => clusters.filter(({ word }) => word.startsWith(stem)).map(({ path }) => path);
    for (const stem of ["noun", "verb", "adj", "place"]) {
      const counts = new Map<string, number>();
      for (const path of paths(stem)) counts.set(path, (counts.get(path) ?? 0) + 1);
      expect(Math.max(...counts.values()) / paths(stem).length).toBeGreaterThan(0.6);
    }
    expect(readClusters(writeClusters(clusters))).toEqual(clusters);
    expect((await learnClusters(source(sampleText(4000)), options)).clusters).toEqual(clusters);
  });

  test.each(["brown", "cca"] as const)("%s stops when told to, at every stage", async (method) => {
    const { report } = await learnClusters(corpus, { method });
    for (const { stage } of report.times) {
      const stop = new AbortController();
      const progress = (event: { readonly stage: string }) => {
        if (event.stage === stage) stop.abort(new Error("enough"));
      };
      await expect(learnClusters(corpus, { method }, { signal: stop.signal, progress })).rejects.toThrow("enough");
    }
  });
});
