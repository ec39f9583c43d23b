/** Stored sequence models: every variant comes back as it was, and nothing that was tampered with does harm. */
import { describe, expect, test } from "vitest";
import { asSequences } from "../../../src/data/index.ts";
import { toBytes } from "../../../src/kinds/index.ts";
import {
  learnSequence,
  type SequenceOptions,
  sequenceFromParts,
  sequenceToParts,
  Tagger,
} from "../../../src/models/sequence/index.ts";
import { failuresOf } from "../hostile.ts";

const data = [
  { words: ["the", "dog", "barks", "."], tags: ["D", "N", "V", "."] },
  { words: ["a", "cat", "sees", "the", "dog", "."], tags: ["D", "N", "V", "D", "N", "."] },
  { words: ["1.2", "1.3", "."], tags: ["N", "V", "."] },
];
const many = Array.from({ length: 12 }, () => data).flat();

const VARIANTS: Readonly<Record<string, SequenceOptions>> = {
  spectral: { states: 2, ownSamples: 15 },
  "spectral, no own operators": { states: 2, ownSamples: 0 },
  "spectral, classes": { states: 2, observations: "classes" },
  em: { method: "em", states: 2, iterations: 2 },
  hmm: { method: "hmm" },
  unigram: { method: "unigram", observations: "classes" },
  perceptron: { method: "perceptron", epochs: 2 },
};

const LISTS = [
  { type: "noun", words: ["dog"] },
  { type: "noun", words: ["cat"] },
  { type: "verb", words: ["barks"] },
];
const withLists = async () =>
  sequenceToParts((await learnSequence({ sentences: asSequences(many), lists: LISTS }, VARIANTS.perceptron)).model);

test("lists are stored by their names, with each type once, and were stored with a type beside each name", async () => {
  const parts = await withLists();
  expect(parts.symbols).toMatchObject({ listNames: ["barks", "cat", "dog"], listTypes: ["verb", "noun"] });
  const { nameTypes, ...tensors } = parts.tensors;
  expect(Array.from(nameTypes!.data)).toEqual([0, 1, 1]);
  const earlier = { ...parts, symbols: { ...parts.symbols, listTypes: ["verb", "noun", "noun"] }, tensors };
  for (const { words } of data)
    expect(new Tagger(sequenceFromParts(earlier)).tag(words)).toEqual(new Tagger(sequenceFromParts(parts)).tag(words));
});

test("lists that were tampered with are refused, or harmless", async () => {
  const { failures } = failuresOf(await withLists(), sequenceFromParts, (changed) => {
    new Tagger(changed).tag(["the", "cat", "Barks", "zzz"]);
  });
  expect(failures).toEqual([]);
});

describe.each(Object.entries(VARIANTS))("%s", async (_, options) => {
  const { model } = await learnSequence(many, options);
  const parts = sequenceToParts(model);

  test("comes back as it was", async () => {
    const again = sequenceFromParts(parts);
    expect(Buffer.compare(await toBytes(again), await toBytes(model))).toBe(0);
    expect(Object.isFrozen(again)).toBe(true);
    const [before, after] = [new Tagger(model), new Tagger(again)];
    for (const { words } of data) expect(after.tag(words)).toEqual(before.tag(words));
    expect(after.reading).toEqual({ column: "", language: "en", steps: ["empties", "functions", "top", "labels"] });
  });

  test("is refused, or harmless, after any change of its parts", () => {
    const { failures, refused, tried } = failuresOf(parts, sequenceFromParts, (changed) => {
      const tagger = new Tagger(changed);
      tagger.tag(["the", "cat", "zzz", "1.2", "1.9"]);
      tagger.tag("The dog barks.");
      tagger.knows("the");
    });
    expect(failures).toEqual([]);
    expect(refused).toBeGreaterThan(tried / 2);
  });
});
