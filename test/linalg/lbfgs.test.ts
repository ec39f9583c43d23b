/** L-BFGS and its line search. */
import { describe, expect, test } from "vitest";
import { NumericalError, OptionError, Random } from "../../src/base/index.ts";
import { identity, minimize, minimizeAsync, type Objective, solve } from "../../src/linalg/index.ts";
import { matrix } from "../../src/linalg/matrix.ts";
import { multiply } from "../../src/linalg/multiply.ts";
import { LineSearch } from "../../src/linalg/regression/line-search.ts";
import { randomMatrix, thrownBy } from "./algebra.ts";

/** ½ xᵀAx − bᵀx */
function quadratic(a: Float64Array, b: Float64Array): Objective {
  const n = b.length;
  return (x, gradient) => {
    let value = 0;
    for (let i = 0; i < n; i++) {
      let sum = 0;
      for (let j = 0; j < n; j++) sum += a[i * n + j]! * x[j]!;
      gradient[i] = sum - b[i]!;
      value += x[i]! * (sum / 2 - b[i]!);
    }
    return value;
  };
}

/** Σ 100 (x_{i+1} − x_i²)² + (1 − x_i)²: minimum 0 at (1, …, 1). */
const rosenbrock: Objective = (x, gradient) => {
  gradient.fill(0);
  let value = 0;
  for (let i = 0; i + 1 < x.length; i++) {
    const bend = x[i + 1]! - x[i]! ** 2;
    value += 100 * bend ** 2 + (1 - x[i]!) ** 2;
    gradient[i]! += -400 * x[i]! * bend - 2 * (1 - x[i]!);
    gradient[i + 1]! += 200 * bend;
  }
  return value;
};

/** A function of one variable. */
const ofOne =
  (value: (x: number) => number, slope: (x: number) => number): Objective =>
  (x, gradient) => {
    gradient[0] = slope(x[0]!);
    return value(x[0]!);
  };

/** 0 everywhere, with a gradient that is 0 but for one entry. */
const along =
  (entry: number, slope: number): Objective =>
  (_, gradient) => {
    gradient[entry] = slope;
    return 0;
  };

const farthest = (x: Float64Array, y: ArrayLike<number>) => Math.max(...x.map((value, i) => Math.abs(value - y[i]!)));
const standardStart = (n: number) => Float64Array.from({ length: n }, (_, i) => (i % 2 === 0 ? -1.2 : 1));
const TIGHT = { gradientTolerance: 1e-10, progressTolerance: 0, maxIterations: 2000 };

