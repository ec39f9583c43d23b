/** Logistic regression: loss, gradient, minimum. */
import { describe, expect, test } from "vitest";
import { InputError, NumericalError, OptionError, Random, ShapeError } from "../../src/base/index.ts";
import {
  learnLogistic,
  logisticObjective,
  logisticProbabilities,
  type SparseMatrix,
  sparseFromRows,
  sparseMatrix,
  sparseToDense,
} from "../../src/linalg/index.ts";

const TIGHT = { gradientTolerance: 1e-9, progressTolerance: 0, maxIterations: 1000 };

/** Rows with about a third of the features, real or binary, and labels that the first features decide with noise. */
function sample(rows: number, features: number, classes: number, kind: "binary" | "real" | "scaled", seed = 3) {
  const random = new Random(seed);
  const ids: number[] = [];
  const values: number[] = [];
  const starts = [0];
  const labels: number[] = [];
  for (let i = 0; i < rows; i++) {
    const score = Array.from({ length: classes }, () => random.normal());
    for (let f = 0; f < features; f++) {
      if (random.uniform() > 1 / 3) continue;
      ids.push(f);
      values.push(random.normal());
      score[f % classes]! += 2 * (kind === "binary" ? 1 : values.at(-1)!);
    }
    starts.push(ids.length);
    labels.push(score.indexOf(Math.max(...score)));
  }
  const parts = { starts: Uint32Array.from(starts), ids: Uint32Array.from(ids) };
  const scales = Float64Array.from({ length: features }, (_, f) => 0.5 + f / 4);
  const x = sparseMatrix(rows, features, {
    ...parts,
    values: kind === "real" ? Float64Array.from(values) : undefined,
    columnScales: kind === "scaled" ? scales : undefined,
  });
  return { x, labels };
}

/** The definition, in dense arrays. */
function densely(x: SparseMatrix, labels: readonly number[], l2: number, point: Float64Array, weights?: Float64Array) {
  const dense = sparseToDense(x);
  const outputs = point.length / (x.columns + 1);
  let value = 0;
  for (let k = 0; k < x.columns * outputs; k++) value += (l2 / 2) * point[k]! ** 2;
  for (let i = 0; i < x.rows; i++) {
    const scores = Array.from({ length: outputs }, (_, a) => {
      let score = point[x.columns * outputs + a]!;
      for (let f = 0; f < x.columns; f++) score += dense.data[i * x.columns + f]! * point[f * outputs + a]!;
      return score;
    });
    const all = outputs === 1 ? [0, scores[0]!] : scores;
    const sum = all.reduce((total, score) => total + Math.exp(score), 0);
    value -= (weights?.[i] ?? 1) * Math.log(Math.exp(all[labels[i]!]!) / sum);
  }
  return value;
}

describe.each([
  [2, "binary"],
  [2, "real"],
  [3, "binary"],
  [4, "real"],
  [3, "scaled"],
] as const)("%i classes, %s features", (classes, kind) => {
  const { x, labels } = sample(30, 5, classes, kind);
  const outputs = classes === 2 ? 1 : classes;
  const random = new Random(9);
  const point = Float64Array.from({ length: 6 * outputs }, () => random.normal());
  const exampleWeights = Float64Array.from({ length: 30 }, (_, i) => (i % 4) / 2);

  test("value by its definition, gradient by finite differences", () => {
    for (const weights of [undefined, exampleWeights]) {
      const objective = logisticObjective(x, labels, 0.7, { exampleWeights: weights });
      const gradient = new Float64Array(point.length);
      expect(objective(point, gradient)).toBeCloseTo(densely(x, labels, 0.7, point, weights), 10);
      const step = 1e-5;
      for (let k = 0; k < point.length; k++) {
        const at = (value: number) => densely(x, labels, 0.7, point.with(k, value), weights);
        const slope = (at(point[k]! + step) - at(point[k]! - step)) / (2 * step);
        expect(Math.abs(gradient[k]! - slope)).toBeLessThan(1e-7);
      }
    }
  });

  test("the learnt point is where the gradient vanishes; probabilities by their definition", async () => {
    const { weights, bias, report, ...rest } = await learnLogistic(x, labels, { ...TIGHT, l2: 0.5, exampleWeights });
    const learnt = Float64Array.from([...weights.data, ...bias]);
    const gradient = new Float64Array(learnt.length);
    const value = logisticObjective(x, labels, 0.5, { exampleWeights })(learnt, gradient);
    expect(Math.hypot(...gradient)).toBeLessThan(1e-7);
    expect(report.objective).toBe(value);
    expect(report.stopped).toBe("gradient");
    const probabilities = logisticProbabilities({ weights, bias, ...rest }, x);
    // −log p of one example's label is the objective of that example alone.
    const one = new Float64Array(30).fill(0);
    for (let i = 0; i < 5; i++) {
      const loss = densely(x, labels, 0, learnt, one.with(i, 1));
      expect(probabilities.data[i * classes + labels[i]!]).toBeCloseTo(Math.exp(-loss), 10);
      const row = probabilities.data.subarray(i * classes, (i + 1) * classes);
      expect(row.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 12);
    }
  });
});

