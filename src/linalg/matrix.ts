/** Dense row-major matrices: a shape and a typed array, nothing else. Element (i, j) is `data[i * columns + j]`. */
import { ShapeError } from "../base/errors.ts";

/** A dense matrix, row-major. */
export interface Matrix<A extends Float64Array | Float32Array = Float64Array> {
  readonly rows: number;
  readonly columns: number;
  readonly data: A;
}

/** A dense matrix in single precision. */
export type Matrix32 = Matrix<Float32Array>;

/** A matrix of zeros, or over `data`, which is not copied. */
export function matrix(rows: number, columns: number, data: Float64Array = new Float64Array(rows * columns)): Matrix {
  if (data.length !== rows * columns)
    throw new ShapeError(`a ${rows}×${columns} matrix needs ${rows * columns} values; got ${data.length}.`);
  return { rows, columns, data };
}

/** As `matrix`, in single precision. */
export function matrix32(
  rows: number,
  columns: number,
  data: Float32Array = new Float32Array(rows * columns),
): Matrix32 {
  if (data.length !== rows * columns)
    throw new ShapeError(`a ${rows}×${columns} matrix needs ${rows * columns} values; got ${data.length}.`);
  return { rows, columns, data };
}

/** A matrix of zeros with the element type of `like`. */
export function zerosLike<A extends Float64Array | Float32Array>(like: A, rows: number, columns: number): Matrix<A> {
  const data = like instanceof Float64Array ? new Float64Array(rows * columns) : new Float32Array(rows * columns);
  return { rows, columns, data: data as A };
}

/** A matrix from rows of numbers, all equally long. */
export function fromRows(rows: readonly ArrayLike<number>[]): Matrix {
  const columns = rows[0]?.length ?? 0;
  const result = matrix(rows.length, columns);
  for (const [i, row] of rows.entries()) {
    if (row.length !== columns) throw new ShapeError(`row ${i + 1} has ${row.length} values; row 1 has ${columns}.`);
    result.data.set(row, i * columns);
  }
  return result;
}

/** n × n, ones on the diagonal. */
export function identity(n: number): Matrix {
  const result = matrix(n, n);
  for (let i = 0; i < n; i++) result.data[i * (n + 1)] = 1;
  return result;
}

/** The transpose, copied in square tiles that fit the cache. */
export function transpose<A extends Float64Array | Float32Array>(a: Matrix<A>): Matrix<A> {
  const TILE = 32;
  const { rows, columns, data } = a;
  const result = zerosLike(data, columns, rows);
  for (let i0 = 0; i0 < rows; i0 += TILE) {
    for (let j0 = 0; j0 < columns; j0 += TILE) {
      for (let i = i0; i < Math.min(i0 + TILE, rows); i++) {
        for (let j = j0; j < Math.min(j0 + TILE, columns); j++) result.data[j * rows + i] = data[i * columns + j]!;
      }
    }
  }
  return result;
}
