/** The inner loops of the SVD: the WebAssembly kernels against the plain twin, and both against what they promise. */
import { describe, expect, test } from "vitest";
import { kernels, plainKernels } from "../../../src/linalg/index.ts";
import { randomMatrix } from "../algebra.ts";

/** Rounding of sums of a hundred terms of order 1. */
const ROUNDING = 1e-12;

function inside(values: Float64Array): Float64Array {
  const block = kernels().allocate("f64", values.length);
  block.view.set(values);
  return block.view;
}

function expectEqual(actual: Float64Array, expected: Float64Array): void {
  for (let e = 0; e < expected.length; e++) expect(Math.abs(actual[e]! - expected[e]!)).toBeLessThanOrEqual(ROUNDING);
}

describe.each([1, 2, 5, 8, 33])("n = %i", (n) => {
  test("bidiagonalRows: both implementations, and the two reflections one after the other", () => {
    const rows = n + 3;
    const stride = n + 2;
    const offset = 1;
    const a = randomMatrix(rows, stride, 1).data;
    const [v, w, u] = [randomMatrix(1, rows, 2).data, randomMatrix(1, n, 3).data, randomMatrix(1, n, 4).data];
    const tau = 0.7;
    const plain = a.slice();
    const plainSums = new Float64Array(n);
    plainKernels.bidiagonalRows(rows, n, plain, offset, stride, v, 0, w, 0, u, 0, tau, plainSums, 0);
    kernels().scope(() => {
      // Allocated before any view is used: memory that grows may move.
      const blocks = [a, v, w, u, new Float64Array(n)].map((values) => ({
        values,
        block: kernels().allocate("f64", values.length),
      }));
      for (const { values, block } of blocks) block.view.set(values);
      const [fast, fastV, fastW, fastU, sums] = blocks.map(({ block }) => block.view) as Float64Array[];
      kernels().bidiagonalRows(rows, n, fast!, offset, stride, fastV!, 0, fastW!, 0, fastU!, 0, tau, sums!, 0);
      expectEqual(fast!, plain);
      expectEqual(sums!, plainSums);
    });
    const expectedSums = new Float64Array(n);
    for (let i = 0; i < rows; i++) {
      const row = Array.from({ length: n }, (_, j) => a[offset + i * stride + j]! - v[i]! * w[j]!);
      const inner = row.reduce((sum, value, j) => sum + value * u[j]!, 0);
      const reflected = row.map((value, j) => value - tau * inner * u[j]!);
      for (const [j, value] of reflected.entries()) {
        expect(Math.abs(plain[offset + i * stride + j]! - value)).toBeLessThanOrEqual(ROUNDING);
        expectedSums[j]! += reflected[0]! * value;
      }
      // What lies between the rows is not touched.
      expect(plain[offset + i * stride + n]).toBe(a[offset + i * stride + n]);
    }
    expectEqual(plainSums, expectedSums);
  });

  test.each(["plain", "in use"])(
    "orthogonalizeRows, %s: rows become orthogonal, lengths are kept, the rest turns along",
    (which) => {
      const length = n + 1;
      const width = length + n;
      const original = randomMatrix(n, length).data;
      const x = new Float64Array(n * width);
      for (let i = 0; i < n; i++) {
        x.set(original.subarray(i * length, (i + 1) * length), i * width);
        x[i * width + length + i] = 1;
      }
      kernels().scope(() => {
        const turned = which === "plain" ? x : inside(x);
        (which === "plain" ? plainKernels : kernels()).orthogonalizeRows(
          n,
          length,
          width,
          turned,
          0,
          width,
          1e-15,
          1e-280,
        );
        const dot = (i: number, j: number) => {
          let sum = 0;
          for (let k = 0; k < length; k++) sum += turned[i * width + k]! * turned[j * width + k]!;
          return sum;
        };
        let before = 0;
        let after = 0;
        for (const value of original) before += value * value;
        for (let i = 0; i < n; i++) {
          after += dot(i, i);
          for (let j = 0; j < i; j++)
            expect(Math.abs(dot(i, j))).toBeLessThanOrEqual(ROUNDING * Math.sqrt(dot(i, i) * dot(j, j)) + ROUNDING);
          // Row i is the combination of the original rows that stands behind it.
          for (let k = 0; k < length; k++) {
            let sum = 0;
            for (let j = 0; j < n; j++) sum += turned[i * width + length + j]! * original[j * length + k]!;
            expect(Math.abs(sum - turned[i * width + k]!)).toBeLessThanOrEqual(ROUNDING);
          }
        }
        expect(Math.abs(before - after)).toBeLessThanOrEqual(ROUNDING * before);
      });
    },
  );
});
