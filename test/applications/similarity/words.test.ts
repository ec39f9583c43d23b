/** What similarities of sentences are made of: words, sequences, surface. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SentenceReader } from "../../../src/applications/similarity/sentence.ts";
import { equalWords, orderOf } from "../../../src/applications/similarity/surface/order.ts";
import { bagOf, cosine, dice, ngrams, skipGrams } from "../../../src/applications/similarity/surface/overlap.ts";
import {
  commonRun,
  commonSubsequence,
  edits,
  greedyTiling,
} from "../../../src/applications/similarity/surface/subsequences.ts";
import { SURFACE, SurfaceFeatures } from "../../../src/applications/similarity/surface/surface.ts";
import {
  align,
  bestMatches,
  matrixSimilarity,
  wordTable,
} from "../../../src/applications/similarity/word-similarity/compare.ts";
import { baseForm } from "../../../src/applications/similarity/words/base-form.ts";
import { Frequencies } from "../../../src/applications/similarity/words/frequencies.ts";
import { numeralsOf } from "../../../src/applications/similarity/words/numerals.ts";

const frequencies = new Frequencies({
  words: ["the", "dog", "run", "buy", "share", "percent"],
  counts: Float64Array.of(100, 5, 5, 2, 2, 1),
  total: 115,
});
const reader = new SentenceReader(frequencies);
const sequence = fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 9 });

describe("word similarities of sentences", () => {
  test("s(a, b) is aᵀWb / (|a||b|), as plain code has it", () => {
    const vocabulary = ["a", "b", "c", "d", "e"];
    const W = vocabulary.map((_, i) => vocabulary.map((__, j) => (i === j ? 1 : 1 / (2 + i + j))));
    fc.assert(
      fc.property(fc.subarray(vocabulary), fc.subarray(vocabulary), (first, second) => {
        const [a, b] = [first, second].map((words) => vocabulary.map((word) => (words.includes(word) ? 1 : 0)));
        let product = 0;
        for (let i = 0; i < 5; i++) for (let j = 0; j < 5; j++) product += a![i]! * W[i]![j]! * b![j]!;
        const norms = Math.sqrt(first.length) * Math.sqrt(second.length);
        const table = wordTable(
          first.length,
          second.length,
          (i, j) => W[vocabulary.indexOf(first[i]!)]![vocabulary.indexOf(second[j]!)]!,
        );
        expect(matrixSimilarity(table)).toBeCloseTo(norms === 0 ? 0 : product / norms, 12);
      }),
    );
  });

  test("alignment takes each word's best counterpart by weight, and matches are one to one", () => {
    const values = [
      [1, 0.2],
      [0.9, 0.6],
      [0, 0.4],
    ];
    const table = wordTable(3, 2, (i, j) => values[i]![j]!);
    const { mean, least, unmatched, plain, paired } = align(table, [1, 1, 2], [3, 1]);
    const p = (1 + 0.9 + 2 * 0.4) / 4;
    const r = (3 * 1 + 0.6) / 4;
    expect(mean).toBeCloseTo((2 * p * r) / (p + r), 12);
    expect(least).toBeCloseTo(p, 12);
    expect(unmatched).toBeCloseTo(2 / 8, 12);
    const [plainP, plainR] = [(1 + 0.9 + 0.4) / 3, (1 + 0.6) / 2];
    expect(plain).toBeCloseTo((2 * plainP * plainR) / (plainP + plainR), 12);
    expect(paired).toBeCloseTo((((1 + 3) / 2) * 1 + ((1 + 1) / 2) * 0.6) / 4, 12);
    expect(bestMatches(table, 0.5)).toEqual([
      { first: 0, second: 0, similarity: 1 },
      { first: 1, second: 1, similarity: 0.6 },
    ]);
  });
});

describe("sequences", () => {
  /** The longest common subsequence by enumeration. */
  const subsequences = (items: readonly number[]): Set<string> => {
    const all = new Set<string>();
    for (let bits = 0; bits < 2 ** items.length; bits++) all.add(items.filter((_, i) => (bits >> i) & 1).join());
    return all;
  };

  test("common subsequences as by enumeration; edits and runs within their bounds", () => {
    fc.assert(
      fc.property(sequence, sequence, (a, b) => {
        const others = subsequences(b);
        const longest = Math.max(
          ...[...subsequences(a)].filter((s) => others.has(s)).map((s) => (s === "" ? 0 : s.split(",").length)),
        );
        expect(commonSubsequence(a, b)).toBe(longest);
        expect(commonRun(a, b)).toBeLessThanOrEqual(longest);
        expect(edits(a, b)).toBe(edits(b, a));
        expect(edits(a, b)).toBeLessThanOrEqual(a.length + b.length - 2 * longest);
        expect(edits(a, b)).toBeGreaterThanOrEqual(Math.abs(a.length - b.length));
      }),
      { numRuns: 60 },
    );
    expect(edits([1, 2, 3], [1, 3, 4])).toBe(2);
    expect(commonRun([1, 2, 3, 9], [8, 2, 3, 1])).toBe(2);
  });

  test("tiles cover the longest runs first, none shorter than asked", () => {
    expect(greedyTiling([1, 2, 3, 4, 5], [4, 5, 1, 2, 3], 2)).toEqual({ covered: 5, tiles: 2 });
    expect(greedyTiling([1, 2, 3], [3, 2, 1], 2)).toEqual({ covered: 0, tiles: 0 });
    expect(greedyTiling([], [1], 1)).toEqual({ covered: 0, tiles: 0 });
  });

  test("overlaps of bags", () => {
    const [a, b] = [bagOf(["x", "x", "y"]), bagOf(["x", "z"])];
    expect(dice(a, b)).toBeCloseTo(2 / 5, 12);
    expect(cosine(a, b)).toBeCloseTo(2 / Math.sqrt(10), 12);
    expect(dice(bagOf([]), bagOf([]), 1)).toBe(1);
    expect([...ngrams(["a", "b", "c"], 2)].length).toBe(2);
    expect([...skipGrams(["a", "b", "c", "d"], 1)].length).toBe(5);
  });

  test("order of common words", () => {
    const pairs = equalWords(["a", "b", "c", "a"], ["c", "a", "b"]);
    expect(pairs).toEqual([
      [0, 1],
      [1, 2],
      [2, 0],
    ]);
    expect(orderOf(pairs, 3)).toEqual({ agreement: 1 / 3, chunks: 2 / 3 });
  });
});

