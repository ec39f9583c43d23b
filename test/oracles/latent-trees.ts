/** Brute force for latent trees: every bracketing, its edge lengths from the definitions, metrics of random trees. */
import type { Random } from "../../src/base/index.ts";
import { join, type SplitTree, wordOf } from "../../src/charts/brackets/split-tree.ts";

/** All binary bracketings of [start, end). */
export function allTrees(start: number, end: number): SplitTree[] {
  if (end - start === 1) return [wordOf(start)];
  const found: SplitTree[] = [];
  for (let k = start + 1; k < end; k++) {
    for (const left of allTrees(start, k)) for (const right of allTrees(k, end)) found.push(join(left, right));
  }
  return found;
}

export function randomTree(random: Random, start: number, end: number): SplitTree {
  if (end - start === 1) return wordOf(start);
  const k = start + 1 + random.integer(end - start - 1);
  return join(randomTree(random, start, k), randomTree(random, k, end));
}

const wordsOf = ({ start, end }: SplitTree) => Array.from({ length: end - start }, (_, i) => start + i);

/** The sum of the edges of the undirected tree, each from Eq. 3 or Eq. 4 by averages over all choices of leaves. */
export function treeLength(distances: Float64Array, n: number, tree: SplitTree): number {
  const mean = (a: readonly number[], b: readonly number[]) => {
    let sum = 0;
    for (const i of a) for (const j of b) sum += distances[i * n + j]!;
    return sum / (a.length * b.length);
  };
  /**
   * The edge between two nodes, each given by the leaf sets of its other two neighbours, or by itself when it is a
   * leaf.
   */
  const edge = (near: readonly (readonly number[])[], far: readonly (readonly number[])[]): number => {
    if (near.length === 1 && far.length === 1) return mean(near[0]!, far[0]!);
    if (near.length === 1) return 0.5 * (mean(near[0]!, far[0]!) + mean(near[0]!, far[1]!) - mean(far[0]!, far[1]!));
    if (far.length === 1) return edge(far, near);
    const [a, b] = near as [number[], number[]];
    const [g, h] = far as [number[], number[]];
    return 0.25 * (mean(a, g) + mean(a, h) + mean(b, g) + mean(b, h) - 2 * mean(a, b) - 2 * mean(g, h));
  };
  const side = (node: SplitTree) => (node.parts === undefined ? [wordsOf(node)] : node.parts.map(wordsOf));
  const below = (node: SplitTree): number => {
    if (node.parts === undefined) return 0;
    const rest = Array.from({ length: n }, (_, i) => i).filter((i) => i < node.start || i >= node.end);
    const [left, right] = node.parts;
    return (
      edge(side(left), [wordsOf(right), rest]) + edge(side(right), [wordsOf(left), rest]) + below(left) + below(right)
    );
  };
  if (tree.parts === undefined) return 0;
  const [left, right] = tree.parts;
  return edge(side(left), side(right)) + below(left) + below(right);
}

/** The metric of a tree with random positive edges. */
export function additiveMetric(random: Random, tree: SplitTree): Float64Array {
  const n = tree.end;
  const distances = new Float64Array(n * n);
  /** Depth of every word below a node, and the distances within. */
  const visit = (node: SplitTree): Map<number, number> => {
    if (node.parts === undefined) return new Map([[node.start, 0.1 + random.uniform()]]);
    const [left, right] = node.parts.map(visit) as [Map<number, number>, Map<number, number>];
    for (const [i, di] of left) for (const [j, dj] of right) distances[i * n + j] = distances[j * n + i] = di + dj;
    const above = 0.1 + random.uniform();
    return new Map([...left, ...right].map(([word, depth]) => [word, depth + above]));
  };
  visit(tree);
  return distances;
}

/** A tree as text: ((0 1) 2). */
export const treeText = ({ start, parts }: SplitTree): string =>
  parts === undefined ? String(start) : `(${treeText(parts[0])} ${treeText(parts[1])})`;
