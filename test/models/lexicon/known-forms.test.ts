/** Counts of labels, and the known relatives of a word. */
import { describe, expect, test } from "vitest";
import { Random } from "../../../src/base/random.ts";
import { Vocabulary } from "../../../src/base/vocabulary.ts";
import { KnownForms } from "../../../src/models/lexicon/known-forms.ts";
import {
  broaden,
  LabelCounter,
  type LabelCounts,
  mergeWords,
  wordTotals,
} from "../../../src/models/lexicon/label-counts.ts";
import { growth } from "../../formats/steps.ts";

/** Counts of "word label" pairs, as often as they stand there. */
function countsOf(pairs: readonly (readonly [word: string, label: number])[], labelCount: number): LabelCounts {
  const words = new Vocabulary();
  const counter = new LabelCounter();
  for (const [word, label] of pairs) counter.add(words.add(word), label);
  return counter.finish(words, labelCount);
}

describe("counts of labels", () => {
  const counts = countsOf([["a", 0], ["b", 2], ["a", 1], ["a", 0], ["b", 1]], 3); // biome-ignore format: pairs
  test("stand word by word", () => {
    expect([...counts.starts]).toEqual([0, 2, 4]);
    expect([...counts.labels]).toEqual([0, 1, 2, 1]);
    expect([...counts.counts]).toEqual([2, 1, 1, 1]);
    expect([...wordTotals(counts)]).toEqual([3, 2]);
  });

  test("of broader labels add up", () => {
    const broad = broaden(counts, [0, 1, 1], 2);
    expect([...broad.labels]).toEqual([0, 1, 1]);
    expect([...broad.counts]).toEqual([2, 1, 2]);
  });

  test("of merged words are what counting the merged words gives, in the same order", () => {
    const random = new Random(11);
    const pairs = Array.from({ length: 500 }, () => [`${random.integer(60)}`, random.integer(7)] as const);
    const apart = countsOf(pairs, 7);
    const last = (word: string) => word.at(-1)!;
    const merged = new Vocabulary();
    const rows = Int32Array.from(apart.words.words(), (word) => merged.add(last(word)));
    const counter = new LabelCounter();
    for (const [w, row] of rows.entries())
      for (let e = apart.starts[w]!; e < apart.starts[w + 1]!; e++)
        counter.add(row, apart.labels[e]!, apart.counts[e]!);
    expect(mergeWords(apart, rows, merged)).toEqual(counter.finish(merged, 7));
  });

  test("words that were never counted have empty rows", () => {
    const words = Vocabulary.from(["seen", "not"]);
    const counter = new LabelCounter();
    counter.add(0, 0, 0.5);
    const { starts } = counter.finish(words, 1);
    expect([...starts]).toEqual([0, 1, 1]);
  });
});

describe("known forms", () => {
  const [NOUN, VERB] = [0, 1];
  const known = new KnownForms(
    countsOf(
      [["walks", VERB], ["walks", VERB], ["walks", NOUN], ["walked", VERB], ["Walk", NOUN], ["table", NOUN], ["wal", NOUN]],
      2,
    ), // biome-ignore format: pairs
  );

  test("have their most frequent label, in the case asked for or in any", () => {
    expect(known.usual("walks")).toBe(VERB);
    expect(known.usual("walk")).toBe(-1);
    expect(known.lowerUsual("walk")).toBe(NOUN);
  });

  test("relatives share the longest stem there is", () => {
    expect(known.relatives("walking")).toEqual([
      { ending: "ing", otherEnding: "", label: NOUN },
      { ending: "ing", otherEnding: "ed", label: VERB },
      { ending: "ing", otherEnding: "s", label: VERB },
    ]);
  });

  test("a known word is not its own relative", () => {
    expect(known.relatives("table")).toEqual([]);
    expect(known.relatives("walks").map(({ otherEnding }) => otherEnding)).toEqual(["", "ed"]);
  });

  test("words with anything but letters, and short ones, have none", () => {
    for (const word of ["walk-in", "walk2", "wa", "", "🙂"]) expect(known.relatives(word)).toEqual([]);
  });

  test("the longest known end", () => {
    expect(known.knownEnd("worktable")).toEqual({ before: "work", label: NOUN });
    expect(known.knownEnd("table")).toBeUndefined();
    expect(known.knownEnd("x")).toBeUndefined();
  });
});

describe("the end of a word", () => {
  const forms = new KnownForms(countsOf([["able", 1], ["dog", 0]], 2)); // biome-ignore format: pairs

  test("is looked up in time that grows with its length", () => {
    const asking = (length: number) => () => void forms.knownEnd(`${"x".repeat(length)}able`);
    for (const factor of growth(asking, 3000)) expect(factor).toBeLessThan(2.2);
    const learning = (length: number) => {
      const long = new KnownForms(countsOf([["x".repeat(length), 0]], 1)); // biome-ignore format: pairs
      return () => void long.knownEnd(`y${"x".repeat(length - 1)}`);
    };
    for (const factor of growth(learning, 3000)) expect(factor).toBeLessThan(2.2);
    expect(forms.knownEnd(`${"x".repeat(3000)}able`)).toEqual({ before: "x".repeat(3000), label: 1 });
    expect(forms.knownEnd("able")).toBeUndefined();
  });
});
