/** Some samples of a feature matrix: what is left when one label, one nonterminal or one rule is looked at. */
import { type SparseMatrix, sparseMatrix } from "../linalg/sparse.ts";

/**
 * The given rows, with the columns that they have fewer than `least` entries in squeezed out, so that products cost what these rows cost. New columns are numbered
 * by first appearance; `columnIds` gives their old numbers. Column scales are dropped: they depend on the samples. O(columns + non-zeros of the rows).
 */
export function selectRows(features: SparseMatrix, rows: ArrayLike<number>, least = 1): { matrix: SparseMatrix; columnIds: Uint32Array } {
  const counts = new Uint32Array(features.columns);
  for (let i = 0; i < rows.length; i++) {
    for (let e = features.starts[rows[i]!]!; e < features.starts[rows[i]! + 1]!; e++) counts[features.ids[e]!]!++;
  }
  let [entries, kept] = [0, 0];
  for (let c = 0; c < counts.length; c++) {
    if (counts[c]! < least) continue;
    entries += counts[c]!;
    kept++;
  }
  const starts = new Uint32Array(rows.length + 1);
  const ids = new Uint32Array(entries);
  const values = features.values === undefined ? undefined : new Float64Array(entries);
  const renumbered = new Int32Array(features.columns).fill(-1);
  const columnIds = new Uint32Array(kept);
  let [to, columns] = [0, 0];
  for (let i = 0; i < rows.length; i++) {
    for (let e = features.starts[rows[i]!]!; e < features.starts[rows[i]! + 1]!; e++) {
      const old = features.ids[e]!;
      if (counts[old]! < least) continue;
      if (renumbered[old]! < 0) {
        columnIds[columns] = old;
        renumbered[old] = columns++;
      }
      ids[to] = renumbered[old]!;
      if (values !== undefined) values[to] = features.values![e]!;
      to++;
    }
    starts[i + 1] = to;
  }
  return { matrix: sparseMatrix(rows.length, columns, { starts, ids, values }), columnIds };
}