describe("minimize", () => {
  test("a quadratic: the solution of its linear system", () => {
    const factor = randomMatrix(20, 20, 3);
    const a = multiply(factor, factor, { transposeA: true });
    for (let i = 0; i < 20; i++) a.data[i * 21]! += 1;
    const b = randomMatrix(20, 1, 4);
    const found = minimize(quadratic(a.data, b.data), new Float64Array(20), TIGHT);
    expect(found.stopped).toBe("gradient");
    expect(farthest(found.point, solve(a, b).data)).toBeLessThan(1e-8);
    // An exact quasi-Newton method needs 20; with ten pairs a few more.
    expect(found.iterations).toBeLessThan(120);
  });

  test.each([
    [2, 60],
    [100, 800],
  ])("Rosenbrock in %i dimensions", (n, most) => {
    const found = minimize(rosenbrock, standardStart(n), TIGHT);
    expect(found.stopped).toBe("gradient");
    expect(farthest(found.point, new Float64Array(n).fill(1))).toBeLessThan(1e-8);
    expect(found.evaluations).toBeLessThan(most);
    expect(found.evaluations).toBeGreaterThan(found.iterations);
  });

  test("a badly scaled quadratic, condition 10⁵", () => {
    const scales = Float64Array.from({ length: 30 }, (_, i) => 10 ** ((5 * i) / 29));
    const objective: Objective = (x, gradient) => {
      let value = 0;
      for (let i = 0; i < 30; i++) {
        gradient[i] = scales[i]! * (x[i]! - i);
        value += (scales[i]! * (x[i]! - i) ** 2) / 2;
      }
      return value;
    };
    const { point, value } = minimize(objective, new Float64Array(30), { ...TIGHT, maxIterations: 20_000 });
    expect(value).toBeLessThan(1e-16);
    expect(
      farthest(
        point,
        Array.from({ length: 30 }, (_, i) => i),
      ),
    ).toBeLessThan(1e-7);
  });

  test("every step goes along −H·∇f, H by BFGS updates of dense matrices from the last pairs", () => {
    const [n, memory] = [6, 3];
    const points = Array.from(
      { length: 12 },
      (_, maxIterations) => minimize(rosenbrock, standardStart(n), { ...TIGHT, memory, maxIterations }).point,
    );
    const gradients = points.map((x) => {
      const gradient = new Float64Array(n);
      rosenbrock(x, gradient);
      return gradient;
    });
    const minus = (a: Float64Array, b: Float64Array) =>
      matrix(
        n,
        1,
        Float64Array.from(a, (v, i) => v - b[i]!),
      );
    for (let k = 1; k + 1 < points.length; k++) {
      let h = identity(n);
      for (let j = Math.max(0, k - memory); j < k; j++) {
        const s = minus(points[j + 1]!, points[j]!);
        const y = minus(gradients[j + 1]!, gradients[j]!);
        const curvature = multiply(s, y, { transposeA: true }).data[0]!;
        if (j === Math.max(0, k - memory)) {
          const last = minus(points[k]!, points[k - 1]!);
          const change = minus(gradients[k]!, gradients[k - 1]!);
          const squares = multiply(change, change, { transposeA: true }).data[0]!;
          const gamma = multiply(last, change, { transposeA: true }).data[0]! / squares;
          h = multiply(identity(n), identity(n), { alpha: gamma });
        }
        // H ← (I − s·yᵀ/ρ)·H·(I − y·sᵀ/ρ) + s·sᵀ/ρ
        const left = multiply(s, y, { transposeB: true, alpha: -1 / curvature, beta: 1, into: identity(n) });
        h = multiply(multiply(left, h), left, { transposeB: true });
        h = multiply(s, s, { transposeB: true, alpha: 1 / curvature, beta: 1, into: h });
      }
      const direction = multiply(h, matrix(n, 1, gradients[k]!), { alpha: -1 });
      const step = minus(points[k + 1]!, points[k]!);
      const inner = multiply(direction, step, { transposeA: true }).data[0]!;
      const norms = Math.hypot(...direction.data) * Math.hypot(...step.data);
      expect(1 - inner / norms).toBeLessThan(1e-9);
    }
  });

  test("logistic regression: Xᵀ(y − p) = λw at the minimum", () => {
    const [rows, columns, lambda] = [200, 8, 0.3];
    const random = new Random(5);
    const x = randomMatrix(rows, columns, 6);
    const labels = Array.from({ length: rows }, (_, i) => (x.data[i * columns]! + random.normal() > 0 ? 1 : 0));
    const probability = (w: Float64Array, i: number) => {
      let score = 0;
      for (let j = 0; j < columns; j++) score += w[j]! * x.data[i * columns + j]!;
      return 1 / (1 + Math.exp(-score));
    };
    const objective: Objective = (w, gradient) => {
      let value = 0;
      for (let j = 0; j < columns; j++) {
        value += (lambda / 2) * w[j]! ** 2;
        gradient[j] = lambda * w[j]!;
      }
      for (let i = 0; i < rows; i++) {
        const p = probability(w, i);
        value -= Math.log(labels[i] === 1 ? p : 1 - p);
        for (let j = 0; j < columns; j++) gradient[j]! += (p - labels[i]!) * x.data[i * columns + j]!;
      }
      return value;
    };
    const { point } = minimize(objective, new Float64Array(columns), { ...TIGHT, gradientTolerance: 1e-9 });
    const residual = matrix(rows, 1);
    for (let i = 0; i < rows; i++) residual.data[i] = labels[i]! - probability(point, i);
    const condition = multiply(x, residual, { transposeA: true }).data;
    expect(
      farthest(
        condition,
        point.map((w) => lambda * w),
      ),
    ).toBeLessThan(1e-8);
  });

  test("a minimum from one end of the scale of numbers, and past a wall where the objective is not finite", () => {
    const far = minimize(
      ofOne(
        (x) => 1e-8 * (x - 1e6) ** 2,
        (x) => 2e-8 * (x - 1e6),
      ),
      Float64Array.of(0),
      { gradientTolerance: 1e-12 },
    );
    expect(Math.abs(far.point[0]! - 1e6)).toBeLessThan(1e-2);
    // Minimum at 0.05, no value at or below 0, where the first step leads.
    const walled = ofOne(
      (x) => (x <= 0 ? Number.NaN : 10 * (x - 0.05) ** 2),
      (x) => 20 * (x - 0.05),
    );
    expect(minimize(walled, Float64Array.of(0.8), TIGHT).point[0]).toBeCloseTo(0.05, 9);
  });

  test("says why it stopped", () => {
    const start = standardStart(10);
    expect(minimize(rosenbrock, start, { maxIterations: 3 })).toMatchObject({ stopped: "iterations", iterations: 3 });
    expect(minimize(rosenbrock, start, { maxIterations: 0 })).toMatchObject({ evaluations: 1, iterations: 0 });
    expect(minimize(rosenbrock, new Float64Array(10).fill(1))).toMatchObject({ stopped: "gradient", iterations: 0 });
    const slow = minimize(rosenbrock, start, { gradientTolerance: 0, progressTolerance: 0.5 });
    expect(slow.stopped).toBe("progress");
    expect(slow.value).toBeGreaterThan(0);
    const wrong: Objective = (x, gradient) => -rosenbrock(x, gradient);
    const failed = minimize(wrong, start);
    expect(failed).toMatchObject({ stopped: "line search", iterations: 0 });
    expect(failed.point).toEqual(start);
    expect(start).toEqual(standardStart(10));
    expect(minimize(() => 7, new Float64Array(0))).toMatchObject({ stopped: "gradient", value: 7 });
  });

  test("a start that is not finite, bad options", () => {
    const value = thrownBy(() => minimize(() => Number.NaN, new Float64Array(2)));
    expect(value).toBeInstanceOf(NumericalError);
    expect(value.message).toBe(
      "minimize: the objective is not finite at the start: it is NaN; expected finite numbers; begin elsewhere.",
    );
    const gradient = thrownBy(() => minimize(along(1, Infinity), new Float64Array(2)));
    expect(gradient.message).toContain("entry 2 of the gradient is Infinity");
    expect(thrownBy(() => minimize(rosenbrock, new Float64Array(2), { memory: 0 }))).toBeInstanceOf(OptionError);
    const huge = thrownBy(() => minimize(along(0, 1e300), new Float64Array(1)));
    expect(huge).toBeInstanceOf(NumericalError);
  });

  test("awaited: the same steps, progress, and an end when it is stopped", async () => {
    const start = standardStart(100);
    const events: number[] = [];
    const awaited = await minimizeAsync(async (x, g) => rosenbrock(x, g), start, TIGHT, {
      stage: "valley",
      progress: ({ stage, done }) => stage === "valley" && events.push(done),
    });
    expect(awaited).toEqual(minimize(rosenbrock, start, TIGHT));
    expect(events.at(-1)).toBe(awaited.iterations);
    const stop = new AbortController();
    let calls = 0;
    const stopped = minimizeAsync(
      (x, g) => {
        if (++calls === 5) stop.abort(new Error("enough"));
        return rosenbrock(x, g);
      },
      start,
      TIGHT,
      { signal: stop.signal },
    );
    await expect(stopped).rejects.toThrow("enough");
    expect(calls).toBe(5);
  });
});

