/**
 * Representative leaves, neighbour joining and recursive grouping: exact on additive distances, and against
 * enumeration.
 */
import { describe, expect, test } from "vitest";
import { Random, ShapeError } from "../../src/base/index.ts";
import { minimalLatentTree } from "../../src/charts/brackets/minimal-latent-tree.ts";
import { neighbourJoining } from "../../src/charts/brackets/neighbour-joining.ts";
import { recursiveGrouping } from "../../src/charts/brackets/recursive-grouping.ts";
import { representativeTree } from "../../src/charts/brackets/representative-tree.ts";
import { type SplitTree, spansOf } from "../../src/charts/brackets/split-tree.ts";
import {
  nearestBracketing,
  partedSpans,
  pathLengths,
  type UndirectedTree,
} from "../../src/charts/brackets/undirected-tree.ts";
import { additiveMetric, allTrees, randomTree, treeLength, treeText } from "../oracles/latent-trees.ts";

/** Rounding of sums of a few hundred distances. */
const ROUNDING = 1e-9;

function randomDistances(random: Random, n: number): Float64Array {
  const distances = new Float64Array(n * n);
  for (let i = 0; i < n; i++)
    for (let j = 0; j < i; j++) distances[i * n + j] = distances[j * n + i] = random.uniform() * 3;
  return distances;
}

