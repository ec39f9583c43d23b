/** Log-linear choices: loss, gradient, minimum. */
import { expect, test } from "vitest";
import { ShapeError } from "../../src/base/index.ts";
import { type ChoiceLists, choiceLoss, learnChoices } from "../../src/linalg/regression/choices.ts";

/** Two lists, of three rows and of two, over three columns. */
const ROWS: ChoiceLists = {
  lists: Int32Array.of(0, 3, 5),
  starts: Int32Array.of(0, 0, 2, 3, 4, 6),
  columns: Int32Array.of(0, 2, 1, 0, 1, 2),
  values: Float32Array.of(1, -2, 1, 3, 0.5, 1),
  size: 3,
};
const TARGETS = Float64Array.of(0.2, 0.5, 0.3, 0.9, 0.1);

test("the loss is that of the softmax over each list, and its gradient that of finite differences", () => {
  const weights = Float64Array.of(0.3, -0.7, 0.2);
  const dense = [
    [0, 0, 0],
    [1, 0, -2],
    [0, 1, 0],
    [3, 0, 0],
    [0, 0.5, 1],
  ];
  const scores = dense.map((row) => row.reduce((sum, value, c) => sum + value * weights[c]!, 0));
  const logs = [scores.slice(0, 3), scores.slice(3)].map((list) =>
    Math.log(list.reduce((sum, score) => sum + Math.exp(score), 0)),
  );
  const expected = scores.reduce((sum, score, row) => sum + TARGETS[row]! * (logs[row < 3 ? 0 : 1]! - score), 0);
  const gradient = new Float64Array(3);
  expect(choiceLoss(ROWS, TARGETS, weights, gradient)).toBeCloseTo(expected, 12);
  for (let c = 0; c < 3; c++) {
    const at = (by: number) =>
      choiceLoss(
        ROWS,
        TARGETS,
        weights.map((weight, i) => (i === c ? weight + by : weight)),
        new Float64Array(3),
      );
    expect(gradient[c]).toBeCloseTo((at(1e-5) - at(-1e-5)) / 2e-5, 8);
  }
});

test("the minimum has a gradient of zero, penalty included", async () => {
  const penalty = Float64Array.of(0.1, 0.2, 0.3);
  const { point } = await learnChoices(ROWS, TARGETS, penalty);
  const gradient = point.map((weight, c) => weight * penalty[c]!);
  choiceLoss(ROWS, TARGETS, point, gradient);
  for (const part of gradient) expect(part).toBeCloseTo(0, 4);
});

test("targets of another number than rows are refused", async () => {
  await expect(learnChoices(ROWS, TARGETS.slice(1), new Float64Array(3))).rejects.toThrow(ShapeError);
});
