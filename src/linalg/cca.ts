/**
 * Canonical correlation analysis: the directions in which two views of the same samples agree most. Hotelling (1936);
 * by SVD after Björck and Golub, Math. Comp. 27 (1973). Diagonal whitening for one-hot views: Dhillon, Foster, Ungar,
 * "Eigenwords", JMLR 16 (2015), §3.
 *
 *   C_XX = XᵀX/N + κ_X·I,   C_XY = XᵀY/N  (centred),   C_XX^(−½)·C_XY·C_YY^(−½) = P·diag(ρ)·Qᵀ
 *   projections C_XX^(−½)·P and C_YY^(−½)·Q: projected views have (regularised) unit variance, and correlations ρ.
 *
 * With X = U·S·Vᵀ the whitening is V·diag(1/√(s²/N + κ)), so that covariances, whose condition is the square of the
 * view's, are never formed.
 */
import { NumericalError, ShapeError } from "../base/errors.ts";
import { checkOptions, type OptionsOf, optional, real, whole } from "../base/options.ts";
import { requireSameRows, shapeText } from "./checks.ts";
import { rankOf, svd } from "./decompositions/svd.ts";
import { firstColumns, scaleColumnsInPlace, scaleRowsInPlace } from "./elementary.ts";
import { type Matrix, matrix } from "./matrix.ts";
import { multiply } from "./multiply.ts";
import { diagonallyScaledOperator, type LinearOperator } from "./operators.ts";
import { TRUNCATED_SVD_OPTIONS, truncatedSvd } from "./truncated/truncated-svd.ts";

/** Options of `cca`, declared. */
export const CCA_OPTIONS = {
  dimensions: optional(whole("canonical directions; all when left out", { default: 1, min: 1 })),
  regularization: real("ridge on each view's covariance, as a share of the view's mean variance", {
    default: 0,
    min: 0,
  }),
};

/** Options of `cca`. */
export type CcaOptions = OptionsOf<typeof CCA_OPTIONS>;

/** What both kinds of CCA give. Columns of the two projections belong together. */
export interface CanonicalDirections {
  readonly leftProjection: Matrix;
  readonly rightProjection: Matrix;
  /** Falling. */
  readonly correlations: Float64Array;
}

/** What `cca` gives. */
export interface Cca extends CanonicalDirections {
  /** To be subtracted from a sample before it is projected. */
  readonly leftMean: Float64Array;
  readonly rightMean: Float64Array;
  /** Ranks of the centred views: directions beyond them are left out. */
  readonly leftRank: number;
  readonly rightRank: number;
}

/** CCA of two dense views, one sample a row. Gives min(dimensions, leftRank, rightRank) directions. */
export function cca(x: Matrix, y: Matrix, given: Partial<CcaOptions> = {}): Cca {
  const options = checkOptions("cca", CCA_OPTIONS, given);
  requireSameRows("cca", x, y);
  if (x.rows < 2)
    throw new ShapeError(`cca: got views of ${shapeText(x)} and ${shapeText(y)}; expected at least 2 samples.`);
  const left = whitened(x, options.regularization);
  const right = whitened(y, options.regularization);
  const { left: p, values, right: q } = svd(multiply(left.scores, right.scores, { transposeA: true }));
  const count = Math.min(options.dimensions ?? values.length, values.length);
  return {
    leftProjection: multiply(left.whitening, firstColumns(p, count)),
    rightProjection: multiply(right.whitening, firstColumns(q, count)),
    // Without regularisation correlations exceed 1 only by rounding.
    correlations: values.slice(0, count).map((value) => Math.min(1, value)),
    leftMean: left.mean,
    rightMean: right.mean,
    leftRank: left.whitening.columns,
    rightRank: right.whitening.columns,
  };
}

/** The centred view as whitening (columns × rank) and the samples' whitened scores over √N. */
function whitened(view: Matrix, regularization: number) {
  const { rows, columns } = view;
  const mean = new Float64Array(columns);
  for (let e = 0; e < view.data.length; e++) mean[e % columns] = mean[e % columns]! + view.data[e]! / rows;
  const centred = matrix(rows, columns);
  for (let e = 0; e < view.data.length; e++) centred.data[e] = view.data[e]! - mean[e % columns]!;
  const { left, values, right } = svd(centred);
  const rank = rankOf(values, Math.max(rows, columns));
  let variance = 0;
  for (const value of values) variance += (value * value) / rows;
  const ridge = columns === 0 ? 0 : (regularization * variance) / columns;
  const deviations = values.slice(0, rank).map((value) => Math.sqrt((value * value) / rows + ridge));
  const whitening = scaleColumnsInPlace(
    firstColumns(right, rank),
    deviations.map((deviation) => 1 / deviation),
  );
  const shares = deviations.map((deviation, i) => values[i]! / (deviation * Math.sqrt(rows)));
  const scores = scaleColumnsInPlace(firstColumns(left, rank), shares);
  return { mean, whitening, scores };
}

/** Options of `diagonalCca`, declared. */
export const DIAGONAL_CCA_OPTIONS = {
  ...TRUNCATED_SVD_OPTIONS,
  dimensions: whole("canonical directions", { default: 50, min: 1 }),
  regularization: real("added to every variance", { default: 0, min: 0 }),
};

/** Options of `diagonalCca`. */
export type DiagonalCcaOptions = OptionsOf<typeof DIAGONAL_CCA_OPTIONS>;

/** What `diagonalCca` gives. */
export interface DiagonalCca extends CanonicalDirections {
  /** Residuals of the singular triplets, and how many are within the tolerance: see `TruncatedSvd`. */
  readonly residuals: Float64Array;
  readonly converged: number;
  readonly iterations: number;
}

/**
 * CCA of two sparse views whose covariances are taken to be diagonal, which they are for one-hot views:
 * D₁^(−½)·C·D₂^(−½) of the cross-moments C, never formed, with the moments of each feature on D₁ and D₂. Views are not
 * centred, so that one-hot views have the trivial pair with correlation 1 first. Features that never occur (variance 0
 * without regularisation) get projections of 0.
 */
export function diagonalCca(
  cross: LinearOperator,
  leftVariances: Float64Array,
  rightVariances: Float64Array,
  given: Partial<DiagonalCcaOptions> = {},
): DiagonalCca {
  const { dimensions, regularization, ...options } = checkOptions("diagonalCca", DIAGONAL_CCA_OPTIONS, given);
  const left = inverseDeviations("left", leftVariances, regularization);
  const right = inverseDeviations("right", rightVariances, regularization);
  const triplets = truncatedSvd(diagonallyScaledOperator(cross, left, right), dimensions, options);
  return {
    leftProjection: scaleRowsInPlace(triplets.left, left),
    rightProjection: scaleRowsInPlace(triplets.right, right),
    correlations: triplets.values,
    residuals: triplets.residuals,
    converged: triplets.converged,
    iterations: triplets.iterations,
  };
}

function inverseDeviations(side: string, variances: Float64Array, regularization: number): Float64Array {
  return variances.map((variance, i) => {
    if (!(variance >= 0 && Number.isFinite(variance))) {
      throw new NumericalError(
        `diagonalCca: ${side} variance ${i + 1} is ${variance}; expected finite numbers of at least 0.`,
      );
    }
    return variance + regularization === 0 ? 0 : 1 / Math.sqrt(variance + regularization);
  });
}
