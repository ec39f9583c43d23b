/** Base forms of English words. */
import { describe, expect, test } from "vitest";
import { baseFormsOf, readExceptions } from "../../../src/data/wordnet/base-forms.ts";
import { IRREGULAR_FORMS, type PartOfSpeech } from "../../../src/data/wordnet/index.ts";

/** Accepts some words only, as an index does. */
const knowing =
  (...words: string[]) =>
  (lemma: string) =>
    words.includes(lemma);

describe("base forms", () => {
  test.each<[string, PartOfSpeech, string[], string[]]>([
    ["dogs", "noun", ["dog"], ["dog"]],
    ["glasses", "noun", ["glass", "glasses"], ["glasses", "glass"]],
    ["boxes", "noun", ["box"], ["box"]],
    ["churches", "noun", ["church"], ["church"]],
    ["policemen", "noun", ["policeman"], ["policeman"]],
    ["ladies", "noun", ["lady"], ["lady"]],
    ["boxesful", "noun", ["boxful"], ["boxful"]],
    ["mice", "noun", ["mouse"], ["mouse"]],
    ["axes", "noun", ["ax", "axe", "axis"], ["axis", "axe"]],
    ["grandchildren", "noun", ["grandchild"], ["grandchild"]],
    ["potatoes", "noun", ["potato"], ["potato"]],
    ["quizzes", "noun", ["quiz"], ["quiz"]],
    ["class", "noun", ["cla", "clas"], []],
    ["is", "noun", ["i"], []],
    ["runs", "verb", ["run"], ["run"]],
    ["running", "verb", ["run", "runn"], ["runn"]],
    ["running", "verb", ["run"], ["run"]],
    ["making", "verb", ["make", "mak"], ["make", "mak"]],
    ["tried", "verb", ["try"], ["try"]],
    ["overtook", "verb", ["overtake", "take"], ["overtake"]],
    ["lay", "verb", ["lay", "lie"], ["lay", "lie"]],
    ["felt", "verb", ["felt", "feel"], ["felt", "feel"]],
    ["bigger", "adjective", ["big", "bigger"], ["bigger", "big"]],
    ["nicest", "adjective", ["nice"], ["nice"]],
    ["happier", "adjective", ["happy"], ["happy"]],
    ["worse", "adjective", ["bad", "ill"], ["bad", "ill"]],
    ["higher", "adverb", ["high"], ["high"]],
    ["", "noun", [""], []],
    ["s", "noun", [""], []],
    ["ing", "verb", [""], []],
  ])("%s, %s, among %j: %j", (word, part, known, forms) => {
    expect(baseFormsOf(word, part, knowing(...known))).toEqual(forms);
  });

  test("with an exception list only it and the plain endings count", () => {
    const listed = readExceptions("mice mouse\r\nhooves hoof\naxes ax axe\naxes axis\n\n", "noun.exc");
    const known = knowing("mouse", "hoof", "ax", "axe", "axis", "calf", "calve", "potato");
    expect(baseFormsOf("mice", "noun", known, listed)).toEqual(["mouse"]);
    expect(baseFormsOf("axes", "noun", known, listed)).toEqual(["ax", "axe", "axis"]);
    expect(baseFormsOf("calves", "noun", known, listed)).toEqual(["calve"]);
    expect(baseFormsOf("calves", "noun", known)).toEqual(["calf"]);
    expect(baseFormsOf("potatoes", "noun", known, listed)).toEqual([]);
  });

  test("the list of irregular forms", () => {
    expect(IRREGULAR_FORMS.verb.get("were")).toEqual(["be"]);
    expect(IRREGULAR_FORMS.verb.get("lay")).toEqual(["lie"]);
    expect(IRREGULAR_FORMS.noun.get("bases")).toEqual(["basis", "base"]);
    for (const forms of Object.values(IRREGULAR_FORMS))
      for (const [form, bases] of forms) expect([form, ...bases].join(" ")).toMatch(/^[a-z_-]+( [a-z_-]+)+$/);
  });
});
