/**
 * QR decomposition: A = Q·R, Q with orthonormal columns (m×p), R upper triangular (p×n) with a diagonal ≥ 0, p = min(m,
 * n).
 *
 * `qr` picks the route: CholeskyQR2 for tall thin matrices (all its work is matrix products), Householder reflectors
 * otherwise and whenever CholeskyQR2 finds the columns too nearly dependent. Householder: Golub and Van Loan (4th ed.),
 * §5.2, 4mnp operations with Q. CholeskyQR2: Yamamoto, Nakatsukasa, Yanagisawa, Fukaya, "Roundoff error analysis of the
 * CholeskyQR2 algorithm", ETNA 44 (2015):
 *
 *   G = AᵀA = R₁ᵀR₁,  Q₁ = A·R₁⁻¹,  the same once more for Q₁ = Q·R₂,  R = R₂·R₁;
 *                     orthogonal to machine precision while κ(A) ≤ ~10⁸.
 */
import { EPSILON, requireFinite, unitScale } from "../checks.ts";
import { columnNorms, scaled, scaleInPlace } from "../elementary.ts";
import { kernels } from "../kernels/kernels.ts";
import { type Matrix, matrix, transpose } from "../matrix.ts";
import { multiply } from "../multiply.ts";
import { choleskyInPlace } from "./cholesky.ts";
import { applyPanel, applyReflectors, GROUP, makeReflector, reflectRows } from "./householder.ts";

/** A QR decomposition. */
export interface Qr {
  /** Q: orthonormal columns. */
  readonly orthonormal: Matrix;
  /** R: upper triangular, diagonal ≥ 0. */
  readonly upper: Matrix;
}

/** Rows per column from which CholeskyQR2 is faster than reflectors. */
const TALL = 4;
/**
 * CholeskyQR2 is kept while ‖QᵀQ − I‖ of its first pass stays under this: its second pass then ends at machine
 * precision (op. cit., §3).
 */
const FIRST_PASS_DEFECT = 0.1;
/**
 * Columns computed at once of a symmetric or triangular product: the smaller, the less of the other half is computed
 * for nothing.
 */
const STRIP = 16;

/** Q is orthonormal to machine precision, or to `accuracy` where that is enough and saves work. */
export function qr(a: Matrix, accuracy = 0): Qr {
  requireFinite("qr", a);
  const scale = unitScale(a);
  const result =
    (a.rows >= TALL * a.columns ? tallQr(a, scale, accuracy) : undefined) ?? householderQr(scaled(a, scale));
  scaleInPlace(result.upper, 1 / scale);
  return result;
}

/** CholeskyQR2 of scale·A in the kernels' memory, or undefined when A is too ill-conditioned for it. */
function tallQr(a: Matrix, scale: number, accuracy: number): Qr | undefined {
  return kernels().scope(() => {
    const first = kernels().allocate("f64", a.data.length);
    const second = kernels().allocate("f64", a.data.length);
    const work = matrix(a.rows, a.columns, first.view);
    work.data.set(a.data);
    scaleInPlace(work, scale);
    const result = choleskyQr2(work, matrix(a.rows, a.columns, second.view), accuracy);
    return result && { orthonormal: matrix(a.rows, a.columns, result.orthonormal.data.slice()), upper: result.upper };
  });
}

/**
 * CholeskyQR2 of A, which is overwritten, as is `spare`; Q is in one of the two. A second pass is spared when the
 * columns are so far from dependent that the first leaves ‖QᵀQ − I‖ ≤ `accuracy`. Undefined when A is too
 * ill-conditioned; A is then as it was.
 */
export function choleskyQr2(a: Matrix, spare: Matrix, accuracy = 0): Qr | undefined {
  const first = choleskyQr(a, spare);
  if (first === undefined) return undefined;
  if (EPSILON * first.condition ** 2 <= accuracy) return { orthonormal: spare, upper: first.upper };
  const again = gram(spare);
  if (defect(again) > FIRST_PASS_DEFECT) return undefined;
  const second = choleskyQr(spare, a, again);
  return second && { orthonormal: a, upper: multiply(second.upper, first.upper) };
}

/** One pass: q ← A·R⁻¹. Undefined when the Gram matrix is not numerically positive definite. */
function choleskyQr(a: Matrix, q: Matrix, ofA: Matrix = gram(a)): { upper: Matrix; condition: number } | undefined {
  if (choleskyInPlace(ofA) !== undefined) return undefined;
  const upper = transpose(ofA);
  const inverse = invertUpper(upper);
  timesUpper(a, inverse, q);
  return { upper, condition: scaledCondition(upper, inverse) };
}

/** AᵀA, by strips of its upper half. */
function gram({ rows, columns: n, data }: Matrix): Matrix {
  const result = matrix(n, n);
  for (let from = 0; from < n; from += STRIP) {
    const a = { data, offset: from, stride: n };
    const width = Math.min(STRIP, n - from);
    const into = { data: result.data, offset: from * (n + 1), stride: n };
    kernels().gemm(width, n - from, rows, 1, { ...a, transposed: true }, a, 0, into);
  }
  for (let i = 0; i < n; i++) for (let j = i + 1; j < n; j++) result.data[j * n + i] = result.data[i * n + j]!;
  return result;
}

/** into ← A·R of an upper triangular R, by strips of columns. */
function timesUpper(a: Matrix, upper: Matrix, into: Matrix): void {
  const n = upper.columns;
  for (let from = 0; from < n; from += STRIP) {
    const to = Math.min(n, from + STRIP);
    const right = { data: upper.data, offset: from, stride: n };
    kernels().gemm(a.rows, to - from, to, 1, { data: a.data, offset: 0, stride: n }, right, 0, {
      data: into.data,
      offset: from,
      stride: n,
    });
  }
}

/**
 * ‖R'‖·‖R'⁻¹‖ (Frobenius) of R with its columns scaled to length 1: Cholesky factors do not suffer from the scale of
 * columns.
 */
function scaledCondition(upper: Matrix, inverse: Matrix): number {
  const n = upper.columns;
  let square = 0;
  for (const [j, norm] of columnNorms(upper).entries()) {
    for (let k = j; k < n; k++) square += (norm * inverse.data[j * n + k]!) ** 2;
  }
  return Math.sqrt(n * square);
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
 * QR by Householder reflectors, whatever the shape and the rank. Expects entries of order 1. Columns of which no more
 * than `drop` remains outside the span of those before them get no reflector: R is then a staircase and Q has fewer
 * columns. A negative `drop` keeps all.
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
