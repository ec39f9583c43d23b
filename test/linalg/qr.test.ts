/** QR decompositions, also of matrices without full rank. */
import { describe, expect, test } from "vitest";
import { NumericalError } from "../../src/base/index.ts";
import { choleskyQr2, householderQr } from "../../src/linalg/decompositions/qr.ts";
import { fromRows, type Matrix, matrix, multiply, qr } from "../../src/linalg/index.ts";
import {
  expectClose,
  expectOrthonormal,
  largestDifference,
  ROUNDING,
  randomMatrix,
  scaleColumns,
  thrownBy,
  withSpectrum,
} from "./algebra.ts";

function expectQr(a: Matrix, { orthonormal, upper }: ReturnType<typeof qr>, size = 1): void {
  expectOrthonormal(orthonormal);
  let largest = 0;
  for (const value of multiply(orthonormal, upper).data.map((value, e) => Math.abs(value - a.data[e]!)))
    largest = Math.max(largest, value);
  expect(largest).toBeLessThanOrEqual(ROUNDING * 10 * size);
  for (let i = 0; i < upper.rows; i++) {
    for (let j = 0; j < Math.min(i, upper.columns); j++) expect(upper.data[i * upper.columns + j]).toBe(0);
    if (i < upper.columns) expect(upper.data[i * (upper.columns + 1)]).toBeGreaterThanOrEqual(0);
  }
}

describe("qr", () => {
  test.each([
    [1, 1],
    [5, 5],
    [3, 8],
    [8, 3],
    [1, 6],
    [6, 1],
    [400, 20],
    [70, 70],
    [130, 90],
    [0, 3],
    [3, 0],
  ])("%i×%i: Q orthonormal, R triangular, Q·R = A", (rows, columns) => {
    const a = randomMatrix(rows, columns);
    const result = qr(a);
    expect(result.orthonormal.columns).toBe(Math.min(rows, columns));
    expectQr(a, result);
  });

  test.each([1e-300, 1e300])("entries of size %d", (size) => {
    const a = randomMatrix(300, 6);
    const huge = matrix(
      300,
      6,
      a.data.map((value) => value * size),
    );
    expectQr(huge, qr(huge), size);
  });

  test("dependent columns and columns of zeros still give an orthonormal Q", () => {
    const a = randomMatrix(200, 12);
    for (let i = 0; i < 200; i++) {
      a.data[i * 12 + 5] = a.data[i * 12 + 1]! - 2 * a.data[i * 12 + 3]!;
      a.data[i * 12 + 7] = 0;
    }
    expectQr(a, qr(a));
    expectQr(matrix(50, 4), qr(matrix(50, 4)));
  });

  test("both routes agree on a well-conditioned tall matrix", () => {
    const a = randomMatrix(500, 15);
    const fast = choleskyQr2(randomMatrix(500, 15), matrix(500, 15))!;
    const safe = householderQr(a);
    expectClose(fast.orthonormal, safe.orthonormal, ROUNDING);
    expectClose(fast.upper, safe.upper, ROUNDING * 10);
  });

  test.each([1e4, 1e7, 1e9, 1e12, 1e15])("condition number %d: orthonormal by whichever route", (condition) => {
    const values = Array.from({ length: 20 }, (_, i) => condition ** (-i / 19));
    expectQr(withSpectrum(600, 20, values), qr(withSpectrum(600, 20, values)));
  });

  test("badly scaled columns", () => {
    const a = scaleColumns(randomMatrix(300, 8), [1, 1e-9, 1e6, 1e-3, 1, 1e-12, 10, 1e3]);
    const { orthonormal, upper } = qr(a);
    expectOrthonormal(orthonormal);
    expect(largestDifference(multiply(orthonormal, upper), a)).toBeLessThanOrEqual(1e6 * ROUNDING);
  });

  test("columns below `drop` are left out of Q, and Q·R is still A", () => {
    const a = randomMatrix(40, 6);
    for (let i = 0; i < 40; i++) a.data[i * 6 + 2] = a.data[i * 6]! + a.data[i * 6 + 1]!;
    const { orthonormal, upper } = householderQr(a, 1e-10);
    expect(orthonormal.columns).toBe(5);
    expectOrthonormal(orthonormal);
    expectClose(multiply(orthonormal, upper), a, ROUNDING * 10);
  });

  test("not finite", () => {
    const error = thrownBy(() => qr(fromRows([[1, Number.POSITIVE_INFINITY]])));
    expect(error).toBeInstanceOf(NumericalError);
    expect(error.message).toContain("qr: row 1, column 2 is Infinity");
  });
});
