/**
 * SVD by bidiagonalisation, for matrices too large for Jacobi (m ≥ n). Golub and Van Loan (4th ed.), §5.4.8 and §8.6.
 *
 *   A = H·B·Gᵀ      H, G products of reflectors, B upper bidiagonal: diagonal d, above it e;    8mn² operations
 *   B = X·Σ·Yᵀ      bidiagonal-divide.ts
 *   A = (H·X)·Σ·(G·Y)ᵀ
 */
import { bidiagonalDivide } from "./bidiagonal-divide.ts";
import { applyReflectors, makeReflector } from "./householder.ts";
import type { UnsortedSvd } from "./jacobi-svd.ts";
import { type Matrix, matrix, transpose } from "./matrix.ts";

interface Bidiagonal {
  readonly diagonal: Float64Array;
  readonly above: Float64Array;
  readonly leftReflectors: Matrix;
  readonly leftTaus: Float64Array;
  readonly rightReflectors: Matrix;
  readonly rightTaus: Float64Array;
}

export function bidiagonalSvd(a: Matrix): UnsortedSvd {
  const { rows: m, columns: n } = a;
  const { diagonal, above, leftReflectors, leftTaus, rightReflectors, rightTaus } = bidiagonalize(a);
  const inner = bidiagonalDivide(diagonal, above);
  const left = matrix(m, n);
  left.data.set(inner.left.data);
  applyReflectors(left, leftReflectors, leftTaus);
  applyReflectors(inner.right, rightReflectors, rightTaus, 1);
  return { left, values: inner.values, rightRows: transpose(inner.right) };
}

/** Reflects columns from the left and rows from the right in turn. */
function bidiagonalize(input: Matrix): Bidiagonal {
  const { rows: m, columns: n } = input;
  const a = input.data.slice();
  const diagonal = new Float64Array(n);
  const above = new Float64Array(Math.max(0, n - 1));
  const leftReflectors = matrix(n, m);
  const leftTaus = new Float64Array(n);
  const rightReflectors = matrix(Math.max(0, n - 1), n);
  const rightTaus = new Float64Array(Math.max(0, n - 1));
  const beta = new Float64Array(1);
  const w = new Float64Array(n);
  for (let k = 0; k < n; k++) {
    const v = leftReflectors.data.subarray(k * m, (k + 1) * m);
    for (let i = k; i < m; i++) v[i] = a[i * n + k]!;
    const tau = (leftTaus[k] = makeReflector(v, k, m, beta));
    diagonal[k] = beta[0]!;
    if (k === n - 1) break;
    // w = τ·Aᵀv
    w.fill(0, k + 1);
    for (let i = k; i < m; i++) {
      const factor = tau * v[i]!;
      const row = i * n;
      for (let j = k + 1; j < n; j++) w[j] = w[j]! + factor * a[row + j]!;
    }
    const u = rightReflectors.data.subarray(k * n, (k + 1) * n);
    for (let j = k + 1; j < n; j++) u[j] = a[k * n + j]! - w[j]!;
    const rightTau = (rightTaus[k] = makeReflector(u, k + 1, n, beta));
    above[k] = beta[0]!;
    // Both reflections of a row while it is in the cache: aᵢ −= vᵢ·w, then aᵢ −= τ(aᵢ·u)·u
    for (let i = k + 1; i < m; i++) {
      const factor = v[i]!;
      const row = i * n;
      let dot = 0;
      for (let j = k + 1; j < n; j++) {
        const value = a[row + j]! - factor * w[j]!;
        a[row + j] = value;
        dot += value * u[j]!;
      }
      dot *= rightTau;
      for (let j = k + 1; j < n; j++) a[row + j] = a[row + j]! - dot * u[j]!;
    }
  }
  return { diagonal, above, leftReflectors, leftTaus, rightReflectors, rightTaus };
}
