/** The bound of theorem 3, worked by hand. */
import { expect, test } from "vitest";
import { theoremSampleSize } from "../../src/spectral/index.ts";

const QUESTION = { states: 8, smallest: 0.1, rules: 1000, treeRules: 1, error: 0.331, risk: 0.05 };

test("the bound of theorem 3, worked by hand", () => {
  // ∛1.331 = 1.1: 128·64 / (0.01·0.0001) · log(16 000/0.05)
  expect(theoremSampleSize(QUESTION)).toBeCloseTo((8192 / 1e-6) * Math.log(320_000), -2);
});

test("half the singular value asks for 16 times the examples", () => {
  const ratio = theoremSampleSize({ ...QUESTION, smallest: 0.05 }) / theoremSampleSize(QUESTION);
  expect(ratio).toBeCloseTo(16, 9);
});

test("longer trees, smaller errors and smaller risks ask for more", () => {
  const least = theoremSampleSize(QUESTION);
  for (const harder of [{ treeRules: 39 }, { error: 0.1 }, { risk: 0.01 }])
    expect(theoremSampleSize({ ...QUESTION, ...harder })).toBeGreaterThan(least);
});
