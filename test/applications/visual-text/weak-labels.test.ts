/** Weak labels against labels by hand. */
import { beforeAll, describe, expect, test } from "vitest";
import { objectMatcher, weakLabels } from "../../../src/applications/visual-text/index.ts";
import { captionWords, phraseAt } from "../../../src/applications/visual-text/phrases/captions.ts";
import { chunkPhrases } from "../../../src/applications/visual-text/phrases/chunks.ts";
import type { WordNet } from "../../../src/data/index.ts";
import { openWordNet } from "../../../src/files/index.ts";
import { handLabelled } from "./captions.ts";

let wordnet: WordNet;
beforeAll(async () => {
  wordnet = await openWordNet();
});

describe("weak labels", () => {
  test.each([
    ["the dogs", "dog", true],
    ["two men", "man", true],
    ["the animal", "dog", true],
    ["a pony", "horse", true],
    ["people", "woman", true],
    ["the parking lot", "parkinglot", true],
    ["the object", "dog", false],
    ["the background", "wall", false],
    ["a cat", "dog", false],
    ["the zyzzyx", "dog", false],
  ])("%s with a %s annotated: %s", (phrase, label, expected) => {
    expect(objectMatcher([label], wordnet)(phrase.split(" "))).toBe(expected);
  });

  test("without WordNet only forms of the same word match", () => {
    const matches = objectMatcher(["dog", "horse"], undefined);
    expect([matches(["dogs"]), matches(["animal"]), matches(["pony"])]).toEqual([true, false, false]);
  });

  test("agree with labels by hand on 83 of 100 phrases, and call nothing visible that is not", () => {
    const counts = { right: 0, wronglyVisible: 0, wronglyNot: 0 };
    for (const { caption, phrases, detections } of handLabelled()) {
      const matches = objectMatcher(
        detections!.map(({ label }) => label),
        wordnet,
      );
      const placed = captionWords(caption, "en");
      for (const { start, end, visual } of phrases) {
        const { from, head } = phraseAt(placed, start, end);
        const found = matches(placed.words.slice(from, head + 1));
        counts[found === visual ? "right" : found ? "wronglyVisible" : "wronglyNot"]++;
      }
    }
    expect(counts).toEqual({ right: 83, wronglyVisible: 0, wronglyNot: 17 });
  });

  test("a scene gives a labelled caption for each description, with its objects as detections", () => {
    const analyse = (words: readonly string[]) => {
      const tags = words.map((word) => ({ A: "DT", the: "DT", dog: "NN", sun: "NN" })[word] ?? "VBZ");
      return { tags, phrases: chunkPhrases(tags) };
    };
    const objects = [{ label: "dogs", box: [0, 0, 1, 1] as const, score: 1 }];
    const scene = {
      image: "1.jpg",
      size: [4, 3] as const,
      objects,
      descriptions: ["A dog loves the sun.", "It sleeps."],
    };
    expect(weakLabels(scene, { analyse, wordnet, language: "en" })).toEqual([
      {
        image: "1.jpg",
        caption: "A dog loves the sun.",
        size: [4, 3],
        detections: objects,
        phrases: [
          { start: 0, end: 5, visual: true },
          { start: 12, end: 19, visual: false },
        ],
      },
      { image: "1.jpg", caption: "It sleeps.", size: [4, 3], detections: objects, phrases: [] },
    ]);
  });
});
