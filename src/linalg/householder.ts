/**
 * Householder reflectors on row-major matrices. Golub and Van Loan, Matrix Computations (4th ed.), §5.1.
 *
 *   H = I − τ·v·vᵀ with v₁ = 1 maps x to β·e₁, |β| = ‖x‖.       Legend: v reflector, τ `tau`, β `beta`.
 *
 * A matrix is reflected row by row in two passes, w = vᵀA and A −= τ·v·wᵀ, so that every access is contiguous. Input is scaled to order 1 by the callers.
 */

/** Turns x = v[from … to) into a reflector in place; gives τ, and leaves β in `beta[0]`. τ = 0 when x is a multiple of e₁ already. */
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

/** A[rows, columns] ← H·A[rows, columns], rows as in v[rowFrom … rowTo). `w` is scratch with room for every column of A. */
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

/** A[rows, columns] ← A[rows, columns]·H, columns as in v[columnFrom … columnTo). */
export function reflectColumns(
  a: Float64Array,
  stride: number,
  v: Float64Array,
  tau: number,
  rowFrom: number,
  rowTo: number,
  columnFrom: number,
  columnTo: number,
): void {
  if (tau === 0) return;
  for (let i = rowFrom; i < rowTo; i++) {
    const row = i * stride;
    let sum = 0;
    for (let j = columnFrom; j < columnTo; j++) sum += v[j]! * a[row + j]!;
    sum *= tau;
    for (let j = columnFrom; j < columnTo; j++) a[row + j] = a[row + j]! - sum * v[j]!;
  }
}
