/**
 * A table of counts as a linear map: D₁·f(C)·D₂ with an entry-wise f and diagonal D₁, D₂. It is only ever multiplied; with C outside memory, a block of
 * rows at a time is read, multiplied and dropped. 2 · entries · width operations a product.
 */
import {
  type LinearOperator,
  type Matrix,
  matrix,
  type SparseMatrix,
  sparseMatrix,
  sparseTimesDense,
  sparseTransposeTimesDense,
} from "../../linalg/index.ts";
import type { CountBlock, CountTable } from "./count-table.ts";

/** f: the value of a count in a row and a column. An f that gives 0 leaves the entry out. */
export type EntryValue = (count: number, row: number, column: number) => number;

interface ValueBlock {
  readonly firstRow: number;
  readonly matrix: SparseMatrix;
}

export function scaledCounts(table: CountTable, value: EntryValue, rowScales: Float64Array, columnScales: Float64Array): LinearOperator {
  const { rows, columns } = table;
  const valued = function* (): Generator<ValueBlock> {
    for (const block of table.blocks()) yield { firstRow: block.firstRow, matrix: valueBlock(block, value, rowScales, columnScales) };
  };
  // What fits in memory as counts is kept there as values; what does not is valued again for every product.
  const kept = table.spilled ? undefined : [...valued()];
  const blocks = () => kept ?? valued();
  return {
    rows,
    columns,
    multiply(x, y = matrix(rows, x.columns)) {
      for (const { firstRow, matrix: block } of blocks()) sparseTimesDense(block, x, rowsOf(y, firstRow, block.rows));
      return y;
    },
    multiplyTransposed(x, y = matrix(columns, x.columns)) {
      y.data.fill(0);
      for (const { firstRow, matrix: block } of blocks()) {
        const part = sparseTransposeTimesDense(block, rowsOf(x, firstRow, block.rows));
        for (let i = 0; i < part.data.length; i++) y.data[i]! += part.data[i]!;
      }
      return y;
    },
  };
}

/** Some rows of a matrix, not copied. */
const rowsOf = (x: Matrix, first: number, rows: number): Matrix =>
  matrix(rows, x.columns, x.data.subarray(first * x.columns, (first + rows) * x.columns));

function valueBlock(block: CountBlock, value: EntryValue, rowScales: Float64Array, columnScales: Float64Array): SparseMatrix {
  const { firstRow, rows, columns, counts } = block;
  const starts = new Uint32Array(rows + 1);
  const ids = new Uint32Array(counts.length);
  const values = new Float64Array(counts.length);
  let length = 0;
  for (let row = 0; row < rows; row++) {
    const scale = rowScales[firstRow + row]!;
    for (let e = block.starts[row]!; e < block.starts[row + 1]!; e++) {
      const id = block.ids[e]!;
      const entry = scale * columnScales[id]! * value(counts[e]!, firstRow + row, id);
      if (entry === 0) continue;
      ids[length] = id;
      values[length++] = entry;
    }
    starts[row + 1] = length;
  }
  return sparseMatrix(rows, columns, { starts, ids: ids.subarray(0, length), values: values.subarray(0, length) });
}
