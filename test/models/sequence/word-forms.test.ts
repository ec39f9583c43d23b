/** What rare words share with those of the training data, as attributes of templates. */
import { describe, expect, test } from "vitest";
import { Vocabulary } from "../../../src/base/vocabulary.ts";
import { parseTemplates } from "../../../src/models/sequence/features/parse.ts";
import { countForms, lookAtForms, WordForms } from "../../../src/models/sequence/features/word-forms.ts";
import { learnSequence, sequenceFromParts, sequenceToParts, Tagger } from "../../../src/models/sequence/index.ts";

const [NOUN, VERB, ADJ] = ["NOUN", "VERB", "ADJ"];
const pairs: (readonly [string, string])[] = [
  ...[["walk", VERB], ["walks", VERB], ["talk", VERB], ["table", NOUN], ["able", ADJ]],
  ...Array.from({ length: 10 }, () => ["often", "ADV"]),
] as never; // biome-ignore format: pairs
const sentences = [{ words: pairs.map(([word]) => word), tags: pairs.map(([, tag]) => tag) }];
const words = Vocabulary.from(sentences[0]!.words);
const labels = Vocabulary.from(sentences[0]!.tags);
const forms = new WordForms(countForms(sentences, words, labels));
const value = (name: string, word: string) => forms.attribute(name)!({ word, values: [] });
const [noun, verb, adjective] = [NOUN, VERB, ADJ].map((label) => labels.id(label!));

describe("attributes of rare words", () => {
  test("are their relatives, but not the word itself, be it known or not", () => {
    expect(value("relative", "walked")).toBe(`ed/:${verb}`);
    expect(value("relative", "Walking")).toBe(`ing/:${verb}`);
    expect(value("relative", "walk")).toBe(`/s:${verb}`);
    expect(value("relative", "xyz")).toBe("");
  });
  test("are their longest known ends and what stands before them", () => {
    expect(value("end", "worktable")).toBe(String(noun));
    expect(value("opening", "worktable")).toBe(`work+${noun}`);
    expect(value("end", "readable")).toBe(String(adjective));
    expect(value("end", "table")).toBe(String(adjective));
    expect([value("end", "xyz"), value("opening", "xyz")]).toEqual(["", ""]);
  });
  test("are the labels of their other spellings and of their last part", () => {
    expect(value("small", "Table")).toBe(String(noun));
    expect(value("small", "table")).toBe("");
    expect(value("small", "Xyz")).toBe("-1");
    expect(value("capital", "table")).toBe("-1");
    expect(value("capital", "Table")).toBe("");
    expect(value("part", "side-walk")).toBe(String(verb));
    expect(value("part", "walk")).toBe("");
  });
  test("are long affixes", () => {
    expect(value("raresuffix6", "Worktables")).toBe("tables");
    expect(value("rareprefix5", "Worktables")).toBe("workt");
    expect(value("raresuffix6", "table")).toBe("");
  });
  test("are nothing for frequent words, and for other attributes", () => {
    for (const name of ["relative", "end", "opening", "small", "capital", "part", "raresuffix3", "rareprefix3"])
      expect(value(name, "often")).toBe("");
    expect(value("raresuffix3", "Often")).toBe("ten");
    for (const name of ["word", "suffix3", "class", "upos", "vector"]) expect(forms.attribute(name)).toBeUndefined();
  });
  test("are stored where templates look at them", () => {
    expect(lookAtForms(parseTemplates("word, lower*relative+1", []))).toBe(true);
    expect(lookAtForms(parseTemplates("word, raresuffix6", []))).toBe(true);
    expect(lookAtForms(parseTemplates("word, suffix6", []))).toBe(false);
  });
});

/** Stems that are nouns, with inflections that are verbs and adjectives. */
function inflected(stems: readonly string[]) {
  return stems.flatMap((stem) => [
    { words: ["der", `${stem}`], tags: ["D", "N"] },
    { words: ["der", `${stem}te`], tags: ["D", "V"] },
    { words: ["der", `${stem}en`], tags: ["D", "A"] },
  ]);
}

describe.each(["perceptron", "crf"] as const)("a %s", (method) => {
  const stems = ["balt", "dorg", "fimp", "gulk", "hant", "jost", "kemp", "lirg", "munt", "nolf"];
  const train = inflected(stems);

  test("keeps what it needs in its parts, and tags as before", async () => {
    const { model } = await learnSequence(train, { method, task: "tags" });
    const again = sequenceFromParts(sequenceToParts(model));
    const unseen = ["der", "dorgte", "Gulken", "un-hant"];
    expect(new Tagger(again).tag(unseen).tags).toEqual(new Tagger(model).tag(unseen).tags);
    expect(again).toMatchObject({ forms: { labelCount: 4 } });
  });

  test("without such templates keeps nothing", async () => {
    const { model } = await learnSequence(train, { method, templates: "word, suffix3" });
    expect(model.forms).toBeUndefined();
    expect(sequenceToParts(model).tensors).not.toHaveProperty(["lexicon.labels"]);
  });

  test("whose labels of words are gone is refused", async () => {
    const { model } = await learnSequence(train, { method, task: "tags" });
    const parts = sequenceToParts(model);
    const { "lexicon.labels": _, ...tensors } = parts.tensors;
    expect(() => sequenceFromParts({ ...parts, tensors })).toThrow(/has templates that cannot be read .*labels/);
  });

  test("knows the end of a compound that it never met", async () => {
    const compounds = stems.flatMap((stem, i) => [
      { words: ["der", stem], tags: ["D", i % 2 === 0 ? "N" : "V"] },
      { words: ["der", `xu${stem}`], tags: ["D", i % 2 === 0 ? "N" : "V"] },
    ]);
    const { model } = await learnSequence(compounds, { method, templates: "end" });
    const tagger = new Tagger(model);
    for (const [i, stem] of stems.entries())
      expect(tagger.tag(["der", `ober${stem}`]).tags[1]).toBe(i % 2 === 0 ? "N" : "V");
  });
});
