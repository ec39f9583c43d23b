/**
 * One-sided Jacobi SVD with a pivoted QR in front, for small matrices (m ≥ n).
 * Drmač and Veselić, "New fast and accurate Jacobi SVD algorithm I", SIAM J. Matrix Anal. Appl. 29 (2008), simplified:
 *
 *   A·P = Q·R,   Jᵀ·R = Σ·Zᵀ (plane rotations of the rows of R until they are orthogonal),   A = (Q·J)·Σ·(P·Z)ᵀ
 *
 * The pivoted QR grades the rows of R, so that few sweeps are needed, and the small singular values of matrices with
 * badly scaled columns keep their relative accuracy. One sweep costs 5n³ operations; four to six sweeps are usual.
 */
import { EPSILON } from "../checks.ts";
import { kernels } from "../kernels/kernels.ts";
import { type Matrix, matrix } from "../matrix.ts";
import { applyReflectors, makeReflector, reflectRows } from "./householder.ts";

/** Squared norms below this, for entries of order 1, are rows of zeros: their products underflow. */
const VANISHED = 1e-280;

/**
 * The three factors before sorting: `left` m×n, `values` ≥ 0, `rightRows` n×n with the right vectors as rows; undefined
 * rows are zero.
 */
export interface UnsortedSvd {
  readonly left: Matrix;
  readonly values: Float64Array;
  readonly rightRows: Matrix;
}

export function jacobiSvd(a: Matrix): UnsortedSvd {
  const { rows: m, columns: n } = a;
  const { reflectors, taus, upper, order } = pivotedQr(a);

  // Each row holds a row of R and, behind it, the row of Jᵀ: both turn together.
  const wide = 2 * n;
  const rows = new Float64Array(n * wide);
  for (let i = 0; i < n; i++) {
    for (let j = i; j < n; j++) rows[i * wide + j] = upper[i * n + j]!;
    rows[i * wide + n + i] = 1;
  }
  kernels().scope(() => {
    const inside = kernels().allocate("f64", rows.length);
    inside.view.set(rows);
    kernels().orthogonalizeRows(n, n, wide, inside.view, 0, wide, Math.sqrt(n) * EPSILON, VANISHED);
    rows.set(inside.view);
  });

  const values = new Float64Array(n);
  const rightRows = matrix(n, n);
  const rotation = matrix(m, n);
  for (let i = 0; i < n; i++) {
    let square = 0;
    for (let j = 0; j < n; j++) square += rows[i * wide + j]! ** 2;
    const value = square < VANISHED ? 0 : Math.sqrt(square);
    values[i] = value;
    if (value > 0) for (let j = 0; j < n; j++) rightRows.data[i * n + order[j]!] = rows[i * wide + j]! / value;
    for (let j = 0; j < n; j++) rotation.data[j * n + i] = rows[i * wide + n + j]!;
  }
  // left = Q·J, Q in product form.
  applyReflectors(rotation, reflectors, taus);
  return { left: rotation, values, rightRows };
}

/** A·P = Q·R with the column of largest remaining norm at each step: column `order[j]` of A is column j of A·P. */
function pivotedQr(a: Matrix) {
  const { rows: m, columns: n } = a;
  const upper = a.data.slice();
  const reflectors = matrix(n, m);
  const taus = new Float64Array(n);
  const order = Int32Array.from({ length: n }, (_, j) => j);
  const norms = new Float64Array(n);
  const beta = new Float64Array(1);
  const w = new Float64Array(n);
  for (let k = 0; k < n; k++) {
    norms.fill(0);
    for (let i = k; i < m; i++) for (let j = k; j < n; j++) norms[j] = norms[j]! + upper[i * n + j]! ** 2;
    let pivot = k;
    for (let j = k + 1; j < n; j++) if (norms[j]! > norms[pivot]!) pivot = j;
    if (pivot !== k) {
      [order[k], order[pivot]] = [order[pivot]!, order[k]!];
      for (let i = 0; i < m; i++) [upper[i * n + k], upper[i * n + pivot]] = [upper[i * n + pivot]!, upper[i * n + k]!];
    }
    const v = reflectors.data.subarray(k * m, (k + 1) * m);
    for (let i = k; i < m; i++) v[i] = upper[i * n + k]!;
    taus[k] = makeReflector(v, k, m, beta);
    reflectRows(upper, n, v, taus[k]!, k, m, k + 1, n, w);
    upper[k * n + k] = beta[0]!;
  }
  return { reflectors, taus, upper, order };
}
