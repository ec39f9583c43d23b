/**
 * Label propagation on the graph of predicates and their arguments (Dodge et al. 2012, section 3.2), by harmonic
 * functions (Zhu and Ghahramani 2002). Predicates of table 2 hold on to +1 (their objects can be seen) or −1. All other
 * nodes take the mean of their neighbours, a share δ of it lost at every predicate that is no seed:
 *
 *   f(a) = Σ_p pr(p | a)·f(p)                    arguments
 *   f(p) = (1 − δ)·Σ_a pr(a | p)·f(a)            predicates without a label
 *
 * which is f_U = (I − D·P_UU)⁻¹ D·P_UL f_L in closed form; δ > 0 makes the iteration contract, whatever the graph.
 * O(pairs) an iteration.
 */
import type { SparseMatrix } from "../../../linalg/index.ts";

export interface Propagated {
  /** From −1 to 1. */
  readonly predicates: Float64Array;
  readonly arguments: Float64Array;
  readonly iterations: number;
}

/** What the last iteration may still move any value by. */
const TOLERANCE = 1e-9;
const MOST_ITERATIONS = 1000;

/** `counts`: predicates × arguments. `labels`: ±1 of the seeds, 0 of all other predicates. `lost`: δ. */
export function propagateLabels(counts: SparseMatrix, labels: Float64Array, lost: number): Propagated {
  const { rows, columns, starts, ids } = counts;
  const values = counts.values!;
  const rowSums = new Float64Array(rows);
  const columnSums = new Float64Array(columns);
  for (let p = 0; p < rows; p++) {
    for (let e = starts[p]!; e < starts[p + 1]!; e++) {
      rowSums[p]! += values[e]!;
      columnSums[ids[e]!]! += values[e]!;
    }
  }
  const predicates = labels.slice();
  const things = new Float64Array(columns);
  let iterations = 0;
  for (let moved = Number.POSITIVE_INFINITY; moved > TOLERANCE && iterations < MOST_ITERATIONS; iterations++) {
    things.fill(0);
    for (let p = 0; p < rows; p++)
      for (let e = starts[p]!; e < starts[p + 1]!; e++) things[ids[e]!]! += values[e]! * predicates[p]!;
    for (let a = 0; a < columns; a++) if (columnSums[a]! > 0) things[a]! /= columnSums[a]!;
    moved = 0;
    for (let p = 0; p < rows; p++) {
      if (labels[p] !== 0) continue;
      let sum = 0;
      for (let e = starts[p]!; e < starts[p + 1]!; e++) sum += values[e]! * things[ids[e]!]!;
      const next = rowSums[p]! > 0 ? ((1 - lost) * sum) / rowSums[p]! : 0;
      moved = Math.max(moved, Math.abs(next - predicates[p]!));
      predicates[p] = next;
    }
  }
  return { predicates, arguments: things, iterations };
}
