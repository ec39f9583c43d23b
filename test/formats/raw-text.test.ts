/** Running text cut into sentences and words, by language and by treebank. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { OptionError } from "../../src/base/index.ts";
import { detokenize, rawText, readRawText, writeRawText } from "../../src/formats/index.ts";
import { reported } from "./contract.ts";
import { inPieces } from "./pieces.ts";

const sentences = (text: string) => readRawText(text).map((words) => words.join(" "));

describe("words of English text", () => {
  test.each([
    [`"I don't know," he said.`, "`` I do n't know , '' he said ."],
    ["“Oh, don’t!” she said.", "`` Oh , do n't ! '' she said ."],
    [
      "It's the dogs' house, I'm sure they've left; he'd say we'll see you're in.",
      "It 's the dogs ' house , I 'm sure they 've left ; he 'd say we 'll see you 're in .",
    ],
    ["'Go,' he said.", "` Go , ' he said ."],
    ["He won't.", "He wo n't ."],
    ["It is Light's.", "It is Light 's ."],
    ["We can't (really!) go [now] {or} so.", "We ca n't -LRB- really ! -RRB- go -LSB- now -RSB- -LCB- or -RCB- so ."],
    ["It cost $1,000.50 or 5% more at 3:30.", "It cost $ 1,000.50 or 5 % more at 3:30 ."],
    ["AT&T's R&D, well-known & old.", "AT&T 's R&D , well-known & old ."],
    ["He left--at once—and - well – went...", "He left -- at once -- and -- well -- went ..."],
    ["Wait… what?!", "Wait ... what ?!"],
    ["See http://x.org/a?b=1, or mail a@b.com.", "See http://x.org/a?b=1 , or mail a@b.com ."],
    ["'Tis gonna rain; I cannot stay.", "'T is gon na rain ; I can not stay ."],
    ["The '90s, get 'em.", "The '90s , get 'em ."],
    ["It was 1/2 done in 1990–91.", "It was 1/2 done in 1990–91 ."],
    ["a,b;c:d", "a , b ; c : d"],
    ["café naïve Zoë.", "café naïve Zoë ."],
    ["The\u0000dog\u0007 sees\u200b \ufeffred\u007f.", "The dog sees red ."],
    ["<p>The <b>old</b> A&amp;B<br/>", "<p> The <b> old </b> A &amp; B <br/>"],
    ["Mail <a@b.com>, or a<b and AT&T; I <3 it.", "Mail < a@b.com > , or a<b and AT&T ; I < 3 it ."],
  ])("%s", (text, words) => expect(sentences(text)).toEqual([words]));
});

describe("sentences of English text", () => {
  test.each([
    ["Mr. Smith met Dr. Jones. They left.", ["Mr. Smith met Dr. Jones .", "They left ."]],
    ["He lives in the U.S. The house is big.", ["He lives in the U.S. .", "The house is big ."]],
    ["The U.S. Army came.", ["The U.S. Army came ."]],
    ["J. R. Smith, Jr., won.", ["J. R. Smith , Jr. , won ."]],
    ["See No. 5 there. No. I will not.", ["See No. 5 there .", "No .", "I will not ."]],
    ["On Jan. 5 it rained. It was Sun. 6.", ["On Jan. 5 it rained .", "It was Sun. 6 ."]],
    ['"Oh!" she said. "It is!" He left.', ["`` Oh ! '' she said .", "`` It is ! ''", "He left ."]],
    ["(It rained.) He left.", ["-LRB- It rained . -RRB-", "He left ."]],
    ["i like dogs. they are nice.", ["i like dogs .", "they are nice ."]],
    ["The year was 1842. It rained.", ["The year was 1842 .", "It rained ."]],
    ["1. Go home. 2. Stay.", ["1. Go home .", "2. Stay ."]],
    ["A title\n\nIt\nrained.", ["A title", "It rained ."]],
    ["No end", ["No end"]],
    ["", []],
    [" \n\n ", []],
  ])("%j", (text, expected) => expect(sentences(text)).toEqual(expected));
  test("line ends can end sentences", () => {
    expect(readRawText("A title\nIt rained", { lines: "paragraphs" })).toEqual([
      ["A", "title"],
      ["It", "rained"],
    ]);
  });
  test("sentences have places", () => {
    expect(reported(rawText, ["It rained. He\n  left.\n\n  She too."], {})).toEqual([
      { record: ["It", "rained", "."], line: 1, column: 1 },
      { record: ["He", "left", "."], line: 1, column: 12 },
      { record: ["She", "too", "."], line: 4, column: 3 },
    ]);
  });
  test("text without an end is cut at 5,000 words", () => {
    expect(readRawText("word ".repeat(12_000)).map((words) => words.length)).toEqual([5000, 5000, 2000]);
  });
});

describe("other scripts", () => {
  test("lines mostly in another script go to the segmenter, line by line", () => {
    const [first, second, ...more] = readRawText("他来了。我走了。\nIt rained.\nМы идём домой.");
    expect(first!.join("")).toBe("他来了。");
    expect(second!.join("")).toBe("我走了。");
    expect(more).toEqual([
      ["It", "rained", "."],
      ["Мы", "идём", "домой", "."],
    ]);
  });
  test("a language can be named; a bad name is an option error", () => {
    expect(readRawText("Das ist gut.", { language: "de" })).toEqual([["Das", "ist", "gut", "."]]);
    const bad = () => readRawText("a", { language: "not a language" });
    expect(bad).toThrow(OptionError);
    expect(bad).toThrow('raw text: language must be a language tag such as en or zh-Hant; got "not a language".');
  });
});

describe("back to text", () => {
  test("spacing, quotes and brackets", () => {
    expect(
      detokenize(["``", "I", "do", "n't", "-LRB-", "really", "-RRB-", "pay", "$", "5", ",", "''", "he", "said", "."]),
    ).toBe('"I don\'t (really) pay $5," he said.');
  });
  test("quotation marks of other kinds", () => {
    expect(detokenize(["„", "Gut", "“", ",", "sagt", "er", "."])).toBe("„Gut“, sagt er.");
    expect(detokenize(["“", "Good", "”", "(", "so", ")"])).toBe("“Good” (so)");
    expect(detokenize(['"', "Good", '"', "and", '"', "so", '"'])).toBe('"Good" and "so"');
  });
  test("sentences of ordinary tokens come back", () => {
    const word = fc.constantFrom("the", "dog", "house", "Paris", "1,000", "well-known", "3:30");
    const item = fc.oneof(
      word.map((one) => [one]),
      word.map((one) => ["-LRB-", one, "-RRB-"]),
      fc.array(word, { minLength: 1, maxLength: 3 }).map((some) => ["``", ...some, "''"]),
      fc.constantFrom("'s", "'ll").map((clitic) => ["dog", clitic]),
      fc.constant(["do", "n't"]),
      word.map((one) => [one, ","]),
      fc.constant(["$", "5"]),
    );
    const sentence = fc.array(item, { minLength: 1, maxLength: 8 }).map((items) => [...items.flat(), "."]);
    fc.assert(
      fc.property(fc.array(sentence, { maxLength: 3 }), (all) => {
        expect(readRawText(writeRawText(all), { lines: "paragraphs" })).toEqual(all);
      }),
    );
  });
  test("any cut into pieces gives the same sentences and places", () => {
    const parts = [
      "It ",
      "rained",
      ". ",
      "He",
      '"',
      "'",
      "don't",
      "\n",
      "\r\n",
      " ",
      "Mr.",
      "...",
      "(",
      ")",
      "犬。",
      "--",
      "5%",
      "\uFEFF",
      "!",
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...parts)), fc.array(fc.nat()), (some, cuts) => {
        const text = some.join("");
        expect(reported(rawText, inPieces(text, cuts), {})).toEqual(reported(rawText, [text], {}));
      }),
    );
  });
  test("no character but white space is lost", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const letters = (value: string) => value.match(/[\p{L}\p{N}]/gu)?.join("") ?? "";
        const found = readRawText(text)
          .flat()
          .join("")
          .replace(/-[LR][RSC]B-/g, "");
        expect(letters(found)).toBe(letters(text));
      }),
      { numRuns: 500 },
    );
  });
});
