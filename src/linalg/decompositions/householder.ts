/**
 * Householder reflectors on row-major matrices. Golub and Van Loan, Matrix Computations (4th ed.), §5.1.
 *
 *   H = I − τ·v·vᵀ with v₁ = 1 maps x to β·e₁, |β| = ‖x‖.       Legend: v reflector, τ `tau`, β `beta`.
 *
 * One reflector is applied row by row in two passes, w = vᵀA and A −= τ·v·wᵀ, so that every access is contiguous. Many
 * are applied in groups as matrix products (compact WY form: Schreiber and Van Loan, SIAM J. Sci. Stat. Comput. 10,
 * 1989):
 *
 *   H₀·H₁⋯ = I − V·T·Vᵀ,   T upper triangular, t_jj = τ_j, T[<j, j] = −τ_j·T[<j, <j]·(V[<j]ᵀ·v_j)
 *
 * Input is scaled to order 1 by the callers.
 */
import { kernels } from "../kernels/kernels.ts";
import { type Matrix, matrix } from "../matrix.ts";
import { multiply } from "../multiply.ts";

/** Reflectors applied at once: enough for the products to run at full speed, few enough that T costs little. */
export const GROUP = 32;

/**
 * Turns x = v[from … to) into a reflector in place; gives τ, and leaves β in `beta[0]`. τ = 0 when x is a multiple of
 * e₁ already.
 */
export function makeReflector(v: Float64Array, from: number, to: number, beta: Float64Array): number {
  const alpha = v[from]!;
  let rest = 0;
  for (let i = from + 1; i < to; i++) rest += v[i]! * v[i]!;
  v[from] = 1;
  if (rest === 0) {
    beta[0] = alpha;
    return 0;
  }
  // β takes the sign opposite to α: no cancellation in α − β.
  const b = alpha > 0 ? -Math.sqrt(alpha * alpha + rest) : Math.sqrt(alpha * alpha + rest);
  const factor = 1 / (alpha - b);
  for (let i = from + 1; i < to; i++) v[i] = v[i]! * factor;
  beta[0] = b;
  return (b - alpha) / b;
}

/**
 * A[rows, columns] ← H·A[rows, columns], rows as in v[rowFrom … rowTo). `w` is scratch with room for every column of A.
 */
export function reflectRows(
  a: Float64Array,
  stride: number,
  v: Float64Array,
  tau: number,
  rowFrom: number,
  rowTo: number,
  columnFrom: number,
  columnTo: number,
  w: Float64Array,
): void {
  if (tau === 0) return;
  for (let j = columnFrom; j < columnTo; j++) w[j] = 0;
  for (let i = rowFrom; i < rowTo; i++) {
    const factor = v[i]!;
    if (factor === 0) continue;
    const row = i * stride;
    for (let j = columnFrom; j < columnTo; j++) w[j] = w[j]! + factor * a[row + j]!;
  }
  for (let i = rowFrom; i < rowTo; i++) {
    const factor = tau * v[i]!;
    if (factor === 0) continue;
    const row = i * stride;
    for (let j = columnFrom; j < columnTo; j++) a[row + j] = a[row + j]! - factor * w[j]!;
  }
}

/**
 * X[:, columnFrom …) ← H_first·H_{first+1}⋯H_{last−1}·X, or with the product transposed. Row k of `reflectors` holds v
 * of H_k, zero before index k + shift.
 */
function reflectGroup(
  x: Matrix,
  columnFrom: number,
  reflectors: Matrix,
  taus: Float64Array,
  first: number,
  last: number,
  shift: number,
  transposed: boolean,
): void {
  const count = last - first;
  const start = first + shift;
  const rows = x.rows - start;
  const width = x.columns - columnFrom;
  if (count === 0 || width === 0) return;
  const v = { data: reflectors.data, offset: first * reflectors.columns + start, stride: reflectors.columns };
  const part = { data: x.data, offset: start * x.columns + columnFrom, stride: x.columns };
  const product = matrix(count, width);
  kernels().gemm(count, width, rows, 1, v, part, 0, { data: product.data, offset: 0, stride: width });
  const turned = multiply(groupFactor(v, count, rows, taus.subarray(first, last)), product, { transposeA: transposed });
  kernels().gemm(
    rows,
    width,
    count,
    -1,
    { ...v, transposed: true },
    { data: turned.data, offset: 0, stride: width },
    1,
    part,
  );
}

/** T of a group. */
function groupFactor(
  v: { data: Float64Array; offset: number; stride: number },
  count: number,
  length: number,
  taus: Float64Array,
): Matrix {
  const gram = matrix(count, count);
  kernels().gemm(count, count, length, 1, v, { ...v, transposed: true }, 0, {
    data: gram.data,
    offset: 0,
    stride: count,
  });
  const t = matrix(count, count);
  for (let j = 0; j < count; j++) {
    t.data[j * count + j] = taus[j]!;
    for (let i = 0; i < j; i++) {
      let sum = 0;
      for (let k = i; k < j; k++) sum += t.data[i * count + k]! * gram.data[k * count + j]!;
      t.data[i * count + j] = -taus[j]! * sum;
    }
  }
  return t;
}

/** X ← H₀·H₁⋯·X */
export function applyReflectors(x: Matrix, reflectors: Matrix, taus: Float64Array, shift = 0): void {
  for (let last = taus.length; last > 0; ) {
    const first = Math.floor((last - 1) / GROUP) * GROUP;
    reflectGroup(x, 0, reflectors, taus, first, last, shift, false);
    last = first;
  }
}

/**
 * X[:, columnFrom …) ← …H₁·H₀·X for the reflectors first … last: the update that follows a panel of a QR decomposition.
 */
export function applyPanel(
  x: Matrix,
  columnFrom: number,
  reflectors: Matrix,
  taus: Float64Array,
  first: number,
  last: number,
): void {
  reflectGroup(x, columnFrom, reflectors, taus, first, last, 0, true);
}
