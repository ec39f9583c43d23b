/**
 * SVD of an upper bidiagonal matrix by divide and conquer. Gu and Eisenstat, "A divide-and-conquer algorithm for the
 * bidiagonal SVD", SIAM J. Matrix Anal. Appl. 16 (1995). Nearly all work is matrix products: about 8n³/3 operations,
 * fewer the more singular values deflate.
 *
 *   B = [B₁ 0; α·eᵀ β·e₁ᵀ; 0 B₂],   B₁ = U₁·(D₁ 0)·V₁ᵀ (one column more than rows),
 *                                   B₂ = U₂·(D₂ 0)·V₂ᵀ (likewise, or square)
 *   B = diag(U₁, 1, U₂)·M·diag(V₁, V₂)ᵀ,   M = [z₀ z₁ … ; 0 d₁; … ]:
 *       z = (·, α·last row of V₁, β·first row of V₂), d = (0, D₁, D₂)
 *   singular values ω of M: 1 + Σ z_k²/(d_k² − ω²) = 0;
 *       right vectors ∝ z_k/(d_k² − ω²), left ∝ (−1, d_k·z_k/(d_k² − ω²))
 *
 * z is recomputed from the ω found, for which these vectors are orthogonal to machine precision (op. cit., §3).
 */

import { EPSILON } from "../checks.ts";
import { identity, type Matrix, matrix, transpose } from "../matrix.ts";
import { multiply } from "../multiply.ts";
import { bidiagonalQr } from "./bidiagonal-qr.ts";
import { type Poles, secularRoot } from "./secular.ts";

/**
 * An n×(n + extra) upper bidiagonal matrix decomposed: left n×n, right of order n + extra, its last column the null
 * vector when extra = 1.
 */
interface Solved {
  readonly values: Float64Array;
  readonly left: Matrix;
  readonly right: Matrix;
}

/** Rows up to which QR sweeps are used: measured. */
const SMALL = 32;

/** d on the diagonal, e above it. Values in no order; singular vectors as columns. */
export function bidiagonalDivide(d: Float64Array, e: Float64Array): Solved {
  return solve(d, e, 0, d.length, 0);
}

function solve(d: Float64Array, e: Float64Array, from: number, n: number, extra: number): Solved {
  if (n <= SMALL) return solveSmall(d.slice(from, from + n), e.slice(from, from + n - 1 + extra), extra);
  const n1 = (n - 1) >> 1;
  const upper = solve(d, e, from, n1, 1);
  const lower = solve(d, e, from + n1 + 1, n - n1 - 1, extra);
  return merge(upper, lower, d[from + n1]!, e[from + n1]!, extra);
}

/** QR sweeps; the column that stands over is first turned into the others, from the last row up. */
function solveSmall(d: Float64Array, e: Float64Array, extra: number): Solved {
  const n = d.length;
  const columns = n + extra;
  const turned = identity(columns);
  if (extra === 1) {
    let over = e[n - 1]!;
    for (let k = n - 1; k >= 0; k--) {
      const length = Math.hypot(d[k]!, over);
      if (over === 0) break;
      const cosine = d[k]! / length;
      const sine = over / length;
      d[k] = length;
      // Columns k and n of `turned` hold the right vectors so far.
      rotateColumns(turned, k, n, cosine, sine);
      if (k > 0) {
        over = -sine * e[k - 1]!;
        e[k - 1] = cosine * e[k - 1]!;
      }
    }
  }
  const { values, leftRows, rightRows } = bidiagonalQr(d, e.subarray(0, Math.max(0, n - 1)));
  const right = matrix(columns, columns);
  const inner = matrix(columns, n);
  for (let i = 0; i < columns; i++) inner.data.set(turned.data.subarray(i * columns, i * columns + n), i * n);
  const product = multiply(inner, rightRows, { transposeB: true });
  for (let i = 0; i < columns; i++) {
    right.data.set(product.data.subarray(i * n, (i + 1) * n), i * columns);
    if (extra === 1) right.data[i * columns + n] = turned.data[i * columns + n]!;
  }
  return { values, left: transpose(leftRows), right };
}