describe("learnLogistic", () => {
  test("two classes as a softmax of two give the same probabilities at twice the penalty", async () => {
    // With w_1 = −w_0 = w/2 the softmax has the penalty λ/2·(2·‖w/2‖²) = λ/4·‖w‖²; a third, empty class has weight ≈ 0.
    const { x, labels } = sample(200, 6, 2, "real");
    const two = await learnLogistic(x, labels, { ...TIGHT, l2: 1 });
    const many = await learnLogistic(x, labels, { ...TIGHT, l2: 2, classes: 3 });
    const [p, q] = [logisticProbabilities(two, x).data, logisticProbabilities(many, x).data];
    for (let i = 0; i < 200; i++) expect(Math.abs(p[2 * i + 1]! - q[3 * i + 1]!)).toBeLessThan(1e-4);
    expect(many.report.warnings).toEqual(["class 2 has no example; its probability is close to 0 everywhere."]);
  });

  test("many examples and classes, which are taken in blocks: the sum over two halves", () => {
    const [n, classes] = [3000, 1000];
    const rows = Array.from({ length: n }, (_, i) => [i % 3, 3 + (i % 5)]);
    const labels = rows.map((_, i) => (i * 7) % classes);
    const random = new Random(4);
    const point = Float64Array.from({ length: 9 * classes }, () => random.normal());
    const evaluate = (from: number, to: number) => {
      const gradient = new Float64Array(point.length);
      const part = sparseFromRows(rows.slice(from, to), 8);
      return { value: logisticObjective(part, labels.slice(from, to), 0, { classes })(point, gradient), gradient };
    };
    const [all, first, second] = [evaluate(0, n), evaluate(0, n / 2), evaluate(n / 2, n)];
    expect(all.value / (first.value + second.value)).toBeCloseTo(1, 12);
    const difference = all.gradient.map((slope, k) => slope - first.gradient[k]! - second.gradient[k]!);
    expect(Math.hypot(...difference)).toBeLessThan(1e-9 * Math.hypot(...all.gradient));
  });

  test("weights per example are repeated examples", async () => {
    const rows = [[0], [1], [0, 1], [2], [1, 2]];
    const labels = [0, 1, 1, 0, 1];
    const twice = await learnLogistic(sparseFromRows([...rows, [0]], 3), [...labels, 0], TIGHT);
    const exampleWeights = Float64Array.of(2, 1, 1, 1, 1);
    const weighted = await learnLogistic(sparseFromRows(rows, 3), labels, { ...TIGHT, exampleWeights });
    for (let f = 0; f < 3; f++) expect(weighted.weights.data[f]).toBeCloseTo(twice.weights.data[f]!, 8);
    expect(weighted.report.priors).toEqual(twice.report.priors);
    expect([...weighted.report.priors]).toEqual([0.5, 0.5]);
  });

  test("recovers the weights that made the labels, better with more examples", async () => {
    const truth = [1.5, -1, 0.5, 0];
    const errorWith = async (examples: number) => {
      const random = new Random(8);
      const rows = Array.from({ length: examples }, () => [0, 1, 2, 3].filter(() => random.uniform() < 0.5));
      const labels = rows.map((row) => {
        const score = row.reduce((sum, f) => sum + truth[f]!, -0.3);
        return random.uniform() < 1 / (1 + Math.exp(-score)) ? 1 : 0;
      });
      const { weights } = await learnLogistic(sparseFromRows(rows, 4), labels, { l2: 0.01 });
      return Math.hypot(...weights.data.map((w, f) => w - truth[f]!));
    };
    expect(await errorWith(50_000)).toBeLessThan(0.08);
    expect(await errorWith(500)).toBeGreaterThan(0.12);
  });

  test("no features: the priors", async () => {
    const { weights, bias, classes, report } = await learnLogistic(sparseFromRows([[], [], [], []], 2), [1, 1, 1, 0]);
    expect([...weights.data]).toEqual([0, 0]);
    const p = logisticProbabilities({ weights, bias, classes }, sparseFromRows([[]], 2)).data;
    expect(p[1]).toBeCloseTo(0.75, 6);
    expect(report.accuracy).toBe(0.75);
    expect(report.logLoss).toBeCloseTo(-(0.75 * Math.log(0.75) + 0.25 * Math.log(0.25)), 6);
  });

  test("separable examples and enormous scores stay finite", async () => {
    const x = sparseMatrix(2, 1, {
      starts: Uint32Array.of(0, 1, 2),
      ids: Uint32Array.of(0, 0),
      values: Float64Array.of(1e4, -1e4),
    });
    const learnt = await learnLogistic(x, [1, 0], { l2: 0 });
    expect(learnt.report.accuracy).toBe(1);
    expect(learnt.report.logLoss).toBeLessThan(1e-3);
    const sure = { classes: 2, weights: learnt.weights, bias: Float64Array.of(1e6) };
    expect([...logisticProbabilities(sure, x).data.subarray(0, 2)]).toEqual([0, 1]);
  });

  test("can be stopped; says when it has not converged", async () => {
    const { x, labels } = sample(50, 5, 3, "real");
    const stop = new AbortController();
    stop.abort(new Error("enough"));
    await expect(learnLogistic(x, labels, {}, { signal: stop.signal })).rejects.toThrow("enough");
    const short = await learnLogistic(x, labels, { maxIterations: 1 });
    expect(short.report.warnings).toEqual(["stopped after 1 iterations before it converged; more may be better."]);
  });

  test("bad input", async () => {
    const x = sparseFromRows([[0], [1]], 2);
    await expect(learnLogistic(x, [0])).rejects.toThrow(ShapeError);
    await expect(learnLogistic(x, [0, 0.5])).rejects.toThrow("label 2 is 0.5; expected whole numbers from 0 up.");
    await expect(learnLogistic(x, [0, 3], { classes: 3 })).rejects.toThrow("expected whole numbers from 0 to 2.");
    await expect(learnLogistic(sparseFromRows([], 2), [])).rejects.toThrow(InputError);
    await expect(learnLogistic(x, [0, 1], { exampleWeights: Float64Array.of(0, 0) })).rejects.toThrow("weigh nothing");
    await expect(learnLogistic(x, [0, 1], { exampleWeights: Float64Array.of(1, -1) })).rejects.toThrow(
      "weight 2 is -1",
    );
    await expect(learnLogistic(x, [0, 1], { l2: -1 })).rejects.toThrow(OptionError);
    const bad = sparseMatrix(1, 1, {
      starts: Uint32Array.of(0, 1),
      ids: Uint32Array.of(0),
      values: Float64Array.of(Number.NaN),
    });
    await expect(learnLogistic(bad, [0])).rejects.toThrow(NumericalError);
    const model = await learnLogistic(x, [0, 1]);
    expect(() => logisticProbabilities(model, sparseFromRows([[2]], 3))).toThrow(ShapeError);
  });
});
