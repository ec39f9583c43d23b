/**
 * Eigen decomposition of a symmetric tridiagonal matrix by the implicit QL method with Wilkinson shifts.
 * Bowdler, Martin, Reinsch, Wilkinson, Numerische Mathematik 11 (1968).
 *
 *   T = Z·Λ·Zᵀ   d diagonal, e beside it;
 *                about 1.7 sweeps per eigenvalue, n/2 rotations of two rows of Zᵀ each: ~5n³ operations
 */
import { NumericalError } from "../../base/errors.ts";
import { EPSILON } from "../checks.ts";
import { kernels } from "../kernels/kernels.ts";
import { identity, type Matrix, matrix } from "../matrix.ts";

/** Sweeps per eigenvalue before giving up; 2 are usual. */
const MAX_SWEEPS_PER_VALUE = 60;

export function tridiagonalQl(diagonal: Float64Array, beside: Float64Array): { values: Float64Array; rows: Matrix } {
  const n = diagonal.length;
  const d = diagonal.slice();
  const e = new Float64Array(n);
  e.set(beside);
  // An entry beside the diagonal that is rounding against ‖T‖ may be dropped: eigenvalues move by no more than it.
  let negligible = 0;
  for (let i = 0; i < n; i++) negligible = Math.max(negligible, EPSILON * Math.abs(d[i]!), EPSILON * Math.abs(e[i]!));
  const cosines = new Float64Array(n);
  const sines = new Float64Array(n);
  return kernels().scope(() => {
    const kernel = kernels();
    const vectors = kernel.allocate("f64", n * n);
    vectors.view.set(identity(n).data);
    for (let first = 0; first < n; first++) {
      for (let sweeps = 0; ; sweeps++) {
        let last = first;
        while (last < n - 1 && Math.abs(e[last]!) > negligible) last++;
        if (last === first) break;
        if (sweeps === MAX_SWEEPS_PER_VALUE) {
          throw new NumericalError(
            `symmetricEigen: a tridiagonal matrix of size ${n} did not converge; please report its input.`,
          );
        }
        const reached = sweep(d, e, first, last, cosines, sines);
        const view = vectors.view;
        for (let i = last - 1; i >= reached; i--)
          kernel.rotate(n, view, i * n, view, (i + 1) * n, cosines[i]!, sines[i]!);
      }
    }
    return { values: d, rows: matrix(n, n, vectors.view.slice()) };
  });
}

/**
 * One sweep from `last` up to `first`; gives the index of the last rotation, which is above `first` when the matrix
 * splits on the way.
 */
function sweep(
  d: Float64Array,
  e: Float64Array,
  first: number,
  last: number,
  cosines: Float64Array,
  sines: Float64Array,
): number {
  // Wilkinson's shift: the eigenvalue of the leading 2×2 block nearer to d_first.
  let g = (d[first + 1]! - d[first]!) / (2 * e[first]!);
  const root = Math.hypot(g, 1);
  g = d[last]! - d[first]! + e[first]! / (g + (g < 0 ? -root : root));
  let sine = 1;
  let cosine = 1;
  let p = 0;
  for (let i = last - 1; i >= first; i--) {
    const f = sine * e[i]!;
    const b = cosine * e[i]!;
    const r = Math.hypot(f, g);
    e[i + 1] = r;
    if (r === 0) {
      d[i + 1] = d[i + 1]! - p;
      e[last] = 0;
      return i + 1;
    }
    sine = f / r;
    cosine = g / r;
    g = d[i + 1]! - p;
    const t = (d[i]! - g) * sine + 2 * cosine * b;
    p = sine * t;
    d[i + 1] = g + p;
    g = cosine * t - b;
    cosines[i] = cosine;
    sines[i] = sine;
  }
  d[first] = d[first]! - p;
  e[first] = g;
  e[last] = 0;
  return first;
}
