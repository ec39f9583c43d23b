/** Completing a set of orthonormal vectors by vectors orthogonal to all of them. */
import type { Matrix } from "../matrix.ts";

/**
 * Replaces the rows from `first` on by unit vectors orthogonal to all rows before them; nothing when `first` is
 * negative. Candidates are the coordinate vectors that lie farthest outside the span so far, orthogonalised twice
 * (Gram–Schmidt, "twice is enough").
 */
export function completeRows({ rows, columns, data }: Matrix, first: number): void {
  if (first < 0) return;
  // covered_j = Σ_i q_ij²: how much of coordinate j the rows so far already span. Its least value is under 1 while rows
  // < columns.
  const covered = new Float64Array(columns);
  for (let i = 0; i < first; i++)
    for (let j = 0; j < columns; j++) covered[j] = covered[j]! + data[i * columns + j]! ** 2;
  for (let i = first; i < rows; i++) {
    let best = 0;
    for (let j = 1; j < columns; j++) if (covered[j]! < covered[best]!) best = j;
    const row = data.subarray(i * columns, (i + 1) * columns);
    row.fill(0);
    row[best] = 1;
    for (let pass = 0; pass < 2; pass++) {
      for (let k = 0; k < i; k++) {
        const other = k * columns;
        let dot = 0;
        for (let j = 0; j < columns; j++) dot += data[other + j]! * row[j]!;
        for (let j = 0; j < columns; j++) row[j] = row[j]! - dot * data[other + j]!;
      }
      let square = 0;
      for (let j = 0; j < columns; j++) square += row[j]! * row[j]!;
      const factor = 1 / Math.sqrt(square);
      for (let j = 0; j < columns; j++) row[j] = row[j]! * factor;
    }
    for (let j = 0; j < columns; j++) covered[j] = covered[j]! + row[j]! * row[j]!;
  }
}
