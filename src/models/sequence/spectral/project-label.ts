/** Two views of one label's samples, projected; and of futures and pasts only what is signal. */
import type { Matrix } from "../../../linalg/matrix.ts";
import type { SparseMatrix } from "../../../linalg/sparse.ts";
import { projectViews } from "../../../spectral/projections.ts";
import { selectRows } from "../../../spectral/rows.ts";
import { expectedShares, type Spread, spreadOf } from "../../../spectral/signal.ts";

export interface LabelProjection {
  /** κ of the feature scaling; undefined leaves features unscaled. */
  readonly kappa: number | undefined;
  /** Features seen fewer times than this under a label are left out. */
  readonly minCount?: number;
  /**
   * Shrinks samples towards their means as far as a direction is noise, and drops directions that are nothing else.
   * Weighted samples are taken for a population, which has no noise.
   */
  readonly shrinkage: boolean;
  /** Singular values below this share of the largest are taken for noise. */
  readonly minSingularValue: number;
  /** Of each singular value decomposition (linalg/truncated/subspace-svd.ts). */
  readonly passes: number;
  readonly seed?: number;
}

/** Projected samples, raw, and what becomes of them: column `kept[k]` times `factors[k]` plus `offsets[k]`. */
export interface LabelSamples {
  readonly raw: Matrix;
  readonly kept: readonly number[];
  readonly factors: Float64Array;
  readonly offsets: Float64Array;
}

export interface LabelViews {
  readonly left: LabelSamples;
  readonly right: LabelSamples;
  /** Singular values of the directions kept. */
  readonly values: Float64Array;
  /**
   * Σ w of spectral/signal.ts: how many states' worth of the directions is signal; undefined where that was not asked
   * for.
   */
  readonly signal: number | undefined;
}

/** The given samples of two views in at most `most` directions. */
export function projectLabel(
  left: SparseMatrix,
  right: SparseMatrix,
  rows: Uint32Array,
  weights: Float64Array | undefined,
  most: number,
  { minCount, minSingularValue, shrinkage, ...options }: LabelProjection,
): LabelViews {
  const select = (view: SparseMatrix) => {
    const often = selectRows(view, rows, minCount).matrix;
    return often.columns > 0 ? often : selectRows(view, rows).matrix;
  };
  const [phi, psi] = [select(left), select(right)];
  const settings = { ...options, smallest: minSingularValue, weights };
  const views = projectViews(phi, psi, most, settings);
  if (!shrinkage || weights !== undefined) {
    const all = Array.from(views.values.keys());
    const plain = (raw: Matrix) => ({
      raw,
      kept: all,
      factors: new Float64Array(all.length).fill(1),
      offsets: new Float64Array(all.length),
    });
    return { left: plain(views.left), right: plain(views.right), values: views.values, signal: undefined };
  }
  const [y, z] = [spreadOf(views.left), spreadOf(views.right)];
  const shares = expectedShares(phi, psi, views.values, [y, z], settings);
  const kept = Array.from(shares.keys()).filter((i) => shares[i]! > 0);
  const factors = Float64Array.from(kept, (i) => Math.sqrt(shares[i]!));
  // ȳ + √w·(y − ȳ)
  const shrunk = (raw: Matrix, { means }: Spread) => ({
    raw,
    kept,
    factors,
    offsets: Float64Array.from(kept, (i, k) => (1 - factors[k]!) * means[i]!),
  });
  return {
    left: shrunk(views.left, y),
    right: shrunk(views.right, z),
    values: Float64Array.from(kept, (i) => views.values[i]!),
    signal: shares.reduce((sum, share) => sum + share, 0),
  };
}

/** The samples in rows of m numbers from row `begin` of `to` on, column k divided by `divisors[k]`. */
export function placeSamples(
  { raw, kept, factors, offsets }: LabelSamples,
  to: Float64Array,
  begin: number,
  m: number,
  divisors?: Float64Array,
): void {
  const scales = divisors === undefined ? factors : factors.map((factor, k) => factor / divisors[k]!);
  const shifts = divisors === undefined ? offsets : offsets.map((offset, k) => offset / divisors[k]!);
  const { rows, columns, data } = raw;
  for (let row = 0; row < rows; row++) {
    const at = (begin + row) * m;
    for (let k = 0; k < kept.length; k++) to[at + k] = shifts[k]! + scales[k]! * data[row * columns + kept[k]!]!;
  }
}