/** Columns (p, q) ← (c·p + s·q, c·q − s·p) */
function rotateColumns({ rows, columns, data }: Matrix, p: number, q: number, cosine: number, sine: number): void {
  for (let at = 0; at < rows * columns; at += columns) {
    const x = data[at + p]!;
    const y = data[at + q]!;
    data[at + p] = cosine * x + sine * y;
    data[at + q] = cosine * y - sine * x;
  }
}

function merge(upper: Solved, lower: Solved, alpha: number, beta: number, extra: number): Solved {
  const n1 = upper.values.length;
  const n2 = lower.values.length;
  const n = n1 + n2 + 1;
  const columns1 = n1 + 1;
  const columns2 = n2 + extra;
  const columns = n + extra;

  // Index 0 is the middle row on the left and the null vectors on the right; then the vectors of the two halves.
  const left = matrix(n, n);
  const right = matrix(columns, columns);
  left.data[n1 * n] = 1;
  place(left, upper.left, 0, 1, n1);
  place(left, lower.left, n1 + 1, n1 + 1, n2);
  place(right, upper.right, 0, 1, n1);
  place(right, lower.right, columns1, n1 + 1, n2);
  const z = new Float64Array(n);
  const d = new Float64Array(n);
  for (let k = 0; k < n1; k++) z[k + 1] = alpha * upper.right.data[n1 * columns1 + k]!;
  for (let k = 0; k < n2; k++) z[n1 + 1 + k] = beta * lower.right.data[k]!;
  d.set(upper.values, 1);
  d.set(lower.values, n1 + 1);

  // The null vectors of the halves turn into one that meets the middle row, and one that does not.
  const nullUpper = alpha * upper.right.data[n1 * columns1 + n1]!;
  const nullLower = extra === 1 ? beta * lower.right.data[n2]! : 0;
  const length = Math.hypot(nullUpper, nullLower);
  const cosine = length === 0 ? 1 : nullUpper / length;
  const sine = length === 0 ? 0 : nullLower / length;
  z[0] = length;
  for (let i = 0; i < columns1; i++) {
    const value = upper.right.data[i * columns1 + n1]!;
    right.data[i * columns] = cosine * value;
    if (extra === 1) right.data[i * columns + n] = -sine * value;
  }
  if (extra === 1) {
    for (let i = 0; i < columns2; i++) {
      const value = lower.right.data[i * columns2 + n2]!;
      right.data[(columns1 + i) * columns] = sine * value;
      right.data[(columns1 + i) * columns + n] = cosine * value;
    }
  }
  return conquer(left, right, d, z, Math.max(Math.abs(alpha), Math.abs(beta)));
}

/** The first `count` columns of `part` to row `row`, column `column` of `whole`. */
function place(whole: Matrix, part: Matrix, row: number, column: number, count: number): void {
  for (let i = 0; i < part.rows; i++) {
    whole.data.set(part.data.subarray(i * part.columns, i * part.columns + count), (row + i) * whole.columns + column);
  }
}

/** left·M·rightᵀ decomposed, M as in the head; a last column of `right` beyond those of `left` stays as it is. */
function conquer(left: Matrix, right: Matrix, d: Float64Array, z: Float64Array, middle: number): Solved {
  const n = d.length;
  let largest = middle;
  for (const value of d) largest = Math.max(largest, value);
  const tolerance = 8 * EPSILON * largest;
  if (largest === 0) return { values: d, left, right };
  const kept = deflate(left, right, d, z, tolerance);

  const count = kept.length;
  const poles: Poles = {
    count,
    d: Float64Array.from(kept, (k) => d[k]!),
    weights: Float64Array.from(kept, (k) => z[k]! * z[k]!),
    weight: kept.reduce((sum, k) => sum + z[k]! * z[k]!, 0),
  };
  const differences = new Float64Array(count * count);
  const omegas = new Float64Array(count);
  for (let i = 0; i < count; i++) omegas[i] = secularRoot(poles, i, differences, i * count);
  const { leftRows, rightRows } = secularVectors(poles, differences, kept, z);

  const values = d.slice();
  replaceColumns(left, kept, leftRows);
  replaceColumns(right, kept, rightRows);
  for (const [i, k] of kept.entries()) values[k] = omegas[i]!;
  return { values: values.subarray(0, n), left, right };
}

