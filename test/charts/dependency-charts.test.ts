/** Best and k best dependency trees against enumeration. */
import { describe, expect, test } from "vitest";
import { Random } from "../../src/base/index.ts";
import { bestSpanningTree, kBestTrees, ProjectiveChart } from "../../src/charts/index.ts";
import { allTrees, scoreOf } from "../oracles/dependency-trees.ts";

function randomScores(words: number, seed: number, whole = false) {
  const random = new Random(seed);
  const N = words + 1;
  const draw = () => (whole ? random.integer(3) : random.normal());
  return {
    words,
    arcs: Float64Array.from({ length: N * N }, draw),
    siblings: Float32Array.from({ length: N * N * N }, draw),
  };
}

const SIZES = [1, 2, 3, 4, 5, 6];
const EXACT = 1e-9;

describe("projective chart against enumeration", () => {
  const chart = new ProjectiveChart();
  // Counted by hand for n ≤ 3; the longer rows are C(3n − 2, n − 1)/n and (one root out of n) n^(n−1).
  test("the oracle knows how many trees there are", () => {
    expect(SIZES.map((n) => allTrees(n, "projective").length)).toEqual([1, 2, 7, 30, 143, 728]);
    expect([1, 2, 3, 4].map((n) => allTrees(n, "any").length)).toEqual([1, 2, 9, 64]);
  });

  for (const order of ["first", "second"] as const) {
    test.each(SIZES)(`${order} order: best and all k best of %i words`, (words) => {
      const trees = allTrees(words, "projective");
      for (let seed = 0; seed < 8; seed++) {
        const given = randomScores(words, 100 * words + seed, seed >= 6);
        const scores = order === "first" ? { words, arcs: given.arcs } : given;
        const sorted = trees
          .map((heads) => scoreOf(heads, scores.arcs, order === "first" ? undefined : given.siblings))
          .sort((a, b) => b - a);
        expect(chart.fill(scores)).toBeCloseTo(sorted[0]!, 9);
        const heads = [...chart.heads()];
        expect(scoreOf(heads, scores.arcs, order === "first" ? undefined : given.siblings)).toBeCloseTo(sorted[0]!, 9);
        const listed = kBestTrees(chart, words, trees.length + 5);
        expect(listed.length).toBe(trees.length);
        expect(new Set(listed.map((tree) => tree.heads.join(" "))).size).toBe(trees.length);
        listed.forEach((tree, rank) => {
          expect(Math.abs(tree.score - sorted[rank]!)).toBeLessThan(EXACT);
          expect(
            Math.abs(
              scoreOf([...tree.heads], scores.arcs, order === "first" ? undefined : given.siblings) - tree.score,
            ),
          ).toBeLessThan(EXACT);
        });
        expect(kBestTrees(chart, words, 3).map((tree) => tree.score)).toEqual(
          listed.slice(0, 3).map((tree) => tree.score),
        );
      }
    });
  }

  test("250 words have trees too, and a chart used before is no hindrance", () => {
    const random = new Random(1);
    const arcs = Float64Array.from({ length: 251 * 251 }, () => random.normal());
    chart.fill({ words: 250, arcs });
    expect(kBestTrees(chart, 250, 5).length).toBe(5);
    const small = randomScores(3, 2);
    expect(chart.fill(small)).toBeCloseTo(
      Math.max(...allTrees(3, "projective").map((heads) => scoreOf(heads, small.arcs, small.siblings))),
      9,
    );
  });
});

describe("spanning tree against enumeration", () => {
  test.each([1, 2, 3, 4, 5, 6])("best tree of any shape over %i words", (words) => {
    const trees = allTrees(words, "any");
    for (let seed = 0; seed < (words < 6 ? 30 : 5); seed++) {
      const { arcs } = randomScores(words, 1000 * words + seed);
      const found = [...bestSpanningTree(words, arcs)];
      const best = Math.max(...trees.map((heads) => scoreOf(heads, arcs)));
      expect(Math.abs(scoreOf(found, arcs) - best)).toBeLessThan(EXACT);
      expect(found.filter((head) => head === 0).length).toBe(1);
    }
  });
});
