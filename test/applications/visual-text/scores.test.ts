/** AUC, thresholds and deviations of the classifier. */
import { describe, expect, test } from "vitest";
import { bitsMissing, labelEntropy } from "../../../src/applications/visual-text/experiment/folds.ts";
import {
  aucDeviation,
  aucOf,
  bestThreshold,
  groupsOf,
  type ScoredPhrase,
  scorePhrases,
} from "../../../src/applications/visual-text/scores.ts";
import { Random } from "../../../src/base/index.ts";

function phrases(count: number, seed: number): ScoredPhrase[] {
  const random = new Random(seed);
  return Array.from({ length: count }, (_, i) => {
    const visual = random.uniform() < 0.6;
    // Rounded, so that there are ties.
    const probability =
      Math.round(10 * Math.min(1, Math.max(0, 0.5 + (visual ? 0.15 : -0.15) + 0.3 * random.normal()))) / 10;
    return { group: `${i % 17}`, visual, probability, head: `h${i % 3}`, length: 1 + (i % 7) };
  });
}

describe("scores", () => {
  test("AUC is the chance that a visual phrase is above another one, ties counting half", () => {
    const all = phrases(200, 1);
    let [sum, pairs] = [0, 0];
    for (const a of all.filter(({ visual }) => visual)) {
      for (const b of all.filter(({ visual }) => !visual)) {
        pairs++;
        sum += a.probability > b.probability ? 1 : a.probability === b.probability ? 0.5 : 0;
      }
    }
    expect(aucOf(all)).toBeCloseTo(sum / pairs, 12);
  });

  test("no threshold is better than the one found", () => {
    const all = phrases(120, 2);
    const { threshold, accuracy } = bestThreshold(all);
    const at = (value: number) => all.filter(({ probability, visual }) => probability >= value === visual).length / 120;
    expect(at(threshold)).toBeCloseTo(accuracy, 12);
    for (let value = 0; value <= 1.05; value += 0.01) expect(at(value)).toBeLessThanOrEqual(accuracy + 1e-12);
  });

  test("the deviation comes from drawing images, not phrases", () => {
    const all = phrases(400, 3);
    expect(groupsOf(all).length).toBe(17);
    const deviation = aucDeviation(all, { samples: 400, seed: 1 });
    expect(deviation).toBeGreaterThan(0.005);
    expect(deviation).toBeLessThan(0.06);
    // Every phrase of an image repeated: drawn together, they add nothing.
    const doubled = all.flatMap((phrase) => [phrase, phrase]);
    expect(aucDeviation(doubled, { samples: 400, seed: 1 })).toBeCloseTo(deviation, 10);
  });

  test("by length and head, with lengths in order and the most frequent heads", () => {
    const { byLength, byHead } = scorePhrases(phrases(210, 4), { samples: 10, seed: 1, heads: 2 });
    expect(byLength.map(({ name }) => name)).toEqual(["1", "2", "3", "4", "5 and more"]);
    expect(byLength.at(-1)!.phrases).toBe(90);
    expect(byHead.map(({ name }) => name)).toEqual(["h0", "h1"]);
  });

  test("bits: perfect probabilities miss none, the prior misses the entropy", () => {
    const certain = phrases(50, 5).map((phrase) => ({ ...phrase, probability: Number(phrase.visual) }));
    expect(bitsMissing(certain)).toBeCloseTo(0, 9);
    const share = certain.filter(({ visual }) => visual).length / 50;
    expect(bitsMissing(certain.map((phrase) => ({ ...phrase, probability: share })))).toBeCloseTo(
      labelEntropy(certain),
      9,
    );
  });
});
