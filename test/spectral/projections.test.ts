/** Scales of features, and projections. */
import { describe, expect, test } from "vitest";
import { NumericalError } from "../../src/base/errors.ts";
import { Random } from "../../src/base/random.ts";
import { multiply } from "../../src/linalg/multiply.ts";
import { sparseFromRows, sparseToDense } from "../../src/linalg/sparse.ts";
import { featureScales, projectViews, selectRows } from "../../src/spectral/index.ts";

const EXACT = 1e-9;

/** Samples of two views that depend on a hidden one of three states. */
function twoViews(count: number, seed = 1) {
  const random = new Random(seed);
  const left: number[][] = [];
  const right: number[][] = [];
  for (let n = 0; n < count; n++) {
    const state = random.integer(3);
    const view = () => (random.uniform() < 0.8 ? state : random.integer(6));
    left.push([view(), 6 + view()]);
    right.push([view()]);
  }
  return { left: sparseFromRows(left, 12), right: sparseFromRows(right, 6) };
}

describe("featureScales", () => {
  test("is √(M / (count + κ)) of every column", () => {
    const features = sparseFromRows([[0, 1], [0], [0]], 3);
    expect(Array.from(featureScales(features, 5))).toEqual([Math.sqrt(3 / 8), Math.sqrt(3 / 6), Math.sqrt(3 / 5)]);
  });

  test("takes weights for counts", () => {
    const features = sparseFromRows([[0], [1]], 2);
    expect(Array.from(featureScales(features, 1, Float64Array.of(3, 0.5)))).toEqual([
      Math.sqrt(3.5 / 4),
      Math.sqrt(3.5 / 1.5),
    ]);
  });
});

describe("selectRows", () => {
  test("keeps the rows' features under new numbers", () => {
    const { matrix, columnIds } = selectRows(sparseFromRows([[7], [3, 9], [9]], 10), [2, 1]);
    expect(Array.from(columnIds)).toEqual([9, 3]);
    expect(Array.from(sparseToDense(matrix).data)).toEqual([1, 0, 1, 1]);
  });
});

describe("projectViews", () => {
  test("projected samples have the singular values as their second moment", () => {
    const { left, right } = twoViews(400);
    const found = projectViews(left, right, 3, { tolerance: 1e-12 });
    const moment = multiply(found.left, found.right, { transposeA: true, alpha: 1 / 400 });
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++)
        expect(Math.abs(moment.data[i * 3 + j]! - (i === j ? found.values[i]! : 0))).toBeLessThan(EXACT);
    }
    expect(found.converged).toBe(true);
  });

  test("the projections with their scales give the projected samples from raw features", () => {
    const { left, right } = twoViews(100);
    const found = projectViews(left, right, 2);
    const again = multiply(sparseToDense(left), found.leftProjection);
    again.data.forEach((value, e) => {
      expect(Math.abs(value - found.left.data[e]!)).toBeLessThan(EXACT);
    });
  });

  test("a sample of weight two counts as two samples", () => {
    const { left, right } = twoViews(30);
    const twice = (rows: number[]) => [...rows, ...rows, 0];
    const all = Array.from({ length: 29 }, (_, i) => i + 1);
    const weights = new Float64Array(30).fill(2);
    weights[0] = 1;
    const weighted = projectViews(left, right, 3, { weights });
    const repeated = projectViews(selectRows(left, twice(all)).matrix, selectRows(right, twice(all)).matrix, 3);
    weighted.values.forEach((value, i) => {
      expect(Math.abs(value - repeated.values[i]!)).toBeLessThan(EXACT);
    });
  });

  test("gives no more directions than there are, and refuses views with none", () => {
    const constant = sparseFromRows([[0], [0]], 1);
    expect(projectViews(constant, constant, 4).values.length).toBe(1);
    const empty = sparseFromRows([[], []], 1);
    expect(() => projectViews(constant, empty, 2)).toThrow(NumericalError);
  });
});
