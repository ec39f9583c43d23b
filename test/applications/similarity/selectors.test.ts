/** Selectors: trigrams of a text, and words in similar places. */
import { expect, test } from "vitest";
import { SelectorIndex } from "../../../src/applications/similarity/selectors/index-of-selectors.ts";
import { learnSelectors } from "../../../src/applications/similarity/selectors/learn-selectors.ts";
import { SelectorFeatures } from "../../../src/applications/similarity/selectors/selectors.ts";
import { SentenceReader } from "../../../src/applications/similarity/sentence.ts";
import { Frequencies } from "../../../src/applications/similarity/words/frequencies.ts";
import { readCorpus } from "../../../src/data/index.ts";

const TEXT = `he addressed the strikers at noon
he addressed the crowd at noon
she addressed the crowd at home
they saw the workers at work
the dog barks
a dog sleeps
a cat sleeps
`;
const corpus = readCorpus(TEXT);
const view = corpus.view({ vocabulary: 100, minCount: 1 });

test("the words between the same neighbours, with their counts; line ends are neighbours", async () => {
  const { tables } = await learnSelectors(view, 1000);
  const index = new SelectorIndex(tables);
  const at = (sentence: string, word: string) => {
    const tokens = sentence.split(" ");
    const found = index.at(tokens, tokens.indexOf(word));
    return found && Object.fromEntries([...found.fillers].map((id, k) => [view.words[id], found.counts[k]]));
  };
  expect(at("we met the strikers at night", "strikers")).toEqual({ strikers: 1, crowd: 2, workers: 1 });
  expect(at("A lion sleeps", "lion")).toEqual({ dog: 1, cat: 1 });
  expect(at("the dog barks", "barks")).toEqual({ barks: 1, sleeps: 1 });
  expect(at("the zebra quietly", "zebra")).toBeUndefined();
});

test("the most frequent trigrams are kept", async () => {
  const { tables } = await learnSelectors(view, 1);
  expect([...tables.fillers].map((id) => view.words[id])).toEqual(["crowd"]);
});

test("words in like places are alike", async () => {
  const { tables } = await learnSelectors(view, 1000);
  const frequencies = new Frequencies({ words: view.words, counts: view.counts.slice(0, -1), total: view.tokens });
  const reader = new SentenceReader(frequencies);
  const group = new SelectorFeatures(tables, frequencies);
  const prepared = (text: string) => group.prepare(reader.read(text));
  const [crowd, strikers, dog] = ["the crowd at", "the strikers at", "a dog sleeps"].map(prepared) as [
    ReturnType<typeof prepared>,
    ReturnType<typeof prepared>,
    ReturnType<typeof prepared>,
  ];
  expect(group.compare(crowd, strikers)[1]).toBeCloseTo(1, 12);
  expect(group.compare(crowd, dog)[1]).toBe(0);
});
