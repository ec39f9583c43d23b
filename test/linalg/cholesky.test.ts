/** Cholesky factors and triangular systems. */
import { expect, test } from "vitest";
import { NumericalError, ShapeError } from "../../src/base/index.ts";
import {
  cholesky,
  fromRows,
  identity,
  matrix,
  multiply,
  solveCholesky,
  solveLower,
  solveUpper,
  transpose,
} from "../../src/linalg/index.ts";
import { expectClose, ROUNDING, randomMatrix, thrownBy } from "./algebra.ts";

const positive = (n: number) => {
  const a = randomMatrix(n + 5, n);
  return multiply(a, a, { transposeA: true });
};

test("a known factor", () => {
  const lower = cholesky(
    fromRows([
      [4, 2],
      [2, 10],
    ]),
  );
  expectClose(
    lower,
    fromRows([
      [2, 0],
      [1, 3],
    ]),
    0,
  );
});

test.each([0, 1, 2, 17, 60])("L·Lᵀ = A and solving inverts, n = %i", (n) => {
  const a = positive(n);
  const lower = cholesky(a);
  expectClose(multiply(lower, lower, { transposeB: true }), a, ROUNDING * 100);
  for (let i = 0; i < n; i++) for (let j = i + 1; j < n; j++) expect(lower.data[i * n + j]).toBe(0);
  expectClose(multiply(a, solveCholesky(lower, identity(n))), identity(n), 1e-9);
});

test("triangular solves", () => {
  const lower = cholesky(positive(9));
  const x = randomMatrix(9, 3, 2);
  expectClose(solveLower(lower, multiply(lower, x)), x, 1e-9);
  expectClose(solveUpper(transpose(lower), multiply(transpose(lower), x)), x, 1e-9);
});

test("what cannot be factored", () => {
  const indefinite = thrownBy(() =>
    cholesky(
      fromRows([
        [1, 2],
        [2, 1],
      ]),
    ),
  );
  expect(indefinite).toBeInstanceOf(NumericalError);
  expect(indefinite.message).toBe(
    "cholesky: the leading 2×2 block of a 2×2 matrix is not positive definite; expected a positive definite matrix; add a ridge to its diagonal.",
  );
  const shape = thrownBy(() => cholesky(matrix(2, 3)));
  expect(shape).toBeInstanceOf(ShapeError);
  expect(shape.message).toBe("cholesky: got a 2×3 matrix; expected as many rows as columns.");
  const infinite = thrownBy(() =>
    cholesky(
      fromRows([
        [1, 0],
        [Number.NaN, 1],
      ]),
    ),
  );
  expect(infinite).toBeInstanceOf(NumericalError);
  expect(infinite.message).toBe(
    "cholesky: row 2, column 1 is NaN; expected finite numbers; check how the matrix was computed.",
  );
  const sizes = thrownBy(() => solveCholesky(identity(3), matrix(2, 1)));
  expect(sizes).toBeInstanceOf(ShapeError);
  expect(sizes.message).toContain("3×3 and 2×1");
  expect(thrownBy(() => solveLower(matrix(2, 2), matrix(2, 1))).message).toContain("diagonal entry 1 of 2 is 0");
});
