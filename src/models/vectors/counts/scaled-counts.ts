/**
 * A table of counts as a linear map: D₁·f(C)·D₂ with an entry-wise f and diagonal D₁, D₂. It is only ever multiplied;
 * if C was spilled, one block of rows at a time is read, multiplied and dropped. 2 · entries · width operations a
 * product.
 */
import {
  type LinearOperator,
  type Matrix,
  matrix,
  type SparseMatrix,
  sparseMatrix,
  sparseTimesDense,
  sparseTransposeTimesDense,
} from "../../../linalg/index.ts";
import type { CountBlock, CountTable } from "./count-table.ts";

/** f: the value of a count in a row and a column. An f that gives 0 leaves the entry out. */
export type EntryValue = (count: number, row: number, column: number) => number;

interface ValueBlock {
  readonly firstRow: number;
  readonly matrix: SparseMatrix;
}

export function scaledCounts(
  table: CountTable,
  value: EntryValue,
  rowScales: Float64Array,
  columnScales: Float64Array,
): LinearOperator {
  const { rows, columns } = table;
  const room = new ValueRoom();
  const valued = function* (roomOf: () => ValueRoom): Generator<ValueBlock> {
    for (const block of table.blocks()) {
      yield { firstRow: block.firstRow, matrix: valueBlock(block, value, rowScales, columnScales, roomOf()) };
    }
  };
  // Counts that fit in memory are kept there as values; spilled ones are converted again for every product, in the same
  // buffers.
  const kept = table.spilled ? undefined : [...valued(() => new ValueRoom())];
  const blocks = () => kept ?? valued(() => room);
  let part = matrix(columns, 0);
  return {
    rows,
    columns,
    multiply(x, y = matrix(rows, x.columns)) {
      for (const { firstRow, matrix: block } of blocks()) sparseTimesDense(block, x, rowsOf(y, firstRow, block.rows));
      return y;
    },
    multiplyTransposed(x, y = matrix(columns, x.columns)) {
      if (part.columns !== x.columns) part = matrix(columns, x.columns);
      y.data.fill(0);
      for (const { firstRow, matrix: block } of blocks()) {
        sparseTransposeTimesDense(block, rowsOf(x, firstRow, block.rows), part);
        for (let i = 0; i < part.data.length; i++) y.data[i]! += part.data[i]!;
      }
      return y;
    },
  };
}

/** Some rows of a matrix, not copied. */
const rowsOf = (x: Matrix, first: number, rows: number): Matrix =>
  matrix(rows, x.columns, x.data.subarray(first * x.columns, (first + rows) * x.columns));

/** Memory for one block of values at a time. */
class ValueRoom {
  starts = new Uint32Array(0);
  ids = new Uint32Array(0);
  values = new Float64Array(0);

  /** Makes it large enough. */
  fit(rows: number, entries: number): this {
    if (this.starts.length < rows + 1) this.starts = new Uint32Array(rows + 1);
    if (this.ids.length < entries) {
      this.ids = new Uint32Array(entries);
      this.values = new Float64Array(entries);
    }
    return this;
  }
}

function valueBlock(
  block: CountBlock,
  value: EntryValue,
  rowScales: Float64Array,
  columnScales: Float64Array,
  room: ValueRoom,
): SparseMatrix {
  const { firstRow, rows, columns, counts } = block;
  const { starts, ids, values } = room.fit(rows, counts.length);
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
  return sparseMatrix(rows, columns, {
    starts: starts.subarray(0, rows + 1),
    ids: ids.subarray(0, length),
    values: values.subarray(0, length),
  });
}
