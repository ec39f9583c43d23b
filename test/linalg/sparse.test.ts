/** Sparse matrices against dense ones. */
import { describe, expect, test } from "vitest";
import { ShapeError } from "../../src/base/errors.ts";
import { Random } from "../../src/base/random.ts";
import { fromRows, matrix } from "../../src/linalg/matrix.ts";
import { multiply } from "../../src/linalg/multiply.ts";
import {
  SparseBuilder,
  sparseCrossProduct,
  sparseFromCounts,
  sparseFromRows,
  sparseMatrix,
  sparseTimesDense,
  sparseToDense,
  sparseTransposeTimesDense,
} from "../../src/linalg/sparse.ts";

describe("sparse matrices", () => {
  test("products of two views over the same samples, with values and scales or without", () => {
    const random = new Random(3);
    const rows = (columns: number) =>
      Array.from({ length: 9 }, () => Array.from({ length: random.integer(4) }, () => random.integer(columns)));
    const numbers = (length: number) => Float64Array.from({ length }, () => random.uniform());
    const [phi, psi] = [sparseFromRows(rows(5), 5), sparseFromRows(rows(7), 7)];
    const weighted = { ...psi, values: numbers(psi.ids.length), columnScales: numbers(7) };
    for (const [left, right] of [
      [phi, psi],
      [phi, weighted],
      [weighted, psi],
      [{ ...phi, columnScales: numbers(5) }, weighted],
    ] as const) {
      const expected = multiply(sparseToDense(left), sparseToDense(right), { transposeA: true });
      for (const [e, value] of sparseCrossProduct(left, right).data.entries())
        expect(value).toBeCloseTo(expected.data[e]!, 12);
    }
    expect(() => sparseCrossProduct(phi, sparseFromRows([[0]], 7))).toThrow(
      new ShapeError("sparseCrossProduct: 9 and 1 rows; expected as many of both."),
    );
  });

  test("from rows of feature ids, with scales; a repeated id counts twice", () => {
    const s = sparseFromRows([[2, 0], [], [1, 1]], 3, Float64Array.of(1, 10, 100));
    expect(sparseToDense(s)).toEqual(
      fromRows([
        [1, 0, 100],
        [0, 0, 0],
        [0, 20, 0],
      ]),
    );
    const x = fromRows([
      [1, 2],
      [3, 4],
      [5, 6],
    ]);
    expect(Array.from(sparseTimesDense(s, x).data)).toEqual([501, 602, 0, 0, 60, 80]);
    expect(Array.from(sparseTransposeTimesDense(s, x).data)).toEqual([1, 2, 100, 120, 100, 200]);
  });

  test("rows with and without values mix, and the builder grows", () => {
    const builder = new SparseBuilder(5);
    for (let row = 0; row < 3000; row++) builder.addRow([row % 5, 4], row % 2 === 0 ? undefined : [2, row]);
    const s = builder.build();
    expect(builder.rows).toBe(3000);
    expect([s.rows, s.ids.length, s.values!.length]).toEqual([3000, 6000, 6000]);
    expect(Array.from(s.values!.subarray(5998))).toEqual([2, 2999]);
    expect(Array.from(s.values!.subarray(5996, 5998))).toEqual([1, 1]);
    expect(s.starts[3000]).toBe(6000);
  });

  test("counts in any order sum to the same matrix as adding them one by one", () => {
    const random = new Random(3);
    const entries = Array.from(
      { length: 400 },
      () => [random.integer(20), random.integer(9), random.integer(5)] as const,
    );
    const expected = matrix(23, 9);
    for (const [i, j, count] of entries) expected.data[i * 9 + j]! += count;
    const column = (at: 0 | 1) => Uint32Array.from(entries, (entry) => entry[at]);
    const s = sparseFromCounts(
      23,
      9,
      column(0),
      column(1),
      Float64Array.from(entries, (entry) => entry[2]),
    );
    expect(sparseToDense(s)).toEqual(expected);
    for (let row = 0; row < 23; row++)
      for (let e = s.starts[row]! + 1; e < s.starts[row + 1]!; e++) expect(s.ids[e]).toBeGreaterThan(s.ids[e - 1]!);
    expect(sparseToDense(sparseFromCounts(2, 2, Uint32Array.of(1, 1), Uint32Array.of(0, 0)))).toEqual(
      matrix(2, 2, Float64Array.of(0, 0, 2, 0)),
    );
  });

  test("what does not fit is named", () => {
    const parts = { starts: Uint32Array.of(0, 1), ids: Uint32Array.of(3) };
    expect(() => sparseMatrix(1, 3, parts)).toThrow(
      new ShapeError("sparseMatrix 1×3: entry 0 is in column 3; columns count from 0 to 2."),
    );
    expect(() => sparseMatrix(2, 4, parts)).toThrow("sparseMatrix 2×4: starts has 2 values; expected 3.");
    expect(() => sparseMatrix(1, 4, { ...parts, values: new Float64Array(2) })).toThrow("2 values for 1 entries.");
    expect(() => sparseMatrix(1, 4, { ...parts, columnScales: new Float64Array(2) })).toThrow(
      "2 column scales; expected 4.",
    );
    expect(() => sparseMatrix(1, 4, { ...parts, starts: Uint32Array.of(0, 2) })).toThrow(
      "starts runs from 0 to 2; expected 0 to 1.",
    );
    expect(() => sparseMatrix(2, 4, { ...parts, starts: Uint32Array.of(0, 2, 1) })).toThrow(
      "row 1 ends before it starts.",
    );
    expect(() => sparseFromRows([[0], [-1]], 2)).toThrow("row 1 has an entry in column -1; columns count from 0 to 1.");
    expect(() => new SparseBuilder(2).addRow([0], [1, 2])).toThrow(
      "row 0 has 1 ids and 2 values; expected as many of both.",
    );
    expect(() => sparseFromCounts(1, 1, Uint32Array.of(1), Uint32Array.of(0))).toThrow(
      "an entry has row 1; rows count from 0 to 0.",
    );
    const s = sparseFromRows([[0]], 2);
    expect(() => sparseTimesDense(s, matrix(1, 1))).toThrow(
      "sparseTimesDense: the right operand has 1 rows; expected 2.",
    );
    expect(() => sparseTransposeTimesDense(s, matrix(1, 1), matrix(1, 1))).toThrow(
      "the result is 2×1, but `into` is 1×1.",
    );
  });
});
