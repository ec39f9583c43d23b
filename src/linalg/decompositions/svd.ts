/**
 * Full ("thin") singular value decomposition: A = left·diag(values)·rightᵀ, values falling, left m×p, right n×p, p =
 * min(m, n).
 *
 *   wide A         its transpose is decomposed instead
 *   m > n          A = Q·R first; then R
 *   p ≤ 80         one-sided Jacobi (jacobi-svd.ts): the most accurate, and as fast as any at this size
 *   otherwise      bidiagonalisation and divide and conquer (bidiagonal-svd.ts)
 *
 * Entries are scaled by a power of two first, so that neither 1e300 nor 1e-300 harms. Singular vectors of zero singular
 * values complete the others to orthonormal sets. Signs: the largest absolute entry of each left vector is positive.
 */
import { NumericalError } from "../../base/errors.ts";
import { EPSILON, requireFinite, shapeText, unitScale } from "../checks.ts";
import { scaled } from "../elementary.ts";
import { type Matrix, matrix, transpose } from "../matrix.ts";
import { multiply } from "../multiply.ts";
import { bidiagonalSvd } from "./bidiagonal-svd.ts";
import { jacobiSvd, type UnsortedSvd } from "./jacobi-svd.ts";
import { completeRows } from "./orthonormal.ts";
import { qr } from "./qr.ts";
import { fixSigns } from "./signs.ts";

/** A singular value decomposition. */
export interface Svd {
  /** m×p: left singular vectors as columns. */
  readonly left: Matrix;
  /** p singular values, falling. */
  readonly values: Float64Array;
  /** n×p: right singular vectors as columns. */
  readonly right: Matrix;
}

/** Columns up to which Jacobi is used: measured, the two routes meet near here. */
const JACOBI_SIZE = 80;
/** Rows per column from which a QR in front saves more than it costs. */
const TALL = 1.2;

/** The singular value decomposition of a dense matrix. */
export function svd(a: Matrix): Svd {
  requireFinite("svd", a);
  const scale = unitScale(a);
  const wide = a.rows < a.columns;
  const tall = wide ? transpose(scaled(a, scale)) : scaled(a, scale);
  const { left, values, right } = tallSvd(tall);
  for (let i = 0; i < values.length; i++) values[i] = values[i]! / scale;
  if (values.length > 0 && !Number.isFinite(values[0])) {
    throw new NumericalError(
      `svd: the largest singular value of a ${shapeText(a)} matrix exceeds the range of numbers; scale it down first.`,
    );
  }
  const result = wide ? { left: right, values, right: left } : { left, values, right };
  fixSigns(result.left, result.right);
  return result;
}

function tallSvd(a: Matrix): Svd {
  if (a.columns === 0) return { left: matrix(a.rows, 0), values: new Float64Array(0), right: matrix(0, 0) };
  if (a.rows > TALL * a.columns) {
    const { orthonormal, upper } = qr(a);
    const inner = tallSvd(upper);
    return { ...inner, left: multiply(orthonormal, inner.left) };
  }
  return sorted(a.columns <= JACOBI_SIZE ? jacobiSvd(a) : bidiagonalSvd(a));
}

/** Values fall; right vectors as columns; missing right vectors completed. */
function sorted({ left, values, rightRows }: UnsortedSvd): Svd {
  const n = values.length;
  const order = Array.from(values.keys()).sort((i, j) => values[j]! - values[i]! || i - j);
  const rowsInOrder = matrix(n, n);
  const leftInOrder = matrix(left.rows, n);
  for (const [to, from] of order.entries()) {
    rowsInOrder.data.set(rightRows.data.subarray(from * n, (from + 1) * n), to * n);
    for (let i = 0; i < left.rows; i++) leftInOrder.data[i * n + to] = left.data[i * n + from]!;
  }
  const sortedValues = Float64Array.from(order, (i) => values[i]!);
  completeRows(rowsInOrder, sortedValues.indexOf(0));
  return { left: leftInOrder, values: sortedValues, right: transpose(rowsInOrder) };
}

/**
 * Singular values that count: those above `relative` times the largest. The default is what rounding leaves of a zero,
 * max(m, n)·ε.
 */
export function rankOf(values: Float64Array, size: number, relative = size * EPSILON): number {
  const cut = relative * (values[0] ?? 0);
  let rank = 0;
  while (rank < values.length && values[rank]! > cut) rank++;
  return rank;
}
