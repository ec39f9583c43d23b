/** Sentence pairs with scores and without. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { OptionError } from "../../src/base/index.ts";
import { readSts, type SentencePair, type StsReadOptions, sts, writeSts } from "../../src/formats/index.ts";
import { failureOf, testFormat } from "./contract.ts";

const sentence = fc
  .oneof(
    fc.constantFrom("A man is riding a bicycle.", 'He said "no".', "#", "犬が走る。", " blanks around ", "5.000"),
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 }),
  )
  .filter((text) => text.trim() !== "" && !/[\t\r\n\uFEFF]/.test(text));
const score = fc.double({ min: 0, max: 5, noNaN: true }).map((value) => value + 0);
const scored: fc.Arbitrary<SentencePair> = fc.record({ score, first: sentence, second: sentence });
const plain: fc.Arbitrary<SentencePair> = fc.record({
  score: fc.constant(undefined),
  first: sentence,
  second: sentence,
});
const SYNTAX = ["4.5\t", "6\t", "A man.", "\t", "\n", "\r\n", " ", "x\ty\tz\n", "1\ta\tb\n", "\uFEFF"];

describe("pairs with scores", () => testFormat(sts, scored, { scores: "yes" }, SYNTAX));
describe("pairs without scores", () => testFormat(sts, plain, { scores: "no" }, SYNTAX));

describe("pairs", () => {
  test("with or without scores, as the first line has; blank lines are left out", () => {
    expect(readSts("4.000\tA man.\tA woman.\n\n0\tx y\tz\n")).toEqual([
      { score: 4, first: "A man.", second: "A woman." },
      { score: 0, first: "x y", second: "z" },
    ]);
    expect(readSts("A man.\tA woman.\n")).toEqual([{ score: undefined, first: "A man.", second: "A woman." }]);
    expect(readSts("7\ta\tb", { scale: [1, 10] })[0]!.score).toBe(7);
    expect(readSts("-1e0\ta\tb", { scale: [-1, 1] })[0]!.score).toBe(-1);
  });

  const three = "expected 3: a score and two sentences, with tabs between.";
  test.each([
    ["1\ta\tb\n2\tc", {}, `x:2:1: this line has 2 columns; ${three}`],
    ["1\ta\tb\n2\tc\td\te", {}, `x:2:7: this line has 4 columns; ${three}`],
    ["only one", {}, `x:1:1: this line has 1 column; ${three}`],
    ["a\tb\n1\tc\td", {}, "x:2:1: this line has 3 columns; expected 2: two sentences, with a tab between."],
    ["a\tb", { scores: "yes" as const }, `x:1:1: this line has 2 columns; ${three}`],
    ["5.1\ta\tb", {}, "x:1:1: the score 5.1 is outside the scale; expected a number from 0 to 5."],
    ["-1\ta\tb", {}, "x:1:1: the score -1 is outside the scale; expected a number from 0 to 5."],
    ["1e999\ta\tb", {}, "x:1:1: the score 1e999 is outside the scale; expected a number from 0 to 5."],
    ["high\ta\tb", {}, 'x:1:1: "high" is not a score; expected a number from 0 to 5.'],
    ["\ta\tb", {}, 'x:1:1: "" is not a score; expected a number from 0 to 5.'],
    ["NaN\ta\tb", {}, 'x:1:1: "NaN" is not a score; expected a number from 0 to 5.'],
    ["0x1\ta\tb", {}, 'x:1:1: "0x1" is not a score; expected a number from 0 to 5.'],
    ["1\t \tb", {}, "x:1:3: the first sentence is empty; expected words."],
    ["1\tab\t", {}, "x:1:6: the second sentence is empty; expected words."],
  ])("%j", (text, options, message) => expect(failureOf(sts, text, options as StsReadOptions).message).toBe(message));

  test("bad lines are skipped", () => {
    const errors: (number | undefined)[] = [];
    expect(readSts("1\ta\tb\n9\tc\td\n2\te\n3\tf\tg\n", { onBad: ({ line }) => errors.push(line) })).toHaveLength(2);
    expect(errors).toEqual([2, 3]);
  });

  test("a long sentence, a bad scale, and what cannot be written", () => {
    const long = "word ".repeat(500).trim();
    expect(readSts(`1\t${long}\tb\n`)[0]!.first).toBe(long);
    expect(() => readSts("1\ta\tb", { scale: [5, 0] })).toThrow(OptionError);
    expect(() => writeSts([{ score: 1, first: "a\tb", second: "c" }])).toThrow("with a tab or line end in it");
    expect(() => writeSts([{ score: 1, first: "", second: "c" }])).toThrow("cannot hold an empty sentence");
    expect(() => writeSts([{ score: Number.NaN, first: "a", second: "c" }])).toThrow("cannot hold the score NaN");
  });
});
