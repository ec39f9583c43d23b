/** Accuracy of tags, and spans of chunks. */
import { describe, expect, test } from "vitest";
import { ShapeError } from "../../src/base/errors.ts";
import { ChunkScorer, chunksOf } from "../../src/evaluation/chunks.ts";
import { TaggingScorer } from "../../src/evaluation/tagging.ts";

describe("TaggingScorer", () => {
  test("accuracy, rates by tag and confusions", () => {
    const scorer = new TaggingScorer();
    expect(scorer.add(["D", "N", "V", "N"], ["D", "N", "N", "V"])).toBe(2);
    expect(scorer.add(["N", "V"], ["N", "V"])).toBe(2);
    scorer.add(["N"], ["X"]);
    const summary = scorer.summary();
    expect([summary.sentences, summary.words, summary.correct]).toEqual([3, 7, 4]);
    expect(summary.accuracy).toBeCloseTo(400 / 7, 12);
    expect(summary.sentenceAccuracy).toBeCloseTo(100 / 3, 12);
    expect(summary.tags.map(({ tag, gold, predicted, correct }) => [tag, gold, predicted, correct])).toEqual([
      ["N", 4, 3, 2],
      ["V", 2, 2, 1],
      ["D", 1, 1, 1],
      ["X", 0, 1, 0],
    ]);
    expect(summary.tags[0]!.f1).toBeCloseTo((200 * 2) / 7, 12);
    expect(summary.confusions).toEqual([
      { gold: "N", predicted: "V", count: 1 },
      { gold: "N", predicted: "X", count: 1 },
      { gold: "V", predicted: "N", count: 1 },
    ]);
  });

  test("refuses sentences of different length", () => {
    const scorer = new TaggingScorer();
    scorer.add([], []);
    expect(() => scorer.add(["N"], [])).toThrow(ShapeError);
    expect(() => new TaggingScorer().add(["N"], [])).toThrow(
      "sentence 1: 0 tags were predicted; the gold sentence has 1.",
    );
  });
});

describe("chunks", () => {
  const show = (tags: string) => chunksOf(tags.split(" ")).map(({ type, start, end }) => `${type}${start}-${end}`);

  test.each([
    ["B-NP I-NP O B-VP", ["NP0-2", "VP3-4"]],
    ["B-NP B-NP I-NP", ["NP0-1", "NP1-3"]],
    ["I-NP I-NP O I-NP", ["NP0-2", "NP3-4"]], // IOB1
    ["I-NP B-NP I-VP", ["NP0-1", "NP1-2", "VP2-3"]],
    ["B-NP I-VP I-VP", ["NP0-1", "VP1-3"]],
    ["S-NP B-NP I-NP E-NP I-NP", ["NP0-1", "NP1-4", "NP4-5"]], // IOBES
    ["O O", []],
  ])("%s", (tags, expected) => {
    expect(show(tags)).toEqual(expected);
  });

  test("a chunk is right when type and both ends are", () => {
    const scorer = new ChunkScorer();
    scorer.add("B-NP I-NP O B-VP B-PP".split(" "), "B-NP I-NP O B-NP B-VP".split(" "));
    scorer.add("B-NP I-NP I-NP".split(" "), "B-NP I-NP O".split(" "));
    const { all, types } = scorer.summary();
    expect([all.gold, all.predicted, all.matched]).toEqual([4, 4, 1]);
    expect(all.f1).toBe(25);
    expect(Object.keys(types)).toEqual(["NP", "PP", "VP"]);
    expect([types.NP!.gold, types.NP!.predicted, types.NP!.matched, types.NP!.recall]).toEqual([2, 3, 1, 50]);
    expect(() => scorer.add(["O"], [])).toThrow("sentence 3: 0 tags were predicted; the gold sentence has 1.");
  });
});
