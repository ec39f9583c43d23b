/** LR-MVL by its definition. */
import { describe, expect, test } from "vitest";
import { Meter, Random } from "../../../src/base/index.ts";
import { LINE_END } from "../../../src/data/corpus/tokens.ts";
import { type Matrix, matrix, svd, transpose } from "../../../src/linalg/index.ts";
import { smoothStates } from "../../../src/models/representations/smoothing.ts";
import { RATES } from "../../../src/models/vectors/cca/lrmvl.ts";
import { SIDES, SmoothedViews, unpanelled } from "../../../src/models/vectors/cca/smoothed-views.ts";
import { learnVectors, ModelVectors } from "../../../src/models/vectors/index.ts";
import { allTokens, sampleText, source, viewOf } from "./text.ts";

/** Few enough tokens that every one is a sample. */
const small = await viewOf(sampleText(900));

describe("LR-MVL", () => {
  test("smoothed states are the weighted sums of the definition, and lines do not mix", () => {
    const data = Float64Array.of(1, 10, 2, 20, 3, 30);
    const tokens = Uint32Array.of(0, 1, 2, LINE_END, 2, 0);
    const states: number[][] = [];
    smoothStates(tokens, "left", { dimensions: 2, data }, [0.5, 1], (t, state) => (states[t] = Array.from(state)));
    expect(states[0]).toEqual([0, 0, 0, 0]);
    expect(states[1]).toEqual([0.5, 5, 1, 10]);
    expect(states[2]).toEqual([0.25 + 1, 2.5 + 10, 2, 20]);
    expect(states[4]).toEqual([0, 0, 0, 0]);
    expect(states[5]).toEqual([1.5, 15, 3, 30]);
    smoothStates(tokens, "right", { dimensions: 2, data }, [1], (t, state) => (states[t] = Array.from(state)));
    expect(states[1]).toEqual([3, 30]);
    expect(states[2]).toEqual([0, 0]);
  });

  test("sums by word and covariances are those of the states, token by token", async () => {
    const [columns, words] = [10, small.words.length + 1];
    const random = new Random(5);
    const dictionary = matrix(
      words,
      columns,
      Float64Array.from({ length: words * columns }, () => random.normal()),
    );
    const tokens = allTokens(small);
    const states = SIDES.map((side) => {
      const rows: Float64Array[] = [];
      smoothStates(
        tokens,
        side,
        { dimensions: columns, data: dictionary.data },
        RATES,
        (t, state) => (rows[t] = state.slice()),
      );
      return rows;
    });
    const width = RATES.length * columns;
    const views = new SmoothedViews(small, columns, RATES);
    try {
      const meter = new Meter("test", "tokens", undefined, undefined);
      const { means, leftLeft, leftRight } = await views.gather(dictionary, meter, undefined);
      for (const [s, side] of SIDES.entries()) {
        const expected = matrix(words, width);
        for (const [t, word] of tokens.entries()) {
          if (word === LINE_END) continue;
          for (const [i, x] of states[s]![t]!.entries()) expected.data[word * width + i]! += x / small.counts[word]!;
        }
        const found = unpanelled(
          transpose(views.wordMeans(side, 0, words, small.counts, new Float64Array(views.width))),
          columns,
        );
        expectClose(found, transpose(expected), 1e-4);
      }
      const rows = tokens.filter((word) => word !== LINE_END).length;
      const mean = (s: number, i: number) =>
        tokens.reduce((sum, word, t) => sum + (word === LINE_END ? 0 : states[s]![t]![i]!), 0) / rows;
      const product = (a: number, i: number, b: number, j: number) =>
        tokens.reduce((sum, word, t) => sum + (word === LINE_END ? 0 : states[a]![t]![i]! * states[b]![t]![j]!), 0) /
        rows;
      const place = (i: number) =>
        Math.floor((i % columns) / 8) * 24 + Math.floor(i / columns) * 8 + ((i % columns) % 8);
      for (const [i, j] of [
        [0, 0],
        [3, 27],
        [12, 9],
        [29, 18],
      ] as const) {
        const [p, q] = [place(i), place(j)];
        expect(means.left[p]).toBeCloseTo(mean(0, i), 4);
        expect(leftLeft.data[p * views.width + q]).toBeCloseTo(product(0, i, 0, j) - mean(0, i) * mean(0, j), 4);
        expect(leftRight.data[p * views.width + q]).toBeCloseTo(product(0, i, 1, j) - mean(0, i) * mean(1, j), 4);
      }
    } finally {
      views.close();
    }
  });

  test.each([1, 4])("contexts of tokens are canonical variates after %i rounds", async (iterations) => {
    const text = sampleText(4000);
    const { model } = await learnVectors(source(text), { method: "lrmvl", dim: 8, iterations });
    const vectors = new ModelVectors(model);
    const [k, half] = [8, 4];
    const contexts: Float64Array[] = [];
    for (const line of text.split("\n").filter((words) => words !== "")) {
      const { data, rows, columns } = vectors.inContext(line.replace(".", " .").split(" "));
      for (let t = 0; t < rows; t++) contexts.push(data.slice(t * columns + k, (t + 1) * columns));
    }
    const mean = (of: (context: Float64Array) => number) =>
      contexts.reduce((sum, context) => sum + of(context), 0) / contexts.length;
    for (let i = 0; i < k; i++) {
      expect(Math.abs(mean((context) => context[i]!))).toBeLessThan(0.05);
      expect(Math.abs(mean((context) => context[i]! ** 2) - 1)).toBeLessThan(0.05);
    }
    // Left and right of a token correlate as the model says, one by one.
    for (let i = 0; i < half; i++) {
      expect(Math.abs(mean((context) => context[i]! * context[half + i]!) - model.values[i]!)).toBeLessThan(0.05);
    }
  });

  test("tokens get the word's and the contexts' numbers", async () => {
    const { model } = await learnVectors(source(sampleText(4000)), { method: "lrmvl", dim: 8 });
    const vectors = new ModelVectors(model);
    expect(model.projections!.rates.length).toBe(3);
    const sentence = ["the", "adja", "nouna", "verba"];
    const rows = vectors.inContext(sentence);
    expect([rows.rows, rows.columns]).toEqual([4, 16]);
    expect(Array.from(rows.data.subarray(16, 24))).toEqual(Array.from(vectors.vector("adja")!));
    const other = vectors.inContext(["the", "adja", "nouna", "placea"]);
    expect(other.data.subarray(32, 36 + 4)).toEqual(rows.data.subarray(32, 36 + 4));
    expect(other.data.subarray(44, 48)).not.toEqual(rows.data.subarray(44, 48));
    for (const value of model.values) expect(value).toBeLessThanOrEqual(1 + 1e-9);
    expect(svd(rows).values[0]).toBeGreaterThan(0);
  });
});

function expectClose(found: Matrix, expected: Matrix, tolerance: number): void {
  expect([found.rows, found.columns]).toEqual([expected.rows, expected.columns]);
  const errors = found.data.map((x, i) => Math.abs(x - expected.data[i]!));
  expect(errors.reduce((a, b) => Math.max(a, b))).toBeLessThan(tolerance);
}
