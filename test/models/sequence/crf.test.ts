/** The conditional random field against its definition: probabilities by enumeration, gradients by differences. */
import { describe, expect, test } from "vitest";
import { StageClock } from "../../../src/base/learning.ts";
import { checkOptions } from "../../../src/base/options.ts";
import { Random } from "../../../src/base/random.ts";
import { Vocabulary } from "../../../src/base/vocabulary.ts";
import { readClusters, readVectors, WordVectors } from "../../../src/data/index.ts";
import { representationsOf } from "../../../src/models/representations/index.ts";
import { CrfDecoder } from "../../../src/models/sequence/crf/decoder.ts";
import { KeyTable } from "../../../src/models/sequence/crf/feature-numbers.ts";
import { CRF_OPTIONS, learnCrf } from "../../../src/models/sequence/crf/learn-crf.ts";
import { encodeLessons } from "../../../src/models/sequence/crf/lessons.ts";
import { CrfObjective } from "../../../src/models/sequence/crf/objective.ts";
import { exponentiate } from "../../../src/models/sequence/crf/scores.ts";
import { warmStart } from "../../../src/models/sequence/crf/warm-start.ts";
import { FeatureCoder } from "../../../src/models/sequence/features/coder.ts";
import { parseTemplates } from "../../../src/models/sequence/features/parse.ts";
import { learnSequence, sequenceFromParts, sequenceToParts, Tagger } from "../../../src/models/sequence/index.ts";
import { generateTreebank } from "../../../src/samples/index.ts";
import { taggedSentence } from "../../../src/trees/index.ts";

const SENTENCES = [
  { words: ["the", "dog", "barks"], tags: ["D", "N", "V"] },
  { words: ["a", "dog"], tags: ["D", "N"] },
  { words: ["barks", "the", "dog", "a", "cat"], tags: ["V", "D", "N", "D", "N"] },
  { words: ["cat"], tags: ["N"] },
];
const LABELS = Vocabulary.from(["D", "N", "V"]);
const TEMPLATES = "word-1..1, suffix2, word-1*word, word*word+1, vector-1..0";
const VECTORS = readVectors("the 1 2\ndog 3 1\nbarks -1 0.5\na 1 1.5\n");

async function smallObjective(penalty: number) {
  const known = representationsOf({ vectors: VECTORS }, { vectorScale: 1 });
  const coder = new FeatureCoder(parseTemplates(TEMPLATES, []), [], known);
  const lessons = await encodeLessons(
    ...([SENTENCES, LABELS, coder] as const),
    { minCount: 1, contextsOf: (words) => Float32Array.from(words, (word) => word.length - 3) },
    async () => {},
  );
  const rowVectors = new Float64Array(lessons.rows.length * 2);
  for (const [r, { word }] of lessons.rows.slice(0, -1).entries()) rowVectors.set(known.vectors!.vector(word), 2 * r);
  const objective = new CrfObjective(lessons, { width: 2, rowVectors, places: 2, contextWidth: 1 }, penalty);
  return { objective, lessons, coder, known };
}

const someWeights = (size: number, seed = 1) => {
  const random = new Random(seed);
  return Float64Array.from({ length: size }, () => random.normal());
};

describe("objective", () => {
  test("its gradient is that of finite differences, at every weight", async () => {
    const { objective } = await smallObjective(0.3);
    const { size } = objective.layout;
    const w = someWeights(size);
    const gradient = new Float64Array(size);
    objective.evaluate(w, gradient);
    const scratch = new Float64Array(size);
    const step = 1e-5;
    for (let e = 0; e < size; e++) {
      const at = (delta: number) => objective.evaluate(w.with(e, w[e]! + delta), scratch);
      expect(gradient[e]).toBeCloseTo((at(step) - at(-step)) / (2 * step), 6);
    }
    objective.close();
  });

  test("its value is −log p of the gold labels by enumeration, and the penalty", async () => {
    const { objective, lessons, coder, known } = await smallObjective(0.5);
    const w = someWeights(objective.layout.size, 2);
    const l = LABELS.size;
    const { layout } = objective;
    const features = new Map(Array.from(lessons.keys, (key, f) => [key, f]));
    let expected = 0.25 * w.reduce((sum, x) => sum + x * x, 0);
    for (const { words, tags } of SENTENCES) {
      const rows = coder.tokens(words).map((token) => coder.row(token));
      const scoreAt = (i: number, a: number) => {
        let score = 0;
        for (const key of coder.keysAt(rows, i)) {
          const f = features.get(key)!;
          for (let e = lessons.starts[f]!; e < lessons.starts[f + 1]!; e++)
            if (lessons.columns[e] === a) score += w[e]!;
        }
        for (const [p, offset] of [-1, 0].entries()) {
          const word = words[i + offset];
          if (word === undefined) continue;
          for (const [j, x] of known.vectors!.vector(word).entries())
            score += x * w[layout.vectors + (2 * p + j) * l + a]!;
        }
        return score + (words[i]!.length - 3) * w[layout.contexts + a]!;
      };
      const total = (path: readonly number[]) =>
        path.reduce(
          (sum, a, i) => sum + scoreAt(i, a) + (i === 0 ? 0 : w[layout.transitions + path[i - 1]! * l + a]!),
          0,
        );
      let partition = 0;
      for (let code = 0; code < l ** words.length; code++)
        partition += Math.exp(total(words.map((_, i) => Math.floor(code / l ** i) % l)));
      expected += Math.log(partition) - total(tags.map((tag) => LABELS.id(tag)));
    }
    expect(objective.evaluate(w, new Float64Array(w.length))).toBeCloseTo(expected, 9);
    objective.close();
  });

  test("the quick exponential is Math.exp", () => {
    const values = Float64Array.from({ length: 2000 }, (_, i) => -i * 0.377);
    const most = exponentiate(values, 0, 2000);
    expect(most).toBe(-0);
    for (let i = 0; i < 1800; i++) expect(values[i]! / Math.exp(-i * 0.377)).toBeCloseTo(1, 12);
    expect(exponentiate(Float64Array.of(-5000, 3), 0, 2)).toBe(3);
  });
});