/**
 * Sets aside every index whose z vanishes, or can be turned into a neighbour's with an equal d; gives the others by
 * rising d, index 0 first. Perturbs M by no more than a few times the tolerance.
 */
function deflate(left: Matrix, right: Matrix, d: Float64Array, z: Float64Array, tolerance: number): number[] {
  const order = Array.from({ length: d.length - 1 }, (_, k) => k + 1).sort((a, b) => d[a]! - d[b]! || a - b);
  if (Math.abs(z[0]!) <= tolerance) z[0] = tolerance;
  const kept = [0];
  for (const k of order) {
    if (Math.abs(z[k]!) <= tolerance) continue;
    const before = kept.at(-1)!;
    if (before !== 0 && d[k]! - d[before]! <= tolerance) {
      const length = Math.hypot(z[before]!, z[k]!);
      const cosine = z[k]! / length;
      const sine = z[before]! / length;
      rotateColumns(left, k, before, cosine, sine);
      rotateColumns(right, k, before, cosine, sine);
      z[k] = length;
      z[before] = 0;
      kept[kept.length - 1] = k;
      continue;
    }
    // A pole may not fall on that of index 0.
    if (before === 0 && d[k]! <= tolerance / 2) d[k] = tolerance / 2;
    kept.push(k);
  }
  return kept;
}

/** Vector i as row i, over the kept indices. */
function secularVectors(poles: Poles, differences: Float64Array, kept: readonly number[], z: Float64Array) {
  const { count, d } = poles;
  // ẑ_k² = (ω_last² − d_k²) · Π_{i<k} (ω_i² − d_k²)/(d_i² − d_k²) · Π_{k≤i<last} (ω_i² − d_k²)/(d_{i+1}² − d_k²)
  const recomputed = new Float64Array(count);
  for (let k = 0; k < count; k++) {
    let product = -differences[(count - 1) * count + k]!;
    for (let i = 0; i < count - 1; i++) {
      const pole = i < k ? i : i + 1;
      product *= -differences[i * count + k]! / ((d[pole]! - d[k]!) * (d[pole]! + d[k]!));
    }
    recomputed[k] = Math.sqrt(Math.abs(product)) * (z[kept[k]!]! < 0 ? -1 : 1);
  }
  const leftRows = matrix(count, count);
  const rightRows = matrix(count, count);
  for (let i = 0; i < count; i++) {
    const row = i * count;
    let leftSquare = 1;
    let rightSquare = 0;
    for (let k = 0; k < count; k++) {
      const value = recomputed[k]! / differences[row + k]!;
      rightRows.data[row + k] = value;
      rightSquare += value * value;
      if (k === 0) continue;
      leftRows.data[row + k] = d[k]! * value;
      leftSquare += (d[k]! * value) ** 2;
    }
    leftRows.data[row] = -1;
    const leftFactor = 1 / Math.sqrt(leftSquare);
    const rightFactor = 1 / Math.sqrt(rightSquare);
    for (let k = 0; k < count; k++) {
      leftRows.data[row + k] = leftRows.data[row + k]! * leftFactor;
      rightRows.data[row + k] = rightRows.data[row + k]! * rightFactor;
    }
  }
  return { leftRows, rightRows };
}

/** The kept columns of `basis` ← the same columns · rowsᵀ */
function replaceColumns(basis: Matrix, kept: readonly number[], rows: Matrix): void {
  const count = kept.length;
  const gathered = matrix(basis.rows, count);
  for (let i = 0; i < basis.rows; i++)
    for (let k = 0; k < count; k++) gathered.data[i * count + k] = basis.data[i * basis.columns + kept[k]!]!;
  const product = multiply(gathered, rows, { transposeB: true });
  for (let i = 0; i < basis.rows; i++)
    for (let k = 0; k < count; k++) basis.data[i * basis.columns + kept[k]!] = product.data[i * count + k]!;
}
