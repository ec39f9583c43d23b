/** Taggers compared: counts of sentences, gains, and what representations are worth. */
import { expect, test } from "vitest";
import { asSequences, readClusters } from "../../../src/data/index.ts";
import { countSentences, gainOver, scoreInterval, scoreOf } from "../../../src/models/sequence/experiment/compare.ts";
import { experimentLexical } from "../../../src/models/sequence/index.ts";
import { generateTreebank } from "../../../src/samples/index.ts";
import { taggedSentence } from "../../../src/trees/index.ts";

test("the score is F1 of spans as conlleval counts them, and accuracy of words", () => {
  const gold = [{ words: ["a", "b", "c", "d"], tags: ["B-X", "I-X", "O", "B-Y"] }];
  const tagger = { tag: () => ({ tags: ["B-X", "I-X", "B-Y", "O"] }) };
  expect(countSentences(tagger, gold)).toEqual([{ matched: 1, gold: 2, predicted: 2 }]);
  const tags = [{ words: ["a", "b", "c", "d"], tags: ["N", "V", "N", "V"] }];
  expect(scoreOf(countSentences({ tag: () => ({ tags: ["N", "V", "V", "V"] }) }, tags))).toBe(75);
});

test("a gain has an interval and a p-value; none over itself", () => {
  const worse = Array.from({ length: 200 }, (_, i) => ({ matched: i % 4 === 0 ? 0 : 1, gold: 1, predicted: 1 }));
  const better = worse.map((counts, i) => ({ ...counts, matched: i % 8 === 0 ? 0 : 1 }));
  const gain = gainOver(better, worse);
  expect(gain.value).toBeCloseTo(12.5, 9);
  expect(gain.low).toBeGreaterThan(5);
  expect(gain.high).toBeLessThan(20);
  expect(gain.p).toBeLessThan(0.01);
  const none = gainOver(worse, worse);
  expect([none.value, none.low, none.high, none.p]).toEqual([0, 0, 0, 1]);
  const { low, value, high } = scoreInterval(worse);
  expect(low < value && value < high).toBe(true);
});

test("classes that tell the tag of unknown words are worth something, and only the best system is tested", async () => {
  const sentences = generateTreebank({ trees: 120 }).trees.map(taggedSentence);
  const tagOf = new Map(sentences.flatMap(({ words, tags }) => words.map((word, i) => [word.toLowerCase(), tags[i]!])));
  const paths = [...new Set(tagOf.values())];
  const classes = readClusters(
    [...tagOf].map(([word, tag]) => `${paths.indexOf(tag).toString(2).padStart(6, "0")}\t${word}`).join("\n"),
  );
  const data = {
    train: asSequences(sentences.slice(0, 20)),
    dev: asSequences(sentences.slice(20, 70)),
    test: asSequences(sentences.slice(70)),
  };
  for (const method of ["crf", "perceptron"] as const) {
    const { measure, rows } = await experimentLexical(
      data,
      [
        { name: "none", knowledge: {} },
        { name: "classes", knowledge: { classes } },
      ],
      { method },
    );
    expect(measure).toBe("accuracy");
    expect(rows[0]!.gain).toBeUndefined();
    expect(rows[1]!.gain!.value).toBeCloseTo(rows[1]!.score.value - rows[0]!.score.value, 9);
    expect(rows[1]!.gain!.value).toBeGreaterThan(1);
    expect(rows[1]!.unknown).toBeGreaterThan(rows[0]!.unknown);
    expect(rows[1]!.test!.gain!.p).toBeLessThan(0.05);
    expect(rows[0]!.test!.gain).toBeUndefined();
  }
});
