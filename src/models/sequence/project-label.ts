/** Two views of one label's samples, projected; and of futures and pasts only what is signal. */
import type { Matrix } from "../../linalg/matrix.ts";
import { matrix } from "../../linalg/matrix.ts";
import type { SparseMatrix } from "../../linalg/sparse.ts";
import { type ProjectedViews, projectViews } from "../../spectral/projections.ts";
import { selectRows } from "../../spectral/rows.ts";
import { expectedShares, shrinkToMeans } from "../../spectral/signal.ts";

export interface LabelProjection {
  /** κ of the feature scaling; undefined leaves features unscaled. */
  readonly kappa: number | undefined;
  /** Features seen fewer times than this under a label are left out. */
  readonly leastCount?: number;
  /** Draws samples to their means as far as a direction is noise, and drops what is nothing else; weighted samples are taken for a population, which has none. */
  readonly shrinkage: boolean;
  /** Singular values below this share of the largest are taken for noise. */
  readonly smallest: number;
  /** Of each singular value decomposition (linalg/subspace-svd.ts). */
  readonly passes: number;
  readonly seed?: number;
}

export interface LabelViews extends Pick<ProjectedViews, "left" | "right" | "values"> {
  /** Σ w of spectral/signal.ts: how many states' worth of the directions is signal; undefined where that was not asked for. */
  readonly signal: number | undefined;
}

/** The given samples of two views in at most `most` directions. */
export function projectLabel(
  left: SparseMatrix,
  right: SparseMatrix,
  rows: Uint32Array,
  weights: Float64Array | undefined,
  most: number,
  { leastCount, shrinkage, ...options }: LabelProjection,
): LabelViews {
  const select = (view: SparseMatrix) => {
    const often = selectRows(view, rows, leastCount).matrix;
    return often.columns > 0 ? often : selectRows(view, rows).matrix;
  };
  const [phi, psi] = [select(left), select(right)];
  const settings = { ...options, weights };
  const views = projectViews(phi, psi, most, settings);
  if (!shrinkage || weights !== undefined) return { ...views, signal: undefined };
  const shares = expectedShares(phi, psi, views, settings);
  for (const projected of [views.left, views.right]) shrinkToMeans(projected, shares);
  const kept = Array.from(shares.keys()).filter((i) => shares[i]! > 0);
  return {
    left: selectColumns(views.left, kept),
    right: selectColumns(views.right, kept),
    values: Float64Array.from(kept, (i) => views.values[i]!),
    signal: shares.reduce((sum, share) => sum + share, 0),
  };
}

function selectColumns(x: Matrix, kept: readonly number[]): Matrix {
  if (kept.length === x.columns) return x;
  const result = matrix(x.rows, kept.length);
  for (let row = 0, to = 0; row < x.rows; row++) {
    for (let k = 0; k < kept.length; k++, to++) result.data[to] = x.data[row * x.columns + kept[k]!]!;
  }
  return result;
}
