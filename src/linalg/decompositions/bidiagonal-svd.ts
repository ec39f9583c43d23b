/**
 * SVD by bidiagonalisation, for matrices too large for Jacobi (m ≥ n). Golub and Van Loan (4th ed.), §5.4.8 and §8.6.
 *
 *   A = H·B·Gᵀ      H, G products of reflectors, B upper bidiagonal: diagonal d, above it e;    8mn² operations
 *   B = X·Σ·Yᵀ      bidiagonal-divide.ts
 *   A = (H·X)·Σ·(G·Y)ᵀ
 */

import { kernels } from "../kernels/kernels.ts";
import { type Matrix, matrix, transpose } from "../matrix.ts";
import { bidiagonalDivide } from "./bidiagonal-divide.ts";
import { applyReflectors, makeReflector } from "./householder.ts";
import type { UnsortedSvd } from "./jacobi-svd.ts";

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

/**
 * Reflects columns from the left and rows from the right in turn, each row of A passing through the cache once per
 * step: Howell, Demmel, Fulton, Hammarling, Marmol, "Cache efficient bidiagonalization using BLAS 2.5 operators", ACM
 * TOMS 34 (2008). With s = Aᵀx of the next column x, gathered in the same pass, the reflected row is s/β, and w = τAᵀv
 * is what the row lost.
 */
function bidiagonalize({ rows: m, columns: n, data }: Matrix): Bidiagonal {
  return kernels().scope(() => {
    const blocks = [data.length, n * m, n * n, n, n].map((length) => kernels().allocate("f64", length));
    const [a, left, right, w, sums] = blocks.map((block) => block.view) as [
      Float64Array,
      Float64Array,
      Float64Array,
      Float64Array,
      Float64Array,
    ];
    a.set(data);
    const diagonal = new Float64Array(n);
    const above = new Float64Array(n - 1);
    const leftTaus = new Float64Array(n);
    const rightTaus = new Float64Array(n - 1);
    const beta = new Float64Array(1);
    for (let i = 0; i < m; i++) for (let j = 0; j < n; j++) sums[j] = sums[j]! + a[i * n]! * a[i * n + j]!;
    for (let k = 0; k < n; k++) {
      const v = left.subarray(k * m, (k + 1) * m);
      for (let i = k; i < m; i++) v[i] = a[i * n + k]!;
      const tau = (leftTaus[k] = makeReflector(v, k, m, beta));
      const length = (diagonal[k] = beta[0]!);
      if (k === n - 1) break;
      const u = right.subarray(k * n, (k + 1) * n);
      for (let j = k + 1; j < n; j++) {
        const before = a[k * n + j]!;
        u[j] = tau === 0 ? before : sums[j]! / length;
        w[j] = before - u[j]!;
      }
      rightTaus[k] = makeReflector(u, k + 1, n, beta);
      above[k] = beta[0]!;
      sums.fill(0);
      const at = (k + 1) * (n + 1);
      kernels().bidiagonalRows(
        m - k - 1,
        n - k - 1,
        a,
        at,
        n,
        v,
        k + 1,
        w,
        k + 1,
        u,
        k + 1,
        rightTaus[k]!,
        sums,
        k + 1,
      );
    }
    return {
      diagonal,
      above,
      leftReflectors: matrix(n, m, left.slice()),
      leftTaus,
      rightReflectors: matrix(n, n, right.slice()),
      rightTaus,
    };
  });
}
