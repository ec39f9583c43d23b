/** CCA: recovery of simulated correlations, and its invariances. */
import { describe, expect, test } from "vitest";
import { NumericalError, OptionError, Random, ShapeError } from "../../src/base/index.ts";
import {
  cca,
  denseOperator,
  diagonalCca,
  fromRows,
  type Matrix,
  matrix,
  multiply,
  sparseFromCounts,
  sparseOperator,
  sparseToDense,
  svd,
} from "../../src/linalg/index.ts";
import { expectClose, ROUNDING, randomMatrix, randomOrthonormal, scaleColumns, thrownBy } from "./algebra.ts";

/**
 * Two views that share latent variables with the given correlations; every view has noise directions besides, and is
 * mixed at random.
 */
function twoViews(samples: number, correlations: readonly number[], seed = 1): { x: Matrix; y: Matrix } {
  const random = new Random(seed);
  const extra = 3;
  const width = correlations.length + extra;
  const x = matrix(samples, width);
  const y = matrix(samples, width);
  for (let i = 0; i < samples; i++) {
    for (let j = 0; j < width; j++) {
      const correlation = correlations[j] ?? 0;
      const first = random.normal();
      x.data[i * width + j] = first;
      y.data[i * width + j] = correlation * first + Math.sqrt(1 - correlation ** 2) * random.normal();
    }
  }
  return { x: multiply(x, randomMatrix(width, width, 5)), y: multiply(y, randomMatrix(width, width, 6)) };
}

function centredProjection(view: Matrix, mean: Float64Array, projection: Matrix): Matrix {
  const centred = matrix(
    view.rows,
    view.columns,
    view.data.map((value, e) => value - mean[e % view.columns]!),
  );
  return multiply(centred, projection);
}

describe("cca", () => {
  test("recovers the canonical correlations and subspace of simulated views, and the more samples the better", () => {
    const chosen = [0.95, 0.8, 0.6];
    const errors = [500, 8000].map((samples) => {
      const { x, y } = twoViews(samples, chosen);
      const { correlations } = cca(x, y, { dimensions: 3 });
      return Math.max(...chosen.map((value, i) => Math.abs(correlations[i]! - value)));
    });
    expect(errors[1]).toBeLessThan(0.02);
    expect(errors[1]).toBeLessThan(errors[0]!);
    // The subspace: with 8000 samples the projections of x span the first three columns of the unmixed variables.
    const { x, y } = twoViews(8000, chosen);
    const { leftProjection } = cca(x, y, { dimensions: 3 });
    const unmixed = multiply(randomMatrix(6, 6, 5), leftProjection);
    for (let i = 3; i < 6; i++)
      for (let j = 0; j < 3; j++) expect(Math.abs(unmixed.data[i * 3 + j]!)).toBeLessThan(0.06);
  });

  test("projected views are white, uncorrelated across directions, and correlate as said", () => {
    const { x, y } = twoViews(300, [0.9, 0.5]);
    const result = cca(x, y);
    const left = centredProjection(x, result.leftMean, result.leftProjection);
    const right = centredProjection(y, result.rightMean, result.rightProjection);
    const count = result.correlations.length;
    expect(count).toBe(5);
    const identityMatrix = matrix(
      count,
      count,
      Float64Array.from({ length: count * count }, (_, e) => (e % (count + 1) === 0 ? 1 : 0)),
    );
    expectClose(multiply(left, left, { transposeA: true, alpha: 1 / 300 }), identityMatrix, ROUNDING * 100);
    expectClose(multiply(right, right, { transposeA: true, alpha: 1 / 300 }), identityMatrix, ROUNDING * 100);
    expectClose(
      multiply(left, right, { transposeA: true, alpha: 1 / 300 }),
      scaleColumns(identityMatrix, result.correlations),
      ROUNDING * 100,
    );
  });

  test("invariant under invertible maps of a view and under shifts", () => {
    const { x, y } = twoViews(200, [0.9, 0.4]);
    const mapped = multiply(x, randomMatrix(5, 5, 8));
    for (let e = 0; e < mapped.data.length; e++) mapped.data[e]! += 10;
    const before = cca(x, y).correlations;
    const after = cca(mapped, y).correlations;
    for (const [i, value] of before.entries()) expect(Math.abs(value - after[i]!)).toBeLessThan(1e-9);
  });

  test("a view that is a function of the other correlates with 1; dependent columns only lower the rank", () => {
    const x = randomMatrix(60, 4);
    const doubled = multiply(x, matrix(4, 6, randomMatrix(4, 6, 2).data));
    const result = cca(x, doubled);
    expect([result.leftRank, result.rightRank]).toEqual([4, 4]);
    for (const value of result.correlations) {
      expect(value).toBeGreaterThan(1 - 1e-9);
      expect(value).toBeLessThanOrEqual(1);
    }
  });

  test("regularisation lowers correlations, and tames more features than samples", () => {
    const x = randomMatrix(20, 30);
    const y = randomMatrix(20, 25, 2);
    expect(cca(x, y).correlations[0]).toBeGreaterThan(1 - 1e-9);
    const weak = cca(x, y, { regularization: 0.1 }).correlations[0]!;
    const strong = cca(x, y, { regularization: 10 }).correlations[0]!;
    expect(weak).toBeLessThan(0.99);
    expect(strong).toBeLessThan(weak);
    // By the definition, with covariances formed: C_XX^(−½)·C_XY·C_YY^(−½) has the same squares as
    // C_XX⁻¹·C_XY·C_YY⁻¹·C_YX has eigenvalues.
    const whiten = (view: Matrix) => {
      const { left, values } = svd(view);
      const total = values.reduce((sum, value) => sum + (value * value) / view.rows, 0) / view.columns;
      return scaleColumns(
        left,
        values.map((value) => value / Math.sqrt(view.rows) / Math.sqrt((value * value) / view.rows + 0.1 * total)),
      );
    };
    const centre = (view: Matrix) => {
      const means = Array.from({ length: view.columns }, (_, j) => {
        let sum = 0;
        for (let i = 0; i < view.rows; i++) sum += view.data[i * view.columns + j]! / view.rows;
        return sum;
      });
      return matrix(
        view.rows,
        view.columns,
        view.data.map((value, e) => value - means[e % view.columns]!),
      );
    };
    const direct = svd(multiply(whiten(centre(x)), whiten(centre(y)), { transposeA: true })).values[0]!;
    expect(Math.abs(direct - weak)).toBeLessThan(1e-10);
  });

  test("bad input", () => {
    const shapes = thrownBy(() => cca(matrix(4, 2), matrix(5, 2)));
    expect(shapes).toBeInstanceOf(ShapeError);
    expect(shapes.message).toBe("cca: got 4×2 and 5×2; expected equal numbers of rows.");
    expect(thrownBy(() => cca(matrix(1, 2), matrix(1, 2))).message).toContain("at least 2 samples");
    const option = thrownBy(() => cca(matrix(4, 2), matrix(4, 2), { regularization: -1 }));
    expect(option).toBeInstanceOf(OptionError);
    expect(thrownBy(() => cca(fromRows([[1], [Number.NaN]]), matrix(2, 1)))).toBeInstanceOf(NumericalError);
  });
});

