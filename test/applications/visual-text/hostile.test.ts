/** Model files with a good checksum and bad content. */
import { expect, test } from "vitest";
import {
  learnVisual,
  learnVisualLexicon,
  readLexiconText,
  VisualLexicon,
  VisualText,
  visualFromParts,
  visualLexiconFromParts,
  visualLexiconToParts,
  visualToParts,
} from "../../../src/applications/visual-text/index.ts";
import { expectHostileRefused, failuresOf } from "../../models/hostile.ts";
import { smallTagger, syntheticCaptions } from "./captions.ts";
import { taggedText } from "./text.ts";

const lexicon = async () =>
  (await learnVisualLexicon(readLexiconText(taggedText(600), { input: "tagged" }), { minCount: 3 })).model;

test("damaged lexicons are refused, or answer", async () => {
  const { refused } = expectHostileRefused(visualLexiconToParts(await lexicon()), visualLexiconFromParts, (model) => {
    const words = new VisualLexicon(model);
    words.entries("red");
    words.propagated("car");
    words.nearest("red");
  });
  expect(refused).toBeGreaterThan(100);
});

test("damaged classifiers are refused, or answer", async () => {
  const words = new VisualLexicon(await lexicon());
  const { model } = await learnVisual({ captions: syntheticCaptions(6), lexicon: words, parser: await smallTagger() });
  const parts = visualToParts(model);
  const use = (damaged: typeof model) => new VisualText(damaged).mark("A red dog stands near the idea.");
  use(visualFromParts(parts));
  // The tagger inside is checked by its own kind, whose tests try the same.
  const { failures, refused } = failuresOf(parts, visualFromParts, use, /^parser\./);
  expect(failures).toEqual([]);
  expect(refused).toBeGreaterThan(40);
});
