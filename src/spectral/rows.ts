/** Some samples of a feature matrix: what is left when one label, one nonterminal or one rule is looked at. */
import { type SparseMatrix, sparseMatrix } from "../linalg/sparse.ts";

/**
 * The given rows, with the columns that no longer occur squeezed out, so that products cost what these rows cost. New columns are numbered by first
 * appearance; `columnIds` gives their old numbers. Column scales are dropped: they depend on the samples. O(columns + non-zeros of the rows).
 */
export function selectRows(features: SparseMatrix, rows: ArrayLike<number>): { matrix: SparseMatrix; columnIds: Uint32Array } {
  const starts = new Uint32Array(rows.length + 1);
  for (let i = 0; i < rows.length; i++) starts[i + 1] = starts[i]! + features.starts[rows[i]! + 1]! - features.starts[rows[i]!]!;
  const ids = new Uint32Array(starts[rows.length]!);
  const values = features.values === undefined ? undefined : new Float64Array(ids.length);
  const renumbered = new Int32Array(features.columns).fill(-1);
  const columnIds: number[] = [];
  let to = 0;
  for (let i = 0; i < rows.length; i++) {
    for (let e = features.starts[rows[i]!]!; e < features.starts[rows[i]! + 1]!; e++, to++) {
      const old = features.ids[e]!;
      if (renumbered[old]! < 0) renumbered[old] = columnIds.push(old) - 1;
      ids[to] = renumbered[old]!;
      if (values !== undefined) values[to] = features.values![e]!;
    }
  }
  return { matrix: sparseMatrix(rows.length, columnIds.length, { starts, ids, values }), columnIds: Uint32Array.from(columnIds) };
}
