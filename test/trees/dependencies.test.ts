/** Dependency trees: projectivity, cycles, roots, crossing arcs. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { crossedWords, dependencyDefect, findCycle, isProjective, rootsOf } from "../../src/trees/index.ts";

/** Any assignment of heads, good or bad, to up to seven words. */
const anyHeads = fc
  .integer({ min: 1, max: 7 })
  .chain((n) => fc.array(fc.integer({ min: 0, max: n }), { minLength: n, maxLength: n }));

/** By following every word: does it come back to itself before the wall? */
const hasCycle = (heads: readonly number[]) =>
  heads.some((_, i) => {
    let word = i + 1;
    for (let steps = 0; steps <= heads.length && word !== 0; steps++) word = heads[word - 1]!;
    return word !== 0;
  });

const crossingPair = (heads: readonly number[]) =>
  heads.some((a, i) =>
    heads.some((b, j) => {
      const [low, high] = [Math.min(a, i + 1), Math.max(a, i + 1)];
      const [from, to] = [Math.min(b, j + 1), Math.max(b, j + 1)];
      return low < from && from < high && high < to;
    }),
  );

describe("dependency trees", () => {
  test("projectivity and cycles agree with the definitions", () => {
    fc.assert(
      fc.property(anyHeads, (heads) => {
        expect(findCycle(heads) !== undefined).toBe(hasCycle(heads));
        if (!hasCycle(heads)) expect(isProjective(heads)).toBe(!crossingPair(heads));
        if (!hasCycle(heads)) expect(crossedWords(heads).length > 0).toBe(crossingPair(heads));
      }),
      { numRuns: 2000 },
    );
  });
  test.each([
    [[2, 0, 2], undefined],
    [[], undefined],
    [[2, 4], "word 2 has the head 4; heads run from 0 to 2"],
    [[2, -1], "word 2 has the head -1; heads run from 0 to 2"],
    [[0, 2], "word 2 is its own head"],
    [[0, 3, 4, 2], "words 2 → 3 → 4 → 2 form a cycle"],
    [[0, 0, 1], "words 1, 2 all have the head 0; a tree has one root"],
  ])("%j: %s", (heads, defect) => expect(dependencyDefect(heads)).toBe(defect));
  test("several roots may be allowed", () => {
    expect(dependencyDefect([0, 0, 1], { roots: "any" })).toBeUndefined();
    expect(rootsOf([0, 0, 1])).toEqual([1, 2]);
  });
  test("which arcs cross", () => {
    expect(crossedWords([0, 4, 1, 1])).toEqual([2, 3]);
    expect(isProjective([0, 4, 1, 1])).toBe(false);
  });
});
