/**
 * How much of each singular direction is signal, and how much the sample's own noise. With the pairs of samples broken,
 * ψ permuted against φ, the views have the same features and counts but nothing in common: what their moment's singular
 * values τ still show is noise (parallel analysis; Horn, "A rationale and test for the number of factors in factor
 * analysis", Psychometrika 1965). The share of signal in direction i, and samples whose deviations from the mean are
 * trusted that far, are
 *
 *   wᵢ = max(0, 1 − τᵢ²/σᵢ²),     yᵢ ← ȳᵢ + √wᵢ·(yᵢ − ȳᵢ),   zᵢ alike
 *
 * so that whatever passes from one view to the other through direction i is damped by wᵢ (for large matrices this is
 * the optimal shrinkage of singular values to first order; Gavish and Donoho 2017). τ falls as 1/√M and σ does not:
 * estimates stay consistent. The first direction carries the means and is kept whole.
 */
import { Random } from "../base/random.ts";
import type { Matrix } from "../linalg/matrix.ts";
import type { SparseMatrix } from "../linalg/sparse.ts";
import { momentSpectrum, type ProjectionOptions, scaledFeatures } from "./projections.ts";

/** w for the singular values σ of two views. Costs one more decomposition of the same size. */
export function signalShares(
  left: SparseMatrix,
  right: SparseMatrix,
  values: Float64Array,
  options: ProjectionOptions = {},
): Float64Array {
  const permuted = permuteRows(right, new Random(options.seed).stream("signal"));
  const noise = momentSpectrum(left, permuted, values.length, options);
  return values.map((value, i) => (i === 0 ? 1 : Math.max(0, 1 - ((noise[i] ?? 0) / value) ** 2)));
}

/**
 * w by a formula in place of a second decomposition: what noise adds to σ̂ᵢ² in the direction itself is, with C the
 * covariance of the scaled features and M samples,
 *
 *   a = var(yᵢ)·tr C_ψ / M,   b = var(zᵢ)·tr C_φ / M   wᵢ = √((σ̂² − a − b)² − 4ab) / σ̂²   where σ̂ > √a + √b, else 0
 *
 * which is the optimal shrinkage of singular values in white noise, where a = d₂/M and b = d₁/M (Gavish and Donoho,
 * "Optimal shrinkage of singular values", IEEE Transactions on Information Theory 2017). O(entries + M·k). Labels of
 * sequences come out as well with it; nodes of a treebank, whose samples are few and features many, do better with
 * permuted pairs.
 */
export function expectedShares(
  left: SparseMatrix,
  right: SparseMatrix,
  values: Float64Array,
  [y, z]: readonly [Spread, Spread],
  options: ProjectionOptions = {},
): Float64Array {
  const [phi, psi] = [left, right].map(
    (features) => totalVariance(scaledFeatures(features, options)) / features.rows,
  ) as [number, number];
  return values.map((value, i) => {
    const [a, b, square] = [y.variances[i]! * psi, z.variances[i]! * phi, value * value];
    if (i === 0) return 1;
    return value <= Math.sqrt(a) + Math.sqrt(b) ? 0 : Math.sqrt((square - a - b) ** 2 - 4 * a * b) / square;
  });
}

/** tr C. */
function totalVariance({ rows, columns, ids, values, columnScales }: SparseMatrix): number {
  const sums = new Float64Array(columns);
  const squares = new Float64Array(columns);
  for (let e = 0; e < ids.length; e++) {
    const value = values?.[e] ?? 1;
    sums[ids[e]!]! += value;
    squares[ids[e]!]! += value * value;
  }
  let total = 0;
  for (let c = 0; c < columns; c++)
    total += (columnScales?.[c] ?? 1) ** 2 * (squares[c]! / rows - (sums[c]! / rows) ** 2);
  return total;
}

/** Of the columns of projected samples. */
export interface Spread {
  readonly means: Float64Array;
  readonly variances: Float64Array;
}

/** The mean and the variance of each coordinate. */
export function spreadOf({ rows, columns, data }: Matrix): Spread {
  const sums = new Float64Array(columns);
  const squares = new Float64Array(columns);
  for (let row = 0, at = 0; row < rows; row++) {
    for (let i = 0; i < columns; i++, at++) {
      const value = data[at]!;
      sums[i]! += value;
      squares[i]! += value * value;
    }
  }
  const means = sums.map((sum) => sum / rows);
  return { means, variances: squares.map((square, i) => Math.max(0, square / rows - means[i]! ** 2)) };
}

/** Draws the samples of every column i towards their mean, to √wᵢ of their deviation. In place. */
export function shrinkToMeans({ rows, columns, data }: Matrix, shares: Float64Array): void {
  const means = new Float64Array(columns);
  for (let row = 0, at = 0; row < rows; row++) for (let i = 0; i < columns; i++, at++) means[i]! += data[at]! / rows;
  const factors = shares.map(Math.sqrt);
  for (let row = 0, at = 0; row < rows; row++) {
    for (let i = 0; i < columns; i++, at++) data[at] = means[i]! + factors[i]! * (data[at]! - means[i]!);
  }
}

function permuteRows(features: SparseMatrix, random: Random): SparseMatrix {
  const order = random.shuffle(Array.from({ length: features.rows }, (_, row) => row));
  const starts = new Uint32Array(features.rows + 1);
  const ids = new Uint32Array(features.ids.length);
  const values = features.values === undefined ? undefined : new Float64Array(ids.length);
  let at = 0;
  for (const [row, from] of order.entries()) {
    const [first, end] = [features.starts[from]!, features.starts[from + 1]!];
    ids.set(features.ids.subarray(first, end), at);
    values?.set(features.values!.subarray(first, end), at);
    at += end - first;
    starts[row + 1] = at;
  }
  return { ...features, starts, ids, values };
}
