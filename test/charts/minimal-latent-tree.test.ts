/** The minimal latent tree against all trees, and recovered from its own metric. */
import { describe, expect, test } from "vitest";
import { Random, ShapeError } from "../../src/base/index.ts";
import { minimalLatentTree } from "../../src/charts/brackets/minimal-latent-tree.ts";
import { leftBranching, rightBranching, spansOf } from "../../src/charts/brackets/split-tree.ts";
import { additiveMetric, allTrees, randomTree, treeLength, treeText } from "../oracles/latent-trees.ts";

/** Rounding of sums of at most 13² distances. */
const ROUNDING = 1e-9;

function randomDistances(random: Random, n: number): Float64Array {
  const distances = new Float64Array(n * n);
  for (let i = 0; i < n; i++)
    for (let j = 0; j < i; j++) distances[i * n + j] = distances[j * n + i] = random.uniform() * 3;
  return distances;
}

describe("the minimal latent tree", () => {
  test("is the cheapest of all trees with the top bracket, for arbitrary distances", () => {
    const random = new Random(1);
    for (let n = 2; n <= 7; n++) {
      const trees = allTrees(0, n);
      for (let trial = 0; trial < 8; trial++) {
        const distances = randomDistances(random, n);
        for (let top = 1; top < n; top++) {
          const best = Math.min(
            ...trees.filter((t) => t.parts![0].end === top).map((t) => treeLength(distances, n, t)),
          );
          const { tree, cost } = minimalLatentTree(distances, n, { top });
          expect(tree.parts![0].end).toBe(top);
          expect(cost).toBeCloseTo(best, 9);
          expect(treeLength(distances, n, tree)).toBeCloseTo(cost, 9);
        }
      }
    }
  });

  test("counts the costs of spans and lets them choose the top bracket", () => {
    const random = new Random(2);
    for (let n = 2; n <= 6; n++) {
      for (let trial = 0; trial < 10; trial++) {
        const distances = randomDistances(random, n);
        const spanCosts = Float64Array.from({ length: (n + 1) ** 2 }, () => random.normal());
        const costOf = (tree: ReturnType<typeof randomTree>) =>
          treeLength(distances, n, tree) +
          [...spansOf(tree)].reduce((sum, [s, e]) => sum + spanCosts[s * (n + 1) + e]!, 0);
        const found = minimalLatentTree(distances, n, { spanCosts });
        expect(found.cost).toBeCloseTo(Math.min(...allTrees(0, n).map(costOf)), 9);
        expect(costOf(found.tree)).toBeCloseTo(found.cost, 9);
      }
    }
  });

  test("is the tree that made the metric, in every one of 300", () => {
    const random = new Random(3);
    for (let trial = 0; trial < 300; trial++) {
      const n = 4 + random.integer(9);
      const tree = randomTree(random, 0, n);
      const distances = additiveMetric(random, tree);
      const found = minimalLatentTree(distances, n, { top: tree.parts![0].end });
      expect(treeText(found.tree)).toBe(treeText(tree));
      expect(Math.abs(found.cost - treeLength(distances, n, tree))).toBeLessThan(ROUNDING);
    }
  });

  test("of one and two words has no choice", () => {
    expect(minimalLatentTree(Float64Array.of(0), 1).tree).toEqual({ start: 0, end: 1, parts: undefined });
    expect(minimalLatentTree(Float64Array.of(0, 2, 2, 0), 2).cost).toBe(2);
  });

  test.each([
    [() => minimalLatentTree(new Float64Array(3), 2), "minimalLatentTree: 2 words need 4 distances; got 3."],
    [() => minimalLatentTree(new Float64Array(0), 0), "minimalLatentTree: there are no words; expected at least one."],
    [
      () => minimalLatentTree(Float64Array.of(0, Number.NaN, 0, 0), 2),
      "minimalLatentTree: a distance is not finite; expected finite distances.",
    ],
    [
      () => minimalLatentTree(new Float64Array(9), 3, { top: 3 }),
      "minimalLatentTree: the top bracket must part 3 words after word 1 to 2; got 3.",
    ],
    [
      () => minimalLatentTree(new Float64Array(9), 3, { top: [] }),
      "minimalLatentTree: the top bracket must part 3 words after word 1 to 2; got no candidate.",
    ],
    [
      () => minimalLatentTree(new Float64Array(9), 3, { spanCosts: new Float64Array(9) }),
      "minimalLatentTree: 3 words need 16 costs of spans; got 9.",
    ],
  ])("refuses what cannot be (%#)", (act, message) => {
    expect(act).toThrow(new ShapeError(message));
  });
});

test("branching trees, however long", () => {
  expect(treeText(rightBranching(4))).toBe("(0 (1 (2 3)))");
  expect(treeText(leftBranching(4))).toBe("(((0 1) 2) 3)");
  expect([...spansOf(rightBranching(20_000))]).toHaveLength(19_999);
});
