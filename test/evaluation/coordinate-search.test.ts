/** Coordinate search over grids: planted optima, the rule for ties, and the order in which settings are tried. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Axis, coordinateSearch, type Setting } from "../../src/evaluation/index.ts";

const AXES: readonly Axis<"x" | "y">[] = [
  { name: "x", values: [1, 2, 4, 8] },
  { name: "y", values: [0, 3, 9] },
];
type Point = Setting<"x" | "y">;

describe("coordinate search", () => {
  test("finds the planted optimum of a separable score from anywhere on the grid", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...AXES[0]!.values),
        fc.constantFrom(...AXES[1]!.values),
        fc.constantFrom(...AXES[0]!.values),
        async (x, y, from) => {
          const score = (at: Point) => -((at.x - x) ** 2) - Math.abs(at.y - y);
          const { best, score: found, path } = await coordinateSearch(AXES, { x: from, y: 0 }, score);
          expect(best).toEqual({ x, y });
          expect(found).toBeCloseTo(0, 12);
          expect(new Set(path.map(({ setting }) => `${setting.x} ${setting.y}`)).size).toBe(path.length);
        },
      ),
    );
  });
  test("goes round again where one axis moves the optimum of another", async () => {
    // With y = 0 the best x is 2; with y = 3 it is 4.
    const table: Record<string, number> = { "1 0": 1, "2 0": 5, "4 0": 3, "2 3": 6, "4 3": 9 };
    const { best, path } = await coordinateSearch(AXES, { x: 1, y: 0 }, ({ x, y }) => table[`${x} ${y}`] ?? 0);
    expect(best).toEqual({ x: 4, y: 3 });
    expect(
      path.map(({ axis, setting: { x, y }, better }) => `${axis ?? "start"} ${x} ${y}${better ? " *" : ""}`),
    ).toEqual(["start 1 0 *", "x 2 0 *", "x 4 0", "x 8 0", "y 2 3 *", "y 2 9", "x 1 3", "x 4 3 *", "y 4 9", "x 8 3"]);
  });
  test("keeps the present setting on a tie and is the same at every run", async () => {
    const run = () => coordinateSearch(AXES, { x: 4, y: 3 }, () => 7);
    expect((await run()).best).toEqual({ x: 4, y: 3 });
    expect(await run()).toEqual(await run());
  });
  test("never prefers a score that is not a number", async () => {
    const { best } = await coordinateSearch(AXES, { x: 1, y: 0 }, ({ x, y }) => (x === 2 ? Number.NaN : -x - y));
    expect(best).toEqual({ x: 1, y: 0 });
  });
  test("refuses values that do not rise", async () => {
    await expect(coordinateSearch([{ name: "x", values: [1, 3, 2] }], { x: 1 }, () => 0)).rejects.toThrow(
      "coordinateSearch: the values of x must rise; got 1, 3, 2.",
    );
  });
});
