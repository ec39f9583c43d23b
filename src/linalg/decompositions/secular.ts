/**
 * Roots of the secular equation, to which divide-and-conquer methods reduce the merging of two solved halves.
 * Ren-Cang Li, "Solving secular equations stably and efficiently", LAPACK Working Note 89 (1993): the middle way.
 *
 *   f(λ) = 1 + Σ_k z_k² / (p_k − λ) = 0,   poles p_0 < p_1 < … ;
 *       root i lies between p_i and p_{i+1}, the last one under p_last + Σ z²
 *
 * λ is kept as its distance x from the nearer pole, so that all differences p_k − λ, of which singular vectors are
 * made, keep full relative accuracy.
 */
import { EPSILON } from "../checks.ts";

/** Li reports at most 7 iterations; the bracket alone would take about 100. */
const MAX_ITERATIONS = 200;

/** The poles d_k² (of a singular value problem) with all differences of poles formed without cancellation. */
export interface Poles {
  readonly count: number;
  readonly d: Float64Array;
  /** z_k². */
  readonly weights: Float64Array;
  /** Σ z_k². */
  readonly weight: number;
}

const gap = (d: Float64Array, k: number, origin: number) => (d[k]! - d[origin]!) * (d[k]! + d[origin]!);

/** Writes p_k − λ_i to differences[at + k] for every k, and gives √λ_i. */
export function secularRoot(
  { count, d, weights, weight }: Poles,
  i: number,
  differences: Float64Array,
  at: number,
): number {
  const last = i === count - 1;
  let origin = i;
  let low = 0;
  let high = weight;
  if (!last) {
    const middle = gap(d, i + 1, i) / 2;
    let f = 1;
    for (let k = 0; k < count; k++) f += weights[k]! / (gap(d, k, i) - middle);
    if (f >= 0) high = middle;
    else {
      origin = i + 1;
      low = -middle;
      high = 0;
    }
  }
  for (let k = 0; k < count; k++) differences[at + k] = gap(d, k, origin);
  const x = findRoot(count, weights, i, differences, at, low, high);
  for (let k = 0; k < count; k++) differences[at + k] = differences[at + k]! - x;
  return Math.sqrt(d[origin]! * d[origin]! + x);
}

function findRoot(
  count: number,
  weights: Float64Array,
  i: number,
  gaps: Float64Array,
  at: number,
  low: number,
  high: number,
): number {
  const last = i === count - 1;
  let x = (low + high) / 2;
  for (let iteration = 0; iteration < MAX_ITERATIONS; iteration++) {
    // ψ: the poles up to i, which pull f down; φ: those after it, which push f up; and their derivatives.
    let psi = 0;
    let psiSlope = 0;
    let phi = 0;
    let phiSlope = 0;
    for (let k = 0; k <= i; k++) {
      const inverse = 1 / (gaps[at + k]! - x);
      const term = weights[k]! * inverse;
      psi += term;
      psiSlope += term * inverse;
    }
    for (let k = i + 1; k < count; k++) {
      const inverse = 1 / (gaps[at + k]! - x);
      const term = weights[k]! * inverse;
      phi += term;
      phiSlope += term * inverse;
    }
    const f = 1 + psi + phi;
    if (Math.abs(f) <= 4 * EPSILON * (1 - psi + phi)) return x;
    if (f < 0) low = x;
    else high = x;
    if (high - low <= 2 * EPSILON * Math.max(Math.abs(low), Math.abs(high))) return x;
    // Both sums replaced by constant + weight/(nearest pole − λ) with the same value and slope; t is the step to the
    // root of that.
    const a = gaps[at + i]! - x;
    let t: number;
    if (last) {
      t = a + (psiSlope * a * a) / (1 + psi - psiSlope * a);
    } else {
      const b = gaps[at + i + 1]! - x;
      const constant = f - psiSlope * a - phiSlope * b;
      const linear = (a + b) * f - a * b * (psiSlope + phiSlope);
      const root = Math.sqrt(Math.abs(linear * linear - 4 * a * b * f * constant));
      t = linear <= 0 ? (linear - root) / (2 * constant) : (2 * a * b * f) / (linear + root);
    }
    const next = x + t;
    x = next > low && next < high ? next : between(low, high);
  }
  return x;
}

/**
 * A point inside a bracket: the geometric mean where the ends differ by orders of magnitude, for a root may hug its
 * pole.
 */
function between(low: number, high: number): number {
  if (low === 0) return high / 64;
  if (high === 0) return low / 64;
  const ratio = high / low;
  return ratio > 4 || (ratio > 0 && ratio < 0.25) ? Math.sign(low) * Math.sqrt(low * high) : (low + high) / 2;
}