describe("diagonalCca", () => {
  test("equals the dense decomposition of the whitened counts; the first pair is trivial", () => {
    const random = new Random(3);
    const entries = 4000;
    const rowIds = new Uint32Array(entries);
    const columnIds = new Uint32Array(entries);
    for (let e = 0; e < entries; e++) {
      const topic = random.integer(4);
      rowIds[e] = topic * 20 + random.integer(20);
      columnIds[e] = (random.uniform() < 0.8 ? topic : random.integer(4)) * 25 + random.integer(25);
    }
    const counts = sparseFromCounts(81, 100, rowIds, columnIds);
    const dense = sparseToDense(counts);
    const left = new Float64Array(81);
    const right = new Float64Array(100);
    for (let e = 0; e < dense.data.length; e++) {
      left[Math.floor(e / 100)]! += dense.data[e]!;
      right[e % 100]! += dense.data[e]!;
    }
    const result = diagonalCca(sparseOperator(counts), left, right, { dimensions: 6, tolerance: 1e-10 });
    expect(result.converged).toBe(6);
    expect(Math.abs(result.correlations[0]! - 1)).toBeLessThan(1e-9);
    const whitened = matrix(
      81,
      100,
      dense.data.map((value, e) => (value === 0 ? 0 : value / Math.sqrt(left[Math.floor(e / 100)]! * right[e % 100]!))),
    );
    const { values } = svd(whitened);
    for (let i = 0; i < 6; i++) expect(Math.abs(values[i]! - result.correlations[i]!)).toBeLessThan(1e-8);
    // Four topics: three directions besides the trivial one stand out, and words of one topic lie together in them.
    expect(result.correlations[3]! - result.correlations[4]!).toBeGreaterThan(0.3);
    // Row 80 never occurs: its projection is 0.
    expect(result.leftProjection.data.subarray(80 * 6).every((value) => value === 0)).toBe(true);
  });

  test("bad variances", () => {
    const error = thrownBy(() =>
      diagonalCca(denseOperator(randomOrthonormal(3, 3)), Float64Array.of(1, -1, 1), new Float64Array(3).fill(1)),
    );
    expect(error).toBeInstanceOf(NumericalError);
    expect(error.message).toBe("diagonalCca: left variance 2 is -1; expected finite numbers of at least 0.");
    expect(
      thrownBy(() => diagonalCca(denseOperator(randomMatrix(3, 3)), new Float64Array(2), new Float64Array(3))),
    ).toBeInstanceOf(ShapeError);
  });
});
