/**
 * p(label | spelling): multinomial logistic regression over hashed spelling features, trained on rare words by AdaGrad (Duchi, Hazan and Singer 2011).
 *
 *   p(a | w) ∝ exp Σ_f θ[f, a],      θ[f, a] += η / √(1 + G[f, a]) · g,     g = [a = gold] − p(a | w),     G the sum of g²
 *
 * Time O(words × features × labels) an epoch.
 */
import { Random } from "../../base/random.ts";
import { spellingFeatures } from "./spelling.ts";

/** Features share this many rows; two that fall together are told apart by the others. */
const BUCKETS = 1 << 16;
const EPOCHS = 4;
const RATE = 0.3;
/** Gradients below this are too small to matter. */
const SMALLEST_STEP = 1e-4;

export interface SpellingExample {
  readonly word: string;
  readonly first: boolean;
  readonly label: number;
}

export class SpellingModel {
  /** buckets × labels. */
  constructor(
    readonly labelCount: number,
    readonly weights: Float32Array,
  ) {}

  static train(examples: readonly SpellingExample[], labelCount: number, seed?: number): SpellingModel {
    const model = new SpellingModel(labelCount, new Float32Array(BUCKETS * labelCount));
    const squares = new Float32Array(model.weights.length);
    const features = examples.map(({ word, first }) => bucketsOf(word, first));
    const order = Array.from(examples.keys());
    const random = new Random(seed).stream("spelling");
    const posterior = new Float64Array(labelCount);
    for (let epoch = 0; epoch < EPOCHS; epoch++) {
      for (const n of random.shuffle(order)) {
        model.#posterior(features[n]!, posterior);
        model.#step(features[n]!, examples[n]!.label, posterior, squares);
      }
    }
    return model;
  }

  #step(buckets: Int32Array, gold: number, posterior: Float64Array, squares: Float32Array): void {
    const { labelCount: l, weights } = this;
    for (let f = 0; f < buckets.length; f++) {
      for (let a = 0, at = buckets[f]! * l; a < l; a++, at++) {
        const gradient = (a === gold ? 1 : 0) - posterior[a]!;
        if (Math.abs(gradient) < SMALLEST_STEP) continue;
        squares[at]! += gradient * gradient;
        weights[at]! += (RATE * gradient) / Math.sqrt(1 + squares[at]!);
      }
    }
  }

  /** p(a | word) for every label. */
  posterior(word: string, first: boolean): Float64Array {
    const out = new Float64Array(this.labelCount);
    this.#posterior(bucketsOf(word, first), out);
    return out;
  }

  #posterior(buckets: Int32Array, out: Float64Array): void {
    const { labelCount: l, weights } = this;
    out.fill(0);
    for (let f = 0; f < buckets.length; f++) for (let a = 0, at = buckets[f]! * l; a < l; a++, at++) out[a]! += weights[at]!;
    let largest = Number.NEGATIVE_INFINITY;
    for (let a = 0; a < l; a++) largest = Math.max(largest, out[a]!);
    let sum = 0;
    for (let a = 0; a < l; a++) sum += out[a] = Math.exp(out[a]! - largest);
    for (let a = 0; a < l; a++) out[a]! /= sum;
  }
}

const bucketsOf = (word: string, first: boolean) => Int32Array.from(spellingFeatures(word, first), (hash) => hash & (BUCKETS - 1));
