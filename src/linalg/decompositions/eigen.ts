/**
 * Eigenvalues and eigenvectors of a symmetric matrix: A = Q·diag(values)·Qᵀ, values falling.
 * Golub and Van Loan (4th ed.), §8.3.
 *
 *   A = H·T·Hᵀ   H a product of reflectors, T tridiagonal: diagonal d, beside it e;
 *                A ← A − v·wᵀ − w·vᵀ with p = τAv, w = p − ½τ(pᵀv)·v
 *   T = Z·Λ·Zᵀ      tridiagonal-ql.ts
 *   Q = H·Z
 */
import { NumericalError } from "../../base/errors.ts";
import { requireFinite, requireSquare, unitScale } from "../checks.ts";
import { scaled } from "../elementary.ts";
import { type Matrix, matrix, transpose } from "../matrix.ts";
import { applyReflectors, makeReflector } from "./householder.ts";
import { fixSigns } from "./signs.ts";
import { tridiagonalQl } from "./tridiagonal-ql.ts";

/** Eigenvalues and eigenvectors of a symmetric matrix. */
export interface SymmetricEigen {
  /** Falling. */
  readonly values: Float64Array;
  /** n×n: eigenvectors as columns; the largest absolute entry of each is positive. */
  readonly vectors: Matrix;
}

/** How far two mirrored entries may differ, relative to the largest entry: rounding of a product such as XᵀX. */
const ASYMMETRY = 1e-10;

/** The eigendecomposition of a symmetric matrix; throws a `NumericalError` for any other. */
export function symmetricEigen(a: Matrix): SymmetricEigen {
  requireSquare("symmetricEigen", a);
  requireFinite("symmetricEigen", a);
  const scale = unitScale(a);
  const work = scaled(a, scale);
  requireSymmetric(work, a);
  const { diagonal, beside, reflectors, taus } = tridiagonalize(work);
  const { values, rows } = tridiagonalQl(diagonal, beside);

  const n = a.rows;
  const order = Array.from(values.keys()).sort((i, j) => values[j]! - values[i]! || i - j);
  const inOrder = matrix(n, n);
  for (const [to, from] of order.entries()) inOrder.data.set(rows.data.subarray(from * n, (from + 1) * n), to * n);
  const vectors = transpose(inOrder);
  applyReflectors(vectors, reflectors, taus, 1);
  fixSigns(vectors);
  return { values: Float64Array.from(order, (i) => values[i]! / scale), vectors };
}

/** Entries of `work` are of order 1. */
function requireSymmetric({ rows: n, data }: Matrix, original: Matrix): void {
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) {
      if (Math.abs(data[i * n + j]! - data[j * n + i]!) <= ASYMMETRY) continue;
      throw new NumericalError(
        `symmetricEigen: entry (${i + 1}, ${j + 1}) is ${original.data[i * n + j]} but (${j + 1}, ${i + 1}) is ${original.data[j * n + i]}; ` +
          "expected a symmetric matrix; use svd for others.",
      );
    }
  }
}

function tridiagonalize(input: Matrix) {
  const n = input.rows;
  const a = input.data;
  const steps = Math.max(0, n - 2);
  const reflectors = matrix(steps, n);
  const taus = new Float64Array(steps);
  const diagonal = new Float64Array(n);
  const beside = new Float64Array(Math.max(0, n - 1));
  const beta = new Float64Array(1);
  const w = new Float64Array(n);
  for (let k = 0; k < steps; k++) {
    const v = reflectors.data.subarray(k * n, (k + 1) * n);
    for (let j = k + 1; j < n; j++) v[j] = a[k * n + j]!;
    const tau = (taus[k] = makeReflector(v, k + 1, n, beta));
    beside[k] = beta[0]!;
    if (tau === 0) continue;
    let inner = 0;
    for (let i = k + 1; i < n; i++) {
      let dot = 0;
      for (let j = k + 1; j < n; j++) dot += a[i * n + j]! * v[j]!;
      w[i] = tau * dot;
      inner += tau * dot * v[i]!;
    }
    for (let i = k + 1; i < n; i++) w[i] = w[i]! - 0.5 * tau * inner * v[i]!;
    for (let i = k + 1; i < n; i++) {
      const vi = v[i]!;
      const wi = w[i]!;
      const row = i * n;
      for (let j = k + 1; j < n; j++) a[row + j] = a[row + j]! - vi * w[j]! - wi * v[j]!;
    }
  }
  if (n > 1) beside[n - 2] = a[(n - 2) * n + n - 1]!;
  for (let i = 0; i < n; i++) diagonal[i] = a[i * (n + 1)]!;
  return { diagonal, beside, reflectors, taus };
}