describe("words", () => {
  test("base forms that the text knows, irregular ones too", () => {
    const known = (word: string) => frequencies.has(word);
    expect(baseForm("shares", known)).toBe("share");
    expect(baseForm("bought", known)).toBe("buy");
    expect(baseForm("running", known)).toBe("run");
    expect(baseForm("cats", known)).toBe("cats");
    expect(baseForm("2003", known)).toBe("2003");
  });

  test("numerals with units, in figures and words", () => {
    const of = (text: string) => {
      const words = text.toLowerCase().split(" ");
      return numeralsOf(words, words).map(({ value, unit }) => [value, unit]);
    };
    expect(of("It rose $ 1.5 billion or 20 % in two days")).toEqual([
      [1.5e9, "dollar"],
      [20, "percent"],
      [2, "days"],
    ]);
    expect(of("one of 1,234 men")).toEqual([[1234, "men"]]);
  });

  test("a word's information falls with its frequency", () => {
    expect(frequencies.information("the")).toBeLessThan(frequencies.information("dog"));
    expect(frequencies.information("zebra")).toBeGreaterThan(frequencies.information("percent"));
  });

  test("a sentence taken apart", () => {
    const sentence = reader.read("The dogs of  Kent didn’t run 30 miles.");
    expect(sentence.words).toEqual(["the", "dogs", "of", "kent", "did", "n't", "run", "30", "miles"]);
    expect(sentence.names).toEqual(["kent"]);
    expect(sentence.content.map((i) => sentence.bases[i])).toEqual(["dog", "kent", "run", "30", "miles"]);
    expect(sentence.numerals).toEqual([{ value: 30, unit: "miles", at: 7 }]);
  });
});

describe("surface", () => {
  const surface = new SurfaceFeatures();
  const compare = (a: string, b: string) =>
    surface.compare(surface.prepare(reader.read(a)), surface.prepare(reader.read(b)));
  const feature = (row: readonly number[], name: string) => row[SURFACE.names.indexOf(name)];

  test("one finite number for each name, whatever the text", () => {
    for (const [a, b] of [
      ["The dog runs.", "A cat sleeps."],
      ["…", "?!"],
      ["狗在跑", "狗跑"],
      ["word ".repeat(500), "other ".repeat(400)],
    ] as const) {
      const row = compare(a, b);
      expect(row.length).toBe(SURFACE.names.length);
      expect(row.every(Number.isFinite)).toBe(true);
    }
  });

  test("numbers and names that disagree are told", () => {
    const same = compare("Kent won 30 points.", "Then Kent had 30 points.");
    const other = compare("Kent won 30 points.", "Then Bath had 31 points.");
    expect([feature(same, "numerals disagree"), feature(other, "numerals disagree")]).toEqual([0, 1]);
    expect(feature(other, "common numerals")).toBe(0);
    expect(feature(same, "negation differs")).toBe(0);
    expect(feature(compare("It is so.", "It is not so."), "negation differs")).toBe(1);
  });
});
