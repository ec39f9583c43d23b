/** The scores of SemEval-2012 task 6, worked by hand. */
import { expect, test } from "vitest";
import { officialScores, scoresWithIntervals } from "../../../src/applications/similarity/scores/official.ts";

// Worked by hand. A: r = 1, slope 2. B: gold 1 3 2, output 1 2 3: means 2 and 2, r = (−1·−1 + 0·1 + 1·0) / 2 = 1/2.
const A = { name: "A", gold: [0, 2, 4, 2], predicted: [1, 2, 3, 2] };
const B = { name: "B", gold: [1, 3, 2], predicted: [1, 2, 3] };

test("ALL, ALLnrm and Mean of a case worked by hand", () => {
  const { all, allNormalized, mean } = officialScores([A, B]);
  expect(mean).toBeCloseTo((4 * 1 + 3 * 0.5) / 7, 12);
  // All gold scores have the mean 2, all outputs too: Σxy = 4 + 1, Σxx = 2 + 2, Σyy = 8 + 2.
  expect(all).toBeCloseTo(5 / Math.sqrt(40), 12);
  // Scaled by 2 and by 1/2: Σxy = 8 + 1/2, Σxx = 8 + 1/2, Σyy = 10.
  expect(allNormalized).toBeCloseTo(8.5 / Math.sqrt(85), 12);
});

test("sets on different scales lose ALL but not ALLnrm", () => {
  const low = { name: "low", gold: [0, 1, 2, 3], predicted: [14, 15, 16, 17] };
  const high = { name: "high", gold: [2, 3, 4, 5], predicted: [2, 3, 4, 5] };
  const scores = officialScores([low, high]);
  expect(scores.mean).toBeCloseTo(1, 12);
  expect(scores.allNormalized).toBeCloseTo(1, 12);
  expect(scores.all).toBeLessThan(0);
});

test("intervals lie about the scores, and have no width without resamples", () => {
  const gold = Array.from({ length: 60 }, (_, i) => (i * 7) % 11);
  const set = { name: "S", gold, predicted: gold.map((value, i) => value + ((i * 5) % 7)) };
  const { sets, all, mean } = scoresWithIntervals([set], 200, 1);
  expect(sets[0]!.pearson.low).toBeLessThan(sets[0]!.pearson.value);
  expect(sets[0]!.pearson.high).toBeGreaterThan(sets[0]!.pearson.value);
  expect(all.value).toBeCloseTo(mean.value, 12);
  const bare = scoresWithIntervals([set], 0, 1);
  expect(bare.all.low).toBe(bare.all.high);
});
