/** Word vectors by CCA: the mathematics. */
import { describe, expect, test } from "vitest";
import { Random } from "../../../src/base/index.ts";
import { cca, matrix, multiply } from "../../../src/linalg/index.ts";
import { whitenedPairs } from "../../../src/models/vectors/cca/tscca.ts";

describe("the mathematics", () => {
  test("CCA recovers the correlations and the subspace of two views with a common part", () => {
    const random = new Random(3);
    const [samples, correlations] = [20_000, [0.9, 0.6, 0.3]];
    const x = matrix(samples, 5);
    const y = matrix(samples, 4);
    for (let n = 0; n < samples; n++) {
      for (let i = 0; i < 5; i++) x.data[n * 5 + i] = random.normal();
      for (let i = 0; i < 4; i++) {
        const rho = correlations[i] ?? 0;
        y.data[n * 4 + i] = rho * x.data[n * 5 + i]! + Math.sqrt(1 - rho * rho) * random.normal();
      }
    }
    const mix = (size: number) =>
      matrix(
        size,
        size,
        Float64Array.from({ length: size * size }, () => random.normal()),
      );
    const [a, b] = [mix(5), mix(4)];
    const found = cca(multiply(x, a), multiply(y, b), { dimensions: 3 });
    for (const [i, rho] of correlations.entries()) expect(Math.abs(found.correlations[i]! - rho)).toBeLessThan(0.02);
    // The canonical variates are the first three columns of x: mixing undone, rows 4 and 5 of mix·projection stay
    // small.
    const undone = multiply(a, found.leftProjection);
    for (let i = 3; i < 5; i++)
      for (let j = 0; j < 3; j++) expect(Math.abs(undone.data[i * 3 + j]!)).toBeLessThan(0.05);
    for (let j = 0; j < 3; j++) expect(Math.abs(undone.data[j * 3 + j]!)).toBeGreaterThan(0.95);
  });

  test("pairs of correlated columns are whitened by the inverse root of (1 σ; σ 1)", () => {
    const random = new Random(4);
    const [x, y] = [0, 1].map(() =>
      matrix(
        6,
        2,
        Float64Array.from({ length: 12 }, () => random.normal()),
      ),
    );
    const sigma = Float64Array.of(0.8, 0.25);
    const result = whitenedPairs(x!, y!, sigma);
    for (let row = 0; row < 6; row++) {
      for (let j = 0; j < 2; j++) {
        const [u, v] = [result.data[row * 4 + j]!, result.data[row * 4 + 2 + j]!];
        // (1 σ; σ 1)^½ twice is (1 σ; σ 1): the squared length in the inverse metric is kept.
        const [a, b, s] = [x!.data[row * 2 + j]!, y!.data[row * 2 + j]!, sigma[j]!];
        expect(u * u + v * v).toBeCloseTo((a * a - 2 * s * a * b + b * b) / (1 - s * s), 10);
      }
    }
  });
});
