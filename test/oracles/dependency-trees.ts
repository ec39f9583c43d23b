/** All dependency trees with one root over a few words, by trying every assignment of heads. */
import { dependencyDefect, isProjective } from "../../src/trees/index.ts";

export function allTrees(words: number, only: "projective" | "any"): number[][] {
  const trees: number[][] = [];
  const heads: number[] = [];
  const extend = () => {
    if (heads.length === words) {
      if (dependencyDefect(heads) === undefined && (only === "any" || isProjective(heads))) trees.push([...heads]);
      return;
    }
    for (let head = 0; head <= words; head++) {
      heads.push(head);
      extend();
      heads.pop();
    }
  };
  extend();
  return trees;
}

/**
 * The score of a tree from arcs and, if given, from each modifier's inner neighbour on its side; wall arcs have no
 * neighbours.
 */
export function scoreOf(heads: readonly number[], arcs: Float64Array, siblings?: Float32Array): number {
  const N = heads.length + 1;
  let score = 0;
  heads.forEach((h, i) => {
    const m = i + 1;
    score += arcs[h * N + m]!;
    if (siblings === undefined || h === 0) return;
    let inner = h;
    const step = Math.sign(m - h);
    for (let s = h + step; s !== m; s += step) if (heads[s - 1] === h) inner = s;
    score += siblings[(h * N + m) * N + inner]!;
  });
  return score;
}
