/** Noun phrases from tags and trees, and their places in the caption. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { analyserOf } from "../../../src/applications/visual-text/index.ts";
import { basePhrases } from "../../../src/applications/visual-text/phrases/base-phrases.ts";
import { captionWords, findPhrases, phraseAt } from "../../../src/applications/visual-text/phrases/captions.ts";
import { chunkPhrases } from "../../../src/applications/visual-text/phrases/chunks.ts";
import { placedSentences } from "../../../src/applications/visual-text/phrases/places.ts";
import { tagClass } from "../../../src/applications/visual-text/phrases/tag-classes.ts";
import { readSequences } from "../../../src/data/index.ts";
import { readPenn, readTagged } from "../../../src/formats/index.ts";
import { learnParser, parserToParts } from "../../../src/models/parser/index.ts";
import { learnSequence, sequenceToParts } from "../../../src/models/sequence/index.ts";
import { generateTreebank } from "../../../src/samples/index.ts";
import { words as wordsOf } from "../../../src/trees/index.ts";

const chunks = (line: string) => {
  const { words, tags } = readTagged(`${line}\n`)[0]!;
  return chunkPhrases(tags).map(({ from, to, head }) => `${words.slice(from, to).join(" ")} < ${words[head]}`);
};

describe("noun phrases from tags", () => {
  test.each([
    ["all/PDT the/DT very/RB large/JJ dogs/NNS bark/VBP", ["all the very large dogs < dogs"]],
    [
      "the/DT man/NN 's/POS red/JJ car/NN and/CC a/DT big/JJ ,/, red/JJ bus/NN",
      ["the man 's red car < car", "a big , red bus < bus"],
    ],
    ["wearing/VBG red/JJ shoes/NNS ,/, a/DT smiling/VBG girl/NN", ["red shoes < shoes", "a smiling girl < girl"]],
    ["a/DT man/NN running/VBG dogs/NNS", ["a man < man", "dogs < dogs"]],
    ["man/NN ,/, woman/NN", ["man < man", "woman < woman"]],
    ["in/IN New/NNP York/NNP City/NNP", ["New York City < City"]],
    ["the/DET old/ADJ dog/NOUN", ["the old dog < dog"]],
    ["she/PRP sleeps/VBZ", []],
  ])("%s", (line, expected) => expect(chunks(line)).toEqual(expected));

  test("tags with functions are known by their beginning", () => {
    expect(["NN-SBJ", "NN|S", "PRP$", "FW", ""].map(tagClass)).toEqual(["N", "N", "D", "x", "x"]);
  });
});

test("noun phrases of trees: the innermost, possessors with their nouns, none without a noun", () => {
  const [tree] = readPenn(
    "(S (NP (NP (DT The) (NN man) (POS 's)) (NN dog)) (VP (VBZ sees) (NP (NP (DT a) (NN cat)) (PP (IN in) (NP (DT the) (NN tree))))" +
      " (ADVP (NP (PRP it)))))",
  );
  const words = wordsOf(tree!);
  expect(basePhrases(tree!).map(({ from, to, head }) => `${words.slice(from, to).join(" ")} < ${words[head]}`)).toEqual(
    ["The man 's dog < dog", "a cat < cat", "the tree < tree"],
  );
});

describe("offsets back into the raw caption", () => {
  test("words whose spelling was changed are found again", () => {
    const caption = "  A “red” car (isn’t it?) … near the dog's house — at 5 p.m.";
    const found = placedSentences(caption, "en").flat();
    const spelled = found.map(({ start, end }) => caption.slice(start, end));
    expect(spelled.join("")).toBe(caption.replace(/\s+/g, ""));
    expect(found.find(({ word }) => word === "-LRB-")).toMatchObject({ start: caption.indexOf("(") });
    expect(found.map(({ word }) => word)).toContain("n't");
  });

  /** Blanks as text has them: those without a width part words too. */
  const BLANKS = /^[\s\u200b]*$/;
  const piece = fc.constantFrom(
    ..."a|dog|'s|n't|don’t|--|—|...|…| |  |\"|''|``|“|”|(|)|[|]|{|}|-|.|,|5|%|狗|🐕|<b>|cannot|\n|\t|‘|’|`|'|gonna|é|&|\u200b|*|!|?|/|_|#|A.|U.S.|@".split(
      "|",
    ),
  );
  test("all words lie in order, and nothing but blanks lies between them", () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        const caption = pieces.join("");
        let at = 0;
        for (const { start, end } of placedSentences(caption, "en").flat()) {
          expect(caption.slice(at, start)).toMatch(BLANKS);
          expect(end).toBeGreaterThanOrEqual(start);
          at = end;
        }
        expect(caption.slice(at)).toMatch(BLANKS);
      }),
      { numRuns: 300 },
    );
  });

  test("found phrases are slices of the caption, over several sentences", () => {
    const tags: Record<string, string> = { A: "DT", The: "DT", big: "JJ", dog: "NN", cat: "NN", ".": "." };
    const caption = "A  big dog sleeps. The\tcat sleeps.";
    const { words, phrases } = findPhrases(
      caption,
      (sentence) => {
        const own = sentence.map((word) => tags[word] ?? "VBZ");
        return { tags: own, phrases: chunkPhrases(own) };
      },
      "en",
    );
    expect(phrases.map(({ start, end }) => caption.slice(start, end))).toEqual(["A  big dog", "The\tcat"]);
    expect(phrases.map(({ from, to }) => words.slice(from, to))).toEqual([
      ["A", "big", "dog"],
      ["The", "cat"],
    ]);
  });

  test("a given phrase is the words that it touches, and its head the last noun-like one before a preposition", () => {
    const caption = "There is a group of people here.";
    const placed = captionWords(caption, "en");
    const { from, to, head } = phraseAt(placed, 9, 26);
    expect(placed.words.slice(from, to)).toEqual(["a", "group", "of", "people"]);
    expect(placed.words[head]).toBe("group");
  });
});

test("a parser finds phrases too; a tagger of other things does not", async () => {
  const { trees } = generateTreebank({ trees: 150 });
  const { model } = await learnParser(trees, { method: "pcfg" });
  const analyse = analyserOf(parserToParts(model));
  const sentence = wordsOf(trees[0]!);
  const { tags, phrases } = analyse(sentence);
  expect(tags).toHaveLength(sentence.length);
  expect(phrases.length).toBeGreaterThan(0);
  for (const { from, to, head } of phrases) {
    expect(from <= head && head < to && to <= sentence.length).toBe(true);
    expect(tagClass(tags[head]!)).toMatch(/[NSE]/);
  }
  const data = readSequences("dog/B cat/I runs/O\n".repeat(5), { input: "tagged" });
  const names = await learnSequence(data, { method: "perceptron", epochs: 1 });
  expect(() => analyserOf(sequenceToParts(names.model))).toThrow(
    "the tagger's labels (B, I, O …) have no tag of a noun; expected part-of-speech tags such as NN or NOUN.",
  );
});
