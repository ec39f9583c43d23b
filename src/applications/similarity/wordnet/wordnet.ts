/**
 * WordNet: path, Jiang–Conrath with information content of the model's text, and gloss vectors, each the best over the
 * senses of both words; of every measure s(a, b) and the alignment of words. Path and Jiang–Conrath compare nouns with
 * nouns and verbs with verbs, gloss vectors any words. Words with the same base form are the same, also those that are
 * not in WordNet.
 */
import {
  GlossVectors,
  informationContent,
  jiangConrath,
  pathSimilarity,
  Taxonomy,
  type WordNet,
  WordSimilarity,
} from "../../../data/wordnet/index.ts";
import type { FeatureGroup, GroupFeatures, WordMatch } from "../group.ts";
import type { Sentence } from "../sentence.ts";
import { align, bestMatches, matrixSimilarity, type WordTable, wordTable } from "../word-similarity/compare.ts";
import { type DistinctWords, distinctWords } from "../word-similarity/distinct.ts";
import type { WordCounts } from "../words/frequencies.ts";

/** Senses of a word and part of speech that count, the most frequent ones: the rest are seldom meant. */
const MOST_SENSES = 8;
/**
 * Glosses are slower to compare. With few senses, short vectors and few related synsets the group compares new pairs
 * about eight times as fast, and its features correlate with the scores as before on SemEval-2012's training sets.
 */
const GLOSSES = { maxSenses: 3, kept: 40, related: 4 };
/** Words that information content is counted from: rarer ones change nothing. */
const MOST_COUNTED = 20_000;
/** Less alike is no match worth showing. */
const LEAST_MATCH = 0.3;

const MEASURES = ["path", "Jiang–Conrath", "glosses"] as const;

export const WORDNET: GroupFeatures = {
  names: MEASURES.flatMap((measure) => [
    `${measure}, matrix`,
    `${measure}, alignment`,
    `${measure}, smaller share`,
    `${measure}, unmatched`,
    `${measure}, words of equal weight`,
    `${measure}, one to one`,
  ]),
  leading: ["path, alignment"],
  portable: [...MEASURES.map((measure) => `${measure}, smaller share`), "path, unmatched"],
};

/** Reading all glosses takes a second: whoever uses the same WordNet shares them. */
const glosses = new WeakMap<WordNet, GlossVectors>();

function glossesOf(wordnet: WordNet): GlossVectors {
  let known = glosses.get(wordnet);
  if (known === undefined) {
    const { kept, related } = GLOSSES;
    glosses.set(wordnet, (known = new GlossVectors(wordnet, { kept, related })));
  }
  return known;
}

export class WordNetFeatures implements FeatureGroup<DistinctWords> {
  readonly group = "wordnet";
  readonly #measures: readonly WordSimilarity[];

  constructor(wordnet: WordNet, { words, counts }: WordCounts) {
    const { maxSenses } = GLOSSES;
    const taxonomy = new Taxonomy(wordnet);
    const content = informationContent(
      taxonomy,
      words.slice(0, MOST_COUNTED).map((word, i) => [word, counts[i]!] as const),
    );
    this.#measures = [
      new WordSimilarity(wordnet, pathSimilarity(taxonomy), { maxSenses: MOST_SENSES }),
      new WordSimilarity(wordnet, jiangConrath(taxonomy, content), { maxSenses: MOST_SENSES }),
      new WordSimilarity(wordnet, glossesOf(wordnet).measure, { maxSenses }),
    ];
  }

  prepare(sentence: Sentence): DistinctWords {
    return distinctWords(sentence);
  }

  compare(a: DistinctWords, b: DistinctWords): number[] {
    return this.#measures.flatMap((measure) => {
      const table = tableOf(measure, a, b);
      const { mean, least, unmatched, plain, paired } = align(table, a.weights, b.weights);
      return [matrixSimilarity(table), mean, least, unmatched, plain, paired];
    });
  }

  matches(a: DistinctWords, b: DistinctWords): WordMatch[] {
    const table = tableOf(this.#measures[0]!, a, b);
    return bestMatches(table, LEAST_MATCH).map(({ first, second, similarity }) => ({
      first: a.places[first]!,
      second: b.places[second]!,
      similarity,
    }));
  }
}

const tableOf = (measure: WordSimilarity, a: DistinctWords, b: DistinctWords): WordTable =>
  wordTable(a.words.length, b.words.length, (i, j) =>
    a.bases[i] === b.bases[j] ? 1 : (measure.similarity(a.words[i]!, b.words[j]!) ?? 0),
  );
