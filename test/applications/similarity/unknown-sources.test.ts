/** What unknown sources are scored by: anchors of the scale, and one regression over portable columns. */
import { expect, test } from "vitest";
import { anchorPairs } from "../../../src/applications/similarity/regression/anchors.ts";
import { linearValue, ridge, signedRidge } from "../../../src/applications/similarity/regression/linear.ts";
import { Moments } from "../../../src/applications/similarity/regression/moments.ts";
import { crossValidate, Evidence, fitSources } from "../../../src/applications/similarity/regression/regression.ts";

const pair = (i: number, source: string) => ({
  first: `${source} ${i} a`,
  second: `${source} ${i} b`,
  score: 4,
  source,
});
const pairs = [
  ...Array.from({ length: 400 }, (_, i) => pair(i, "long")),
  ...Array.from({ length: 5 }, (_, i) => pair(i, "short")),
];

test("anchors join sentences of different pairs of a source, and sentences with themselves", () => {
  const anchors = anchorPairs(pairs, [1, 6], 1);
  const of = (source: string, score: number) => anchors.filter((one) => one.source === source && one.score === score);
  expect([of("long", 1).length, of("long", 6).length]).toEqual([250, 100]);
  expect([of("short", 1).length, of("short", 6).length]).toEqual([5, 2]);
  for (const { first, second, source, score } of anchors) {
    const [one, other] = [first, second].map((text) => text.split(" "));
    expect([one![0], other![0]]).toEqual([source, source]);
    if (score === 6) expect(second).toBe(first);
    else expect(other![1]).not.toBe(one![1]);
  }
  expect(anchorPairs(pairs, [1, 6], 1)).toEqual(anchors);
  expect(anchorPairs(pairs, [1, 6], 2)).not.toEqual(anchors);
  expect(anchorPairs([pair(0, "one")], [0, 5], 1)).toEqual([
    { first: "one 0 a", second: "one 0 a", score: 5, source: "one" },
  ]);
});

/** Column 0 is the likeness of a pair, column 1 tells the source and counts in none. */
function evidence(anchored: boolean): Evidence {
  const rows: Float64Array[] = [];
  const scores: number[] = [];
  const sources: number[] = [];
  // Both sources have high scores alone; the line from likeness to score is 5x but for an offset of the source.
  for (let i = 0; i < 40; i++) {
    const likeness = 0.7 + 0.3 * ((i * 7) % 20) * 0.05;
    const source = i % 2;
    rows.push(Float64Array.of(likeness, source));
    scores.push(5 * likeness + (source === 0 ? 0.8 : -0.8));
    sources.push(source);
  }
  const anchors = anchored
    ? [0, 1].flatMap((source) =>
        Array.from({ length: 20 }, () => ({ row: Float64Array.of(0, source), score: 0, source })),
      )
    : [];
  const folds = Uint32Array.from(rows, (_, i) => Math.floor(i / 2) % 4);
  return new Evidence(rows, Float64Array.from(scores), Uint32Array.from(sources), folds, 2, 4, anchors);
}

test("with anchors, unlike sentences of an unknown source score low although no known source has any", () => {
  const value = (given: Evidence) => {
    const { linear } = fitSources(given, [0, 1, 2, 3], [0, 1], [0]);
    return linearValue(linear[2]!, Float64Array.of(0, 9));
  };
  expect(Math.abs(value(evidence(true)))).toBeLessThan(0.15);
  expect(value(evidence(true))).not.toBe(value(evidence(false)));
});

test("a source that is left out is scored by the others and their anchors alone", async () => {
  const given = evidence(true);
  const { unknown } = await crossValidate(given, [0, 1], [0]);
  const others = (source: number) => [...given.rows.keys()].filter((i) => given.sources[i] === source);
  for (const source of [0, 1]) {
    // The other source lies 0.8 above or below: so do the scores that it gives.
    const shift = source === 0 ? -1 : 1;
    for (const i of others(source)) expect(shift * (unknown![i]! - given.scores[i]!)).toBeGreaterThan(1);
  }
});

test("signs are given by the correlation of a column alone; where ridge has them too, both agree", () => {
  const moments = new Moments(3);
  // Column 1 is nearly column 0 and wants a negative weight; column 2 goes against the target.
  for (let i = 0; i < 60; i++) {
    const [x, noise, z] = [i / 60, ((i * 17) % 7) / 70, ((i * 29) % 13) / 13];
    moments.add([x, x + noise, z], 3 * x - 4 * noise - 2 * z);
  }
  const [plain, signed] = [ridge(moments, [0, 1, 2], 1e-3), signedRidge(moments, [0, 1, 2], 1e-3)];
  expect(plain.weights[1]).toBeLessThan(0);
  expect(signed.weights[1]).toBe(0);
  expect(signed.weights[0]).toBeGreaterThan(0);
  expect(signed.weights[2]).toBeLessThan(0);
  const without = ridge(moments, [0, 2], 1e-3);
  for (const c of [0, 1, 2]) expect(signed.weights[c]).toBeCloseTo(without.weights[c]!, 6);
  expect(signed.intercept).toBeCloseTo(without.intercept, 6);
});

test("a known source is half its own ridge, a quarter that of all pairs, a quarter its own by portable columns", () => {
  const given = evidence(false);
  const folds = [0, 1, 2, 3];
  const { linear, lambdas } = fitSources(given, folds, [0, 1], [0]);
  const row = Float64Array.of(0.2, 1);
  const all = linearValue(ridge(given.moments("all", folds), [0, 1], lambdas[2]!), row);
  for (const source of [0, 1]) {
    const own = given.moments(source, folds);
    const parts = [
      linearValue(ridge(own, [0, 1], lambdas[source]!), row),
      linearValue(signedRidge(own, [0], 0.01), row),
    ];
    expect(linearValue(linear[source]!, row)).toBeCloseTo(parts[0]! / 2 + all / 4 + parts[1]! / 4, 10);
  }
});
