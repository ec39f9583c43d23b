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
import { align, bestMatches, matrixSimilarity, type WordTable } from "../word-similarity/compare.ts";
import { type DistinctWords, distinctWords } from "../word-similarity/distinct.ts";
import type { WordCounts } from "../words/frequencies.ts";

/** Senses of a word and part of speech that count, the most frequent ones: the rest are rarely meant. */
const MOST_SENSES = 8;
/**
 * Glosses are slower to compare. With few senses, short vectors and few related synsets the group compares new pairs
 * about eight times as fast, and its features correlate with the scores as before on SemEval-2012's training sets.
 */
const GLOSSES = { maxSenses: 3, kept: 40, related: 4 };
/** Words that information content is counted from: rarer ones change nothing. */
const MOST_COUNTED = 20_000;
/** Pairs of words that are remembered before all are forgotten. */
const MOST_PAIRS = 1_000_000;
/** Less similar words are no match worth showing. */
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
  readonly #ids = new Map<string, number>();
  /** By the numbers of two words, the lower first: where all their measures stand in `#values`. */
  readonly #rows: Map<number, number>[] = [];
  #values = new Float64Array(MEASURES.length << 10);
  #count = 0;

  constructor(wordnet: WordNet, { words, counts }: WordCounts) {
    const { maxSenses } = GLOSSES;
    const taxonomy = new Taxonomy(wordnet);
    const content = informationContent(
      taxonomy,
      words.slice(0, MOST_COUNTED).map((word, i) => [word, counts[i]!] as const),
    );
    this.#measures = [
      new WordSimilarity(wordnet, pathSimilarity(taxonomy), { maxSenses: MOST_SENSES, remembered: 0 }),
      new WordSimilarity(wordnet, jiangConrath(taxonomy, content), { maxSenses: MOST_SENSES, remembered: 0 }),
      new WordSimilarity(wordnet, glossesOf(wordnet).measure, { maxSenses, remembered: 0 }),
    ];
  }

  prepare(sentence: Sentence): DistinctWords {
    return distinctWords(sentence);
  }

  compare(a: DistinctWords, b: DistinctWords): number[] {
    return this.#tables(a, b).flatMap((table) => {
      const { mean, least, unmatched, plain, paired } = align(table, a.weights, b.weights);
      return [matrixSimilarity(table), mean, least, unmatched, plain, paired];
    });
  }

  matches(a: DistinctWords, b: DistinctWords): WordMatch[] {
    return bestMatches(this.#tables(a, b)[0]!, LEAST_MATCH).map(({ first, second, similarity }) => ({
      first: a.places[first]!,
      second: b.places[second]!,
      similarity,
    }));
  }

  /** One table for each measure. */
  #tables(a: DistinctWords, b: DistinctWords): WordTable[] {
    if (this.#count > MOST_PAIRS) this.#forget();
    const [rows, columns] = [a.words.length, b.words.length];
    const tables = this.#measures.map(() => new Float64Array(rows * columns));
    const others = b.words.map((word) => this.#id(word));
    for (let i = 0; i < rows; i++) {
      const own = this.#id(a.words[i]!);
      for (let j = 0; j < columns; j++) {
        const same = a.bases[i] === b.bases[j];
        const at = same ? 0 : this.#row(own, others[j]!, a.words[i]!, b.words[j]!);
        for (const [m, values] of tables.entries()) values[i * columns + j] = same ? 1 : this.#values[at + m]!;
      }
    }
    return tables.map((values) => ({ rows, columns, values }));
  }

  #forget(): void {
    this.#ids.clear();
    this.#rows.length = 0;
    this.#count = 0;
  }

  #id(word: string): number {
    let id = this.#ids.get(word);
    if (id === undefined) {
      this.#ids.set(word, (id = this.#ids.size));
      this.#rows.push(new Map());
    }
    return id;
  }

  /** Where the measures of two words begin; the same whichever is first. */
  #row(one: number, other: number, a: string, b: string): number {
    const known = this.#rows[Math.min(one, other)]!;
    const place = Math.max(one, other);
    let at = known.get(place);
    if (at !== undefined) return at;
    at = MEASURES.length * this.#count++;
    if (at === this.#values.length) {
      const larger = new Float64Array(2 * at);
      larger.set(this.#values);
      this.#values = larger;
    }
    known.set(place, at);
    for (const [m, measure] of this.#measures.entries()) this.#values[at + m] = measure.similarity(a, b) ?? 0;
    return at;
  }
}
