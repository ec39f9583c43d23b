/** Elementary steps on dense matrices that several decompositions take. */
import { type Matrix, matrix } from "./matrix.ts";

/** factor · A, as a new matrix. */
export const scaled = (a: Matrix, factor: number): Matrix =>
  scaleInPlace(matrix(a.rows, a.columns, a.data.slice()), factor);

export function scaleInPlace(a: Matrix, factor: number): Matrix {
  const { data } = a;
  if (factor !== 1) for (let e = 0; e < data.length; e++) data[e] = factor * data[e]!;
  return a;
}

/** A ← diag(diagonal) · A */
export function scaleRowsInPlace(a: Matrix, diagonal: Float64Array): Matrix {
  const { rows, columns, data } = a;
  for (let i = 0; i < rows; i++) {
    const factor = diagonal[i]!;
    for (let e = i * columns; e < (i + 1) * columns; e++) data[e] = factor * data[e]!;
  }
  return a;
}

/** A ← A · diag(diagonal) */
export function scaleColumnsInPlace(a: Matrix, diagonal: Float64Array): Matrix {
  const { rows, columns, data } = a;
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < columns; j++) data[i * columns + j] = data[i * columns + j]! * diagonal[j]!;
  return a;
}

export function firstColumns(a: Matrix, count: number): Matrix {
  const result = matrix(a.rows, count);
  for (let i = 0; i < a.rows; i++) result.data.set(a.data.subarray(i * a.columns, i * a.columns + count), i * count);
  return result;
}

export function columnNorms({ rows, columns, data }: Matrix): Float64Array {
  const squares = new Float64Array(columns);
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < columns; j++) squares[j] = squares[j]! + data[i * columns + j]! ** 2;
  return squares.map(Math.sqrt);
}

export function largestAbsolute({ data }: Matrix): number {
  let largest = 0;
  for (let e = 0; e < data.length; e++) if (Math.abs(data[e]!) > largest) largest = Math.abs(data[e]!);
  return largest;
}
