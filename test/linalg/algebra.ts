/** What the tests of linalg/ share: random matrices with chosen spectra, and distances that can fail. */
import { expect } from "vitest";
import { Random } from "../../src/base/index.ts";
import { identity, type Matrix, matrix, multiply, qr } from "../../src/linalg/index.ts";

/** Rounding of a well-conditioned decomposition of a few hundred rows, entries of order 1. */
export const ROUNDING = 1e-12;

export function randomMatrix(rows: number, columns: number, seed = 1): Matrix {
  const random = new Random(seed);
  const result = matrix(rows, columns);
  for (let i = 0; i < result.data.length; i++) result.data[i] = random.normal();
  return result;
}

export const randomOrthonormal = (rows: number, columns: number, seed = 1) =>
  qr(randomMatrix(rows, columns, seed)).orthonormal;

/** A·diag(values) */
export function scaleColumns(a: Matrix, values: ArrayLike<number>): Matrix {
  const result = matrix(a.rows, a.columns);
  for (let e = 0; e < a.data.length; e++) result.data[e] = a.data[e]! * values[e % a.columns]!;
  return result;
}

/** U·diag(values)·Vᵀ with random orthonormal U and V. */
export function withSpectrum(rows: number, columns: number, values: readonly number[], seed = 1): Matrix {
  const left = randomOrthonormal(rows, values.length, seed);
  const right = randomOrthonormal(columns, values.length, seed + 1000);
  return multiply(scaleColumns(left, values), right, { transposeB: true });
}

export function largestDifference(a: Matrix, b: Matrix): number {
  expect([a.rows, a.columns]).toEqual([b.rows, b.columns]);
  let largest = 0;
  for (let e = 0; e < a.data.length; e++) {
    const difference = Math.abs(a.data[e]! - b.data[e]!);
    if (!(difference <= largest)) largest = difference;
  }
  return largest;
}

export function expectClose(a: Matrix, b: Matrix, tolerance: number): void {
  expect(largestDifference(a, b)).toBeLessThanOrEqual(tolerance);
}

export function expectOrthonormal(q: Matrix, tolerance = ROUNDING): void {
  expectClose(multiply(q, q, { transposeA: true }), identity(q.columns), tolerance);
}

/** U·diag(values)·Vᵀ */
export const recomposed = ({ left, values, right }: { left: Matrix; values: Float64Array; right: Matrix }) =>
  multiply(scaleColumns(left, values), right, { transposeB: true });

/** The error that a call throws. */
export function thrownBy(call: () => unknown): Error {
  try {
    call();
  } catch (error) {
    return error as Error;
  }
  throw new Error("expected an error; none was thrown");
}
