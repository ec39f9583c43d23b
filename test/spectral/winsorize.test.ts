/** Outliers drawn in. */
import { expect, test } from "vitest";
import { winsorizeRows } from "../../src/spectral/index.ts";

const ROWS = [0, 0, 2, 0, 0, 2, 2, 2, 1, 21];

test("deviations longer than the limit times the usual are cut to that, and no others", () => {
  const data = Float64Array.from(ROWS);
  const [mean, usual] = [[1, 5], Math.sqrt([26, 26, 10, 10, 256].reduce((sum, square) => sum + square, 0) / 5)];
  expect(winsorizeRows(data, 2, 1.5)).toBe(1);
  expect([...data.subarray(0, 8)]).toEqual(ROWS.slice(0, 8));
  expect(data[8]).toBeCloseTo(mean[0]!, 12);
  expect(data[9]! - mean[1]!).toBeCloseTo(1.5 * usual, 12);
});

test("a limit of 0, and one sample, leave all as they are", () => {
  const data = Float64Array.from(ROWS);
  expect(winsorizeRows(data, 2, 0)).toBe(0);
  expect(winsorizeRows(data, 10, 0.1)).toBe(0);
  expect([...data]).toEqual(ROWS);
});

test("at most 1/c² of the samples are drawn in", () => {
  const data = Float64Array.from({ length: 3000 }, (_, at) => Math.tan(at));
  expect(winsorizeRows(data, 3, 2)).toBeLessThanOrEqual(250);
});
