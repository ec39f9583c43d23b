/** Random numbers: seeds, streams, distributions. */
import { describe, expect, test } from "vitest";
import { DEFAULT_SEED, Random } from "../../src/base/random.ts";

const DRAWS = 40_000;
const GOLDEN = { seed: [781549651, 1365720926, -823417966], stream: [1934419506, -1587768695, -1637889149] };

/** Mean, variance and skewness of draws. */
function moments(draw: () => number) {
  const values = Float64Array.from({ length: DRAWS }, draw);
  const mean = values.reduce((sum, value) => sum + value, 0) / DRAWS;
  const central = (power: number) => values.reduce((sum, value) => sum + (value - mean) ** power, 0) / DRAWS;
  return { mean, variance: central(2), skewness: central(3) / central(2) ** 1.5 };
}

/**
 * Four standard errors of a mean of DRAWS values with that variance: chance fails one in 16,000, and the seeds are
 * fixed.
 */
const bound = (variance: number) => 4 * Math.sqrt(variance / DRAWS);

const take = (random: Random, count = 8) => Array.from({ length: count }, () => random.bits());

describe("seeds and streams", () => {
  test("same seed, same numbers; no seed is the default seed", () => {
    expect(take(new Random(5))).toEqual(take(new Random(5)));
    expect(take(new Random())).toEqual(take(new Random(DEFAULT_SEED)));
    expect(take(new Random(-0))).toEqual(take(new Random(0)));
  });

  test("the numbers do not change from version to version", () => {
    expect(take(new Random(1), 3)).toEqual(GOLDEN.seed);
    expect(take(new Random(1).stream("words").stream(7), 3)).toEqual(GOLDEN.stream);
  });

  test("seeds that are alike give numbers that are not", () => {
    const firsts = Array.from({ length: 2000 }, (_, seed) => new Random(seed).uniform());
    expect(new Set(firsts).size).toBe(2000);
    const mean = firsts.reduce((sum, value) => sum + value, 0) / 2000;
    expect(Math.abs(mean - 0.5)).toBeLessThan(4 * Math.sqrt(1 / 12 / 2000));
    // Correlation of neighbours: 0 ± 1/√n.
    let product = 0;
    for (let i = 1; i < 2000; i++) product += 12 * (firsts[i]! - 0.5) * (firsts[i - 1]! - 0.5);
    expect(Math.abs(product / 2000)).toBeLessThan(4 / Math.sqrt(2000));
    expect(new Set([2 ** 40, 2 ** 40 + 1, 0.5, -1, 2 ** 32, 0].map((seed) => new Random(seed).bits())).size).toBe(6);
  });

  test("a stream depends on the seed and its names, not on what was drawn before", () => {
    const parent = new Random(3);
    const before = take(parent.stream("a"));
    take(parent, 100);
    expect(take(parent.stream("a"))).toEqual(before);
    expect(take(new Random(3).stream("a"))).toEqual(before);
    expect(take(new Random(3).stream(1))).toEqual(take(new Random(3).stream("1")));
    expect(take(new Random(3).stream("x").stream("y"))).not.toEqual(take(new Random(3).stream("xy")));
    expect(take(new Random(3).stream(""))).not.toEqual(take(new Random(3)));
  });

  test("no two of 200 seeds × 200 streams begin alike", () => {
    const seen = new Set<string>();
    for (let seed = 0; seed < 200; seed++) {
      const random = new Random(seed);
      for (let name = 0; name < 200; name++) seen.add(take(random.stream(name), 2).join());
    }
    expect(seen.size).toBe(40_000);
  });

  test("streams are uncorrelated with each other", () => {
    const [a, b] = [new Random(1).stream(0), new Random(1).stream(1)];
    expect(Math.abs(moments(() => a.normal() * b.normal()).mean)).toBeLessThan(bound(1));
  });
});