/** The metric with the words in another order, which no projective tree need have made. */
function shuffled(
  random: Random,
  distances: Float64Array,
  n: number,
): { readonly distances: Float64Array; readonly order: number[] } {
  const order = Array.from({ length: n }, (_, i) => i);
  for (let i = n - 1; i > 0; i--) {
    const j = random.integer(i + 1);
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  return {
    order,
    distances: Float64Array.from(distances, (_, at) => distances[order[Math.floor(at / n)]! * n + order[at % n]!]!),
  };
}

const expectEqual = (found: Float64Array, expected: Float64Array) => {
  for (const [i, value] of expected.entries()) expect(Math.abs(found[i]! - value)).toBeLessThan(ROUNDING);
};

describe.each<[string, (distances: Float64Array, n: number) => UndirectedTree]>([
  ["neighbour joining", neighbourJoining],
  ["recursive grouping", recursiveGrouping],
])("%s", (name, find) => {
  test("finds the tree that made the metric, with its edges, whatever the order of the words", () => {
    const random = new Random(3);
    for (let trial = 0; trial < 200; trial++) {
      const n = 2 + random.integer(11);
      const tree = randomTree(random, 0, n);
      const exact = additiveMetric(random, tree);
      const found = find(exact, n);
      expectEqual(pathLengths(found), exact);
      expect(found.edges).toHaveLength(found.nodes - 1);
      expect(treeText(nearestBracketing(found, tree.parts![0].end))).toBe(treeText(tree));
      const mixed = shuffled(random, exact, n);
      expectEqual(pathLengths(find(mixed.distances, n)), mixed.distances);
    }
  });

  test("takes any distances, of any number of words", () => {
    const random = new Random(4);
    for (const n of [1, 2, 3, 4, 30]) {
      const found = find(randomDistances(random, n), n);
      expect(found.edges).toHaveLength(found.nodes - 1);
      expect(new Set(found.edges.flatMap(({ first, second }) => [first, second])).size).toBe(n === 1 ? 0 : found.nodes);
      if (n > 1) expect([...spansOf(nearestBracketing(found, 1))]).toHaveLength(n - 1);
    }
  });

  test("refuses what is no table of distances", () => {
    const where = name === "neighbour joining" ? "neighbourJoining" : "recursiveGrouping";
    expect(() => find(new Float64Array(3), 2)).toThrow(new ShapeError(`${where}: 2 words need 4 distances; got 3.`));
    expect(() => find(new Float64Array(0), 0)).toThrow(
      new ShapeError(`${where}: there are no words; expected at least one.`),
    );
  });
});

test("recursive grouping finds a node with five neighbours, and ties when told what is equal", () => {
  const star = new Float64Array(25);
  for (let i = 0; i < 5; i++) for (let j = 0; j < 5; j++) star[i * 5 + j] = i === j ? 0 : i + j + 1;
  const { nodes, edges } = recursiveGrouping(star, 5);
  expect(nodes).toBe(6);
  expect(edges.map(({ length }) => length)).toEqual([0.5, 1.5, 2.5, 3.5, 4.5]);
  const random = new Random(9);
  const rough = star.map((d, at) => (at % 6 === 0 ? 0 : d + 0.01 * random.uniform()));
  for (let i = 0; i < 5; i++) for (let j = 0; j < i; j++) rough[i * 5 + j] = rough[j * 5 + i]!;
  expect(recursiveGrouping(rough, 5).nodes).toBe(8);
  expect(recursiveGrouping(rough, 5, { tolerance: 0.05 }).nodes).toBe(6);
});

describe("the nearest bracketing", () => {
  // Words 0, 2 under one latent node, 1, 3 under the other.
  const crossing: UndirectedTree = {
    words: 4,
    nodes: 6,
    edges: [0, 1, 2, 3]
      .map((word) => ({ first: word, second: 4 + (word % 2), length: 1 }))
      .concat({ first: 4, second: 5, length: 1 }),
  };

  test("has no span of groups that are not together, and lets costs decide among equals", () => {
    const spans = (tree: UndirectedTree) =>
      [...partedSpans(tree).entries()].filter(([, parted]) => parted).map(([at]) => at);
    expect(spans(crossing)).toEqual([3, 5 + 4]);
    const costs = new Float64Array(25);
    costs[1 * 5 + 3] = -1;
    expect(treeText(nearestBracketing(crossing, 3, costs))).toBe("((0 (1 2)) 3)");
    costs[0 * 5 + 2] = -2;
    expect(treeText(nearestBracketing(crossing, 3, costs))).toBe("(((0 1) 2) 3)");
  });

  test("needs a top bracket within the sentence", () => {
    expect(() => nearestBracketing(crossing, 4)).toThrow(
      new ShapeError("nearestBracketing: the top bracket must part 4 words after word 1 to 3; got 4."),
    );
  });
});

describe("the tree of representative leaves", () => {
  test("is the minimal latent tree where the metric is additive, with its length", () => {
    const random = new Random(5);
    for (let trial = 0; trial < 200; trial++) {
      const n = 2 + random.integer(9);
      const tree = randomTree(random, 0, n);
      const distances = additiveMetric(random, tree);
      const top = tree.parts![0].end;
      const found = representativeTree(distances, n, top);
      expect(treeText(found.tree)).toBe(treeText(tree));
      expect(Math.abs(found.cost - treeLength(distances, n, tree))).toBeLessThan(ROUNDING);
      expect(Math.abs(found.cost - minimalLatentTree(distances, n, { top }).cost)).toBeLessThan(ROUNDING);
    }
  });

  test("is the cheapest of all trees and representatives, for arbitrary distances and costs of spans", () => {
    const random = new Random(6);
    for (let n = 2; n <= 6; n++) {
      for (let trial = 0; trial < 6; trial++) {
        const distances = randomDistances(random, n);
        const spanCosts = Float64Array.from({ length: (n + 1) ** 2 }, () => random.normal());
        for (let top = 1; top < n; top++) {
          const trees = allTrees(0, n).filter((tree) => tree.parts![0].end === top);
          const best = Math.min(...trees.map((tree) => leastLength(distances, n, tree, spanCosts)));
          const found = representativeTree(distances, n, top, spanCosts);
          expect(found.cost).toBeCloseTo(best, 9);
          expect(leastLength(distances, n, found.tree, spanCosts)).toBeCloseTo(best, 9);
        }
      }
    }
  });

  test.each([
    [
      () => representativeTree(new Float64Array(4), 2, 2),
      "representativeTree: the top bracket must part 2 words after word 1 to 1; got 2.",
    ],
    [
      () => representativeTree(new Float64Array(0), 0, 1),
      "representativeTree: there are no words; expected at least one.",
    ],
  ])("refuses what cannot be (%#)", (act, message) => expect(act).toThrow(new ShapeError(message)));
});

/** Least sum over all choices of representatives, by trying each: every edge from δ(r, parent) − δ(r, node). */
function leastLength(d: Float64Array, n: number, tree: SplitTree, spanCosts: Float64Array): number {
  const outsideMean = (r: number, { start, end }: SplitTree) => {
    const outside = Array.from({ length: n }, (_, i) => i).filter((i) => i < start || i >= end);
    return outside.reduce((sum, k) => sum + d[r * n + k]!, 0) / outside.length;
  };
  /** Representative and Σ of the edges below minus δ(r, node). */
  const choices = (node: SplitTree): { readonly r: number; readonly sum: number }[] => {
    if (node.parts === undefined) return [{ r: node.start, sum: 0 }];
    const own = spanCosts[node.start * (n + 1) + node.end]!;
    return choices(node.parts[0]).flatMap((left) =>
      choices(node.parts![1]).flatMap((right) =>
        [[left, right] as const, [right, left] as const].map(([heir, other]) => ({
          r: heir.r,
          sum:
            own +
            heir.sum +
            other.sum +
            0.5 * (d[heir.r * n + other.r]! + outsideMean(other.r, node) - outsideMean(heir.r, node)),
        })),
      ),
    );
  };
  const [left, right] = tree.parts!;
  return (
    Math.min(...choices(left).flatMap((a) => choices(right).map((b) => a.sum + b.sum + d[a.r * n + b.r]!))) +
    spanCosts[n]!
  );
}
