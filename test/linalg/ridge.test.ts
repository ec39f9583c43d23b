/** Ridge regression and the choice of λ. */
import { describe, expect, test } from "vitest";
import { NumericalError, OptionError, Random, ShapeError } from "../../src/base/index.ts";
import {
  fromRows,
  learnRidge,
  leastSquares,
  type Matrix,
  matrix,
  multiply,
  ridgePredictions,
  solve,
} from "../../src/linalg/index.ts";
import { randomMatrix } from "./algebra.ts";

/** Errors of solutions grow with the condition number, which is under 10³ here. */
const SOLUTION = 1e-9;

/** Columns of very different scale and mean, and targets that three of them explain. */
function sample(rows: number, columns: number, noise: number, seed = 1): { x: Matrix; y: Float64Array } {
  const x = randomMatrix(rows, columns, seed);
  for (let e = 0; e < x.data.length; e++) x.data[e] = 5 * (e % columns) + x.data[e]! * 10 ** ((e % columns) % 3);
  const random = new Random(seed + 7);
  const y = Float64Array.from({ length: rows }, (_, i) => {
    const row = x.data.subarray(i * columns, (i + 1) * columns);
    return 3 + 2 * row[0]! - 0.1 * row[1]! + 0.02 * (row[2] ?? 0) + noise * random.normal();
  });
  return { x, y };
}

/**
 * The normal equations with an intercept that is not penalised, over columns divided by the deviations they have in
 * `scaled`: Σ (y − b − xᵀv)² + nλ Σ s_j² v_j², v the weights of the plain columns.
 */
function byNormalEquations(x: Matrix, y: Float64Array, lambda: number, scaled = x, n = x.rows) {
  const width = x.columns + 1;
  const design = matrix(x.rows, width);
  for (let i = 0; i < x.rows; i++) {
    design.data[i * width] = 1;
    design.data.set(x.data.subarray(i * x.columns, (i + 1) * x.columns), i * width + 1);
  }
  const gram = multiply(design, design, { transposeA: true });
  for (let j = 0; j < x.columns; j++) {
    const column = Array.from({ length: scaled.rows }, (_, i) => scaled.data[i * x.columns + j]!);
    const mean = column.reduce((a, b) => a + b, 0) / column.length;
    const variance = column.reduce((sum, v) => sum + (v - mean) ** 2, 0) / column.length;
    gram.data[(j + 1) * (width + 1)]! += n * lambda * variance;
  }
  const solution = solve(gram, multiply(design, matrix(x.rows, 1, y), { transposeA: true })).data;
  return { intercept: solution[0]!, weights: solution.slice(1) };
}

const without = (x: Matrix, y: Float64Array, rows: ReadonlySet<number>) => {
  const kept = [...y.keys()].filter((i) => !rows.has(i));
  return {
    x: fromRows(kept.map((i) => x.data.subarray(i * x.columns, (i + 1) * x.columns))),
    y: Float64Array.from(kept, (i) => y[i]!),
  };
};
const distance = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Math.max(...Array.from(a, (value, i) => Math.abs(value - b[i]!)));