describe("LineSearch", () => {
  /** The functions of §5 of Moré and Thuente: convex, concave at 0, and with a long flat stretch. */
  const FUNCTIONS: readonly [string, (t: number) => number, (t: number) => number][] = [
    ["1", (t) => -t / (t * t + 2), (t) => (t * t - 2) / (t * t + 2) ** 2],
    ["2", (t) => (t + 0.004) ** 5 - 2 * (t + 0.004) ** 4, (t) => 5 * (t + 0.004) ** 4 - 8 * (t + 0.004) ** 3],
    ["wave", (t) => Math.sin(3 * t) - t + 0.1 * t * t, (t) => 3 * Math.cos(3 * t) - 1 + 0.2 * t],
  ];
  test.each(
    FUNCTIONS.flatMap(([name, f, slope]) => [1e-3, 0.1, 10, 1e3].map((first) => [name, first, f, slope] as const)),
  )("function %s from step %d: strong Wolfe conditions", (name, first, f, slope) => {
    // The wave rises at 0: look the other way.
    const sign = slope(0) < 0 ? 1 : -1;
    const search = new LineSearch();
    search.begin(f(0), sign * slope(0), first);
    let state = "evaluate";
    let trials = 0;
    while (state === "evaluate") {
      trials++;
      state = search.next(f(sign * search.step), sign * slope(sign * search.step));
    }
    expect(`${name} ${state}`).toBe(`${name} done`);
    expect(f(sign * search.step)).toBeLessThanOrEqual(f(0) + 1e-4 * search.step * sign * slope(0));
    expect(Math.abs(slope(sign * search.step))).toBeLessThanOrEqual(0.9 * Math.abs(slope(0)));
    expect(trials).toBeLessThanOrEqual(12);
  });

  test("never goes back to where the function is not finite", () => {
    const search = new LineSearch();
    search.begin(0, -1, 1);
    let wall = Number.POSITIVE_INFINITY;
    let state = "evaluate";
    let farthestStep = 0;
    while (state === "evaluate") {
      expect(search.step).toBeLessThan(wall);
      // Falls up to a wall at 50.
      if (search.step >= 50) wall = Math.min(wall, search.step);
      else farthestStep = Math.max(farthestStep, search.step);
      state = search.next(search.step < 50 ? -search.step : Number.NaN, -1);
    }
    expect(wall).toBeLessThan(Number.POSITIVE_INFINITY);
    expect(farthestStep).toBeGreaterThan(40);
    expect(search.best).toBe(farthestStep);
  });

  test("gives up on a function that falls for ever or rises against its slope", () => {
    const run = (f: (t: number) => number, slope: number) => {
      const search = new LineSearch();
      search.begin(f(0), slope, 1);
      let state = "evaluate";
      while (state === "evaluate") state = search.next(f(search.step), slope);
      return { state, best: search.best };
    };
    expect(run((t) => t, -1)).toEqual({ state: "failed", best: 0 });
    const endless = run((t) => -t, -1);
    expect(endless.state).toBe("failed");
    expect(endless.best).toBeGreaterThan(1e6);
    expect(run((t) => (t === 0 ? 0 : Number.NaN), -1)).toEqual({ state: "failed", best: 0 });
  });
});
