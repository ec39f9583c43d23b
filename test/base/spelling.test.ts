/** Edit distances against brute force, and suggested names. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { editDistance, nearestNames, suggestion } from "../../src/base/spelling.ts";

/** Straight from the definition, trying every last edit. */
function bruteForce(a: string, b: string): number {
  if (a === "" || b === "") return a.length + b.length;
  const swap = a.length > 1 && b.length > 1 && a.at(-1) === b.at(-2) && a.at(-2) === b.at(-1);
  return Math.min(
    bruteForce(a.slice(0, -1), b) + 1,
    bruteForce(a, b.slice(0, -1)) + 1,
    bruteForce(a.slice(0, -1), b.slice(0, -1)) + (a.at(-1) === b.at(-1) ? 0 : 1),
    swap ? bruteForce(a.slice(0, -2), b.slice(0, -2)) + 1 : Number.POSITIVE_INFINITY,
  );
}

const short = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 5 });

describe("editDistance", () => {
  test.each([
    ["", "", 0],
    ["kitten", "sitting", 3],
    ["states", "sttaes", 1],
    ["sates", "states", 1],
    ["ca", "abc", 3], // optimal string alignment: no edit inside a swapped pair
  ])("%s, %s: %i", (a, b, distance) => {
    expect(editDistance(a, b)).toBe(distance);
  });

  test("agrees with brute force", () => {
    fc.assert(fc.property(short, short, (a, b) => editDistance(a, b) === bruteForce(a, b)));
  });

  test("is symmetric, and 0 only for equal strings", () => {
    fc.assert(
      fc.property(
        short,
        short,
        (a, b) => editDistance(a, b) === editDistance(b, a) && (editDistance(a, b) === 0) === (a === b),
      ),
    );
  });
});

describe("nearestNames", () => {
  const known = ["states", "seed", "smoothing", "threads", "statues"];

  test("nearest first, within a third of the length, by any case", () => {
    expect(nearestNames("state", known)).toEqual(["states"]);
    expect(nearestNames("States", known, 5)).toEqual(["states", "statues"]);
    expect(nearestNames("sede", known)).toEqual(["seed"]);
    expect(nearestNames("tree", known)).toEqual([]);
    expect(nearestNames("smothing", known)).toEqual(["smoothing"]);
    expect(nearestNames("x", ["y"])).toEqual(["y"]);
  });

  test("suggestion", () => {
    expect(suggestion("thread", known)).toBe(' Did you mean "threads"?');
    expect(suggestion("elephant", known)).toBe("");
    expect(suggestion("elephant", [])).toBe("");
  });
});
