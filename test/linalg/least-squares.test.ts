/** Linear systems, exact and in least squares. */
import { describe, expect, test } from "vitest";
import { NumericalError, OptionError, ShapeError } from "../../src/base/index.ts";
import {
  fromRows,
  identity,
  inverse,
  leastSquares,
  type Matrix,
  matrix,
  multiply,
  pseudoInverse,
  ridge,
  solve,
  transpose,
} from "../../src/linalg/index.ts";
import { expectClose, ROUNDING, randomMatrix, thrownBy, withSpectrum } from "./algebra.ts";

/** Errors of solutions grow with the condition number, which is under 10³ here. */
const SOLUTION = 1e-9;

const minus = (a: Matrix, b: Matrix) =>
  matrix(
    a.rows,
    a.columns,
    a.data.map((value, e) => value - b.data[e]!),
  );

describe("solve and inverse", () => {
  test.each([1, 2, 30])("order %i", (n) => {
    const a = randomMatrix(n, n);
    const x = randomMatrix(n, 3, 2);
    expectClose(solve(a, multiply(a, x)), x, SOLUTION);
    expectClose(multiply(a, inverse(a)), identity(n), SOLUTION);
  });

  test("a zero pivot needs an exchange of rows", () => {
    expectClose(
      inverse(
        fromRows([
          [0, 2],
          [1, 0],
        ]),
      ),
      fromRows([
        [0, 1],
        [0.5, 0],
      ]),
      0,
    );
  });

  test("singular and ill-shaped", () => {
    const singular = thrownBy(() =>
      inverse(
        fromRows([
          [1, 2],
          [2, 4],
        ]),
      ),
    );
    expect(singular).toBeInstanceOf(NumericalError);
    expect(singular.message).toContain("a 2×2 matrix is singular to working precision at column 2");
    const shapes = thrownBy(() => solve(identity(2), matrix(3, 1)));
    expect(shapes).toBeInstanceOf(ShapeError);
    expect(shapes.message).toBe("solve: got 2×2 and 3×1; expected equal numbers of rows.");
  });
});

describe("pseudoInverse", () => {
  test.each([
    [6, 4, 4],
    [4, 6, 4],
    [20, 15, 7],
    [5, 5, 1],
  ])("the four Penrose conditions, %i×%i of rank %i", (rows, columns, rank) => {
    const a = withSpectrum(
      rows,
      columns,
      Array.from({ length: rank }, (_, i) => 1 + i),
    );
    const { inverse: plus, rank: found } = pseudoInverse(a);
    expect(found).toBe(rank);
    const left = multiply(a, plus);
    const right = multiply(plus, a);
    expectClose(multiply(left, a), a, ROUNDING * 10);
    expectClose(multiply(right, plus), plus, ROUNDING * 10);
    expectClose(left, transpose(left), ROUNDING);
    expectClose(right, transpose(right), ROUNDING);
  });

  test("the rank cut", () => {
    const a = withSpectrum(8, 8, [1, 0.5, 1e-3, 1e-4]);
    expect(pseudoInverse(a, { rankCut: 1e-2 }).rank).toBe(2);
    expect(pseudoInverse(a).rank).toBe(4);
    const error = thrownBy(() => pseudoInverse(a, { rankCut: 1 }));
    expect(error).toBeInstanceOf(OptionError);
    expect(error.message).toBe("pseudoInverse: rankCut must be a number from 0 to under 1; got 1.");
    expectClose(pseudoInverse(matrix(3, 2)).inverse, matrix(2, 3), 0);
  });
});

describe("leastSquares and ridge", () => {
  test("the residual is orthogonal to the columns; the solution is minimal", () => {
    const a = withSpectrum(40, 12, [5, 4, 3, 2, 1]);
    const b = randomMatrix(40, 2, 9);
    const { solution, rank } = leastSquares(a, b);
    expect(rank).toBe(5);
    expectClose(multiply(a, minus(multiply(a, solution), b), { transposeA: true }), matrix(12, 2), SOLUTION);
    // Minimal norm: the solution lies in the row space, which AᵀA·pinv leaves alone.
    const { inverse: plus } = pseudoInverse(a);
    expectClose(multiply(plus, multiply(a, solution)), solution, SOLUTION);
  });

  test("exact where an exact solution exists", () => {
    const a = randomMatrix(50, 6);
    const x = randomMatrix(6, 2, 3);
    expectClose(leastSquares(a, multiply(a, x)).solution, x, SOLUTION);
  });

  test.each([
    [30, 8],
    [8, 30],
  ])("ridge %i×%i solves its normal equations and tends to least squares", (rows, columns) => {
    const a = randomMatrix(rows, columns);
    const b = randomMatrix(rows, 2, 4);
    const x = ridge(a, b, 0.7);
    const gram = multiply(a, a, { transposeA: true });
    for (let i = 0; i < columns; i++) gram.data[i * (columns + 1)]! += 0.7;
    expectClose(multiply(gram, x), multiply(a, b, { transposeA: true }), SOLUTION);
    expectClose(ridge(a, b, 1e-10), leastSquares(a, b).solution, 1e-7);
  });

  test("bad input", () => {
    const shapes = thrownBy(() => leastSquares(matrix(3, 2), matrix(4, 1)));
    expect(shapes).toBeInstanceOf(ShapeError);
    expect(shapes.message).toBe("leastSquares: got 3×2 and 4×1; expected equal numbers of rows.");
    const lambda = thrownBy(() => ridge(matrix(3, 2), matrix(3, 1), 0));
    expect(lambda).toBeInstanceOf(OptionError);
    expect(lambda.message).toContain("lambda must be a number above 0; got 0");
    expect(thrownBy(() => leastSquares(identity(1), fromRows([[Number.NaN]])))).toBeInstanceOf(NumericalError);
  });
});
