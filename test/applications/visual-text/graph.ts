/** Small graphs for tests, written as lists of edges. */
import type { Graph } from "../../../src/applications/visual-text/lexicon/graph.ts";

/** Edges `from → to` with weights; those of a node in the order given. */
export function graphOf(nodes: number, edges: readonly (readonly [from: number, to: number, weight: number])[]): Graph {
  const sorted = Array.from({ length: nodes }, (_, node) => edges.filter(([from]) => from === node)).flat();
  const starts = new Uint32Array(nodes + 1);
  for (const [from] of sorted) starts[from + 1]!++;
  for (let node = 0; node < nodes; node++) starts[node + 1]! += starts[node]!;
  return {
    starts,
    neighbours: Uint32Array.from(sorted, ([, to]) => to),
    weights: Float64Array.from(sorted, ([, , weight]) => weight),
  };
}
