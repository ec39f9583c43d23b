/** Dense row-major matrices: a shape and a typed array, nothing else. Element (i, j) is `data[i * columns + j]`. */
import { ShapeError } from "../base/errors.ts";

export interface Matrix<A extends Float64Array | Float32Array = Float64Array> {
  readonly rows: number;
  readonly columns: number;
  readonly data: A;
}

export type Matrix32 = Matrix<Float32Array>;

/** A matrix of zeros, or over `data`, which is not copied. */
export function matrix(rows: number, columns: number, data: Float64Array = new Float64Array(rows * columns)): Matrix {
  if (data.length !== rows * columns)
    throw new ShapeError(`a ${rows}×${columns} matrix needs ${rows * columns} values; got ${data.length}.`);
  return { rows, columns, data };
}
