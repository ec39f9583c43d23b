/** Some samples of a feature matrix: what is left when one label, one nonterminal or one rule is looked at. */
import type { SparseMatrix } from "../linalg/sparse.ts";

/**
 * The given rows, with the columns that they have fewer than `least` entries in squeezed out, so that products cost
 * what these rows cost. New columns are numbered by first appearance; `columnIds` gives their old numbers. Column
 * scales are dropped: they depend on the samples. O(columns + non-zeros of the rows).
 */
export function selectRows(
  features: SparseMatrix,
  rows: ArrayLike<number>,
  least = 1,
): { matrix: SparseMatrix; columnIds: Uint32Array } {
  const { starts: from, ids: old, values: oldValues } = features;
  const counts = new Uint32Array(features.columns);
  for (let i = 0; i < rows.length; i++) {
    const end = from[rows[i]! + 1]!;
    for (let e = from[rows[i]!]!; e < end; e++) counts[old[e]!]!++;
  }
  let [entries, kept] = [0, 0];
  for (let c = 0; c < counts.length; c++) {
    if (counts[c]! < least) continue;
    entries += counts[c]!;
    kept++;
  }
  const starts = new Uint32Array(rows.length + 1);
  const ids = new Uint32Array(entries);
  const values = oldValues === undefined ? undefined : new Float64Array(entries);
  const renumbered = new Int32Array(features.columns).fill(-1);
  const columnIds = new Uint32Array(kept);
  let [to, columns] = [0, 0];
  for (let i = 0; i < rows.length; i++) {
    const end = from[rows[i]! + 1]!;
    for (let e = from[rows[i]!]!; e < end; e++) {
      const id = old[e]!;
      if (counts[id]! < least) continue;
      let number = renumbered[id]!;
      if (number < 0) {
        columnIds[columns] = id;
        number = columns++;
        renumbered[id] = number;
      }
      ids[to] = number;
      if (values !== undefined) values[to] = oldValues![e]!;
      to++;
    }
    starts[i + 1] = to;
  }
  return { matrix: { rows: rows.length, columns, starts, ids, values, columnScales: undefined }, columnIds };
}
