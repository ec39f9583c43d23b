/**
 * The operators of one label from its projected samples; moments.ts has the formulas. Samples stand by the label that
 * follows, so that every moment is one product over neighbouring rows.
 */

import { qr } from "../../../linalg/decompositions/qr.ts";
import { scaleInPlace } from "../../../linalg/elementary.ts";
import { kernels } from "../../../linalg/kernels/kernels.ts";
import { type Matrix, matrix } from "../../../linalg/matrix.ts";
import { multiply } from "../../../linalg/multiply.ts";
import type { Samples } from "../data/samples.ts";
import type { Operators } from "./moments.ts";

/**
 * The samples of a label that are followed by label b: rows among all of the label's. The rest of the rows, after all
 * followers, end their sequences.
 */
interface Follower {
  readonly b: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Fills in everything of label a, which has k states, in `result`; `presents` are its samples of R, of as many columns
 * as they support.
 */
export function estimateLabel(samples: Samples, a: number, k: number, presents: Matrix, result: Operators): void {
  const { states: m, labelCount: l, order } = result;
  const begin = order.starts[a * (l + 1)]!;
  const end = order.starts[(a + 1) * (l + 1)]!;
  const own = (values: Float64Array) => matrix(end - begin, m, values.subarray(begin * m, end * m));
  const weights = weightsOf(samples, order.samples.subarray(begin, end));
  const total = weights?.reduce((sum, weight) => sum + weight, 0) ?? end - begin;
  result.totals[a] = total;
  const weighted = (x: Matrix) => (weights === undefined ? x : scaledRows(x, weights));
  const pasts = weighted(own(result.pasts));
  result.masses.set(columnSums(pasts, 1 / total), a * m);
  result.means.set(columnSums(weighted(own(result.futures)), 1 / total), a * m);

  const followers: Follower[] = [];
  for (let b = 0; b < l; b++) {
    const [from, to] = [order.starts[a * (l + 1) + b]! - begin, order.starts[a * (l + 1) + b + 1]! - begin];
    if (from < to) followers.push({ b, from, to });
  }
  const next = nextFutures(samples, begin, end, result);
  const stack = stackedTransitions(followers, next, pasts, k, total);
  const { orthonormal: basis } = qr(stack);
  keepTransitions(a, followers, basis, result);
  const after = own(result.after);
  afterEmission(a, followers, next, result, after);
  const size = (result.rank + 1) * m * m;
  const slices = result.emissions.subarray(a * size, (a + 1) * size);
  const { columns: r, data } = presents;
  const p = basis.columns;
  const third = new Float64Array(r * p * k);
  kernels().thirdMoment(after.rows, r, p, k, data, 0, r, after.data, 0, m, pasts.data, 0, m, third, 0);
  const put = (q: number, values: Float64Array, from: number, factor: number) => {
    for (let i = 0; i < p; i++)
      for (let j = 0; j < k; j++) slices[(q * m + i) * m + j] = factor * values[from + i * k + j]!;
  };
  for (let q = 0; q < r; q++) put(q, third, q * p * k, 1 / total);
  put(result.rank, multiply(basis, stack, { transposeA: true }).data, 0, 1); // Uᵀ·(stacked moments) is E[g Pᵀ]
}

const weightsOf = ({ weights }: Samples, rows: Uint32Array): Float64Array | undefined =>
  weights === undefined ? undefined : Float64Array.from(rows, (n) => weights[n]!);

/** F₂ of every sample; zero at the end of a sequence. */
function nextFutures(
  { successors }: Samples,
  begin: number,
  end: number,
  { order, futures, states: m }: Operators,
): Matrix {
  const next = matrix(end - begin, m);
  for (let r = 0, to = 0; r < next.rows; r++, to += m) {
    const successor = successors[order.samples[begin + r]!]!;
    if (successor < 0) continue;
    const from = order.places[successor]! * m;
    for (let h = 0; h < m; h++) next.data[to + h] = futures[from + h]!;
  }
  return next;
}

/**
 * E[[A₂=b] F₂ Pᵀ | a] of every follower b above one another, E[[A₂=*] Pᵀ | a] as the last row. `pasts` carry the
 * weights already.
 */
function stackedTransitions(
  followers: readonly Follower[],
  next: Matrix,
  pasts: Matrix,
  k: number,
  total: number,
): Matrix {
  const m = next.columns;
  const stack = matrix(followers.length * m + 1, k);
  for (const [slot, { from, to }] of followers.entries()) {
    kernels().secondMoment(to - from, m, k, next.data, from * m, m, pasts.data, from * m, m, stack.data, slot * m * k);
  }
  const last = followers.length * m * k;
  for (let r = followers.at(-1)?.to ?? 0; r < pasts.rows; r++) {
    for (let j = 0; j < k; j++) stack.data[last + j]! += pasts.data[r * m + j]!;
  }
  return scaleInPlace(stack, 1 / total);
}

/** U_b of every follower, and the row of the stop symbol. */
function keepTransitions(
  a: number,
  followers: readonly Follower[],
  { columns, data }: Matrix,
  result: Operators,
): void {
  const { states: m, labelCount: l, transitions, stored, stop } = result;
  for (const [slot, { b }] of followers.entries()) {
    stored[a * l + b] = 1;
    for (let i = 0; i < m; i++) {
      for (let h = 0; h < columns; h++)
        transitions[((a * l + b) * m + i) * m + h] = data[(slot * m + i) * columns + h]!;
    }
  }
  for (let h = 0; h < columns; h++) stop[a * m + h] = data[followers.length * m * columns + h]!;
}

/** g = U_{A₂}ᵀ F₂ of every sample; for the last of a sequence the row of the stop symbol. */
function afterEmission(
  a: number,
  followers: readonly Follower[],
  next: Matrix,
  { labelCount: l, transitions, stop }: Operators,
  out: Matrix,
): void {
  const m = next.columns;
  for (const { b, from, to } of followers) {
    kernels().gemm(
      to - from,
      m,
      m,
      1,
      { data: next.data, offset: from * m, stride: m },
      { data: transitions, offset: (a * l + b) * m * m, stride: m },
      0,
      { data: out.data, offset: from * m, stride: m },
    );
  }
  for (let r = followers.at(-1)?.to ?? 0; r < out.rows; r++) out.data.set(stop.subarray(a * m, (a + 1) * m), r * m);
}

function scaledRows(x: Matrix, factors: Float64Array): Matrix {
  const { rows, columns } = x;
  const data = new Float64Array(x.data.length);
  for (let r = 0, e = 0; r < rows; r++) for (let h = 0; h < columns; h++, e++) data[e] = factors[r]! * x.data[e]!;
  return matrix(rows, columns, data);
}

function columnSums({ rows, columns, data }: Matrix, factor: number): Float64Array {
  const sums = new Float64Array(columns);
  for (let r = 0, e = 0; r < rows; r++) for (let h = 0; h < columns; h++, e++) sums[h]! += data[e]!;
  return sums.map((sum) => factor * sum);
}
