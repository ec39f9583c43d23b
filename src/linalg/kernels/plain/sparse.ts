/** The plain TypeScript twin: products of a CSR matrix with a dense one, O(non-zeros · width). */
import type { SparseProduct } from "../interface.ts";
import { axpy, scale } from "./dense.ts";

export const sparseProduct: SparseProduct = (s, width, x, y) => {
  const { starts, ids, values, columnScales } = s;
  y.fill(0, 0, s.rows * width);
  for (let row = 0; row < s.rows; row++) {
    for (let e = starts[row]!; e < starts[row + 1]!; e++) {
      const id = ids[e]!;
      const value = (values === undefined ? 1 : values[e]!) * (columnScales === undefined ? 1 : columnScales[id]!);
      axpy(width, value, x, id * width, y, row * width);
    }
  }
};

export const sparseTransposeProduct: SparseProduct = (s, width, x, y) => {
  const { starts, ids, values, columnScales } = s;
  y.fill(0, 0, s.columns * width);
  for (let row = 0; row < s.rows; row++) {
    for (let e = starts[row]!; e < starts[row + 1]!; e++) {
      axpy(width, values === undefined ? 1 : values[e]!, x, row * width, y, ids[e]! * width);
    }
  }
  if (columnScales !== undefined) for (let id = 0; id < s.columns; id++) scale(width, columnScales[id]!, y, id * width);
};
