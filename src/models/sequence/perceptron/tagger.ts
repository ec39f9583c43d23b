/**
 * Tagging with a perceptron: greedy from left to right (learn-perceptron.ts). What the features of a word by itself add
 * up to is kept for the words met last, so that a position costs six rows of labels and the weights of the features
 * that join words or tags. O(words × weights of these features).
 */
import type { FeatureCoder } from "../features/coder.ts";
import { allColumns, answerOf, coderOf, type WordColumns } from "../features/setup.ts";
import {
  BESIDE,
  FOLLOWING,
  LOWER,
  type Seen,
  SUFFIX,
  TAG_FEATURES,
  tagFeatures,
  USUAL_NEXT,
  WordFeatures,
} from "./features.ts";
import { addReals, type MoreFeatures, moreFeatures } from "./more-features.ts";
import { type PerceptronTables, placesOfRows } from "./tables.ts";

/** A word, and the scores of labels that it gives the positions at and around it. */
interface Known extends Seen {
  /** As the first word of a sentence, and as another; undefined until asked for. */
  readonly own: (Float64Array | undefined)[];
  /** For each distance of `BESIDE`. */
  readonly beside: (Float64Array | undefined)[];
  /** Buckets that are joined with tags, by their places in a row of features. */
  readonly buckets: Int32Array;
}

/** Distinct words whose scores are kept: at 50 labels 24 MB. */
const KEPT = 10_000;

export class PerceptronTagger {
  readonly #tables: PerceptronTables;
  readonly #labels: readonly string[];
  readonly #places: Int32Array;
  readonly #words: WordFeatures;
  readonly #beyond: Known;
  readonly #kept = new Map<string, Known>();
  readonly #coder: FeatureCoder | undefined;
  /** Features of tags, and of the words that they are joined with. */
  readonly #extra = new Int32Array(TAG_FEATURES);
  readonly #row = new Int32Array(USUAL_NEXT + 1);
  readonly #scores: Float64Array;
  /** Adds the weights of a bucket to the scores, wherever in a row of features it stands. */
  readonly #addAt = (_: number, bucket: number) => this.#add(bucket, this.#scores);

  constructor(tables: PerceptronTables) {
    this.#tables = tables;
    this.#labels = tables.labels.words();
    this.#places = placesOfRows(tables.weights, 2 ** tables.hashBits);
    this.#scores = new Float64Array(this.#labels.length);
    this.#words = new WordFeatures(usualName(tables.usual), tables);
    this.#beyond = this.#knownOf(this.#words.beyond);
    this.#coder = coderOf(tables);
  }

  tag(words: readonly string[], given?: WordColumns): string[] {
    const seen = words.map((word) => this.#known(word));
    const more = this.#coder && moreFeatures(this.#coder, words, allColumns(this.#tables, words, given), this.#tables);
    const tags: string[] = [];
    let last = -1;
    let beforeLast = -1;
    for (let i = 0; i < words.length; i++) {
      const best = this.#best(seen, i, last, beforeLast, more);
      beforeLast = last;
      last = best;
      tags.push(this.#labels[last]!);
    }
    return answerOf(this.#tables, tags);
  }

  #best(seen: readonly Known[], i: number, last: number, beforeLast: number, more: MoreFeatures | undefined): number {
    const scores = this.#scores;
    const here = seen[i]!;
    scores.set(this.#ownScores(here, i === 0));
    for (let d = 0; d < BESIDE.length; d++) {
      const from = this.#besideScores(seen[i + BESIDE[d]!] ?? this.#beyond, d);
      for (let a = 0; a < scores.length; a++) scores[a]! += from[a]!;
    }
    this.#words.joined(seen, i, this.#addAt);
    const after = seen[i + 1] ?? this.#beyond;
    const row = this.#row;
    row[LOWER] = here.buckets[LOWER]!;
    row[SUFFIX] = here.buckets[SUFFIX]!;
    row[FOLLOWING] = after.buckets[FOLLOWING]!;
    row[USUAL_NEXT] = after.buckets[USUAL_NEXT]!;
    tagFeatures(last, beforeLast, row, 0, this.#extra, this.#tables);
    for (let f = 0; f < TAG_FEATURES; f++) this.#add(this.#extra[f]!, scores);
    if (more !== undefined) {
      for (let e = more.starts[i]!; e < more.starts[i + 1]!; e++) this.#add(more.buckets[e]!, scores);
      addReals(scores, this.#tables.realWeights, more.numbers, i);
    }
    let best = 0;
    for (let a = 1; a < scores.length; a++) if (scores[a]! > scores[best]!) best = a;
    return best;
  }

  #known(word: string): Known {
    let known = this.#kept.get(word);
    if (known !== undefined) return known;
    known = this.#knownOf(this.#words.seen(word));
    if (this.#kept.size >= KEPT) this.#kept.clear();
    this.#kept.set(word, known);
    return known;
  }

  #knownOf(seen: Seen): Known {
    const buckets = new Int32Array(USUAL_NEXT + 1);
    const put = (place: number, bucket: number) => {
      if (place < buckets.length) buckets[place] = bucket;
    };
    this.#words.own(seen, false, put);
    this.#words.beside(seen, 1, put);
    return { ...seen, buckets, own: [undefined, undefined], beside: BESIDE.map(() => undefined) };
  }

  #ownScores(known: Known, first: boolean): Float64Array {
    return (known.own[first ? 0 : 1] ??= this.#sum((put) => this.#words.own(known, first, put)));
  }

  #besideScores(known: Known, d: number): Float64Array {
    return (known.beside[d] ??= this.#sum((put) => this.#words.beside(known, BESIDE[d]!, put)));
  }

  /** What the weights of some features add up to. */
  #sum(features: (put: (place: number, bucket: number) => void) => void): Float64Array {
    const scores = new Float64Array(this.#labels.length);
    features((_, bucket) => this.#add(bucket, scores));
    return scores;
  }

  #add(bucket: number, scores: Float64Array): void {
    const place = this.#places[bucket]!;
    if (place < 0) return;
    const { starts, columns, values } = this.#tables.weights;
    const end = starts[place + 1]!;
    for (let e = starts[place]!; e < end; e++) scores[columns[e]!]! += values[e]!;
  }
}

/** The usual tag of a word as a feature's text: its number, or "" where training saw the word too rarely to tell. */
export const usualName = (usual: ReadonlyMap<string, number>) => (word: string) => String(usual.get(word) ?? "");
