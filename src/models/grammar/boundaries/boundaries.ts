/**
 * Where constituents of two words or more begin and end, judged by the words around each boundary (Roark and
 * Hollingshead, "Classifying chart cells for quadratic complexity context-free inference", COLING 2008). A chart need
 * not look at a span whose first word begins nothing or whose last word ends nothing.
 *
 *   open(b) = Σ over features of boundary b of weight ≥ threshold
 *
 * Features are words and their kinds in a window of three words to either side, hashed. The kind of a word is its
 * commonest tag, and of a rare or unknown one its class by spelling: both as they are for words that training did not
 * see.
 */
import type { LexiconCounts } from "../lexicon/lexicon.ts";
import type { Symbols } from "../treebank/symbols.ts";
import { BUCKETS, eachFeature, spellings } from "./features.ts";

/** Shares of constituents whose begin, or end, must be left open; a threshold for each. */
export const RECALLS = [0.999, 0.997] as const;

/** What says where constituents may begin and end. */
export interface BoundaryModel {
  /** Of begins, then of ends: BUCKETS each. */
  readonly weights: Float32Array;
  /** For each recall, of begins; then of ends. */
  readonly thresholds: Float64Array;
}

export interface OpenBoundaries {
  /** 1 where a constituent may begin, by word; and end, by number of words before. */
  readonly begins: Uint8Array;
  readonly ends: Uint8Array;
}

export class BoundaryFilter {
  readonly #model: BoundaryModel;
  readonly #kinds: ReturnType<typeof spellings>;

  constructor(model: BoundaryModel, lexicon: LexiconCounts, symbols: Symbols) {
    this.#model = model;
    this.#kinds = spellings(lexicon, symbols);
  }

  open(words: readonly string[], recall: number): OpenBoundaries {
    const { weights, thresholds } = this.#model;
    const at = RECALLS.indexOf(recall as (typeof RECALLS)[number]);
    const begins = new Uint8Array(words.length);
    const ends = new Uint8Array(words.length + 1);
    const described = this.#kinds(words);
    for (let boundary = 0; boundary <= words.length; boundary++) {
      let begin = 0;
      let end = 0;
      eachFeature(described, boundary, (bucket) => {
        begin += weights[bucket]!;
        end += weights[BUCKETS + bucket]!;
      });
      if (boundary < words.length && begin >= thresholds[at]!) begins[boundary] = 1;
      if (end >= thresholds[RECALLS.length + at]!) ends[boundary] = 1;
    }
    // The sentence itself begins and ends somewhere, and so do its parts.
    begins[0] = 1;
    ends[words.length] = 1;
    return { begins, ends };
  }
}
