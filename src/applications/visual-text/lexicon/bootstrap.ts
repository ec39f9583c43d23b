/**
 * Bootstrapping of word classes on a graph of neighbours (Dodge et al. 2012, sections 3.1 and 3.3; in-degree after
 * Kozareva, Riloff and Hovy 2008). Seeds are learnt in iteration 0. In iteration t = 1, 2, … a word has the scores
 *
 *   in-degree_c(v) = Σ { weight(u → v) / (1 + iteration(u)) : u already in class c }     u → v: v is a neighbour of u
 *
 * and belongs to the class with the highest one. Each class takes its `perIteration` best words, and no word is ever in
 * two classes (mutual exclusion). A word with equal scores for two classes waits.
 */
import type { Graph } from "./graph.ts";
import { nodesOf } from "./graph.ts";

/** Classes of words that nobody claimed. */
export const NO_CLASS = -1;

export interface Bootstrapped {
  /** Of each node, or `NO_CLASS`. */
  readonly classes: Int32Array;
  /** In which it was learnt: 0 for seeds; 0 too for those without a class. */
  readonly iterations: Uint32Array;
  /** nodes × classes: the in-degrees when all was over. */
  readonly scores: Float64Array;
  /** Iterations that learnt something. */
  readonly lasted: number;
}

export interface BootstrapOptions {
  readonly perIteration: number;
  readonly maxIterations: number;
}

/** `seeds[c]` are the nodes that class c begins with; a node may be a seed of one class only. */
export function bootstrapClasses(
  graph: Graph,
  seeds: readonly (readonly number[])[],
  { perIteration, maxIterations }: BootstrapOptions,
): Bootstrapped {
  const n = nodesOf(graph);
  const count = seeds.length;
  const classes = new Int32Array(n).fill(NO_CLASS);
  const iterations = new Uint32Array(n);
  const scores = new Float64Array(n * count);
  /** A node's word counts for its neighbours from the next iteration on. */
  const learn = (node: number, into: number, iteration: number) => {
    classes[node] = into;
    iterations[node] = iteration;
  };
  const spread = (node: number) => {
    const share = 1 / (1 + iterations[node]!);
    for (let e = graph.starts[node]!; e < graph.starts[node + 1]!; e++)
      scores[graph.neighbours[e]! * count + classes[node]!]! += graph.weights[e]! * share;
  };
  for (const [into, nodes] of seeds.entries()) for (const node of nodes) learn(node, into, 0);
  for (const node of seeds.flat()) spread(node);
  let lasted = 0;
  for (let iteration = 1; iteration <= maxIterations; iteration++) {
    const wanted: number[][] = seeds.map(() => []);
    for (let node = 0; node < n; node++) {
      if (classes[node] !== NO_CLASS) continue;
      const into = highest(scores, node * count, count);
      if (into >= 0) wanted[into]!.push(node);
    }
    const chosen = wanted.map((nodes, into) =>
      nodes.sort((a, b) => scores[b * count + into]! - scores[a * count + into]! || a - b).slice(0, perIteration),
    );
    if (chosen.every(({ length }) => length === 0)) break;
    for (const [into, nodes] of chosen.entries()) for (const node of nodes) learn(node, into, iteration);
    for (const node of chosen.flat()) spread(node);
    lasted = iteration;
  }
  return { classes, iterations, scores, lasted };
}

/** The class with the highest score above 0, or −1 where there is none or where two share it. */
function highest(scores: Float64Array, at: number, count: number): number {
  let best = -1;
  let value = 0;
  for (let c = 0; c < count; c++) {
    const own = scores[at + c]!;
    if (own > value) {
      best = c;
      value = own;
    } else if (own === value) best = -1;
  }
  return best;
}
