/** Products of dense matrices. */
import { describe, expect, test } from "vitest";
import { ShapeError } from "../../src/base/errors.ts";
import { fromRows, identity, matrix, matrix32, transpose } from "../../src/linalg/matrix.ts";
import { multiply, multiplyVector } from "../../src/linalg/multiply.ts";

const a = fromRows([
  [1, 2, 3],
  [4, 5, 6],
]);

describe("multiply", () => {
  test("products with and without transposes", () => {
    expect(Array.from(multiply(a, a, { transposeB: true }).data)).toEqual([14, 32, 32, 77]);
    expect(Array.from(multiply(a, a, { transposeA: true }).data)).toEqual([17, 22, 27, 22, 29, 36, 27, 36, 45]);
    expect(multiply(a, identity(3))).toEqual(a);
    expect(multiply(transpose(a), a)).toEqual(multiply(a, a, { transposeA: true }));
  });

  test("alpha, beta and into", () => {
    const into = fromRows([
      [1, 1],
      [1, 1],
    ]);
    expect(multiply(a, a, { transposeB: true, alpha: 2, beta: 10, into })).toBe(into);
    expect(Array.from(into.data)).toEqual([38, 74, 74, 164]);
  });

  test("single precision, vectors and empty matrices", () => {
    expect(multiply(matrix32(1, 2, Float32Array.of(1, 2)), matrix32(2, 1, Float32Array.of(3, 4))).data).toEqual(
      Float32Array.of(11),
    );
    expect(multiplyVector(a, Float64Array.of(1, 0, -1))).toEqual(Float64Array.of(-2, -2));
    expect(multiply(matrix(2, 0), matrix(0, 3))).toEqual(matrix(2, 3));
    expect(multiply(matrix(0, 3), matrix(3, 2))).toEqual(matrix(0, 2));
  });

  test("shapes that do not fit", () => {
    expect(() => multiply(a, a)).toThrow(
      new ShapeError("multiply: left operand is 2×3, right is 2×3; the inner sizes must be equal."),
    );
    expect(() => multiply(a, identity(3), { into: matrix(3, 3) })).toThrow(
      "multiply: the result is 2×3, but `into` is 3×3.",
    );
    expect(() => multiply(identity(2), a, { into: a })).toThrow(
      "multiply: `into` may not be one of the operands; give another matrix.",
    );
    expect(() => multiplyVector(a, new Float64Array(2))).toThrow(
      "multiplyVector: the matrix has 3 columns, the vector 2 values.",
    );
  });
});
