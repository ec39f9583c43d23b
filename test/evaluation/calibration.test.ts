/** Calibration, worked by hand. */
import { expect, test } from "vitest";
import { Random } from "../../src/base/index.ts";
import { Calibration } from "../../src/evaluation/index.ts";

test("bins and their error, worked by hand", () => {
  const calibration = new Calibration(2);
  for (const [probability, isTrue] of [
    [0.2, false],
    [0.4, true],
    [0.9, true],
    [1, true],
  ] as const)
    calibration.add(probability, isTrue);
  expect(calibration.bins()).toEqual([
    { from: 0, to: 0.5, count: 2, meanProbability: expect.closeTo(0.3, 12), frequency: 0.5 },
    { from: 0.5, to: 1, count: 2, meanProbability: expect.closeTo(0.95, 12), frequency: 1 },
  ]);
  expect(calibration.error()).toBeCloseTo(0.5 * 0.2 + 0.5 * 0.05, 12);
});

test("what is true as often as it is said to be has hardly an error, and what is not has one", () => {
  const random = new Random(5);
  const [honest, bold] = [new Calibration(), new Calibration()];
  for (let n = 0; n < 20_000; n++) {
    const p = random.uniform();
    const isTrue = random.uniform() < p;
    honest.add(p, isTrue);
    bold.add(p < 0.5 ? p / 2 : (1 + p) / 2, isTrue);
  }
  expect(honest.error()).toBeLessThan(0.02);
  expect(bold.error()).toBeGreaterThan(0.1);
});

test("nothing collected has no error", () => {
  expect(new Calibration().error()).toBe(0);
  expect(new Calibration().bins()).toEqual([]);
});
