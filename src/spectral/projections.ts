/**
 * Two views of the same hidden state, brought to k numbers each: the step every spectral learner begins with. Cohen et
 * al. 2012 and 2013 (inside and outside trees), Stratos et al. 2013 (future and past, present and destiny).
 *
 *   Ω = (1/W)·Σₙ wₙ·φₙ·ψₙᵀ ≈ U·diag(σ)·Vᵀ,     projected samples  yₙ = Uᵀφₙ,  zₙ = Vᵀψₙ
 *
 * with φ and ψ scaled (scaling.ts), W = Σ wₙ. The moment E[y zᵀ] of the projected samples is diag(σ). Cost: a few
 * products of both feature matrices with k + 8 columns (linalg/truncated/truncated-svd.ts, or subspace-svd.ts beside it
 * where rough is enough).
 */
import { NumericalError } from "../base/errors.ts";
import type { Svd } from "../linalg/decompositions/svd.ts";
import { firstColumns, scaleRowsInPlace } from "../linalg/elementary.ts";
import { type Matrix, matrix } from "../linalg/matrix.ts";
import { crossProductOperator, type LinearOperator } from "../linalg/operators.ts";
import { type SparseMatrix, sparseMatrix, sparseTimesDense } from "../linalg/sparse.ts";
import { subspaceSvd } from "../linalg/truncated/subspace-svd.ts";
import { truncatedSvd } from "../linalg/truncated/truncated-svd.ts";
import { DEFAULT_KAPPA, featureScales } from "./scaling.ts";

/** How views are projected. */
export interface ProjectionOptions {
  /** κ of the feature scaling; undefined leaves features unscaled. */
  readonly kappa?: number | undefined;
  /** One weight per sample; all one when left out. */
  readonly weights?: Float64Array | undefined;
  /** Singular values below this share of the largest are dropped: rounding, not signal. */
  readonly smallest?: number;
  /** Of the singular value decomposition. */
  readonly tolerance?: number;
  readonly maxIterations?: number;
  /**
   * Of the rough decomposition in a fixed number of passes (linalg/truncated/subspace-svd.ts), which replaces the one
   * to a tolerance.
   */
  readonly passes?: number | undefined;
  readonly seed?: number;
}

/** Two views of the same samples in the space of their singular vectors. */
export interface ProjectedViews {
  /** Samples × k. */
  readonly left: Matrix;
  readonly right: Matrix;
  /** Features × k, the scaling included: a new sample's φ projects to φᵀ · leftProjection. */
  readonly leftProjection: Matrix;
  readonly rightProjection: Matrix;
  /** σ, falling; as many as there are columns. */
  readonly values: Float64Array;
  /** Whether the decomposition reached its tolerance; undefined where it had none. */
  readonly converged: boolean | undefined;
}

/** What rounding leaves of a zero singular value, with room for badly scaled features. */
const SMALLEST = 1e-10;
/** Moments are noisy at 1/√M: digits beyond these are not worth their iterations. */
const TOLERANCE = 1e-4;
const MAX_ITERATIONS = 30;

/**
 * At most `rank` directions: fewer where the features or the samples have no more. Throws a `NumericalError` where they
 * have none.
 */
export function projectViews(
  left: SparseMatrix,
  right: SparseMatrix,
  rank: number,
  options: ProjectionOptions = {},
): ProjectedViews {
  const { smallest = SMALLEST } = options;
  const { phi, psi, found } = decomposeMoment(left, right, rank, options);
  let k = 0;
  while (k < found.values.length && found.values[k]! > smallest * found.values[0]!) k++;
  if (k === 0)
    throw new NumericalError(
      "projectViews: the two views have no moment in common; expected features that occur together.",
    );
  const leftVectors = firstColumns(found.left, k);
  const rightVectors = firstColumns(found.right, k);
  return {
    left: sparseTimesDense(phi, leftVectors),
    right: sparseTimesDense(psi, rightVectors),
    leftProjection: scaledRows(leftVectors, phi.columnScales),
    rightProjection: scaledRows(rightVectors, psi.columnScales),
    values: found.values.slice(0, k),
    converged: found.converged === undefined ? undefined : found.converged >= k,
  };
}

/** The singular values alone: σ of Ω, falling, at most `rank`. */
export function momentSpectrum(
  left: SparseMatrix,
  right: SparseMatrix,
  rank: number,
  options: ProjectionOptions = {},
): Float64Array {
  return decomposeMoment(left, right, rank, options).found.values;
}

function decomposeMoment(left: SparseMatrix, right: SparseMatrix, rank: number, options: ProjectionOptions) {
  const { weights } = options;
  const total = weights === undefined ? left.rows : weights.reduce((sum, weight) => sum + weight, 0);
  const phi = scaledFeatures(left, options);
  const psi = scaledFeatures(right, options);
  const operator = crossProductOperator(phi, weights === undefined ? psi : weighted(psi, weights), 1 / total);
  return { phi, psi, found: decomposed(operator, rank, options) };
}

function decomposed(
  operator: LinearOperator,
  rank: number,
  options: ProjectionOptions,
): Svd & { readonly converged?: number } {
  const { tolerance = TOLERANCE, maxIterations = MAX_ITERATIONS, passes, seed } = options;
  if (passes !== undefined) return subspaceSvd(operator, rank, passes, seed);
  // Few wide blocks: these operators are small, and a rough tolerance is reached after two or three.
  return truncatedSvd(operator, rank, {
    tolerance,
    maxIterations,
    block: 2 * rank + 16,
    ...(seed === undefined ? {} : { seed }),
  });
}

/** φ or ψ with the scaling of these options. */
export function scaledFeatures(features: SparseMatrix, options: ProjectionOptions): SparseMatrix {
  const kappa = "kappa" in options ? options.kappa : DEFAULT_KAPPA;
  return kappa === undefined
    ? features
    : { ...features, columnScales: featureScales(features, kappa, options.weights) };
}

function weighted(features: SparseMatrix, weights: Float64Array): SparseMatrix {
  const values = new Float64Array(features.ids.length);
  for (let row = 0; row < features.rows; row++) {
    for (let e = features.starts[row]!; e < features.starts[row + 1]!; e++)
      values[e] = weights[row]! * (features.values?.[e] ?? 1);
  }
  return sparseMatrix(features.rows, features.columns, { ...features, values });
}

const scaledRows = (x: Matrix, scales: Float64Array | undefined): Matrix =>
  scales === undefined ? x : scaleRowsInPlace(matrix(x.rows, x.columns, x.data.slice()), scales);
