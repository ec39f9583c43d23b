/** Scores of a parser, and the sentences that they leave out. */
import { expect, test } from "vitest";
import { readPenn } from "../../../src/formats/index.ts";
import { ScoreCollector } from "../../../src/models/parser/scores.ts";

const [gold, punctuation, noWords, otherWords] = readPenn(`
  (S (NP (NN dogs)) (HYPH -) (VP (VBP bark)))
  (S (NP (NN dogs)) (: -) (VP (VBP bark)))
  (S (NP (: dogs)) (: -) (VP (. bark)))
  (S (NP (NN dogs)) (HYPH -) (VP (VBP meow)))`);

const scoresOf = (copyTags: boolean) => {
  const collector = new ScoreCollector({ labels: ["S", "NP", "VP"] }, { copyTags });
  for (const tree of [gold!, punctuation!, noWords!, otherWords!])
    collector.add(gold!, { trees: [{ tree, score: 0 }], fallback: "none", milliseconds: 1 });
  return collector.scores();
};

test("sentences that EVALB drops are counted by reason", () => {
  const { all, notComparable } = scoresOf(false);
  expect([all.valid, all.errors, all.skipped]).toEqual([1, 2, 1]);
  expect(notComparable).toEqual({ punctuation: 1, noWords: 1, otherWords: 1 });
});

test("with gold tags copied onto the predicted trees, all but those of other words are scored", () => {
  const { all, notComparable } = scoresOf(true);
  expect([all.valid, all.errors, all.skipped, all.f1, all.tagAccuracy]).toEqual([3, 1, 0, 100, 100]);
  expect(notComparable).toEqual({ punctuation: 0, noWords: 0, otherWords: 1 });
});

test("the interval of F1 holds F1, and is a point where all sentences are alike", () => {
  const { all, interval } = scoresOf(true);
  expect([interval.low, interval.value, interval.high]).toEqual([all.f1, all.f1, all.f1]);
  const collector = new ScoreCollector({ labels: [] }, { copyTags: false });
  const [worse] = readPenn("(S (VP (NN dogs) (HYPH -)) (VBP bark))");
  for (const tree of [gold!, gold!, gold!, worse!, worse!])
    collector.add(gold!, { trees: [{ tree, score: 0 }], fallback: "none", milliseconds: 1 });
  const { interval: wide, all: mixed } = collector.scores();
  expect(wide.value).toBe(mixed.f1);
  expect(wide.low).toBeLessThan(mixed.f1);
  expect(wide.high).toBeGreaterThan(mixed.f1);
});
