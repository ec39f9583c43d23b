/**
 * How alike two words are: the best over their senses, by any measure of synsets. Words and pairs are remembered, so
 * that asking again costs two look-ups.
 */
import type { PartOfSpeech } from "./parts-of-speech.ts";
import type { SynsetSimilarity } from "./similarity.ts";
import type { Synset, WordNet } from "./wordnet.ts";

/** Which senses of words are compared. */
export interface WordSimilarityOptions {
  /** Only senses of this part of speech; left out: all. */
  readonly part?: PartOfSpeech | undefined;
  /** At most this many senses of each word and part of speech, the most frequent ones; left out: all. */
  readonly maxSenses?: number | undefined;
  /** Pairs remembered at most; 0: none (1,000,000). */
  readonly remembered?: number | undefined;
}

/** The senses of two words that are most alike. */
export interface BestSenses {
  readonly similarity: number;
  readonly senses: readonly [Synset, Synset];
}

interface Word {
  readonly id: number;
  readonly senses: readonly Synset[];
}

const MOST_PAIRS = 1_000_000;
/** Words that are numbered before numbers start over: two of them fit in the 53 bits of a key. */
const MOST_WORDS = 1 << 20;

/** Similarity of words: that of their most similar senses. */
export class WordSimilarity {
  readonly #words = new Map<string, Word>();
  readonly #pairs = new Map<number, number>();
  readonly #remembered: number;

  constructor(
    readonly wordnet: WordNet,
    readonly measure: SynsetSimilarity,
    readonly options: WordSimilarityOptions = {},
  ) {
    this.#remembered = options.remembered ?? MOST_PAIRS;
  }

  /** The best over senses; undefined when one of the words is not in WordNet. */
  similarity(a: string, b: string): number | undefined {
    const one = this.#word(a);
    const other = this.#word(b);
    if (one.senses.length === 0 || other.senses.length === 0) return undefined;
    if (this.#remembered === 0) return this.#best(one, other).similarity;
    const key = one.id < other.id ? one.id * MOST_WORDS + other.id : other.id * MOST_WORDS + one.id;
    const known = this.#pairs.get(key);
    if (known !== undefined) return known;
    const { similarity } = this.#best(one, other);
    if (this.#pairs.size >= this.#remembered) this.#pairs.clear();
    this.#pairs.set(key, similarity);
    return similarity;
  }

  /** The senses behind it; undefined when one of the words is not in WordNet. Not remembered. */
  best(a: string, b: string): BestSenses | undefined {
    const one = this.#word(a);
    const other = this.#word(b);
    return one.senses.length === 0 || other.senses.length === 0 ? undefined : this.#best(one, other);
  }

  #best({ senses }: Word, { senses: others }: Word): BestSenses {
    let similarity = Number.NEGATIVE_INFINITY;
    let first = senses[0]!;
    let second = others[0]!;
    for (const a of senses) {
      for (const b of others) {
        const value = this.measure(a, b);
        if (value <= similarity) continue;
        similarity = value;
        first = a;
        second = b;
      }
    }
    return { similarity, senses: [first, second] };
  }

  #word(text: string): Word {
    const known = this.#words.get(text);
    if (known !== undefined) return known;
    if (this.#words.size >= MOST_WORDS) {
      this.#words.clear();
      this.#pairs.clear();
    }
    const { part, maxSenses } = this.options;
    const parts = part === undefined ? this.wordnet.partsOfSpeech : [part];
    const senses = parts.flatMap((name) => this.wordnet.senses(text, name).slice(0, maxSenses));
    const word = { id: this.#words.size, senses };
    this.#words.set(text, word);
    return word;
  }
}
