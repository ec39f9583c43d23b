/**
 * Linear functions of columns from moments.
 *
 * Ridge, columns scaled to variance 1 (deviations s):
 *
 *   minimise (1/n)·Σ (y − b − Σ_j w_j x_j)² + λ·Σ_j (s_j w_j)²
 *
 * and the same with the sign of every weight given.
 */
import { choleskyInPlace } from "../../../linalg/decompositions/cholesky.ts";
import { matrix } from "../../../linalg/matrix.ts";
import type { Moments } from "./moments.ts";

export interface Linear {
  /** One for each column, 0 for those that were not chosen. */
  readonly weights: Float64Array;
  readonly intercept: number;
}

/** A column whose deviation is below this share of its mean square is constant but for rounding. */
const CONSTANT = 1e-12;

/** Ridge regression on some columns. */
export const ridge = (moments: Moments, chosen: readonly number[], lambda: number): Linear =>
  ridges(moments, chosen, [lambda])[0]!;

/** The same for every λ; the system is made once. */
export function ridges(moments: Moments, chosen: readonly number[], lambdas: readonly number[]): Linear[] {
  const { size, count } = moments;
  const { covariances, withTarget } = moments.centred(chosen);
  const n = chosen.length;
  const deviations = Float64Array.from(chosen, (c, i) => {
    const variance = covariances[i * n + i]! / count;
    return variance > CONSTANT * squareOf(moments, c) ? Math.sqrt(variance) : 0;
  });
  const used = Uint32Array.from([...deviations.keys()].filter((i) => deviations[i]! > 0));
  const system = new Float64Array(used.length ** 2);
  for (let p = 0; p < used.length; p++) {
    const [row, scale] = [used[p]! * n, count * deviations[used[p]!]!];
    for (let q = 0; q < used.length; q++)
      system[p * used.length + q] = covariances[row + used[q]!]! / (scale * deviations[used[q]!]!);
  }
  const right = Float64Array.from(used, (i) => withTarget[i]! / (count * deviations[i]!));
  return lambdas.map((lambda) => {
    const solved = solve(system, right, lambda);
    const weights = new Float64Array(size);
    let intercept = moments.targetSum / count;
    for (const [p, i] of used.entries()) {
      weights[chosen[i]!] = solved[p]! / deviations[i]!;
      intercept -= weights[chosen[i]!]! * (moments.sums[chosen[i]!]! / count);
    }
    return { weights, intercept };
  });
}

/** Passes of coordinate descent: far more than it takes to the fourth digit. */
const PASSES = 500;

/**
 * Ridge regression in which a column may only count in the direction in which it is correlated with the target by
 * itself, by coordinate descent. On other data than it learnt from, no likeness lowers the score.
 */
export function signedRidge(moments: Moments, chosen: readonly number[], lambda: number): Linear {
  const { size, count } = moments;
  const { covariances, withTarget } = moments.centred(chosen);
  const n = chosen.length;
  // What turns a column into one of variance 1 that rises with the target; 0 for a constant one.
  const scales = Float64Array.from(chosen, (c, i) => {
    const variance = covariances[i * n + i]! / count;
    return variance > CONSTANT * squareOf(moments, c) ? Math.sign(withTarget[i]!) / Math.sqrt(variance) : 0;
  });
  const gradient = Float64Array.from(chosen, (_, i) => (-withTarget[i]! * scales[i]!) / count);
  const scaled = new Float64Array(n);
  for (let pass = 0; pass < PASSES; pass++) {
    for (let i = 0; i < n; i++) {
      if (scales[i] === 0) continue;
      const next = Math.max(0, scaled[i]! - (gradient[i]! + lambda * scaled[i]!) / (1 + lambda));
      const change = next - scaled[i]!;
      if (change === 0) continue;
      scaled[i] = next;
      const factor = (change * scales[i]!) / count;
      for (let j = 0; j < n; j++) gradient[j]! += factor * covariances[j * n + i]! * scales[j]!;
    }
  }
  const weights = new Float64Array(size);
  let intercept = moments.targetSum / count;
  for (const [i, c] of chosen.entries()) {
    weights[c] = scaled[i]! * scales[i]!;
    intercept -= weights[c]! * (moments.sums[c]! / count);
  }
  return { weights, intercept };
}

/** Mean of x². */
const squareOf = ({ products, count }: Moments, c: number): number => products[(c * (c + 1)) / 2 + c]! / count;

/** Solves (A + λ·I)·x = b for a symmetric A without negative eigenvalues. */
function solve(system: Float64Array, right: Float64Array, lambda: number): Float64Array {
  const n = right.length;
  // λ > 0 keeps it positive definite but for rounding; then a little more on the diagonal does.
  for (let extra = 0; ; extra = extra === 0 ? 1e-8 : 10 * extra) {
    const trial = matrix(n, n, system.slice());
    for (let i = 0; i < n; i++) trial.data[i * n + i]! += lambda + extra;
    if (choleskyInPlace(trial) !== undefined) continue;
    const l = trial.data;
    const x = right.slice();
    for (let i = 0; i < n; i++) {
      for (let k = 0; k < i; k++) x[i]! -= l[i * n + k]! * x[k]!;
      x[i]! /= l[i * n + i]!;
    }
    for (let i = n - 1; i >= 0; i--) {
      for (let k = i + 1; k < n; k++) x[i]! -= l[k * n + i]! * x[k]!;
      x[i]! /= l[i * n + i]!;
    }
    return x;
  }
}

/** b + Σ w x. */
export function linearValue({ weights, intercept }: Linear, row: ArrayLike<number>): number {
  let sum = intercept;
  for (let c = 0; c < weights.length; c++) sum += weights[c]! * row[c]!;
  return sum;
}
