/**
 * p(label | spelling of a word) for words that training saw rarely or never: logistic regression (logistic.ts) over the
 * features of rare words, which are what unknown words are like. Every different word counts once, with the shares of
 * its labels. What else was measured: docs/log/lexicon.md.
 */
import { Random } from "../../base/random.ts";
import { spellingFeatures, type WordFeatures } from "./features.ts";
import type { KnownForms } from "./known-forms.ts";
import { Logistic, type SparseRow, type Target } from "./logistic.ts";

/** Features of fewer words than this are left out: that takes a third off the model and costs nothing. */
const LEAST_WORDS = 2;

/** A word to learn from, first in its sentence or not, with the weights of its labels. */
export interface SpellingExample {
  readonly word: string;
  readonly first: boolean;
  readonly labels: Target;
}

export interface SpellingWeights {
  /** The hash of every feature. */
  readonly hashes: Uint32Array;
  /** features × labels. */
  readonly weights: Float32Array;
}

export interface SpellingOptions {
  readonly seed?: number | undefined;
  readonly more?: WordFeatures | undefined;
}

export class SpellingModel {
  readonly #known: KnownForms;
  readonly #more: WordFeatures | undefined;
  readonly #hashes: Uint32Array;
  readonly #placeOf: ReadonlyMap<number, number>;
  readonly #logistic: Logistic;

  /** `known` and `more` as in learning. */
  constructor(labelCount: number, known: KnownForms, { hashes, weights }: SpellingWeights, more?: WordFeatures) {
    this.#known = known;
    this.#more = more;
    this.#hashes = hashes;
    this.#placeOf = places(hashes);
    this.#logistic = new Logistic(labelCount, weights);
  }

  static learn(
    examples: readonly SpellingExample[],
    labelCount: number,
    known: KnownForms,
    { seed, more }: SpellingOptions = {},
  ): SpellingModel {
    const features = examples.map(({ word, first }) => featuresOf(word, first, known, more));
    const hashes = hashesOfSeveral(features);
    const placeOf = places(hashes);
    const { weights } = Logistic.learn(
      features.map((each) => rowOf(each, placeOf)),
      examples.map(({ labels }) => labels),
      { featureCount: hashes.length, labelCount, random: new Random(seed).stream("spelling") },
    );
    return new SpellingModel(labelCount, known, { hashes, weights }, more);
  }

  get weights(): SpellingWeights {
    return { hashes: this.#hashes, weights: this.#logistic.weights };
  }

  /** p(a | spelling) of every label. */
  posterior(word: string, first: boolean): Float64Array {
    const out = new Float64Array(this.#logistic.labelCount);
    this.#logistic.posterior(rowOf(featuresOf(word, first, this.#known, this.#more), this.#placeOf), out);
    return out;
  }
}

interface Features {
  readonly hashes: readonly number[];
  readonly values: readonly number[];
}

function featuresOf(word: string, first: boolean, known: KnownForms, more: WordFeatures | undefined): Features {
  const [hashes, values]: [number[], number[]] = [[], []];
  const emit = (hash: number, value: number) => {
    hashes.push(hash);
    values.push(value);
  };
  spellingFeatures(word, first, known, emit);
  more?.features(word, emit);
  return { hashes, values };
}

function places(hashes: Uint32Array): ReadonlyMap<number, number> {
  const placeOf = new Map<number, number>();
  for (let place = 0; place < hashes.length; place++) placeOf.set(hashes[place]!, place);
  return placeOf;
}

/** The features of at least `LEAST_WORDS` words, in the order of their first words. */
function hashesOfSeveral(features: readonly Features[]): Uint32Array {
  const numberOf = new Map<number, number>();
  /** By number: how many words have the feature, and the last of them. */
  const [counts, lasts]: [number[], number[]] = [[], []];
  for (let word = 0; word < features.length; word++) {
    for (const hash of features[word]!.hashes) {
      let number = numberOf.get(hash);
      if (number === undefined) {
        numberOf.set(hash, (number = counts.length));
        counts.push(0);
        lasts.push(-1);
      }
      if (lasts[number] === word) continue;
      lasts[number] = word;
      counts[number]!++;
    }
  }
  const kept: number[] = [];
  let number = 0;
  for (const hash of numberOf.keys()) if (counts[number++]! >= LEAST_WORDS) kept.push(hash);
  return Uint32Array.from(kept);
}

/** The features that have weights. */
function rowOf({ hashes, values }: Features, placeOf: ReadonlyMap<number, number>): SparseRow {
  const row = { features: new Int32Array(hashes.length), values: new Float64Array(hashes.length) };
  let count = 0;
  for (let f = 0; f < hashes.length; f++) {
    const place = placeOf.get(hashes[f]!);
    if (place === undefined) continue;
    row.features[count] = place;
    row.values[count++] = values[f]!;
  }
  return { features: row.features.slice(0, count), values: row.values.slice(0, count) };
}
