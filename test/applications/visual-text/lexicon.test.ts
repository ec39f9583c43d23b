/** Lexicons of visual words, learnt from a made-up text. */
import { describe, expect, test } from "vitest";
import {
  collectLexiconText,
  evaluateVisualLexicon,
  learnVisualLexicon,
  readLexiconText,
  readWordRatings,
  VisualLexicon,
  visualLexiconFromParts,
  visualLexiconToParts,
} from "../../../src/applications/visual-text/index.ts";
import { InputError } from "../../../src/base/index.ts";
import { threads } from "../../../src/files/index.ts";
import { comparable } from "../../models/comparable.ts";
import { smallTagger } from "./captions.ts";
import { taggedText } from "./text.ts";

const text = taggedText(1500);
const OPTIONS = { minCount: 5 };

async function small(): Promise<VisualLexicon> {
  const { model } = await learnVisualLexicon(readLexiconText(text, { input: "tagged" }), OPTIONS);
  return new VisualLexicon(model);
}

describe("lexicon", () => {
  test("learns words of either kind from the seeds, and says in which round", async () => {
    const lexicon = await small();
    for (const word of ["cup", "lamp"])
      expect(lexicon.entries(word)[0]).toMatchObject({ part: "noun", class: "visual" });
    for (const word of ["doubt", "plan"]) expect(lexicon.entries(word)[0]).toMatchObject({ class: "nonvisual" });
    expect(lexicon.entries("red")[0]).toMatchObject({ part: "adjective", class: "visual", attribute: "colour" });
    expect(lexicon.entries("vague")[0]).toMatchObject({ class: "nonvisual" });
    expect(lexicon.entries("car")[0]!.iteration).toBe(0);
    expect(lexicon.entries("Cups")[0]).toMatchObject({ word: "cup" });
    expect(lexicon.entries("cup")[0]!.visualness).toBeGreaterThan(0.9);
    expect(lexicon.entries("zebra")).toEqual([]);
    expect(lexicon.propagated("lamp")!).toBeGreaterThan(0.5);
    expect(lexicon.propagated("plan")!).toBeLessThan(-0.5);
  });

  test("neighbours stand with the same words; unknown words are suggested", async () => {
    const lexicon = await small();
    const near = lexicon.nearest("red", 5).map(({ word }) => word);
    expect(near.every((word) => "brown green wooden striped yellow purple blue".includes(word))).toBe(true);
    expect(() => lexicon.nearest("yelow")).toThrow('the lexicon does not have "yelow"');
    expect(() => lexicon.nearest("yelow")).toThrow("yellow");
  });

  test("is the same by threads, in pieces, from memory and from a file", async () => {
    const fromMemory = visualLexiconToParts((await small()).model);
    const pieces = Array.from({ length: Math.ceil(text.length / 1000) }, (_, i) =>
      text.slice(1000 * i, 1000 * (i + 1)),
    );
    const collected = await collectLexiconText(
      [{ name: "text", pieces }],
      { input: "tagged" },
      { workers: threads(2) },
    );
    const { model } = await learnVisualLexicon(collected, OPTIONS);
    expect(comparable(visualLexiconToParts(model))).toEqual(comparable(fromMemory));
    expect(comparable(visualLexiconToParts(visualLexiconFromParts(fromMemory)))).toEqual(comparable(fromMemory));
  });

  test("reports what it counted, and seeds that the text lacks", async () => {
    const { report } = await learnVisualLexicon(readLexiconText(text, { input: "tagged", file: "t.txt" }), OPTIONS);
    expect(report).toMatchObject({ sentences: 1500, words: 9000, pairs: 1500, nouns: 16, adjectives: 16 });
    expect(report.sources).toEqual([{ file: "t.txt", records: 1500, skipped: 0 }]);
    expect(report.missingSeeds["visual noun"]).toEqual(["animal", "man", "woman", "computer"]);
    expect(report.warnings.join(" ")).toContain(
      "seeds too rare in the text, visual noun: animal, man, woman, computer.",
    );
  });

  test("a tagger tags running text; without one it is refused", async () => {
    const tagger = await smallTagger();
    const counted = readLexiconText("A red dog stands near the idea.\nA small car waits.\n", { tagger });
    expect(counted).toMatchObject({ sentences: 2, words: 13 });
    expect(() => readLexiconText("A dog.")).toThrow('text in the form "text" has no tags; expected a tagger or parser');
    expect(() => readLexiconText("A dog.", { tagger: { ...tagger, kind: "vectors" } })).toThrow(
      'a model of kind "vectors" finds no noun phrases',
    );
  });

  test("text with too few pairs is refused", async () => {
    const few = readLexiconText("red/JJ car/NN\n", { input: "tagged" });
    await expect(learnVisualLexicon(few)).rejects.toThrow("no adjective stands before nouns 25 times in 2 words");
  });
});

describe("ratings", () => {
  test("with names of columns or without", () => {
    expect(readWordRatings("Word\tBigram\tConc.M\ndog\t0\t4.9\n")).toEqual([{ word: "dog", rating: 4.9 }]);
    expect(readWordRatings("dog\t4.9\nluck\t1.5\n")).toHaveLength(2);
    expect(readWordRatings("Word\tA\tB\ndog\t1\t2\n", { column: "b" })).toEqual([{ word: "dog", rating: 2 }]);
  });

  test.each([
    ["", "the columns are"],
    ["Word\tA\ndog\t1\n", 'r.tsv:1: the columns are "Word", "A"; expected one of ratings'],
    ["dog\t1\ncat\tx\n", 'r.tsv:2: "x" is not a number; expected a rating in column 2.'],
    ["dog\t1\ncat\n", "r.tsv:2: this line has 1 columns"],
    ["Word\tRating\n", "there are no ratings in it"],
  ])("bad ones are refused: %j", (bad, message) => {
    expect(() => readWordRatings(bad, { file: "r.tsv" })).toThrow(InputError);
    expect(() => readWordRatings(bad, { file: "r.tsv" })).toThrow(message);
  });

  test("seeds do not count, and the correlation is that of the ranks", async () => {
    const ratings = readWordRatings("car\t1\ncup\t5\nlamp\t4\ndoubt\t2\nplan\t1\nred\t4\nvague\t1\n");
    const scores = await evaluateVisualLexicon(await small(), ratings);
    expect(scores.map(({ list, words }) => [list, words])).toEqual([
      ["nouns", 4],
      ["adjectives", 2],
      ["both", 6],
      ["propagated nouns", 5],
    ]);
    expect(scores[1]!.spearman).toBeCloseTo(1, 12);
  });
});
