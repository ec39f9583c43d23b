/** The perceptron's table of weights against a plain one. */
import { expect, test } from "vitest";
import { Random } from "../../../src/base/random.ts";
import { WeightTable } from "../../../src/models/sequence/perceptron/weight-table.ts";

test.each([3, 8, 9, 45])("scores and averages are those of a plain table of %i labels", (l) => {
  const random = new Random(l);
  const below = (count: number) => Math.floor(random.uniform() * count);
  const height = 700;
  const table = new WeightTable(height, l);
  for (let round = 0; round < 2; round++) {
    table.clear();
    const plain = new Float64Array(height * l);
    const steps = new Float64Array(height * l);
    for (let time = 1; time <= 3000; time++) {
      // The first 300 rows come far more often: some fill up, some have a few labels, the last twenty none.
      const rows = Int32Array.from({ length: 90 }, (_, f) => (f % 9 === 0 ? below(height - 20) : below(300)));
      const count = 1 + below(rows.length);
      const scores = new Int32Array(l);
      table.addTo(scores, rows, count);
      const expected = new Int32Array(l);
      for (const row of rows.subarray(0, count)) for (let a = 0; a < l; a++) expected[a]! += plain[row * l + a]!;
      expect(scores).toEqual(expected);
      if (time % 10 !== 0) continue;
      for (const [label, by] of [
        [below(l), 1],
        [below(l), -1],
      ] as const) {
        table.correct(rows, count, label, by, time);
        for (const row of rows.subarray(0, count)) {
          plain[row * l + label]! += by;
          steps[row * l + label]! += by * time;
        }
      }
    }
    expect(table.averages(3000)).toEqual(Float32Array.from(plain, (weight, e) => weight - steps[e]! / 3000));
  }
});
