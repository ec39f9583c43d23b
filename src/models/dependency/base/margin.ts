/**
 * k-best MIRA (McDonald, Crammer and Pereira 2005): the smallest change of the weights that scores the gold tree above
 * each of k trees by at least its loss, the number of wrong heads:
 *
 *   min ‖w' − w‖²   s.t.   w'·Δ_i ≥ loss_i,   Δ_i = f(gold) − f(tree_i)
 *
 * solved in its dual by Hildreth's rounds, with b_i = loss_i − w·Δ_i:
 *
 *   a_i ← max(0, a_i + (b_i − Σ_j a_j Δ_i·Δ_j) / ‖Δ_i‖²)
 *
 * For k = 1 that is one division.
 */

import { arcPlaces, MOST_PLACES } from "./features/places.ts";
import type { SentenceHashes } from "./features/sentence-hashes.ts";
import { innerSibling } from "./features/sibling-features.ts";
import type { OnlineWeights } from "./online-weights.ts";

interface Difference {
  readonly indices: Int32Array;
  readonly values: Float64Array;
}

const ROUNDS = 50;
const CLOSE = 1e-8;

export class Margin {
  /** Counts of one sentence at the places of the table; small numbers, so that more of them fit in the cache. */
  readonly #scratch: Int16Array;
  readonly #places = new Int32Array(MOST_PLACES);

  constructor(size: number) {
    this.#scratch = new Int16Array(size);
  }

  /** Features of gold less those of the tree. Arcs (and pairs of siblings) that both have are passed over. */
  difference(hashes: SentenceHashes, gold: ArrayLike<number>, heads: ArrayLike<number>, second: boolean): Difference {
    const scratch = this.#scratch;
    const places = this.#places;
    const mask = scratch.length - 1;
    const touched: number[] = [];
    for (let m = 1; m <= hashes.size; m++) {
      const h = gold[m - 1]!;
      if (h === heads[m - 1] && (!second || h === 0 || innerSibling(gold, h, m) === innerSibling(heads, h, m)))
        continue;
      for (let by = 1; by >= -1; by -= 2) {
        const count = arcPlaces(hashes, by === 1 ? gold : heads, m, second, mask, places);
        for (let e = 0; e < count; e++) {
          const place = places[e]!;
          if (scratch[place] === 0) touched.push(place);
          scratch[place]! += by;
        }
      }
    }
    const indices: number[] = [];
    const values: number[] = [];
    for (const index of touched) {
      if (scratch[index] !== 0) {
        indices.push(index);
        values.push(scratch[index]!);
      }
      // A place that fell to 0 and rose again is listed twice; the second time it is already clear.
      scratch[index] = 0;
    }
    return { indices: Int32Array.from(indices), values: Float64Array.from(values) };
  }

  #dot(a: Difference, b: Difference): number {
    if (a === b) return a.values.reduce((sum, value) => sum + value * value, 0);
    const scratch = this.#scratch;
    for (let e = 0; e < a.indices.length; e++) scratch[a.indices[e]!] = a.values[e]!;
    let sum = 0;
    for (let e = 0; e < b.indices.length; e++) sum += scratch[b.indices[e]!]! * b.values[e]!;
    for (let e = 0; e < a.indices.length; e++) scratch[a.indices[e]!] = 0;
    return sum;
  }

  /** Changes the weights; `limit` bounds the share of one tree. */
  update(
    weights: OnlineWeights,
    differences: readonly Difference[],
    losses: readonly number[],
    step: number,
    limit: number,
  ): void {
    const shares = hildreth(
      differences.map((a) => differences.map((b) => this.#dot(a, b))),
      differences.map((difference, i) => losses[i]! - scoreOf(weights.current, difference)),
      limit,
    );
    differences.forEach(({ indices, values }, i) => {
      if (shares[i] === 0) return;
      for (let e = 0; e < indices.length; e++) weights.add(indices[e]!, shares[i]! * values[e]!, step);
    });
  }
}

function scoreOf(weights: Float32Array, { indices, values }: Difference): number {
  let sum = 0;
  for (let e = 0; e < indices.length; e++) sum += weights[indices[e]!]! * values[e]!;
  return sum;
}

/** The multipliers a ≥ 0, each at most `limit`. */
export function hildreth(gram: readonly (readonly number[])[], gaps: readonly number[], limit: number): number[] {
  const shares = gaps.map(() => 0);
  for (let round = 0; round < ROUNDS; round++) {
    let change = 0;
    for (let i = 0; i < gaps.length; i++) {
      const own = gram[i]![i]!;
      if (own === 0) continue;
      let rest = gaps[i]!;
      for (let j = 0; j < gaps.length; j++) rest -= shares[j]! * gram[i]![j]!;
      const next = Math.min(limit, Math.max(0, shares[i]! + rest / own));
      change = Math.max(change, Math.abs(next - shares[i]!));
      shares[i] = next;
    }
    if (change < CLOSE) break;
  }
  return shares;
}