async function learnt() {
  const options = checkOptions("test", CRF_OPTIONS, { templates: TEMPLATES, iterations: 8, warmup: 2 });
  const { tables } = await learnCrf(SENTENCES, [], options, new StageClock({}), { vectors: VECTORS });
  return tables;
}

test("learning as it is unless options say otherwise ends within 5 % of the minimum", async () => {
  const sentences = generateTreebank({ trees: 200 }).trees.map(taggedSentence);
  const reached = async (options: object) => {
    const { report } = await learnSequence(sentences, { method: "crf", ...options });
    return (report as unknown as { value: number }).value;
  };
  const minimum = await reached({ iterations: 300, tolerance: 1e-10 });
  expect((await reached({})) / minimum).toBeLessThan(1.05);
  // The mean of the weights, not the last ones, is what makes long steps bearable.
  expect((await reached({ rate: 0.5, iterations: 0 })) / minimum).toBeLessThan(1.14);
});

test("a step along all numbers of a token is no longer than that of one feature", async () => {
  const width = 64;
  const random = new Random(7);
  const sentences = [{ words: ["dog"], tags: ["N"] }];
  const vectors = new WordVectors(
    ["dog"],
    width,
    Float32Array.from({ length: width }, () => 5 * random.normal()),
  );
  const known = representationsOf({ vectors }, { vectorScale: 1 });
  const coder = new FeatureCoder(parseTemplates("word, vector", []), [], known);
  const settings = { minCount: 1, contextsOf: undefined };
  const lessons = await encodeLessons(sentences, LABELS, coder, settings, async () => {});
  const rowVectors = new Float64Array(lessons.rows.length * width);
  rowVectors.set(vectors.vector("dog")!);
  const real = { width, rowVectors, places: 1, contextWidth: 0 };
  const { layout } = new CrfObjective(lessons, real, 0);
  const rate = 0.2;
  const weights = await warmStart(lessons, real, layout, { epochs: 1, rate, penalty: 0, seed: 1 }, async () => {});
  const l = LABELS.size;
  for (let a = 0; a < l; a++) {
    const step = Array.from({ length: width }, (_, j) => weights[layout.vectors + j * l + a]!);
    expect(Math.hypot(...step)).toBeLessThan(rate);
    expect(Math.hypot(...step)).toBeGreaterThan(rate / 2);
  }
});

