/**
 * Contexts of words, weighted by pointwise mutual information (Church and Hanks 1989), the best of each word kept:
 *
 *   pmi(w, c) = log [n(w, c)·N / (n(w)·n(c))] · n(w, c)/(n(w, c) + 1) · m/(m + 1),   m = min(n(w), n(c))
 *
 * The last two factors take back what rare pairs gain by chance (Pantel and Lin 2002). What is not above 0 is left out.
 */
import { SparseBuilder, type SparseMatrix } from "../../../linalg/index.ts";

/** Rows of unit length. */
export function weightedContexts(counts: SparseMatrix, most: number): SparseMatrix {
  const { rows, columns, starts, ids } = counts;
  const values = counts.values!;
  const rowSums = new Float64Array(rows);
  const columnSums = new Float64Array(columns);
  let total = 0;
  for (let row = 0; row < rows; row++) {
    for (let e = starts[row]!; e < starts[row + 1]!; e++) {
      rowSums[row]! += values[e]!;
      columnSums[ids[e]!]! += values[e]!;
      total += values[e]!;
    }
  }
  const builder = new SparseBuilder(columns);
  for (let row = 0; row < rows; row++) {
    const found: { readonly id: number; readonly weight: number }[] = [];
    for (let e = starts[row]!; e < starts[row + 1]!; e++) {
      const id = ids[e]!;
      const together = values[e]!;
      const least = Math.min(rowSums[row]!, columnSums[id]!);
      const pmi = Math.log((together * total) / (rowSums[row]! * columnSums[id]!));
      const weight = ((pmi * together) / (together + 1)) * (least / (least + 1));
      if (weight > 0) found.push({ id, weight });
    }
    found.sort((a, b) => b.weight - a.weight || a.id - b.id);
    const kept = found.slice(0, most).sort((a, b) => a.id - b.id);
    const norm = Math.sqrt(kept.reduce((sum, { weight }) => sum + weight * weight, 0));
    builder.addRow(
      kept.map(({ id }) => id),
      kept.map(({ weight }) => weight / norm),
    );
  }
  return builder.build();
}
