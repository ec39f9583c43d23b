/** Randomized subspace iteration. */
import { describe, expect, test } from "vitest";
import { denseOperator, matrix, multiply, subspaceSvd, svd } from "../../src/linalg/index.ts";
import { expectClose, expectOrthonormal, ROUNDING, randomMatrix, recomposed, withSpectrum } from "./algebra.ts";

describe("subspaceSvd", () => {
  test("is exact where the rank is no more than the columns it works with, or the matrix no wider", () => {
    const lowRank = multiply(randomMatrix(60, 5, 1), randomMatrix(5, 40, 2));
    for (const a of [lowRank, randomMatrix(60, 9, 3), randomMatrix(9, 60, 4)]) {
      const found = subspaceSvd(denseOperator(a), 9, 1);
      expectOrthonormal(found.right);
      expectClose(recomposed(found), a, 100 * ROUNDING);
      expectClose(matrix(1, 9, found.values), matrix(1, 9, svd(a).values.slice(0, 9)), 100 * ROUNDING);
    }
  });

  test("comes closer with every pass, and never above the true singular values", () => {
    const spectrum = Array.from({ length: 60 }, (_, i) => 0.9 ** i);
    const a = withSpectrum(80, 60, spectrum, 5);
    const truth = svd(a).values;
    const errorAt = (passes: number) => {
      const { values } = subspaceSvd(denseOperator(a), 6, passes);
      return values.reduce((sum, value, i) => {
        expect(value).toBeLessThan(truth[i]! + 1e-12);
        return sum + truth[i]! - value;
      }, 0);
    };
    const errors = [0, 1, 3, 8].map(errorAt);
    for (let i = 1; i < errors.length; i++) expect(errors[i]!).toBeLessThan(0.5 * errors[i - 1]!);
  });

  test("finds small singular values beside large ones, with orthonormal vectors on both sides", () => {
    // Of low rank, and of full rank with eight more values that the basis holds in addition to the wanted ones.
    for (const rest of [[], [...Array(8).fill(4e-6), ...Array(17).fill(1e-10)]]) {
      const wanted = [1, 1e-1, 1e-2, 1e-3, 1e-5];
      const found = subspaceSvd(denseOperator(withSpectrum(40, 30, [...wanted, ...rest], 8)), 5, 3);
      for (const [i, value] of wanted.entries()) expect(Math.abs(found.values[i]! / value - 1)).toBeLessThan(1e-9);
      for (const vectors of [found.left, found.right]) expectOrthonormal(vectors);
    }
  });

  test("gives as many triplets as there are, and the same ones for the same seed", () => {
    const a = randomMatrix(30, 4, 6);
    expect(subspaceSvd(denseOperator(a), 10, 2).values.length).toBe(4);
    const wide = randomMatrix(50, 50, 7);
    expect(subspaceSvd(denseOperator(wide), 3, 1, 5).left.data).toEqual(
      subspaceSvd(denseOperator(wide), 3, 1, 5).left.data,
    );
  });
});