describe("distributions", () => {
  test("uniform: [0, 1), mean 1/2, variance 1/12, every sixteenth alike", () => {
    const random = new Random(1);
    const counts = new Int32Array(16);
    let outside = 0;
    const { mean, variance } = moments(() => {
      const value = random.uniform();
      if (value < 0 || value >= 1) outside++;
      counts[Math.floor(16 * value)]!++;
      return value;
    });
    expect(outside).toBe(0);
    expect(Math.abs(mean - 1 / 2)).toBeLessThan(bound(1 / 12));
    expect(Math.abs(variance - 1 / 12)).toBeLessThan(bound(1 / 180));
    // χ² with 15 degrees of freedom exceeds 37.7 once in a thousand.
    const expected = DRAWS / 16;
    expect(counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)).toBeLessThan(37.7);
  });

  test("uniform uses 53 bits", () => {
    const random = new Random(2);
    const odd = Array.from({ length: 1000 }, () => (random.uniform() * 2 ** 53) % 2).filter((bit) => bit === 1).length;
    expect(odd).toBeGreaterThan(430);
    expect(odd).toBeLessThan(570);
  });

  test("integer: every value below the bound, alike", () => {
    const random = new Random(3);
    const counts = new Int32Array(7);
    for (let i = 0; i < 70_000; i++) counts[random.integer(7)]!++;
    for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(4 * Math.sqrt(10_000 * (6 / 7)));
  });

  test("normal: mean 0, variance 1, no skew, 4.55 % beyond two", () => {
    const random = new Random(4);
    let beyond = 0;
    const { mean, variance, skewness } = moments(() => {
      const value = random.normal();
      if (Math.abs(value) > 2) beyond++;
      return value;
    });
    expect(Math.abs(mean)).toBeLessThan(bound(1));
    expect(Math.abs(variance - 1)).toBeLessThan(bound(2));
    expect(Math.abs(skewness)).toBeLessThan(bound(6));
    expect(Math.abs(beyond / DRAWS - 0.0455)).toBeLessThan(bound(0.0455));
  });

  test.each([0.05, 0.5, 1, 2.5, 50])("gamma(%f): mean and variance are the shape, skewness 2/√shape", (shape) => {
    const random = new Random(5);
    const { mean, variance, skewness } = moments(() => random.gamma(shape));
    expect(Math.abs(mean - shape)).toBeLessThan(bound(shape));
    // Var of the sample variance: μ₄ − σ⁴ = 2a² + 6a.
    expect(Math.abs(variance - shape)).toBeLessThan(bound(2 * shape ** 2 + 6 * shape));
    if (shape >= 1) expect(Math.abs(skewness - 2 / Math.sqrt(shape))).toBeLessThan(0.25);
  });

  test.each([0.1, 1, 10])("dirichlet(%f): on the simplex, mean 1/k, variance (k−1)/k²(ka+1)", (concentration) => {
    const random = new Random(6);
    let offSimplex = 0;
    const { mean, variance } = moments(() => {
      const point = random.dirichlet(4, concentration);
      offSimplex = Math.max(offSimplex, Math.abs(point.reduce((sum, value) => sum + value, 0) - 1));
      return point[2]!;
    });
    expect(offSimplex).toBeLessThan(1e-12);
    const exact = 3 / 16 / (4 * concentration + 1);
    expect(Math.abs(mean - 1 / 4)).toBeLessThan(bound(exact));
    expect(Math.abs(variance / exact - 1)).toBeLessThan(0.08);
  });

  test("dirichlet of a tiny concentration is a corner, every corner alike", () => {
    const random = new Random(7);
    const counts = new Int32Array(3);
    for (let i = 0; i < 3000; i++) {
      const point = random.dirichlet(3, 1e-300);
      expect([...point].sort()).toEqual([0, 0, 1]);
      counts[point.indexOf(1)]!++;
    }
    for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(4 * Math.sqrt(1000 * (2 / 3)));
  });

  test("categorical: in proportion to the weights, never a weight of 0", () => {
    const random = new Random(8);
    const weights = [0, 3, 0, 1, 6, 0];
    const counts = new Int32Array(6);
    for (let i = 0; i < DRAWS; i++) counts[random.categorical(weights)]!++;
    weights.forEach((weight, i) => {
      const share = weight / 10;
      if (weight === 0) expect(counts[i]).toBe(0);
      else expect(Math.abs(counts[i]! / DRAWS - share)).toBeLessThan(bound(share * (1 - share)));
    });
    expect(random.categorical([0, 0, 1e-300])).toBe(2);
  });

  test("shuffle: a permutation, in place, every order alike", () => {
    const random = new Random(9);
    const counts = new Map<string, number>();
    for (let i = 0; i < 24_000; i++) {
      const items = [0, 1, 2, 3];
      random.shuffle(items);
      counts.set(items.join(""), (counts.get(items.join("")) ?? 0) + 1);
    }
    const items = [1];
    expect(random.shuffle(items)).toBe(items);
    expect(counts.size).toBe(24);
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(4 * Math.sqrt(1000));
  });
});