describe("learnRidge", () => {
  test.each([1e-6, 0.1, 10])("λ = %d: the solution of the normal equations", async (lambda) => {
    const { x, y } = sample(40, 6, 1);
    const found = await learnRidge(x, y, { lambdas: [lambda] });
    const expected = byNormalEquations(x, y, lambda);
    expect(found.lambda).toBe(lambda);
    expect(distance(found.weights, expected.weights)).toBeLessThan(SOLUTION);
    expect(Math.abs(found.intercept - expected.intercept)).toBeLessThan(SOLUTION * 100);
    const predictions = ridgePredictions(found, x);
    const squares = predictions.reduce((sum, value, i) => sum + (value - y[i]!) ** 2, 0);
    expect(found.report.trainingError).toBeCloseTo(squares / 40, 9);
  });

  test("a tiny λ gives least squares, a huge one the mean; parameters in effect", async () => {
    const { x, y } = sample(40, 4, 1);
    const design = fromRows(Array.from({ length: 40 }, (_, i) => [1, ...x.data.subarray(i * 4, (i + 1) * 4)]));
    const exact = leastSquares(design, matrix(40, 1, y)).solution.data;
    const loose = await learnRidge(x, y, { lambdas: [1e-14] });
    expect(distance(loose.weights, exact.slice(1))).toBeLessThan(1e-8);
    expect(loose.report.effectiveParameters).toBeCloseTo(5, 8);
    const tight = await learnRidge(x, y, { lambdas: [1e12] });
    expect(distance(tight.weights, new Float64Array(4))).toBeLessThan(1e-9);
    expect(tight.intercept).toBeCloseTo(y.reduce((a, b) => a + b, 0) / 40, 8);
    expect(tight.report.effectiveParameters).toBeCloseTo(1, 8);
  });

  test.each([
    [15, 5],
    [8, 12],
  ])("leave-one-out, %i×%i: the same as fitting without each row", async (rows, columns) => {
    const { x, y } = sample(rows, columns, 2);
    for (const lambda of [0.01, 1]) {
      const { report, heldOut } = await learnRidge(x, y, { lambdas: [lambda] });
      const predictions = Array.from(y, (_, i) => {
        const rest = without(x, y, new Set([i]));
        const { weights, intercept } = byNormalEquations(rest.x, rest.y, lambda, x, rows);
        return x.data
          .subarray(i * columns, (i + 1) * columns)
          .reduce((sum, value, j) => sum + value * weights[j]!, intercept);
      });
      expect(distance(heldOut, predictions)).toBeLessThan(1e-6);
      const errors = predictions.map((value, i) => (value - y[i]!) ** 2);
      const mean = errors.reduce((a, b) => a + b, 0) / rows;
      const variance = errors.reduce((sum, error) => sum + (error - mean) ** 2, 0) / (rows - 1);
      expect(report.curve[0]!.error).toBeCloseTo(mean, 6);
      expect(report.curve[0]!.standardError).toBeCloseTo(Math.sqrt(variance / rows), 6);
    }
  });

  test("generalized: leave-one-out with the mean leverage", async () => {
    const { x, y } = sample(20, 5, 2);
    const { report } = await learnRidge(x, y, { validation: "generalized", lambdas: [0.3] });
    const factor = 1 - report.effectiveParameters / 20;
    expect(report.curve[0]!.error).toBeCloseTo(report.trainingError / factor ** 2, 10);
    expect(report.curve[0]!.standardError).toBeNaN();
  });

  test("folds: everything again without each fold; rows of a group stay together", async () => {
    const { x, y } = sample(24, 4, 2);
    const groups = Array.from(y, (_, i) => Math.floor(i / 3));
    const options = { validation: "folds", folds: 4, lambdas: [0.2], groups } as const;
    const found = await learnRidge(x, y, options);
    // Which groups are together shows in the predictions: find for each group the fold that explains it.
    const explained = [...new Set(groups)].map((group) => {
      const row = group * 3;
      const others = [...new Set(groups)].filter((other) => other !== group);
      return others.filter((other) => {
        const left = new Set([...y.keys()].filter((i) => groups[i] === group || groups[i] === other));
        const rest = without(x, y, left);
        const { weights, intercept } = byNormalEquations(rest.x, rest.y, 0.2);
        const prediction = x.data
          .subarray(row * 4, (row + 1) * 4)
          .reduce((sum, value, j) => sum + value * weights[j]!, intercept);
        return Math.abs(prediction - found.heldOut[row]!) < 1e-8;
      });
    });
    expect(explained.every((partners) => partners.length === 1)).toBe(true);
    expect(explained.every(([partner], group) => explained[partner!]![0] === group)).toBe(true);
    expect(await learnRidge(x, y, options)).toEqual(found);
    expect((await learnRidge(x, y, { ...options, seed: 2 })).heldOut).not.toEqual(found.heldOut);
  });

  test("chooses the bottom of the curve, and warns at its ends", async () => {
    // Many columns of noise: an inner λ is best.
    const { x, y } = sample(60, 40, 3);
    for (const validation of ["leave-one-out", "generalized", "folds"] as const) {
      const { lambda, report } = await learnRidge(x, y, { validation });
      expect(report.curve).toHaveLength(41);
      expect(lambda).toBe(report.curve.reduce((a, b) => (b.error < a.error ? b : a)).lambda);
      expect(lambda).toBeGreaterThan(1e-6);
      expect(report.warnings).toEqual([]);
      const bottom = report.curve.find((point) => point.lambda === lambda)!.error;
      expect(Math.min(report.curve[0]!.error, report.curve.at(-1)!.error)).toBeGreaterThan(1.1 * bottom);
    }
    const { lambda, report } = await learnRidge(x, y, { lambdas: [1e4, 1e3] });
    expect([lambda, report.curve[0]!.lambda]).toEqual([1e3, 1e3]);
    expect(report.warnings[0]).toContain("is at the end of those tried");
  });

  test("constant and repeated columns", async () => {
    const { x, y } = sample(30, 3, 1);
    const doubled = fromRows(
      Array.from({ length: 30 }, (_, i) => [0.1, ...x.data.subarray(i * 3, (i + 1) * 3), x.data[i * 3]!]),
    );
    const found = await learnRidge(doubled, y);
    expect(found.report.constantColumns).toEqual([0]);
    expect(found.weights[0]).toBe(0);
    expect(found.weights[1]).toBeCloseTo(found.weights[4]!, 9);
    const flat = await learnRidge(matrix(4, 2), Float64Array.of(1, 2, 3, 4));
    expect([...ridgePredictions(flat, matrix(1, 2))]).toEqual([2.5]);
  });

  test("bad input", async () => {
    const { x, y } = sample(10, 2, 1);
    await expect(learnRidge(x, y.subarray(1))).rejects.toThrow(ShapeError);
    await expect(learnRidge(matrix(1, 2), Float64Array.of(1))).rejects.toThrow("expected at least 2 rows");
    await expect(learnRidge(x, y, { lambdas: [0] })).rejects.toThrow("lambdas must be numbers above 0; got 0.");
    await expect(learnRidge(x, y, { lambdas: [] })).rejects.toThrow(OptionError);
    await expect(learnRidge(x, y, { validation: "folds", folds: 11 })).rejects.toThrow(
      "learnRidge: folds must be a whole number from 2 to the number of groups, 10; got 11.",
    );
    await expect(learnRidge(x, y, { validation: "other" as never })).rejects.toThrow(OptionError);
    await expect(learnRidge(x, y, { groups: [1] })).rejects.toThrow("10 rows and 1 groups");
    x.data[3] = Number.NaN;
    await expect(learnRidge(x, y)).rejects.toThrow(NumericalError);
    await expect(learnRidge(matrix(2, 1), Float64Array.of(1, Infinity))).rejects.toThrow("learnRidge: targets: row 2");
  });
});
