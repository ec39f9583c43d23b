/** Judged word pairs and analogies. */
import { describe, expect, test } from "vitest";
import { looksLikeAnalogies, readAnalogies, readWordPairs } from "../../src/data/index.ts";

describe("word pairs and analogies", () => {
  test("pairs may have a heading and comments", () => {
    expect(readWordPairs("word1\tword2\tscore\n# of 1965\ngem\tjewel\t3.94\n\ncord  smile 0.02\n")).toEqual([
      { first: "gem", second: "jewel", score: 3.94 },
      { first: "cord", second: "smile", score: 0.02 },
    ]);
  });

  test("analogies are told from pairs by their first line", () => {
    expect(looksLikeAnalogies(": capitals\nAthens Greece Oslo Norway\n")).toBe(true);
    expect(looksLikeAnalogies("a b c d")).toBe(true);
    expect(looksLikeAnalogies("gem jewel 3.94\n")).toBe(false);
    expect(readAnalogies(": capitals\nAthens Greece Oslo Norway\r\n")).toEqual([
      ["Athens", "Greece", "Oslo", "Norway"],
    ]);
  });

  test.each([
    ["a b\n", "x.txt:1: 2 fields; expected two words and a score, separated by tabs or blanks."],
    ["a b 3\nc d x\n", 'x.txt:2: "x" is not a number; expected two words and a score, separated by tabs or blanks.'],
    ["\n", "x.txt: there are no word pairs; expected lines of two words and a score."],
  ])("a bad file of word pairs is told with its line: %j", (text, message) => {
    expect(() => readWordPairs(text, { file: "x.txt" })).toThrow(message);
  });

  test.each([
    ["a b c d\na b c\n", "x.txt:2: 3 words; expected four, a b c d: a is to b as c is to d."],
    [": nothing\n", "x.txt: there are no analogies; expected lines of four words."],
  ])("a bad file of analogies is told with its line: %j", (text, message) => {
    expect(() => readAnalogies(text, { file: "x.txt" })).toThrow(message);
  });
});
