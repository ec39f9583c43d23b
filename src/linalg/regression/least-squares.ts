/**
 * Linear systems: exact, in least squares, regularised; and the pseudo-inverse. Golub and Van Loan (4th ed.), §3.4,
 * §5.5, §6.1.
 *
 *   leastSquares   X = V·Σ⁺·Uᵀ·B   minimal ‖A·X − B‖, and among those minimal ‖X‖;
 *                  singular values under the rank cut count as 0
 *   ridge          X = (AᵀA + λI)⁻¹·Aᵀ·B = Aᵀ·(AAᵀ + λI)⁻¹·B, whichever is smaller
 *   solve          A·X = B by elimination with partial pivoting, 2n³/3 operations
 */
import { NumericalError, OptionError, ShapeError } from "../../base/errors.ts";
import { EPSILON, requireFinite, requireSameRows, requireSquare, shapeText } from "../checks.ts";
import { cholesky, solveCholesky } from "../decompositions/cholesky.ts";
import { rankOf, type Svd, svd } from "../decompositions/svd.ts";
import { largestAbsolute, scaleColumnsInPlace } from "../elementary.ts";
import { identity, type Matrix, matrix } from "../matrix.ts";
import { multiply } from "../multiply.ts";

/** Which singular values count as 0. */
export interface RankCut {
  /** Singular values up to this share of the largest count as 0; max(rows, columns)·ε when left out. */
  readonly rankCut?: number;
}

/** A pseudo-inverse, and the rank of the matrix. */
export interface PseudoInverse {
  /** n×m. */
  readonly inverse: Matrix;
  readonly rank: number;
  /** Singular values of A. */
  readonly values: Float64Array;
}

/** The Moore–Penrose inverse. */
export function pseudoInverse(a: Matrix, options: RankCut = {}): PseudoInverse {
  const { scaledRight, left, rank, values } = cut("pseudoInverse", a, options);
  return { inverse: multiply(scaledRight, left, { transposeB: true }), rank, values };
}

/** A least-squares solution, and the rank of the system. */
export interface LeastSquares {
  readonly solution: Matrix;
  readonly rank: number;
  /**
   * Singular values of A: the first over the last of the `rank` leading ones is the condition number of the problem
   * solved.
   */
  readonly values: Float64Array;
}

/** The X of least norm that minimises ‖A·X − B‖. */
export function leastSquares(a: Matrix, b: Matrix, options: RankCut = {}): LeastSquares {
  requireSameRows("leastSquares", a, b);
  requireFinite("leastSquares", b);
  const { scaledRight, left, rank, values } = cut("leastSquares", a, options);
  return { solution: multiply(scaledRight, multiply(left, b, { transposeA: true })), rank, values };
}

/** V·Σ⁺ and U. */
function cut(
  where: string,
  a: Matrix,
  { rankCut }: RankCut,
): Omit<Svd, "right"> & { readonly rank: number; readonly scaledRight: Matrix } {
  if (rankCut !== undefined && !(rankCut >= 0 && rankCut < 1)) {
    throw new OptionError("rankCut", `${where}: rankCut must be a number from 0 to under 1; got ${rankCut}.`);
  }
  const parts = svd(a);
  const rank = rankOf(parts.values, Math.max(a.rows, a.columns), rankCut);
  const inverses = parts.values.map((value, i) => (i < rank ? 1 / value : 0));
  return { ...parts, rank, scaledRight: scaleColumnsInPlace(parts.right, inverses) };
}

/** `lambda` > 0 is added to the squared singular values. */
export function ridge(a: Matrix, b: Matrix, lambda: number): Matrix {
  requireSameRows("ridge", a, b);
  requireFinite("ridge", a);
  requireFinite("ridge", b);
  if (!(lambda > 0 && Number.isFinite(lambda))) {
    throw new OptionError(
      "lambda",
      `ridge: lambda must be a number above 0; got ${lambda}. Without regularisation use leastSquares.`,
    );
  }
  const primal = a.columns <= a.rows;
  const gram = multiply(a, a, primal ? { transposeA: true } : { transposeB: true });
  for (let i = 0; i < gram.rows; i++) gram.data[i * (gram.rows + 1)] = gram.data[i * (gram.rows + 1)]! + lambda;
  const lower = cholesky(gram);
  return primal
    ? solveCholesky(lower, multiply(a, b, { transposeA: true }))
    : multiply(a, solveCholesky(lower, b), { transposeA: true });
}

/** X with A·X = B. Throws a `NumericalError` when A is singular to working precision. */
export function solve(a: Matrix, b: Matrix): Matrix {
  requireSquare("solve", a);
  if (a.rows !== b.rows)
    throw new ShapeError(`solve: got ${shapeText(a)} and ${shapeText(b)}; expected equal numbers of rows.`);
  requireFinite("solve", a);
  requireFinite("solve", b);
  const n = a.rows;
  const width = b.columns;
  const u = a.data.slice();
  const x = b.data.slice();
  const largest = largestAbsolute(a);
  for (let k = 0; k < n; k++) {
    let pivot = k;
    for (let i = k + 1; i < n; i++) if (Math.abs(u[i * n + k]!) > Math.abs(u[pivot * n + k]!)) pivot = i;
    if (!(Math.abs(u[pivot * n + k]!) > n * EPSILON * largest)) {
      throw new NumericalError(
        `solve: a ${shapeText(a)} matrix is singular to working precision at column ${k + 1}; expected a regular one; use leastSquares instead.`,
      );
    }
    if (pivot !== k) {
      swapRows(u, n, k, pivot);
      swapRows(x, width, k, pivot);
    }
    for (let i = k + 1; i < n; i++) {
      const factor = u[i * n + k]! / u[k * n + k]!;
      if (factor === 0) continue;
      for (let j = k + 1; j < n; j++) u[i * n + j] = u[i * n + j]! - factor * u[k * n + j]!;
      for (let j = 0; j < width; j++) x[i * width + j] = x[i * width + j]! - factor * x[k * width + j]!;
    }
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) {
      const factor = u[i * n + k]!;
      for (let j = 0; j < width; j++) x[i * width + j] = x[i * width + j]! - factor * x[k * width + j]!;
    }
    for (let j = 0; j < width; j++) x[i * width + j] = x[i * width + j]! / u[i * n + i]!;
  }
  return matrix(n, width, x);
}

/** A⁻¹; see `solve`. */
export const inverse = (a: Matrix): Matrix => solve(a, identity(a.rows));

function swapRows(data: Float64Array, width: number, i: number, j: number): void {
  const row = data.slice(i * width, (i + 1) * width);
  data.copyWithin(i * width, j * width, (j + 1) * width);
  data.set(row, j * width);
}
