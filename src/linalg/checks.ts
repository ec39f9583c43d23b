/**
 * What every decomposition asks of its input: finite values, fitting shapes, and a scale at which squares neither
 * overflow nor vanish.
 */
import { NumericalError, ShapeError } from "../base/errors.ts";
import { largestAbsolute } from "./elementary.ts";
import type { Matrix } from "./matrix.ts";

/** Machine epsilon of Float64: the distance from 1 to the next number. */
export const EPSILON = 2 ** -52;

interface Shape {
  readonly rows: number;
  readonly columns: number;
}

/** `20×3`, as messages show a shape. */
export const shapeText = ({ rows, columns }: Shape): string => `${rows}×${columns}`;

/** Throws a `NumericalError` that names the first entry that is not finite. */
export function requireFinite(where: string, a: Matrix): void {
  const { data, columns } = a;
  for (let i = 0; i < data.length; i++) {
    if (!Number.isFinite(data[i]!)) {
      const place = `row ${Math.floor(i / columns) + 1}, column ${(i % columns) + 1}`;
      throw new NumericalError(
        `${where}: ${place} is ${data[i]}; expected finite numbers; check how the matrix was computed.`,
      );
    }
  }
}

/** Throws a `ShapeError` unless the matrix is square. */
export function requireSquare(where: string, a: Shape): void {
  if (a.rows !== a.columns)
    throw new ShapeError(`${where}: got a ${shapeText(a)} matrix; expected as many rows as columns.`);
}

/** Throws a `ShapeError` with both shapes unless the two have equally many rows. */
export function requireSameRows(where: string, a: Shape, b: Shape): void {
  if (a.rows !== b.rows)
    throw new ShapeError(`${where}: got ${shapeText(a)} and ${shapeText(b)}; expected equal numbers of rows.`);
}

/**
 * The power of two that brings the largest absolute value into [1, 2), within what a Float64 exponent allows; 1 for a
 * matrix of zeros. Multiplication with it is exact but for entries that are 10³⁰⁰ times smaller than the largest.
 */
export function unitScale(a: Matrix): number {
  const largest = largestAbsolute(a);
  if (largest === 0) return 1;
  return 2 ** -Math.max(-1022, Math.min(1022, Math.floor(Math.log2(largest))));
}
