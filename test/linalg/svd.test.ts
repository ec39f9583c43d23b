/** Singular value decompositions against ml-matrix and known values. */
import { Matrix as OracleMatrix, SingularValueDecomposition as OracleSvd } from "ml-matrix";
import { describe, expect, test } from "vitest";
import { NumericalError } from "../../src/base/index.ts";
import { fromRows, identity, type Matrix, matrix, rankOf, svd } from "../../src/linalg/index.ts";
import {
  expectClose,
  expectOrthonormal,
  ROUNDING,
  randomMatrix,
  randomOrthonormal,
  recomposed,
  scaleColumns,
  thrownBy,
  withSpectrum,
} from "./algebra.ts";

/** Sizes on both sides of the border between the two routes. */
const SIZES = [
  [1, 1],
  [1, 9],
  [9, 1],
  [2, 2],
  [12, 12],
  [30, 7],
  [7, 30],
  [64, 64],
  [81, 81],
  [120, 110],
  [90, 300],
  [400, 95],
] as const;

function expectSvd(a: Matrix, size = 1, rounding = ROUNDING): ReturnType<typeof svd> {
  const result = svd(a);
  const { left, values, right } = result;
  const count = Math.min(a.rows, a.columns);
  expect([left.rows, left.columns, values.length, right.rows, right.columns]).toEqual([
    a.rows,
    count,
    count,
    a.columns,
    count,
  ]);
  expectOrthonormal(left);
  expectOrthonormal(right);
  const unit = matrix(
    a.rows,
    a.columns,
    a.data.map((value) => value / size),
  );
  expectClose(
    recomposed({ left, values: values.map((value) => value / size), right }),
    unit,
    rounding * Math.max(1, (values[0] ?? 0) / size),
  );
  for (let i = 0; i < count; i++) {
    expect(values[i]).toBeGreaterThanOrEqual(0);
    if (i > 0) expect(values[i]).toBeLessThanOrEqual(values[i - 1]!);
    const column = Array.from({ length: left.rows }, (_, row) => left.data[row * count + i]!);
    expect(Math.max(...column)).toBeGreaterThanOrEqual(Math.max(...column.map((value) => -value)) - ROUNDING);
  }
  return result;
}

describe("svd", () => {
  test.each(SIZES)("%i×%i random: orthonormal, recomposes, agrees with ml-matrix", (rows, columns) => {
    const a = randomMatrix(rows, columns);
    const { values } = expectSvd(a);
    const oracle = new OracleSvd(OracleMatrix.from1DArray(rows, columns, a.data), { autoTranspose: true }).diagonal;
    for (const [i, value] of values.entries())
      expect(Math.abs(value - oracle[i]!)).toBeLessThanOrEqual(1e-10 * values[0]!);
  });

  test.each(SIZES)("%i×%i with known singular values, to 1e-12 relative", (rows, columns) => {
    const count = Math.min(rows, columns);
    const chosen = Array.from({ length: count }, (_, i) => 1 + (count - i) / count);
    const { values } = expectSvd(withSpectrum(rows, columns, chosen));
    for (const [i, value] of values.entries()) expect(Math.abs(value / chosen[i]! - 1)).toBeLessThanOrEqual(1e-12);
  });

  test.each([20, 100])("empty, zero and identity matrices, n = %i", (n) => {
    expect(svd(matrix(0, n)).values.length).toBe(0);
    expect(svd(matrix(n, 0)).right.rows).toBe(0);
    expect(expectSvd(matrix(n, n + 1)).values.every((value) => value === 0)).toBe(true);
    expect(expectSvd(identity(n)).values.every((value) => Math.abs(value - 1) < ROUNDING)).toBe(true);
  });

  test.each([12, 90])("repeated singular values, n = %i", (n) => {
    const chosen = Array.from({ length: n }, (_, i) => (i < n / 3 ? 3 : i < n / 2 ? 2 : 2 - 1e-13));
    const { values } = expectSvd(withSpectrum(n + 4, n, chosen));
    for (const [i, value] of values.entries()) expect(Math.abs(value - chosen[i]!)).toBeLessThanOrEqual(ROUNDING * 10);
  });

  test.each([
    [40, 30, 5],
    [150, 120, 17],
    [100, 100, 1],
    [300, 20, 6],
  ])("rank-deficient %i×%i of rank %i", (rows, columns, rank) => {
    const a = withSpectrum(
      rows,
      columns,
      Array.from({ length: rank }, (_, i) => 5 / (i + 1)),
    );
    const { values } = expectSvd(a);
    expect(rankOf(values, rows)).toBe(rank);
  });

  test.each([10, 100])("rows and columns of exact zeros, n = %i", (n) => {
    const a = randomMatrix(n, n);
    for (let i = 0; i < n; i++) for (const j of [0, 3, n - 1]) a.data[i * n + j] = a.data[j * n + i] = 0;
    expect(rankOf(expectSvd(a).values, n)).toBe(n - 3);
  });

  test.each([1e-300, 1e-160, 1e160, 1e300])("entries of size %d", (size) => {
    for (const n of [20, 100]) {
      const a = randomMatrix(n + 3, n);
      const expected = svd(a).values;
      const { values } = expectSvd(
        matrix(
          a.rows,
          n,
          a.data.map((value) => value * size),
        ),
        size,
      );
      for (const [i, value] of values.entries())
        expect(Math.abs(value / size / expected[i]! - 1)).toBeLessThanOrEqual(1e-10);
    }
  });

  test("graded columns keep small singular values to high relative accuracy", () => {
    const n = 16;
    const grades = Array.from({ length: n }, (_, i) => 10 ** (-6 * i));
    const { values } = expectSvd(scaleColumns(randomOrthonormal(n + 3, n), grades));
    for (const [i, value] of values.entries()) expect(Math.abs(value / grades[i]! - 1)).toBeLessThanOrEqual(ROUNDING);
  });

  test.each([1, -1])("a large graded matrix converges, direction %i", (direction) => {
    const n = 110;
    const chosen = Array.from({ length: n }, (_, i) => 10 ** ((-direction * 14 * i) / n));
    const a = scaleColumns(randomMatrix(n, n), chosen);
    expectSvd(a);
    expectSvd(matrix(n, n, scaleColumns(a, chosen).data));
  });

  test("the Hilbert matrix of order 12", () => {
    const n = 12;
    const hilbert = matrix(
      n,
      n,
      Float64Array.from({ length: n * n }, (_, e) => 1 / (Math.floor(e / n) + (e % n) + 1)),
    );
    const { values } = expectSvd(hilbert);
    // Largest and smallest as computed with 50 digits; the smallest is known only to ε·κ-free absolute accuracy.
    expect(values[0]).toBeCloseTo(1.7953720595619975, 12);
    expect(values[n - 1]!).toBeLessThan(1e-15);
  });

  test("a diagonal matrix gives its absolute entries", () => {
    expect([
      ...svd(
        fromRows([
          [-3, 0],
          [0, 5],
        ]),
      ).values,
    ]).toEqual([5, 3]);
  });

  test("bad input", () => {
    const error = thrownBy(() =>
      svd(
        fromRows([
          [1, 2],
          [3, Number.NaN],
        ]),
      ),
    );
    expect(error).toBeInstanceOf(NumericalError);
    expect(error.message).toBe(
      "svd: row 2, column 2 is NaN; expected finite numbers; check how the matrix was computed.",
    );
    const overflow = thrownBy(() => svd(matrix(4, 4, new Float64Array(16).fill(1.7e308))));
    expect(overflow).toBeInstanceOf(NumericalError);
    expect(overflow.message).toContain("exceeds the range of numbers");
  });
});
