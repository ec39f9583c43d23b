/**
 * Cholesky factorisation of a symmetric positive definite matrix, and solving with triangular matrices.
 * Golub and Van Loan, Matrix Computations (4th ed.), §4.2 and §3.1.
 *
 *   A = L·Lᵀ       n³/3 operations;  only the lower triangle of A is read.
 */
import { NumericalError } from "../../base/errors.ts";
import { requireFinite, requireSameRows, requireSquare } from "../checks.ts";
import { type Matrix, matrix } from "../matrix.ts";

/** The pivot that was not positive, or undefined when `lower` now holds the factor of the matrix it held before. */
export function choleskyInPlace(lower: Matrix): number | undefined {
  const { rows: n, data: l } = lower;
  for (let i = 0; i < n; i++) {
    const rowI = i * n;
    // l_ij = (a_ij − Σ_{k<j} l_ik l_jk) / l_jj
    for (let j = 0; j < i; j++) {
      const rowJ = j * n;
      let sum = l[rowI + j]!;
      for (let k = 0; k < j; k++) sum -= l[rowI + k]! * l[rowJ + k]!;
      l[rowI + j] = sum / l[rowJ + j]!;
    }
    let pivot = l[rowI + i]!;
    for (let k = 0; k < i; k++) pivot -= l[rowI + k]! * l[rowI + k]!;
    if (!(pivot > 0)) return i;
    l[rowI + i] = Math.sqrt(pivot);
    for (let j = i + 1; j < n; j++) l[rowI + j] = 0;
  }
  return undefined;
}

/** The lower triangular L with A = L·Lᵀ. Throws a `NumericalError` when A is not positive definite. */
export function cholesky(a: Matrix): Matrix {
  requireSquare("cholesky", a);
  requireFinite("cholesky", a);
  const lower = matrix(a.rows, a.columns, a.data.slice());
  const failed = choleskyInPlace(lower);
  if (failed !== undefined) {
    throw new NumericalError(
      `cholesky: the leading ${failed + 1}×${failed + 1} block of a ${a.rows}×${a.rows} matrix is not positive definite; ` +
        "expected a positive definite matrix; add a ridge to its diagonal.",
    );
  }
  return lower;
}

/** X with L·X = B, L lower triangular. */
export function solveLower(lower: Matrix, b: Matrix): Matrix {
  return solveTriangular("solveLower", lower, b, true, false);
}

/** X with Lᵀ·X = B, L lower triangular. */
export function solveLowerTransposed(lower: Matrix, b: Matrix): Matrix {
  return solveTriangular("solveLowerTransposed", lower, b, false, true);
}

/** X with R·X = B, R upper triangular. */
export function solveUpper(upper: Matrix, b: Matrix): Matrix {
  return solveTriangular("solveUpper", upper, b, false, false);
}

/** X with L·Lᵀ·X = B: solves with the matrix that `cholesky` factored. */
export function solveCholesky(lower: Matrix, b: Matrix): Matrix {
  return solveLowerTransposed(lower, solveLower(lower, b));
}

/**
 * Substitution by rows of X: x_i = (b_i − Σ_k t_ik x_k) / t_ii, from the first row down (`forward`) or from the last
 * row up.
 */
function solveTriangular(where: string, triangle: Matrix, b: Matrix, forward: boolean, transposed: boolean): Matrix {
  requireSquare(where, triangle);
  requireSameRows(where, triangle, b);
  const n = b.rows;
  const width = b.columns;
  const t = triangle.data;
  const x = b.data.slice();
  for (let step = 0; step < n; step++) {
    const i = forward ? step : n - 1 - step;
    const row = i * width;
    for (let done = 0; done < step; done++) {
      const k = forward ? done : n - 1 - done;
      const factor = transposed ? t[k * n + i]! : t[i * n + k]!;
      if (factor === 0) continue;
      const other = k * width;
      for (let j = 0; j < width; j++) x[row + j] = x[row + j]! - factor * x[other + j]!;
    }
    const pivot = t[i * n + i]!;
    if (pivot === 0) {
      throw new NumericalError(
        `${where}: diagonal entry ${i + 1} of ${n} is 0; expected a regular matrix; use leastSquares instead.`,
      );
    }
    for (let j = 0; j < width; j++) x[row + j] = x[row + j]! / pivot;
  }
  return matrix(n, width, x);
}
