/** Inflection of the synthetic English. */
import { describe, expect, test } from "vitest";
import {
  comparative,
  indefiniteArticle,
  plural,
  presentTag,
  type VerbTag,
  verbForm,
} from "../../src/samples/inflection.ts";

const THIRD = { plural: false, person: 3 } as const;
const FORMS: VerbTag[] = ["VBZ", "VBD", "VBN", "VBG"];

describe("inflection", () => {
  test.each([
    "dog dogs",
    "church churches",
    "box boxes",
    "city cities",
    "day days",
    "man men",
    "wolf wolves",
    "roof roofs",
    "hero heroes",
    "memo memos",
    "radio radios",
    "crisis crises",
    "sheep sheep",
  ])("plural: %s", (pair) => {
    const [one, many] = pair.split(" ");
    expect(plural(one!)).toBe(many);
  });

  test.each([
    ["walk", "walks walked walked walking"],
    ["stop", "stops stopped stopped stopping"],
    ["visit", "visits visited visited visiting"],
    ["admit", "admits admitted admitted admitting"],
    ["fix", "fixes fixed fixed fixing"],
    ["wash", "washes washed washed washing"],
    ["carry", "carries carried carried carrying"],
    ["destroy", "destroys destroyed destroyed destroying"],
    ["die", "dies died died dying"],
    ["agree", "agrees agreed agreed agreeing"],
    ["argue", "argues argued argued arguing"],
    ["write", "writes wrote written writing"],
    ["go", "goes went gone going"],
    ["have", "has had had having"],
    ["be", "is was been being"],
    ["see", "sees saw seen seeing"],
  ])("verb: %s", (verb, forms) => {
    expect(FORMS.map((tag) => verbForm(verb, tag, THIRD)).join(" ")).toBe(forms);
    if (verb !== "be") expect(verbForm(verb, "VBP", THIRD)).toBe(verb);
  });

  test("be agrees in number and person", () => {
    const forms = ([1, 2, 3] as const).flatMap((person) =>
      [false, true].map((many) => {
        const agreement = { plural: many, person };
        return `${verbForm("be", presentTag(agreement), agreement)} ${verbForm("be", "VBD", agreement)}`;
      }),
    );
    expect(forms).toEqual(["am was", "are were", "are were", "are were", "is was", "are were"]);
  });

  test("articles follow the sound", () => {
    expect(
      ["apple", "dog", "hour", "honest", "university", "uniform", "European", "old", "useful"].map(indefiniteArticle),
    ).toEqual("an a an an a a a an a".split(" "));
  });

  test("comparatives", () => {
    expect(["big", "happy", "nice", "cold", "good", "simple", "famous", "angry", "expensive"].map(comparative)).toEqual(
      ["bigger", "happier", "nicer", "colder", "better", "simpler", undefined, "angrier", undefined],
    );
  });
});
