/**
 * Probabilities of dependency trees under the spectral model: Dhillon et al. 2012, §3.3.
 *
 *   r_iᵀ = c∞ᵀ · Π_{j child of i} D(E_{d_j}ᵀ r_j) · D(v_{x_i}),   v_x = (UᵀU)⁻¹Uᵀδ_x;    p̂ = r_rootᵀ c₁
 *
 * In the population the D commute; with estimates they do not, and the order is: left children from left to right,
 * right children from left to right, the word itself. Each r is divided by its largest entry and the logarithms of
 * these add up, so that nothing underflows; p̂ may come out negative: log |p̂| is given with its sign. O(n·k³).
 */
import type { SignedLog } from "../../../charts/phrases/derivations.ts";
import type { TreeOperators } from "./moments.ts";

export class SpectralScorer {
  readonly #k: number;
  readonly #child: Float64Array;
  readonly #next: Float64Array;

  constructor(readonly operators: TreeOperators) {
    this.#k = operators.k;
    this.#child = new Float64Array(operators.k);
    this.#next = new Float64Array(operators.k);
  }

  /**
   * The k × k matrices D(v) of a sentence's words, one after another; `emissions` holds the v. Shared by all trees over
   * the words.
   */
  wordOperators(emissions: readonly Float64Array[]): Float64Array {
    const k = this.#k;
    const result = new Float64Array(emissions.length * k * k);
    const { product } = this.operators;
    emissions.forEach((v, n) => {
      for (let l = 0; l < k; l++)
        for (let e = 0; e < k * k; e++) result[n * k * k + e]! += v[l]! * product[l * k * k + e]!;
    });
    return result;
  }

  /** Scores a tree with one root. */
  score(words: Float64Array, heads: ArrayLike<number>): SignedLog {
    const k = this.#k;
    const n = heads.length;
    const { start, end } = this.operators;
    const order = childrenFirst(heads);
    // A row per word: c∞ at first, then with one factor after another multiplied to it from the right.
    const rows = new Float64Array(n * k);
    for (let i = 0; i < n; i++) rows.set(end, i * k);
    let log = 0;
    for (const i of order) {
      const row = rows.subarray(i * k, (i + 1) * k);
      this.#times(row, words, i * k * k);
      const scale = largest(row);
      if (scale === 0) return { log: Number.NEGATIVE_INFINITY, sign: 0 };
      log += Math.log(scale);
      for (let e = 0; e < k; e++) row[e]! /= scale;
      const head = heads[i]! - 1;
      if (head < 0) {
        let p = 0;
        for (let e = 0; e < k; e++) p += row[e]! * start[e]!;
        return { log: log + Math.log(Math.abs(p)), sign: Math.sign(p) as -1 | 0 | 1 };
      }
      this.#join(rows, head, row, i > head);
    }
    return { log: Number.NEGATIVE_INFINITY, sign: 0 };
  }

  /** row ← rowᵀ·M */
  #times(row: Float64Array, matrices: Float64Array, at: number): void {
    const k = this.#k;
    const next = this.#next.fill(0);
    for (let i = 0; i < k; i++) for (let j = 0; j < k; j++) next[j]! += row[i]! * matrices[at + i * k + j]!;
    row.set(next);
  }

  /** row of head ← rowᵀ · D(Eᵀ r) */
  #join(rows: Float64Array, head: number, r: Float64Array, right: boolean): void {
    const k = this.#k;
    const { left, right: rightOperator, product } = this.operators;
    const e = right ? rightOperator.data : left.data;
    const v = this.#child.fill(0);
    for (let i = 0; i < k; i++) for (let j = 0; j < k; j++) v[j]! += e[i * k + j]! * r[i]!;
    const row = rows.subarray(head * k, (head + 1) * k);
    const next = this.#next.fill(0);
    for (let l = 0; l < k; l++) {
      for (let i = 0; i < k; i++) {
        const factor = v[l]! * row[i]!;
        const at = (l * k + i) * k;
        for (let j = 0; j < k; j++) next[j]! += factor * product[at + j]!;
      }
    }
    row.set(next);
  }
}

function largest(row: Float64Array): number {
  let most = 0;
  for (const value of row) most = Math.max(most, Math.abs(value));
  return most;
}

/**
 * Words (from 0) in an order where children come before their heads, and the children of one head from left to right.
 */
function childrenFirst(heads: ArrayLike<number>): Int32Array {
  const n = heads.length;
  const depth = new Int32Array(n);
  for (let i = 0; i < n; i++) for (let at = heads[i]!; at !== 0; at = heads[at - 1]!) depth[i]!++;
  return Int32Array.from({ length: n }, (_, i) => i).sort((a, b) => depth[b]! - depth[a]! || a - b);
}
