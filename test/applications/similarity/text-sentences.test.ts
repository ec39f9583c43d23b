/** Sentences that the tree encoder takes from a text. */
import { expect, test } from "vitest";
import { textSentences } from "../../../src/applications/similarity/neural/text-sentences.ts";
import { readCorpus } from "../../../src/data/index.ts";

test("whole sentences of words that the view has, at even distances", () => {
  const lines = Array.from({ length: 500 }, (_, i) => `the dog number ${"abcdefghij"[i % 10]} barks .`);
  const corpus = readCorpus(`${lines.join("\n")}\nno .\n${"long ".repeat(400)}.\n`);
  const view = corpus.view({ vocabulary: 1000, minCount: 1 });
  const found = textSentences(view, 40, 20);
  expect(found.length).toBeGreaterThan(5);
  for (const sentence of found) expect(lines).toContain(sentence);
  // Too long, too short, or with a word that is not among the most frequent ones: none.
  expect(textSentences(view, 40, 5)).toEqual([]);
  expect(textSentences(corpus.view({ vocabulary: 2, minCount: 1 }), 40, 20)).toEqual([]);
  corpus.close();
});

test("a text of a few words has its one sentence or none", () => {
  const corpus = readCorpus("the dog barks .\n");
  expect(textSentences(corpus.view({ vocabulary: 10, minCount: 1 }), 4, 20)).toEqual(["the dog barks ."]);
  corpus.close();
});
