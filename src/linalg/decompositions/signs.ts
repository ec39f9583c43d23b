/**
 * Deterministic signs of singular vectors and eigenvectors: the largest absolute entry is positive, the first such
 * entry on a tie.
 */
import type { Matrix } from "../matrix.ts";

/**
 * Turns columns of `left`, and the same columns of `right` with them, so that the product of the two does not change.
 */
export function fixSigns(left: Matrix, right?: Matrix): void {
  const { rows, columns, data } = left;
  const largest = new Float64Array(columns);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++)
      if (Math.abs(data[i * columns + j]!) > Math.abs(largest[j]!)) largest[j] = data[i * columns + j]!;
  }
  for (let j = 0; j < columns; j++) {
    if (largest[j]! >= 0) continue;
    negateColumn(left, j);
    if (right !== undefined) negateColumn(right, j);
  }
}

function negateColumn({ rows, columns, data }: Matrix, j: number): void {
  for (let i = 0; i < rows; i++) data[i * columns + j] = -data[i * columns + j]!;
}
