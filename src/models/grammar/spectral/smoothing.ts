/**
 * Back-off smoothing of third moments (Cohen et al. 2013, section 3.2). With n occurrences of a rule and means over
 * them,
 *
 *   E = mean z⊗y⊗x,   E² = (E_ij·⊗x̄ + E_i·k⊗ȳ + E_·jk⊗z̄)/3,   E³ = z̄⊗ȳ⊗x̄,   E⁴ = h_a⊗f_b⊗f_c
 *   smoothed = λE + (1−λ)(λE² + (1−λ)(λE³ + (1−λ)E⁴)),   λ = √n/(C + √n)
 *
 * (The paper's displayed E² repeats a factor; this is the symmetric form it means.)
 */
import { kernels } from "../../../linalg/kernels/kernels.ts";

/** Weights of E, of each third of E², of E³ and of E⁴; they and the thirds add up to one. */
export type BackoffWeights = readonly [number, number, number, number];

export function backoffWeights(occurrences: number, strength: number): BackoffWeights {
  const root = Math.sqrt(occurrences);
  const lambda = root / (strength + root);
  const rest = 1 - lambda;
  return [lambda, (rest * lambda) / 3, rest * rest * lambda, rest * rest * rest];
}

/**
 * The occurrences of one rule: rows of z (count × ma), y (count × mb), x (count × mc), whose means carry their weights.
 */
export interface RuleSample {
  readonly count: number;
  readonly ma: number;
  readonly mb: number;
  readonly mc: number;
  /** Each row is multiplied by its weight, and the weights add up to `total`. */
  readonly z: Float64Array;
  readonly y: Float64Array;
  readonly x: Float64Array;
  readonly weights: Float64Array | undefined;
  readonly total: number;
}

/** Σ w_s·row_s / total. */
export function meanRow(
  rows: Float64Array,
  width: number,
  weights: Float64Array | undefined,
  total: number,
): Float64Array {
  const mean = new Float64Array(width);
  for (let s = 0, at = 0; at < rows.length; s++) {
    const weight = (weights?.[s] ?? 1) / total;
    for (let i = 0; i < width; i++, at++) mean[i]! += weight * rows[at]!;
  }
  return mean;
}

/** The smoothed tensor, multiplied by `factor`, row-major in (a, b, c). O(count·ma·mb·mc). */
export function smoothedTensor(
  sample: RuleSample,
  [w1, w2, w3, w4]: BackoffWeights,
  factor: number,
  meanOutside: Float64Array,
  meanLeft: Float64Array,
  meanRight: Float64Array,
): Float64Array {
  const { count, ma, mb, mc, y, x, weights, total } = sample;
  const k = kernels();
  const z = weights === undefined ? sample.z : sample.z.map((value, at) => value * weights[Math.floor(at / ma)]!);
  const tensor = new Float64Array(ma * mb * mc);
  k.thirdMoment(count, ma, mb, mc, z, 0, ma, y, 0, mb, x, 0, mc, tensor, 0);
  k.scale(tensor.length, (factor * w1) / total, tensor, 0);
  if (w1 === 1) return tensor;
  const zy = new Float64Array(ma * mb);
  const zx = new Float64Array(ma * mc);
  const yx = new Float64Array(mb * mc);
  k.secondMoment(count, ma, mb, z, 0, ma, y, 0, mb, zy, 0);
  k.secondMoment(count, ma, mc, z, 0, ma, x, 0, mc, zx, 0);
  const weightedY = weights === undefined ? y : y.map((value, at) => value * weights[Math.floor(at / mb)]!);
  k.secondMoment(count, mb, mc, weightedY, 0, mb, x, 0, mc, yx, 0);
  const zMean = meanRow(sample.z, ma, weights, total);
  const yMean = meanRow(y, mb, weights, total);
  const xMean = meanRow(x, mc, weights, total);
  const second = (factor * w2) / total;
  for (let i = 0, at = 0; i < ma; i++) {
    const third = factor * w3 * zMean[i]!;
    const fourth = factor * w4 * meanOutside[i]!;
    for (let j = 0; j < mb; j++) {
      const left = second * zy[i * mb + j]! + third * yMean[j]!;
      const free = fourth * meanLeft[j]!;
      for (let h = 0; h < mc; h++, at++) {
        const pairs = second * (zx[i * mc + h]! * yMean[j]! + yx[j * mc + h]! * zMean[i]!);
        tensor[at]! += left * xMean[h]! + pairs + free * meanRight[h]!;
      }
    }
  }
  return tensor;
}
