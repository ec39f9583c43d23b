/** Tokens, tagged text and columns. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { OptionError } from "../../src/base/index.ts";
import {
  columns,
  conllu,
  negra,
  readColumns,
  readTagged,
  readTokens,
  type TextFormat,
  tagged,
  taggedColumns,
  tokens,
  vectors,
  writeColumns,
  writeTagged,
  writeTokens,
} from "../../src/formats/index.ts";
import { failureOf, testFormat } from "./contract.ts";

const field = fc.oneof(
  fc.constantFrom("dog", "1/2", "\\", "\\/", "/", "a\\", "//", "#", "犬", "no\u00A0break"),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 5 }).filter((text) => !/[\s\uFEFF]/.test(text)),
);
const sentence = fc.array(field, { maxLength: 6 });

describe("characters that would not come back", () => {
  const carriage = "a carriage return stands inside this line; expected line ends LF or CR LF; convert them.";
  const mark = "a byte-order mark is inside the text, perhaps where files were joined; remove it.";
  test.each([
    [tokens, "a\nb c\rd\n", `x:2:4: ${carriage}`],
    [tokens, "a\r\r\n", `x:1:2: ${carriage}`],
    [tokens, "\uFEFFa\n\uFEFFb\n", `x:2:1: ${mark}`],
    [tokens, "\uFEFF\uFEFFa\n", `x:1:1: ${mark}`],
    [tokens, "a\n \t\uFEFFb\n", `x:2:3: ${mark}`],
    [tagged, "a/B\rc/D\n", `x:1:4: ${carriage}`],
    [tagged, "a/B\n\uFEFFc/D\n", `x:2:1: ${mark}`],
    [columns, "a b\n\nc\rc d\n", `x:3:2: ${carriage}`],
    [columns, "a b\n\uFEFFc d\n", `x:2:1: ${mark}`],
    [conllu, "# a\n\uFEFF# b\n", `x:2:1: ${mark}`],
    [negra, "\uFEFF#FORMAT 3\n\uFEFF#BOS 1\n", `x:2:1: ${mark}`],
    [vectors, "a 1\n\uFEFFb 2\n", `x:2:1: ${mark}`],
    [vectors, "a 1\nb\rc 2\n", `x:2:2: ${carriage}`],
  ] as [TextFormat<unknown>, string, string][])("$0.name: %#", (format, text, message) => {
    expect(failureOf(format, text).message).toBe(message);
  });
  test("a mark inside a word is a character as any other", () => {
    expect(readTokens("a \uFEFFb c\uFEFF")).toEqual([["a", "\uFEFFb", "c\uFEFF"]]);
    for (const write of [
      () => writeTokens([["\uFEFFb"]]),
      () => writeTagged([{ words: ["\uFEFFb"], tags: ["X"] }]),
      () => columns.write([["\uFEFFb", "c"]]),
    ])
      expect(write).toThrow("cannot hold a word that begins with a byte-order mark; replace it before writing.");
  });
});

describe("tokenised text", () => {
  testFormat(tokens, sentence, { keepEmpty: true }, ["dog ", "a", "\n", "\r\n", "\t", " ", "\uFEFF"]);
  test("empty lines are left out or kept", () => {
    expect(readTokens(" the  dog\t\n\nbarks")).toEqual([["the", "dog"], ["barks"]]);
    expect(readTokens("the dog\n\nbarks\n", { keepEmpty: true })).toEqual([["the", "dog"], [], ["barks"]]);
  });
  test("what a line of tokens cannot hold is not written", () => {
    expect(() => writeTokens([["New York"]])).toThrow(
      'tokenised text cannot hold the word "New York" with white space in it',
    );
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
  const rows = fc
    .array(fc.tuple(field, field, field), { minLength: 1, maxLength: 5 })
    .map((all) => all.map((row) => [...row]));
  testFormat(columns, rows, { keepDocuments: true, columns: 3 }, [
    "dog ",
    "a b c\n",
    "\t",
    "\n",
    "\r\n",
    " ",
    "-DOCSTART- -X- O\n",
  ]);
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
  test("blanks inside columns that tabs separate", () => {
    const text = "New York\tNNP\nslept\tVBD\n\n";
    const [sentence] = readColumns(text);
    expect(sentence).toEqual([
      ["New York", "NNP"],
      ["slept", "VBD"],
    ]);
    expect(writeColumns([sentence!])).toBe("New York\tNNP\nslept VBD\n\n");
    expect(writeColumns([sentence!], { separator: "\t" })).toBe(text);
    expect(() => writeColumns([sentence!], { separator: " " })).toThrow(
      'columns cannot hold the value "New York" with a blank in it where blanks separate columns; separate them by tabs.',
    );
    expect(() => writeColumns([[["New York"]]])).toThrow('the value "New York" with a blank in it as only column');
    expect(() => writeColumns([[[" ", " "]]])).toThrow("columns cannot hold a line of blanks");
    expect(() => writeColumns([[["a\tb", "c"]]])).toThrow('the value "a\\tb" with a tab or line end in it');
    expect(() => writeColumns([[["", "c"]]])).toThrow("columns cannot hold an empty value");
  });
  test("a no-break space is a value, not a blank line", () => {
    expect(readColumns("a X\n\u00A0 Y\nb X\n")).toEqual([
      [
        ["a", "X"],
        ["\u00A0", "Y"],
        ["b", "X"],
      ],
    ]);
  });
});
