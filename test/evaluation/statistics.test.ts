/** Correlation, bootstrap intervals, AUC and significance. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { OptionError, ShapeError } from "../../src/base/errors.ts";
import { Random } from "../../src/base/random.ts";
import { areaUnderCurve } from "../../src/evaluation/auc.ts";
import { bootstrapInterval, quantile } from "../../src/evaluation/bootstrap.ts";
import { pearson, spearman } from "../../src/evaluation/correlation.ts";
import { averageRanks } from "../../src/evaluation/ranks.ts";
import { approximateRandomization, pairedBootstrap } from "../../src/evaluation/significance.ts";

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

describe("correlation", () => {
  test("known values", () => {
    // Anscombe's first quartet: r = 0.81642051634484 (published to 0.816).
    const x = [10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5];
    const y = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68];
    expect(pearson(x, y)).toBeCloseTo(0.81642051634484, 12);
    // Ranks 1 2 3 4 against 1 3 2 4: ρ = 1 − 6·2/(4·15) = 0.8.
    expect(spearman([1, 2, 3, 4], [10, 30, 20, 40])).toBeCloseTo(0.8, 12);
    // With ties: ranks (1.5, 1.5, 3) against (1, 2, 3): r = 1.5 / √(1.5 · 2).
    expect(spearman([5, 5, 9], [1, 2, 3])).toBeCloseTo(1.5 / Math.sqrt(3), 12);
  });

  test("is symmetric, unmoved by scale and shift, and ±1 on a line", () => {
    const values = fc.array(fc.tuple(fc.integer({ min: -100, max: 100 }), fc.integer({ min: -100, max: 100 })), {
      minLength: 3,
    });
    fc.assert(
      fc.property(values, (pairs) => {
        const [x, y] = [pairs.map(([a]) => a), pairs.map(([, b]) => b)];
        fc.pre(new Set(x).size > 1 && new Set(y).size > 1);
        const r = pearson(x, y);
        expect(pearson(y, x)).toBeCloseTo(r, 12);
        expect(
          pearson(
            x.map((value) => 3 * value - 7),
            y,
          ),
        ).toBeCloseTo(r, 10);
        expect(Math.abs(r)).toBeLessThanOrEqual(1);
        expect(
          pearson(
            x,
            x.map((value) => -2 * value),
          ),
        ).toBeCloseTo(-1, 12);
        // A monotone map leaves ranks alone.
        expect(
          spearman(
            x.map((value) => value ** 3),
            y,
          ),
        ).toBe(spearman(x, y));
      }),
    );
  });

  test("undefined is NaN, and unequal lengths are refused", () => {
    expect(pearson([1, 1, 1], [1, 2, 3])).toBeNaN();
    expect(spearman([0.1, 0.1, 0.1], [1, 2, 3])).toBeNaN();
    expect(pearson([], [])).toBeNaN();
    expect(() => pearson([1], [1, 2])).toThrow(ShapeError);
  });

  test("ranks", () => {
    expect([...averageRanks([30, 10, 20, 10, 10])]).toEqual([5, 2, 4, 2, 2]);
    expect([...averageRanks([])]).toEqual([]);
  });
});

describe("area under the curve", () => {
  test("is the share of pairs in order, ties half", () => {
    const cases = fc.array(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.boolean()), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(cases, (items) => {
        const positives = items.filter(([, positive]) => positive);
        const negatives = items.filter(([, positive]) => !positive);
        let inOrder = 0;
        for (const [a] of positives) for (const [b] of negatives) inOrder += a > b ? 1 : a === b ? 0.5 : 0;
        const area = areaUnderCurve(
          items.map(([score]) => score),
          items.map(([, positive]) => positive),
        );
        if (positives.length === 0 || negatives.length === 0) expect(area).toBeNaN();
        else expect(area).toBeCloseTo(inOrder / positives.length / negatives.length, 12);
      }),
    );
    expect(() => areaUnderCurve([1], [])).toThrow(
      "area under the curve: 1 scores and 0 classes; they must be equally many.",
    );
  });
});

describe("bootstrap", () => {
  test("the interval of a mean has the width theory gives, and covers", () => {
    // Standard error of the mean of n normals: 1/√n; the 95 % interval is ±1.96 of it.
    const n = 400;
    let covered = 0;
    const widths: number[] = [];
    for (let trial = 0; trial < 60; trial++) {
      const random = new Random(trial);
      const sample = Array.from({ length: n }, () => random.normal());
      const { low, high, value } = bootstrapInterval(sample, mean, { samples: 400, seed: trial });
      expect(value).toBe(mean(sample));
      widths.push(high - low);
      if (low <= 0 && 0 <= high) covered++;
    }
    expect(mean(widths)).toBeGreaterThan(0.95 * (3.92 / Math.sqrt(n)));
    expect(mean(widths)).toBeLessThan(1.05 * (3.92 / Math.sqrt(n)));
    // 57 of 60 expected; fewer than 51 has a probability under 0.1 %.
    expect(covered).toBeGreaterThanOrEqual(51);
  });

  test("is reproducible and checks its options", () => {
    const items = [1, 5, 2, 8, 3];
    expect(bootstrapInterval(items, mean, { seed: 3 })).toEqual(bootstrapInterval(items, mean, { seed: 3 }));
    expect(bootstrapInterval(items, mean, { seed: 3 })).not.toEqual(bootstrapInterval(items, mean, { seed: 4 }));
    expect(() => bootstrapInterval(items, mean, { level: 2 })).toThrow(OptionError);
    expect(bootstrapInterval(items, mean, { level: 0, samples: 5 }).low).toBe(
      bootstrapInterval(items, mean, { level: 0, samples: 5 }).high,
    );
  });

  test("quantiles", () => {
    expect([0, 0.25, 0.5, 1].map((q) => quantile([1, 2, 3, 5], q))).toEqual([1, 1.75, 2.5, 5]);
    expect(quantile([7], 0.3)).toBe(7);
  });
});

describe("significance", () => {
  test("approximate randomization agrees with all 2ⁿ swaps", () => {
    const first = [3, 1, 4, 1, 5, 9, 2, 6];
    const second = [2, 1, 3, 2, 2, 7, 2, 3];
    const delta = Math.abs(mean(first) - mean(second));
    let extreme = 0;
    for (let swaps = 0; swaps < 256; swaps++) {
      let difference = 0;
      first.forEach((value, i) => {
        difference += ((swaps >> i) & 1 ? second[i]! - value : value - second[i]!) / first.length;
      });
      if (Math.abs(difference) >= delta - 1e-12) extreme++;
    }
    const { p, difference } = approximateRandomization(first, second, mean, { samples: 20000 });
    expect(difference).toBeCloseTo(11 / 8 - 2 / 8, 12);
    // Three standard errors of a share estimated from 20,000.
    const exact = extreme / 256;
    expect(Math.abs(p - exact)).toBeLessThan(3 * Math.sqrt((exact * (1 - exact)) / 20000) + 1e-4);
  });

  test("under no difference, p is spread evenly; under a large one, it is small", () => {
    const ps: number[] = [];
    for (let trial = 0; trial < 100; trial++) {
      const random = new Random(trial);
      const draw = () => Array.from({ length: 50 }, () => random.normal());
      ps.push(approximateRandomization(draw(), draw(), mean, { samples: 200, seed: trial }).p);
    }
    // Mean of 100 uniforms: 0.5 ± 0.029; four of those.
    expect(Math.abs(mean(ps) - 0.5)).toBeLessThan(0.12);
    const random = new Random(5);
    const base = Array.from({ length: 100 }, () => random.normal());
    const better = base.map((value) => value + 0.5 + 0.1 * random.normal());
    expect(approximateRandomization(better, base, mean).p).toBeLessThan(0.01);
    expect(pairedBootstrap(better, base, mean)).toEqual({ difference: mean(better) - mean(base), p: 0 });
  });

  test("paired bootstrap agrees with the normal approximation, whichever system is ahead", () => {
    const random = new Random(9);
    const first = Array.from({ length: 400 }, () => random.normal());
    const second = first.map((value) => value + random.normal() - 0.02);
    const differences = first.map((value, i) => value - second[i]!);
    const delta = mean(differences);
    const error = Math.sqrt(mean(differences.map((d) => (d - delta) ** 2)) / 400);
    // P(δ* > 2δ) = P(Z > δ/σ), by the tail of the normal distribution (Abramowitz and Stegun 26.2.17).
    const z = Math.abs(delta) / error;
    const t = 1 / (1 + 0.2316419 * z);
    const poly = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
    const tail = (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * poly;
    const { p } = pairedBootstrap(first, second, mean, { samples: 4000 });
    expect(tail).toBeGreaterThan(0.03);
    expect(Math.abs(p - tail)).toBeLessThan(0.02);
    expect(pairedBootstrap(second, first, mean, { samples: 4000 }).p).toBe(p);
    expect(pairedBootstrap(first, first, mean)).toEqual({ difference: 0, p: 1 });
  });

  test("refuses different numbers of sentences", () => {
    expect(() => pairedBootstrap([1], [1, 2], mean)).toThrow(
      "pairedBootstrap: the systems have 1 and 2 sentences; they must be the same ones.",
    );
  });
});
