/**
 * How far a word leans to either side after bootstrapping, for words that were learnt late or not at all as well:
 *
 *   leaning(v) = (V − N) / (V + N),    V = Σ weight(u, v) / (1 + iteration(u)) over visual u, N over others
 *
 * where u is a neighbour of v or has v for one. 0 where no neighbour has a class.
 */
import type { Bootstrapped } from "./bootstrap.ts";
import { type Graph, nodesOf } from "./graph.ts";

/** Of two classes, the first of which counts as 1. */
export function leaning(graph: Graph, { classes, iterations }: Bootstrapped): Float64Array {
  const n = nodesOf(graph);
  const sums = [new Float64Array(n), new Float64Array(n)] as const;
  const add = (to: number, from: number, weight: number) => {
    const own = classes[from]!;
    if (own >= 0) sums[own as 0 | 1][to]! += weight / (1 + iterations[from]!);
  };
  for (let node = 0; node < n; node++) {
    for (let e = graph.starts[node]!; e < graph.starts[node + 1]!; e++) {
      add(node, graph.neighbours[e]!, graph.weights[e]!);
      add(graph.neighbours[e]!, node, graph.weights[e]!);
    }
  }
  return Float64Array.from(sums[0], (visual, node) => {
    const whole = visual + sums[1][node]!;
    return whole > 0 ? (2 * visual - whole) / whole : 0;
  });
}
