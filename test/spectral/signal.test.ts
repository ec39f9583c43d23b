/** Signal and noise in singular values. */
import { describe, expect, test } from "vitest";
import { Random } from "../../src/base/random.ts";
import { matrix } from "../../src/linalg/matrix.ts";
import { sparseFromRows } from "../../src/linalg/sparse.ts";
import { expectedShares, projectViews, shrinkToMeans, signalShares, spreadOf } from "../../src/spectral/index.ts";

/**
 * Two views of 40 features; each shows a hidden one of four states with this probability, and is drawn at random
 * otherwise.
 */
function sample(count: number, dependence: number) {
  const random = new Random(4);
  const left: number[][] = [];
  const right: number[][] = [];
  for (let n = 0; n < count; n++) {
    const state = random.integer(4);
    const view = () => (random.uniform() < dependence ? 10 * state + random.integer(10) : random.integer(40));
    left.push([view()]);
    right.push([view()]);
  }
  return { left: sparseFromRows(left, 40), right: sparseFromRows(right, 40) };
}

const ESTIMATES = {
  "from permuted pairs": (count: number, dependence: number): number[] => {
    const { left, right } = sample(count, dependence);
    return [...signalShares(left, right, projectViews(left, right, 8, { seed: 1 }).values, { seed: 1 })];
  },
  "by the formula": (count: number, dependence: number): number[] => {
    const { left, right } = sample(count, dependence);
    const views = projectViews(left, right, 8, { seed: 1 });
    return [...expectedShares(left, right, views.values, [spreadOf(views.left), spreadOf(views.right)], { seed: 1 })];
  },
};

describe.each(Object.entries(ESTIMATES))("shares of signal %s", (_, sharesOf) => {
  test("finds the three directions in which four states differ, and calls the rest noise", () => {
    const [first, ...others] = sharesOf(4000, 0.8);
    expect(first).toBe(1);
    for (const share of others.slice(0, 3)) expect(share).toBeGreaterThan(0.9);
    for (const share of others.slice(3)) expect(share).toBeLessThan(0.3);
  });

  test("finds nothing but the means in views that are independent", () => {
    const shares = sharesOf(4000, 0);
    expect(shares[0]).toBe(1);
    for (const share of shares.slice(1)) expect(share).toBeLessThan(0.3);
  });

  test("trusts a weak dependence the more, the more samples show it", () => {
    const sums = [300, 3000, 30000].map((count) =>
      sharesOf(count, 0.4)
        .slice(1, 4)
        .reduce((sum, share) => sum + share, 0),
    );
    expect(sums[0]!).toBeLessThan(sums[1]!);
    expect(sums[1]!).toBeLessThan(sums[2]!);
    expect(sums[2]!).toBeGreaterThan(2.4);
  });

  test("is the same on every run", () => expect(sharesOf(500, 0.5)).toEqual(sharesOf(500, 0.5)));
});

test("the formula damps what rises above the noise and cuts what does not", () => {
  // Two features a side, each on half of 100 samples: tr C = ½, so that a = 2·½/100 and b = 3·½/100 below.
  const halves = sparseFromRows(
    Array.from({ length: 100 }, (_, n) => [n % 2]),
    2,
  );
  const spread = (variance: number) => ({ means: new Float64Array(3), variances: new Float64Array(3).fill(variance) });
  const shares = expectedShares(halves, halves, Float64Array.of(5, 0.4, 0.2), [spread(2), spread(3)], {
    kappa: undefined,
  });
  expect(shares[0]).toBe(1);
  expect(shares[1]).toBeCloseTo(Math.sqrt((0.16 - 0.025) ** 2 - 4 * 0.01 * 0.015) / 0.16, 12);
  expect(shares[2]).toBe(0);
});

test("samples keep their means and √w of their deviations", () => {
  const samples = matrix(2, 3, Float64Array.of(1, 2, 5, 3, 4, 7));
  shrinkToMeans(samples, Float64Array.of(1, 0.25, 0));
  expect([...samples.data]).toEqual([1, 2.5, 6, 3, 3.5, 6]);
});
