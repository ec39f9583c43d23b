/** Tokens, tagged text and columns. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { OptionError } from "../../src/base/index.ts";
import {
  columns,
  readColumns,
  readTagged,
  readTokens,
  tagged,
  taggedColumns,
  tokens,
  writeTagged,
  writeTokens,
} from "../../src/formats/index.ts";
import { failureOf, testFormat } from "./contract.ts";

const field = fc.oneof(
  fc.constantFrom("dog", "1/2", "\\", "\\/", "/", "a\\", "//", "#", "犬", "no\u00A0break"),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 5 }).filter((text) => !/[\s\uFEFF]/.test(text)),
);
const sentence = fc.array(field, { maxLength: 6 });

describe("tokenised text", () => {
  testFormat(tokens, sentence, { keepEmpty: true }, ["dog ", "a", "\n", "\r\n", "\t", " ", "\uFEFF"]);
  test("empty lines are left out or kept", () => {
    expect(readTokens(" the  dog\t\n\nbarks")).toEqual([["the", "dog"], ["barks"]]);
    expect(readTokens("the dog\n\nbarks\n", { keepEmpty: true })).toEqual([["the", "dog"], [], ["barks"]]);
  });
  test("what a line of tokens cannot hold is not written", () => {
    expect(() => writeTokens([["New York"]])).toThrow('tokenised text cannot hold the word "New York" with white space in it');
    expect(() => writeTokens([[""]])).toThrow("tokenised text cannot hold an empty word");
  });
});

describe("tagged text", () => {
  const pairs = fc.array(fc.tuple(field, field), { maxLength: 6 });
  const sentences = pairs.map((all) => ({ words: all.map(([word]) => word), tags: all.map(([, tag]) => tag) }));
  testFormat(tagged, sentences, { keepEmpty: true }, ["dog", "/", "NN", "\\", " ", "\n", "\r\n"]);
  test("slashes", () => {
    expect(readTagged("1\\/2/CD 1/2/CD \\//SYM a\\\\/NN C:\\x/NN")[0]).toEqual({
      words: ["1/2", "1/2", "/", "a\\", "C:\\x"],
      tags: ["CD", "CD", "SYM", "NN", "NN"],
    });
    expect(writeTagged([{ words: ["1/2"], tags: ["CD"] }])).toBe("1\\/2/CD\n");
  });
  const advice = "tagged input is word/TAG, as in dog/NN. Use --input tokens to let the model tag.";
  test.each([
    ["a/DT\n\nthe/DT old/JJ dog barks/VBZ", `x:3:15: "dog" has no tag; ${advice}`],
    ["the/DT dog/", `x:1:8: "dog/" has no tag; ${advice}`],
    ["the/DT /NN", `x:1:8: "/NN" has no word before its slash; ${advice}`],
    ["either\\/or", `x:1:1: "either\\/or" has no tag; ${advice}`],
  ])("%j", (text, message) => expect(failureOf(tagged, text).message).toBe(message));
  test("bad lines are skipped", () => {
    const errors: (number | undefined)[] = [];
    expect(readTagged("a/X\nb\nc/Y\nd e", { onBad: (error) => errors.push(error.line) })).toHaveLength(2);
    expect(errors).toEqual([2, 4]);
  });
});

describe("columns", () => {
  const rows = fc.array(fc.tuple(field, field, field), { minLength: 1, maxLength: 5 }).map((all) => all.map((row) => [...row]));
  testFormat(columns, rows, { keepDocuments: true, columns: 3 }, ["dog ", "a b c\n", "\t", "\n", "\r\n", " ", "-DOCSTART- -X- O\n"]);
  const text = "-DOCSTART- -X- O O\n\nU.N. NNP I-NP I-ORG\nofficial NN I-NP O\n\nEkeus\tNNP\tI-NP\tI-PER\n";
  test("documents are left out or kept, tabs or blanks", () => {
    expect(readColumns(text)).toHaveLength(2);
    expect(readColumns(text, { keepDocuments: true })).toHaveLength(3);
    expect(readColumns(text)[1]).toEqual([["Ekeus", "NNP", "I-NP", "I-PER"]]);
  });
  test("any choice of columns", () => {
    const [first] = readColumns(text);
    expect(taggedColumns(first!)).toEqual({ words: ["U.N.", "official"], tags: ["I-ORG", "O"] });
    expect(taggedColumns(first!, { word: 2, tag: 3 })).toEqual({ words: ["NNP", "NN"], tags: ["I-NP", "I-NP"] });
    const wrong = () => taggedColumns(first!, { tag: 5 });
    expect(wrong).toThrow(OptionError);
    expect(wrong).toThrow("columns: tag must be a column from 1 to 4, or from −1 back; got 5.");
  });
  test.each([
    ["a b\nc", undefined, "x:2:1: this line has 1 column; the lines before have 2."],
    ["a b\n\nc d e", undefined, "x:3:1: this line has 3 columns; the lines before have 2."],
    ["a b", 3, "x:1:1: this line has 2 columns; expected 3."],
    ["a\tb\nc\t", undefined, "x:2:3: column 2 is empty; every column needs a value."],
  ])("%j", (source, count, message) => {
    expect(failureOf(columns, source, count === undefined ? {} : { columns: count }).message).toBe(message);
  });
});
