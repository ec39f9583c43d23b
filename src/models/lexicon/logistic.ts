/**
 * Multinomial logistic regression over sparse rows of features, by AdaGrad (Duchi, Hazan and Singer 2011) with averaged
 * weights (Polyak and Juditsky 1992).
 *
 *   p(a | x) ∝ exp Σ_f x_f·θ[f, a],      g_a = p̃(a) − p(a | x)
 *   θ[f, a] += η·x_f·g_a / √(1 + G[f, a]),   G the sum of (x_f·g_a)²,   and in the end the mean of θ over all steps
 *
 * Time O(examples × features × labels) an epoch. It is not the regression of linalg/regression/logistic.ts: that one
 * finds the minimum of a penalised loss by L-BFGS in a hundred passes over all rows. Here four passes over short rows
 * are enough, the average of the steps takes the place of a penalty, and the published figures of the lexicon rest on
 * these weights.
 */
import type { Random } from "../../base/random.ts";

/** The features that are not 0: where their weights stand, and their values. */
export interface SparseRow {
  readonly features: Int32Array;
  readonly values: Float64Array;
}

/** p̃: weights of labels, which need not sum to 1. */
export type Target = ReadonlyMap<number, number>;

const EPOCHS = 4;
const RATE = 0.3;
/** Labels whose gradient is smaller are passed over: most are, after the first examples, and it changes little. */
const SMALLEST_GRADIENT = 1e-3;

export class Logistic {
  /** `weights`: features × labels, θ. */
  constructor(
    readonly labelCount: number,
    readonly weights: Float32Array,
  ) {}

  static learn(
    rows: readonly SparseRow[],
    targets: readonly Target[],
    { featureCount, labelCount, random }: { featureCount: number; labelCount: number; random: Random },
  ): Logistic {
    const model = new Logistic(labelCount, new Float32Array(featureCount * labelCount));
    const { weights } = model;
    const squares = new Float32Array(weights.length);
    /** Σ of (number of the step) × change: the mean of θ is its last value less this over the number of steps. */
    const late = new Float64Array(weights.length);
    const gradient = new Float64Array(labelCount);
    const order = Array.from(rows.keys());
    let step = 0;
    for (let epoch = 0; epoch < EPOCHS; epoch++) {
      for (const n of random.shuffle(order)) {
        model.gradient(rows[n]!, targets[n]!, gradient);
        model.#step(rows[n]!, gradient, squares, late, step++);
      }
    }
    for (let e = 0; e < weights.length; e++) weights[e]! -= late[e]! / Math.max(1, step);
    return model;
  }

  /** p(a | x) of every label into `out`. */
  posterior({ features, values }: SparseRow, out: Float64Array): void {
    const { labelCount: l, weights } = this;
    out.fill(0);
    for (let f = 0; f < features.length; f++)
      for (let a = 0, at = features[f]! * l; a < l; a++, at++) out[a]! += values[f]! * weights[at]!;
    let largest = Number.NEGATIVE_INFINITY;
    for (let a = 0; a < l; a++) largest = Math.max(largest, out[a]!);
    let sum = 0;
    for (let a = 0; a < l; a++) sum += out[a] = Math.exp(out[a]! - largest);
    for (let a = 0; a < l; a++) out[a]! /= sum;
  }

  /** g: ∂ Σ_a p̃(a)·log p(a | x) / ∂ score of each label. That of θ[f, a] is x_f·g_a. */
  gradient(row: SparseRow, target: Target, out: Float64Array): void {
    this.posterior(row, out);
    let total = 0;
    for (const weight of target.values()) total += weight;
    for (let a = 0; a < out.length; a++) out[a] = -out[a]!;
    for (const [label, weight] of target) out[label]! += weight / total;
  }

  #step(
    { features, values }: SparseRow,
    gradient: Float64Array,
    squares: Float32Array,
    late: Float64Array,
    step: number,
  ): void {
    const { labelCount: l, weights } = this;
    const active: number[] = [];
    for (let a = 0; a < l; a++) if (Math.abs(gradient[a]!) >= SMALLEST_GRADIENT) active.push(a);
    for (let f = 0; f < features.length; f++) {
      for (let n = 0; n < active.length; n++) {
        const at = features[f]! * l + active[n]!;
        const slope = values[f]! * gradient[active[n]!]!;
        squares[at]! += slope * slope;
        const change = (RATE * slope) / Math.sqrt(1 + squares[at]!);
        weights[at]! += change;
        late[at]! += step * change;
      }
    }
  }
}
