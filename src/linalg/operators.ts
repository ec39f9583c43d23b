/**
 * Linear maps known only by their products with blocks of columns. The matrices whose singular vectors the learners
 * want need not be formed:
 *
 *   Ω = (1/M)·Φᵀ·Ψ   cross-moments of two sparse feature views over M samples (latent-variable PCFG,
 *                    refinement HMM); formed where that is cheaper
 *   D₁·C·D₂             co-occurrence counts whitened by diagonals (CCA of one-hot views)
 */
import { ShapeError } from "../base/errors.ts";
import { requireSameRows, shapeText } from "./checks.ts";
import { scaleInPlace, scaleRowsInPlace } from "./elementary.ts";
import { identity, type Matrix, matrix, transpose } from "./matrix.ts";
import { multiply } from "./multiply.ts";
import { type SparseMatrix, sparseCrossProduct, sparseTimesDense, sparseTransposeTimesDense } from "./sparse.ts";

/** A matrix that is only multiplied, never looked into. */
export interface LinearOperator {
  readonly rows: number;
  readonly columns: number;
  /** A·X, in `into` or in another matrix that the caller may overwrite. */
  multiply(x: Matrix, into?: Matrix): Matrix;
  /** Aᵀ·X, in `into` or in another matrix that the caller may overwrite. */
  multiplyTransposed(x: Matrix, into?: Matrix): Matrix;
}

/** A dense matrix as an operator. */
export function denseOperator(a: Matrix): LinearOperator {
  return {
    rows: a.rows,
    columns: a.columns,
    multiply: (x, into) => multiply(a, x, { into }),
    multiplyTransposed: (x, into) => multiply(a, x, { transposeA: true, into }),
  };
}

/** A sparse matrix as an operator. */
export function sparseOperator(s: SparseMatrix): LinearOperator {
  return {
    rows: s.rows,
    columns: s.columns,
    multiply: (x, into) => sparseTimesDense(s, x, into),
    multiplyTransposed: (x, into) => sparseTransposeTimesDense(s, x, into),
  };
}

/**
 * Entries of Ω per entry of Φ and Ψ up to which dense products with Ω are faster than sparse ones with Φ and Ψ
 * (measured).
 */
const FORMED = 8;

/** factor·Φᵀ·Ψ of two feature matrices with one row per sample; their column scales apply. */
export function crossProductOperator(phi: SparseMatrix, psi: SparseMatrix, factor = 1): LinearOperator {
  requireSameRows("crossProductOperator", phi, psi);
  if (phi.columns * psi.columns <= FORMED * (phi.ids.length + psi.ids.length)) {
    return denseOperator(scaleInPlace(sparseCrossProduct(phi, psi), factor));
  }
  return {
    rows: phi.columns,
    columns: psi.columns,
    multiply: (x, into) => scaleInPlace(sparseTransposeTimesDense(phi, sparseTimesDense(psi, x), into), factor),
    multiplyTransposed: (x, into) =>
      scaleInPlace(sparseTransposeTimesDense(psi, sparseTimesDense(phi, x), into), factor),
  };
}

/** diag(left)·A·diag(right); a diagonal that is left out is the identity. */
export function diagonallyScaledOperator(a: LinearOperator, left?: Float64Array, right?: Float64Array): LinearOperator {
  requireDiagonal(a, "left", left, a.rows);
  requireDiagonal(a, "right", right, a.columns);
  return {
    rows: a.rows,
    columns: a.columns,
    multiply: (x, into) => rescaled(a.multiply(scaledRows(x, right), into), left),
    multiplyTransposed: (x, into) => rescaled(a.multiplyTransposed(scaledRows(x, left), into), right),
  };
}

function requireDiagonal(a: LinearOperator, side: string, diagonal: Float64Array | undefined, expected: number): void {
  if (diagonal === undefined || diagonal.length === expected) return;
  throw new ShapeError(
    `diagonallyScaledOperator: the ${side} diagonal has ${diagonal.length} values; expected ${expected} for a ${shapeText(a)} operator.`,
  );
}

/** The operator written out: its product with the identity, on its smaller side. */
export function operatorToDense(a: LinearOperator): Matrix {
  return a.columns <= a.rows ? a.multiply(identity(a.columns)) : transpose(a.multiplyTransposed(identity(a.rows)));
}

/** A copy of X with scaled rows; X itself without a diagonal. */
const scaledRows = (x: Matrix, diagonal: Float64Array | undefined) =>
  diagonal === undefined ? x : scaleRowsInPlace(matrix(x.rows, x.columns, x.data.slice()), diagonal);

const rescaled = (x: Matrix, diagonal: Float64Array | undefined) =>
  diagonal === undefined ? x : scaleRowsInPlace(x, diagonal);