describe("decoder", () => {
  test("probabilities and the best sequence are those of enumeration", async () => {
    const tables = await learnt();
    const words = ["the", "cat", "barks", "unheard"];
    const both = new CrfDecoder(tables, { decoding: "sequence", confidence: true }).tag(words);
    const single = new CrfDecoder(tables, { decoding: "position", confidence: true }).tag(words);
    const known = tables.known.vectors!;
    const coder = new FeatureCoder(parseTemplates(tables.templates, []), [], tables.known);
    const rows = coder.tokens(words).map((token) => coder.row(token));
    const l = tables.labels.size;
    const { keys, starts, columns, values } = tables.weights;
    const scoreAt = (i: number, a: number) => {
      let score = 0;
      for (const key of coder.keysAt(rows, i)) {
        const f = keys.indexOf(key);
        if (f >= 0) for (let e = starts[f]!; e < starts[f + 1]!; e++) if (columns[e] === a) score += values[e]!;
      }
      for (const [p, offset] of coder.vectorOffsets.entries()) {
        const word = words[i + offset];
        if (word === undefined) continue;
        for (const [j, x] of known.vector(word).entries()) score += x * tables.vectorWeights[(2 * p + j) * l + a]!;
      }
      return score;
    };
    const marginals = words.map(() => new Float64Array(l));
    let [partition, top, bestPath] = [0, Number.NEGATIVE_INFINITY, [] as number[]];
    for (let code = 0; code < l ** words.length; code++) {
      const path = words.map((_, i) => Math.floor(code / l ** i) % l);
      const score = path.reduce(
        (sum, a, i) => sum + scoreAt(i, a) + (i === 0 ? 0 : tables.transitions[path[i - 1]! * l + a]!),
        0,
      );
      partition += Math.exp(score);
      for (const [i, a] of path.entries()) marginals[i]![a]! += Math.exp(score);
      if (score > top) [top, bestPath] = [score, path];
    }
    expect(both.tags).toEqual(bestPath.map((a) => tables.labels.word(a)));
    expect(both.logProbability).toBeCloseTo(Math.log(partition), 5);
    for (const [i, a] of bestPath.entries()) expect(both.confidence![i]).toBeCloseTo(marginals[i]![a]! / partition, 5);
    for (const [i, row] of marginals.entries()) {
      expect(single.confidence![i]).toBeCloseTo(Math.max(...row) / partition, 5);
      expect(single.tags[i]).toBe(tables.labels.word(row.indexOf(Math.max(...row))));
    }
  });
});

describe("model", () => {
  const sentences = generateTreebank({ trees: 90 }).trees.map(taggedSentence);
  const classes = readClusters(
    [...new Set(sentences.flatMap(({ words }) => words.map((word) => word.toLowerCase())))]
      .map((word, i) => `${(i % 16).toString(2).padStart(4, "0")}\t${word}`)
      .join("\n"),
  );

  test("is the same after it was stored, and learns what it is shown", async () => {
    const columns = sentences.map((sentence) => ({
      ...sentence,
      columns: { column2: sentence.words.map((word) => word.slice(-1)) },
    }));
    const data = { sequences: columns, features: ["2"], column: "", language: "en", steps: [] as const };
    const { model } = await learnSequence(
      {
        sentences: { ...data, sources: [], skipped: [], preparation: {} },
        classes,
        lists: [{ type: "x", words: ["the"] }],
      },
      { method: "crf", iterations: 10, l2: 0.1 },
    );
    const tagger = new Tagger(model);
    const again = new Tagger(sequenceFromParts(sequenceToParts(model)));
    let [right, all] = [0, 0];
    for (const { words, tags, columns: values } of columns) {
      const answer = tagger.tag(words, values);
      expect(again.tag(words, values)).toEqual(answer);
      expect(answer.confidence!.every((p) => p > 0 && p <= 1 + 1e-9)).toBe(true);
      for (const [i, tag] of tags.entries()) if (answer.tags[i] === tag) right++;
      all += tags.length;
    }
    expect(right / all).toBeGreaterThan(0.97);
    expect(tagger.columns).toEqual(["column2"]);
    expect(() => tagger.tag(["the", "dog"])).toThrow(
      'the model has the column "column2" as a feature, and the sentence does not have it',
    );
    expect(() => tagger.tag(["the", "dog"], { column2: ["a"] })).toThrow('the column "column2" has 1 values');
    expect(tagger.tag([], { column2: [] }).tags).toEqual([]);
  });

  test("does not depend on the order of classes, and says what it cannot use", async () => {
    await expect(learnSequence({ sentences, classes }, { method: "hmm" })).rejects.toThrow(
      "classes of words are features of the methods perceptron, crf, product; got hmm.",
    );
    await expect(learnSequence(sentences, { method: "crf", minCount: 1000, templates: "word" })).rejects.toThrow(
      "no feature was seen",
    );
    await expect(learnSequence(sentences, { method: "crf", templates: "word, wrod+1" })).rejects.toThrow(
      'templates:1:7: "wrod" is not an attribute of a word',
    );
  });
});

test("the table of keys is a map", () => {
  const random = new Random(3);
  const table = new KeyTable();
  const map = new Map<number, number>();
  for (let i = 0; i < 20_000; i++) {
    const key = 1 + Math.floor(random.uniform() * (i % 2 === 0 ? 5000 : 2 ** 32 - 2));
    expect(table.get(key)).toBe(map.get(key) ?? -1);
    if (!map.has(key)) map.set(key, map.size);
    expect(table.add(key)).toBe(map.get(key));
  }
});
