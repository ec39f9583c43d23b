/** Tensors as a core between three bases: exact where a tensor has one, and never further off than asked for. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ShapeError } from "../../src/base/index.ts";
import { type Sizes, tucker, tuckerProduct } from "../../src/linalg/index.ts";
import { expectOrthonormal, ROUNDING, randomMatrix, thrownBy } from "./algebra.ts";

const randomTensor = ([a, b, c]: Sizes, seed: number): Float64Array => randomMatrix(a * b, c, seed).data;

/** Σ_pqr G_pqr · A_ip B_jq C_kr, by six loops. */
function product(core: Float64Array, [p, q, r]: Sizes, [a, b, c]: Sizes, seed: number): Float64Array {
  const bases = [randomMatrix(a, p, seed).data, randomMatrix(b, q, seed + 1).data, randomMatrix(c, r, seed + 2).data];
  const sum = new Float64Array(a * b * c);
  for (let i = 0; i < a; i++)
    for (let j = 0; j < b; j++)
      for (let k = 0; k < c; k++)
        for (let x = 0; x < p; x++)
          for (let y = 0; y < q; y++)
            for (let z = 0; z < r; z++)
              sum[(i * b + j) * c + k]! +=
                core[(x * q + y) * r + z]! * bases[0]![i * p + x]! * bases[1]![j * q + y]! * bases[2]![k * r + z]!;
  return sum;
}

const norm = (numbers: Float64Array): number => Math.sqrt(numbers.reduce((sum, value) => sum + value ** 2, 0));
const distance = (x: Float64Array, y: Float64Array): number => norm(x.map((value, i) => value - y[i]!));

describe("tucker", () => {
  test("finds the ranks of a tensor that has some, and gives it back", () => {
    const [sizes, ranks]: [Sizes, Sizes] = [
      [7, 5, 6],
      [2, 3, 4],
    ];
    const tensor = product(randomTensor(ranks, 1), ranks, sizes, 2);
    const found = tucker(tensor, sizes, 1e-6);
    expect(found.bases.map(({ columns }) => columns)).toEqual(ranks);
    for (const basis of found.bases) expectOrthonormal(basis);
    expect(distance(tuckerProduct(found), tensor)).toBeLessThanOrEqual(1e-6 * norm(tensor));
  });

  test("leaves nothing out of a full tensor when nothing may be", () => {
    const sizes: Sizes = [4, 6, 5];
    const tensor = randomTensor(sizes, 3);
    const found = tucker(tensor, sizes, 0);
    expect(found.core).toHaveLength(tensor.length);
    expect(distance(tuckerProduct(found), tensor)).toBeLessThanOrEqual(ROUNDING * norm(tensor));
  });

  test("leaves out at most the share asked for, and more of it the more is asked", () => {
    const size = fc.integer({ min: 1, max: 7 });
    fc.assert(
      fc.property(fc.tuple(size, size, size), fc.integer({ min: 0, max: 1000 }), (sizes, seed) => {
        const tensor = randomTensor(sizes, seed);
        let last = tensor.length;
        for (const error of [0.01, 0.3, 0.8]) {
          const found = tucker(tensor, sizes, error);
          expect(distance(tuckerProduct(found), tensor)).toBeLessThanOrEqual((error + ROUNDING) * norm(tensor));
          expect(found.core.length).toBeLessThanOrEqual(last);
          last = found.core.length;
        }
      }),
      { numRuns: 50 },
    );
  });

  test("a tensor of zeros has one number", () => {
    const found = tucker(new Float64Array(24), [2, 3, 4], 0.1);
    expect(found.core).toHaveLength(1);
    expect(tuckerProduct(found)).toEqual(new Float64Array(24));
  });

  test("refuses a tensor of another size", () => {
    const error = thrownBy(() => tucker(new Float64Array(5), [1, 2, 3], 0));
    expect(error).toBeInstanceOf(ShapeError);
    expect(error.message).toContain("1×2×3 tensor needs 6 values; got 5");
  });
});
