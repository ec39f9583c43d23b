/**
 * Undirected trees over words and latent nodes, as neighbour joining and recursive grouping find them: they know no
 * order of the words. `nearestBracketing` brings one back to a bracketing, which the minimal projective tree is from
 * the start.
 */
import { ShapeError } from "../../base/errors.ts";
import { bestBracketing } from "./bracket-chart.ts";
import type { SplitTree } from "./split-tree.ts";

/** An edge between two nodes, and its length. */
export interface UndirectedEdge {
  readonly first: number;
  readonly second: number;
  readonly length: number;
}

/** A tree without a root over words and latent nodes. */
export interface UndirectedTree {
  /** The words are the nodes 0 … words − 1; latent nodes come after them. */
  readonly words: number;
  readonly nodes: number;
  readonly edges: readonly UndirectedEdge[];
}

/** For each node the edges that end there: their other ends and lengths. */
export function neighboursOf({ nodes, edges }: UndirectedTree): { readonly node: number; readonly length: number }[][] {
  const neighbours: { node: number; length: number }[][] = Array.from({ length: nodes }, () => []);
  for (const { first, second, length } of edges) {
    neighbours[first]!.push({ node: second, length });
    neighbours[second]!.push({ node: first, length });
  }
  return neighbours;
}

/** Lengths of the paths between all words, n × n. */
export function pathLengths(tree: UndirectedTree): Float64Array {
  const n = tree.words;
  const neighbours = neighboursOf(tree);
  const lengths = new Float64Array(n * n);
  for (let word = 0; word < n; word++) {
    const open = [{ node: word, from: -1, length: 0 }];
    while (open.length > 0) {
      const { node, from, length } = open.pop()!;
      if (node < n) lengths[word * n + node] = length;
      for (const next of neighbours[node]!)
        if (next.node !== from) open.push({ node: next.node, from: node, length: length + next.length });
    }
  }
  return lengths;
}

/**
 * Spans of two words or more that an edge parts from all other words, at s·(n+1) + e. Seen from word 0 an edge has
 * below it the words of a span, or of the outside of a span that begins the sentence, or no span at all.
 */
export function partedSpans(tree: UndirectedTree): Uint8Array {
  const n = tree.words;
  const w = n + 1;
  const parted = new Uint8Array(w * w);
  const neighbours = neighboursOf(tree);
  const visits: { node: number; from: number }[] = [{ node: 0, from: -1 }];
  for (let i = 0; i < visits.length; i++) {
    const { node, from } = visits[i]!;
    for (const next of neighbours[node]!) if (next.node !== from) visits.push({ node: next.node, from: node });
  }
  const low = new Int32Array(tree.nodes).fill(n);
  const high = new Int32Array(tree.nodes).fill(-1);
  const size = new Int32Array(tree.nodes);
  for (const { node, from } of visits.reverse()) {
    if (node < n) {
      low[node] = Math.min(low[node]!, node);
      high[node] = Math.max(high[node]!, node);
      size[node]!++;
    }
    if (from < 0) continue;
    const [s, e] = [low[node]!, high[node]! + 1];
    if (e - s === size[node]) {
      if (e - s > 1) parted[s * w + e] = 1;
      if (e === n && s > 1) parted[s] = 1;
    }
    low[from] = Math.min(low[from]!, low[node]!);
    high[from] = Math.max(high[from]!, high[node]!);
    size[from]! += size[node]!;
  }
  return parted;
}

/**
 * The bracketing under the top bracket that has the most spans which an edge of the tree parts from the rest; among
 * equals the one whose spans cost the least. `top`: words in the left half. O(n³).
 */
export function nearestBracketing(tree: UndirectedTree, top: number, spanCosts?: Float64Array): SplitTree {
  const n = tree.words;
  const w = n + 1;
  if (n > 1 && !(Number.isInteger(top) && top > 0 && top < n)) {
    throw new ShapeError(
      `nearestBracketing: the top bracket must part ${n} words after word 1 to ${n - 1}; got ${top}.`,
    );
  }
  const parted = partedSpans(tree);
  const costs = spanCosts?.reduce((sum, cost) => sum + Math.abs(cost), 0) ?? 0;
  /** More than all costs together, and than all other spans. */
  const [group, topGroup] = [1 + 2 * costs, (2 + 2 * costs) * w];
  const scores = Float64Array.from(parted, (isParted, at) => (isParted ? group : 0) - (spanCosts?.[at] ?? 0));
  scores[top]! += topGroup;
  scores[top * w + n]! += topGroup;
  return bestBracketing(scores, n);
}
