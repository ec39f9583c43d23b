/** The regression of word forms: gradient and averaging. */
import { describe, expect, test } from "vitest";
import { Random } from "../../../src/base/random.ts";
import { Logistic, type SparseRow } from "../../../src/models/lexicon/logistic.ts";

const row = (features: number[], values = features.map(() => 1)): SparseRow => ({
  features: Int32Array.from(features),
  values: Float64Array.from(values),
});

/** Σ_a p̃(a)·log p(a | x), with shares p̃ that sum to 1. */
function logLikelihood(model: Logistic, x: SparseRow, shares: ReadonlyMap<number, number>): number {
  const posterior = new Float64Array(model.labelCount);
  model.posterior(x, posterior);
  let sum = 0;
  for (const [label, share] of shares) sum += share * Math.log(posterior[label]!);
  return sum;
}

describe("logistic regression", () => {
  test("the gradient is that of finite differences, for features of any value", () => {
    const random = new Random(3);
    const [features, labels] = [5, 4];
    const weights = Float32Array.from({ length: features * labels }, () => random.normal());
    const x = row([0, 2, 3], [1, -0.7, 2.5]);
    // Weights of 3 and 1 are shares of 0.75 and 0.25.
    const gradient = new Float64Array(labels);
    new Logistic(labels, weights).gradient(x, new Map([[1, 3] as const, [2, 1] as const]), gradient);
    const shares = new Map([[1, 0.75] as const, [2, 0.25] as const]);
    const step = 2 ** -6; // a power of 2, so that single precision adds it without an error that matters
    for (const [f, feature] of x.features.entries()) {
      for (let a = 0; a < labels; a++) {
        const moved = (by: number) => {
          const copy = weights.slice();
          copy[feature * labels + a]! += by;
          return logLikelihood(new Logistic(labels, copy), x, shares);
        };
        const slope = (moved(step) - moved(-step)) / (2 * step);
        expect(slope).toBeCloseTo(x.values[f]! * gradient[a]!, 3);
      }
    }
  });

  test("learns what can be told apart, and gives probabilities", () => {
    // Feature 0 is always there; 1 says label 0, 2 says label 1, 3 says nothing.
    const rows = [row([0, 1]), row([0, 2]), row([0, 1, 3]), row([0, 2, 3])];
    const targets = [0, 1, 0, 1].map((label) => new Map([[label, 1]]));
    const many = Array.from({ length: 50 }, (_, n) => n % 4);
    const model = Logistic.learn(
      many.map((n) => rows[n]!),
      many.map((n) => targets[n]!),
      { featureCount: 4, labelCount: 3, random: new Random(1) },
    );
    const out = new Float64Array(3);
    for (const [n, x] of rows.entries()) {
      model.posterior(x, out);
      expect(out.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 12);
      expect(out.indexOf(Math.max(...out))).toBe(n % 2);
      expect(out[n % 2]).toBeGreaterThan(0.8);
      expect(out[2]).toBeLessThan(0.1);
    }
    model.posterior(row([]), out);
    expect([...out]).toEqual([1 / 3, 1 / 3, 1 / 3]);
  });

  test("the weights are the mean over all steps", () => {
    // One example that never changes: the change of a step can be followed by hand.
    const x = row([0]);
    const model = Logistic.learn([x], [new Map([[0, 1]])], { featureCount: 1, labelCount: 2, random: new Random(1) });
    let [weight, squares, sum] = [0, 0, 0];
    const epochs = 4;
    for (let step = 0; step < epochs; step++) {
      const gradient = 1 - 1 / (1 + Math.exp(-2 * weight));
      squares += gradient ** 2;
      weight += (0.3 * gradient) / Math.sqrt(1 + squares);
      sum += weight;
    }
    expect(model.weights[0]).toBeCloseTo(sum / epochs, 6);
    expect(model.weights[1]).toBeCloseTo(-sum / epochs, 6);
  });

  test("learns from nothing", () => {
    const model = Logistic.learn([], [], { featureCount: 0, labelCount: 2, random: new Random(1) });
    const out = new Float64Array(2);
    model.posterior(row([]), out);
    expect([...out]).toEqual([0.5, 0.5]);
  });
});
