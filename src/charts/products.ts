/** Products of a row-major matrix with one vector, added to what the output holds. */
import type { Floats } from "../linalg/kernels/interface.ts";
import { kernels } from "../linalg/kernels/kernels.ts";

/** y ← A·x + y with A rows × columns. */
export function addMatrixVector(
  rows: number,
  columns: number,
  a: Floats,
  aOffset: number,
  x: Floats,
  xOffset: number,
  y: Floats,
  yOffset: number,
): void {
  kernels().contractPairs(rows, 1, columns, a, aOffset, x, xOffset, y, yOffset);
}

/** y ← Aᵀ·x + y with A rows × columns. */
export function addVectorMatrix(
  rows: number,
  columns: number,
  a: Floats,
  aOffset: number,
  x: Floats,
  xOffset: number,
  y: Floats,
  yOffset: number,
): void {
  for (let row = 0; row < rows; row++) {
    const factor = x[xOffset + row]!;
    const from = aOffset + row * columns;
    for (let column = 0; column < columns; column++) y[yOffset + column]! += factor * a[from + column]!;
  }
}
