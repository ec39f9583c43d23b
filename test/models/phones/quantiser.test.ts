/** The quantiser of frames, and segments of phones. */
import { describe, expect, test } from "vitest";
import { Random } from "../../../src/base/random.ts";
import { segmentsOf } from "../../../src/models/phones/predict.ts";
import { learnQuantiser, quantise } from "../../../src/models/phones/quantiser.ts";

describe("quantiser", () => {
  const random = new Random(3);
  const values = Float32Array.from(
    { length: 4000 },
    (_, e) => random.normal() + 4 * (Math.floor(e / 4) % 5) * ((e % 4) + 1),
  );

  test("distortion never rises, and assignments are the nearest centres by brute force", async () => {
    const { quantiser, assignment, report } = await learnQuantiser(values, 4, { classes: 30, iterations: 20 });
    expect(report.distortion.length).toBeGreaterThan(3);
    for (let i = 1; i < report.distortion.length; i++)
      expect(report.distortion[i]!).toBeLessThanOrEqual(report.distortion[i - 1]! + 1e-6);
    expect(report.saved).toBeGreaterThan(0);
    const again = quantise(quantiser, values);
    for (let i = 0; i < 1000; i++) {
      const distance = (c: number) => {
        let sum = 0;
        for (let e = 0; e < 4; e++)
          sum += (values[i * 4 + e]! * quantiser.scales[e]! - quantiser.centres[c * 4 + e]!) ** 2;
        return sum;
      };
      let least = Number.POSITIVE_INFINITY;
      for (let c = 0; c < 30; c++) least = Math.min(least, distance(c));
      expect(distance(again[i]!)).toBeLessThan(least + 1e-4);
      expect(distance(assignment[i]!)).toBeLessThan(least + 1e-4);
    }
  });

  test("refuses more classes than points", async () => {
    await expect(learnQuantiser(values.subarray(0, 8), 4, { classes: 3, iterations: 1 })).rejects.toThrow(
      "2 frames cannot fill 3 classes",
    );
  });
});

describe("segments", () => {
  const segment = (start: number, end: number, label: string) => ({ start, end, label });

  test("runs of labels become segments that cover the sound", () => {
    expect(segmentsOf(["a", "a", "b"], 0.06)).toEqual([segment(0, 0.0275, "a"), segment(0.0275, 0.06, "b")]);
    expect(segmentsOf([], 0.01)).toEqual([]);
  });
});
