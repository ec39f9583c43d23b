/** Both routes through bidiagonal matrices decompose, and agree. */
import { describe, expect, test } from "vitest";
import { Random } from "../../src/base/index.ts";
import { bidiagonalDivide } from "../../src/linalg/decompositions/bidiagonal-divide.ts";
import { bidiagonalQr } from "../../src/linalg/decompositions/bidiagonal-qr.ts";
import { type Matrix, matrix, transpose } from "../../src/linalg/index.ts";
import { expectClose, expectOrthonormal, recomposed } from "./algebra.ts";

/** Rounding of a bidiagonal SVD with entries of order 1. */
const ROUNDING = 1e-13;

type Kind = (i: number, n: number, random: Random) => [onDiagonal: number, above: number];

/**
 * Bidiagonal matrices that are hard in different ways: clusters, exact zeros, grades in both directions, entries under
 * rounding.
 */
const KINDS: Record<string, Kind> = {
  random: (_i, _n, random) => [random.normal(), random.normal()],
  "all ones": () => [1, 1],
  zero: () => [0, 0],
  "zeros on the diagonal": (i, _n, random) => [i % 7 === 0 ? 0 : 1, random.normal()],
  "a zero at the end": (i, n) => [i === n - 1 ? 0 : 1, 1],
  "falling grades": (i, n) => [10 ** ((-14 * i) / n), 10 ** ((-14 * i) / n)],
  "rising grades": (i, n) => [10 ** ((14 * i) / n - 14), 10 ** ((14 * i) / n - 14)],
  identity: () => [1, 0],
  "under rounding": (i, _n, random) => [i < 10 ? 1 : 1e-17 * random.normal(), 1e-17 * random.normal()],
  "two clusters": (i) => [i % 2 === 0 ? 1 : 1 + 1e-15, i % 5 === 0 ? 1e-8 : 0],
  negative: (i) => [-1 - i / 100, i % 3 === 0 ? -1 : 0.5],
};

function bidiagonal(kind: Kind, n: number): { d: Float64Array; e: Float64Array; dense: Matrix } {
  const random = new Random(n);
  const d = new Float64Array(n);
  const e = new Float64Array(n - 1);
  const dense = matrix(n, n);
  for (let i = 0; i < n; i++) {
    const [onDiagonal, above] = kind(i, n, random);
    dense.data[i * n + i] = d[i] = onDiagonal;
    if (i < n - 1) dense.data[i * n + i + 1] = e[i] = above;
  }
  return { d, e, dense };
}

const falling = (values: Float64Array) => values.slice().sort((a, b) => b - a);

describe.each(Object.entries(KINDS))("%s", (_name, kind) => {
  test.each([1, 2, 31, 33, 66, 150])("n = %i: both routes decompose, and agree", (n) => {
    const { d, e, dense } = bidiagonal(kind, n);
    const divided = bidiagonalDivide(d, e);
    expectOrthonormal(divided.left, ROUNDING);
    expectOrthonormal(divided.right, ROUNDING);
    expectClose(recomposed(divided), dense, ROUNDING);
    const { values, leftRows, rightRows } = bidiagonalQr(d, e);
    const swept = { left: transpose(leftRows), values, right: transpose(rightRows) };
    expectOrthonormal(swept.left, ROUNDING * 10);
    expectOrthonormal(swept.right, ROUNDING * 10);
    expectClose(recomposed(swept), dense, ROUNDING * 10);
    const [a, b] = [falling(divided.values), falling(values)];
    for (let i = 0; i < n; i++) expect(Math.abs(a[i]! - b[i]!)).toBeLessThanOrEqual(ROUNDING * Math.max(1, a[0]!));
  });
});
