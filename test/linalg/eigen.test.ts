/** Symmetric eigendecompositions against ml-matrix. */
import { EigenvalueDecomposition as OracleEigen, Matrix as OracleMatrix } from "ml-matrix";
import { describe, expect, test } from "vitest";
import { NumericalError, ShapeError } from "../../src/base/index.ts";
import { fromRows, identity, type Matrix, matrix, multiply, symmetricEigen } from "../../src/linalg/index.ts";
import {
  expectClose,
  expectOrthonormal,
  ROUNDING,
  randomMatrix,
  randomOrthonormal,
  scaleColumns,
  thrownBy,
} from "./algebra.ts";

function withEigenvalues(values: readonly number[], seed = 1): Matrix {
  const q = randomOrthonormal(values.length, values.length, seed);
  const a = multiply(scaleColumns(q, values), q, { transposeB: true });
  const n = values.length;
  for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) a.data[i * n + j] = a.data[j * n + i]!;
  return a;
}

function expectEigen(a: Matrix, size = 1) {
  const result = symmetricEigen(a);
  expectOrthonormal(result.vectors);
  const unit = matrix(
    a.rows,
    a.rows,
    a.data.map((value) => value / size),
  );
  const values = result.values.map((value) => value / size);
  const largest = Math.max(1, Math.abs(values[0] ?? 0), Math.abs(values.at(-1) ?? 0));
  expectClose(
    multiply(scaleColumns(result.vectors, values), result.vectors, { transposeB: true }),
    unit,
    ROUNDING * largest,
  );
  for (let i = 1; i < values.length; i++) expect(values[i]).toBeLessThanOrEqual(values[i - 1]!);
  return result;
}

describe("symmetricEigen", () => {
  test.each([0, 1, 2, 3, 20, 77, 150])("random of order %i: orthonormal, recomposes, agrees with ml-matrix", (n) => {
    const square = randomMatrix(n, n);
    const a = matrix(
      n,
      n,
      square.data.map((value, e) => value + square.data[(e % n) * n + Math.floor(e / n)]!),
    );
    const { values } = expectEigen(a);
    if (n === 0) return;
    const oracle = new OracleEigen(OracleMatrix.from1DArray(n, n, a.data), {
      assumeSymmetric: true,
    }).realEigenvalues.sort((x, y) => y - x);
    for (const [i, value] of values.entries())
      expect(Math.abs(value - oracle[i]!)).toBeLessThanOrEqual(1e-11 * Math.max(1, values[0]!));
  });

  test("repeated, negative and zero eigenvalues", () => {
    const chosen = [3, 3, 3, 1, 1, 0, 0, 0, -2, -2];
    const { values } = expectEigen(withEigenvalues(chosen));
    for (const [i, value] of values.entries()) expect(Math.abs(value - chosen[i]!)).toBeLessThanOrEqual(ROUNDING);
    expectEigen(matrix(40, 40));
    expectEigen(identity(40));
  });

  test.each([1e-300, 1e300])("entries of size %d", (size) => {
    const chosen = Array.from({ length: 12 }, (_, i) => 1 / (i + 1));
    const { values } = expectEigen(
      matrix(
        12,
        12,
        withEigenvalues(chosen).data.map((value) => value * size),
      ),
      size,
    );
    for (const [i, value] of values.entries())
      expect(Math.abs(value / size - chosen[i]!)).toBeLessThanOrEqual(ROUNDING);
  });

  test.each([1, -1])("graded, direction %i", (direction) => {
    const grades = Array.from({ length: 60 }, (_, i) => 10 ** ((-direction * i) / 5));
    const a = scaleColumns(withEigenvalues(Array.from({ length: 60 }, (_, i) => 1 + i / 60)), grades);
    for (let e = 0; e < a.data.length; e++) a.data[e] = a.data[e]! * grades[Math.floor(e / 60)]!;
    expectEigen(a, Math.max(...grades) ** 2);
  });

  test("bad input", () => {
    const asymmetric = thrownBy(() =>
      symmetricEigen(
        fromRows([
          [1, 2],
          [3, 1],
        ]),
      ),
    );
    expect(asymmetric).toBeInstanceOf(NumericalError);
    expect(asymmetric.message).toBe(
      "symmetricEigen: entry (2, 1) is 3 but (1, 2) is 2; expected a symmetric matrix; use svd for others.",
    );
    expect(thrownBy(() => symmetricEigen(matrix(2, 3)))).toBeInstanceOf(ShapeError);
    expect(thrownBy(() => symmetricEigen(fromRows([[Number.NaN]]))).message).toContain("row 1, column 1 is NaN");
  });
});
