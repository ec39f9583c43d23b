/**
 * QR decomposition: A = Q·R, Q with orthonormal columns (m×p), R upper triangular (p×n) with a diagonal ≥ 0, p = min(m, n).
 *
 * `qr` picks the route: CholeskyQR2 for tall thin matrices (all its work is matrix products), Householder reflectors otherwise and whenever
 * CholeskyQR2 finds the columns too nearly dependent. Householder: Golub and Van Loan (4th ed.), §5.2, 4mnp operations with Q.
 * CholeskyQR2: Yamamoto, Nakatsukasa, Yanagisawa, Fukaya, "Roundoff error analysis of the CholeskyQR2 algorithm", ETNA 44 (2015):
 *
 *   G = AᵀA = R₁ᵀR₁,  Q₁ = A·R₁⁻¹,  the same once more for Q₁ = Q·R₂,  R = R₂·R₁;     orthogonal to machine precision while κ(A) ≤ ~10⁸.
 */
import { requireFinite, unitScale } from "./checks.ts";
import { choleskyInPlace } from "./cholesky.ts";
import { scaled } from "./elementary.ts";
import { applyPanel, applyReflectors, GROUP, makeReflector, reflectRows } from "./householder.ts";
import { type Matrix, matrix, transpose } from "./matrix.ts";
import { multiply } from "./multiply.ts";

export interface Qr {
  /** Q: orthonormal columns. */
  readonly orthonormal: Matrix;
  /** R: upper triangular, diagonal ≥ 0. */
  readonly upper: Matrix;
}

/** Rows per column from which CholeskyQR2 is faster than reflectors. */
const TALL = 4;
/** CholeskyQR2 is kept while ‖QᵀQ − I‖ of its first pass stays under this: its second pass then ends at machine precision (op. cit., §3). */
const FIRST_PASS_DEFECT = 0.1;

export function qr(a: Matrix): Qr {
  requireFinite("qr", a);
  const scale = unitScale(a);
  const work = scaled(a, scale);
  const result = (a.rows >= TALL * a.columns ? choleskyQr2(work) : undefined) ?? householderQr(work);
  if (scale !== 1) for (let i = 0; i < result.upper.data.length; i++) result.upper.data[i] = result.upper.data[i]! / scale;
  return result;
}

/** One pass of CholeskyQR, or undefined when the Gram matrix is not numerically positive definite. */
function choleskyQr(a: Matrix): (Qr & { readonly gram: Matrix }) | undefined {
  const n = a.columns;
  const gram = multiply(a, a, { transposeA: true });
  const lower = matrix(n, n, gram.data.slice());
  if (choleskyInPlace(lower) !== undefined) return undefined;
  const upper = transpose(lower);
  return { orthonormal: multiply(a, invertUpper(upper)), upper, gram };
}

/** CholeskyQR2, or undefined when A is too ill-conditioned for it. */
export function choleskyQr2(a: Matrix): Qr | undefined {
  const first = choleskyQr(a);
  if (first === undefined) return undefined;
  const second = choleskyQr(first.orthonormal);
  if (second === undefined || defect(second.gram) > FIRST_PASS_DEFECT) return undefined;
  return { orthonormal: second.orthonormal, upper: multiply(second.upper, first.upper) };
}

/** The largest |gᵢⱼ − δᵢⱼ|: how far the columns behind a Gram matrix are from orthonormal. */
function defect({ rows: n, data }: Matrix): number {
  let largest = 0;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) largest = Math.max(largest, Math.abs(data[i * n + j]! - (i === j ? 1 : 0)));
  }
  return largest;
}

/** R⁻¹ of an upper triangular R, by rows from the last: R⁻¹ᵢ = (eᵢ − Σ_{k>i} rᵢₖ R⁻¹ₖ) / rᵢᵢ. */
function invertUpper({ rows: n, data: r }: Matrix): Matrix {
  const inverse = matrix(n, n);
  const x = inverse.data;
  for (let i = n - 1; i >= 0; i--) {
    const pivot = r[i * n + i]!;
    for (let k = i + 1; k < n; k++) {
      const factor = r[i * n + k]! / pivot;
      for (let j = k; j < n; j++) x[i * n + j] = x[i * n + j]! - factor * x[k * n + j]!;
    }
    x[i * n + i] = 1 / pivot;
  }
  return inverse;
}

/**
 * QR by Householder reflectors, whatever the shape and the rank. Expects entries of order 1. Columns of which no more than `drop` remains outside
 * the span of those before them get no reflector: R is then a staircase and Q has fewer columns. A negative `drop` keeps all.
 */
export function householderQr(a: Matrix, drop = -1): Qr {
  const { rows: m, columns: n } = a;
  const most = Math.min(m, n);
  const work = matrix(m, n, a.data.slice());
  const reflectors = matrix(most, m);
  const taus = new Float64Array(most);
  const pivots = new Int32Array(most);
  const beta = new Float64Array(1);
  const w = new Float64Array(n);
  let rank = 0;
  for (let panel = 0; panel < n && rank < most; panel += GROUP) {
    const end = Math.min(n, panel + GROUP);
    const first = rank;
    for (let column = panel; column < end && rank < most; column++) {
      const v = reflectors.data.subarray(rank * m, (rank + 1) * m);
      for (let i = rank; i < m; i++) v[i] = work.data[i * n + column]!;
      const tau = makeReflector(v, rank, m, beta);
      if (Math.abs(beta[0]!) <= drop) {
        v.fill(0);
        continue;
      }
      reflectRows(work.data, n, v, tau, rank, m, column + 1, end, w);
      work.data[rank * n + column] = beta[0]!;
      taus[rank] = tau;
      pivots[rank++] = column;
    }
    applyPanel(work, end, reflectors, taus, first, rank);
  }
  const orthonormal = matrix(m, rank);
  const upper = matrix(rank, n);
  for (let i = 0; i < rank; i++) orthonormal.data[i * (rank + 1)] = 1;
  applyReflectors(orthonormal, reflectors, taus.subarray(0, rank));
  for (let k = 0; k < rank; k++) {
    // The leading entry of a row of R is not negative: the row and column k of Q turn together.
    const pivot = pivots[k]!;
    const sign = work.data[k * n + pivot]! < 0 ? -1 : 1;
    for (let j = pivot; j < n; j++) upper.data[k * n + j] = sign * work.data[k * n + j]!;
    if (sign < 0) for (let i = 0; i < m; i++) orthonormal.data[i * rank + k] = -orthonormal.data[i * rank + k]!;
  }
  return { orthonormal, upper };
}
