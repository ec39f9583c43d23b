/**
 * Neighbour joining: the two nodes that are nearest to each other, seen from all others, get a common neighbour, until
 * three are left. Saitou and Nei, "The neighbor-joining method", Mol. Biol. Evol. 1987; the criterion in the form of
 * Studier and Keppler 1988.
 *
 *   R(i) = Σ_k d(i,k),   r nodes left:   join the i, j of least  (r − 2) d(i,j) − R(i) − R(j)   at a new node u
 *   edge(i,u) = ½ d(i,j) + (R(i) − R(j)) / (2 (r − 2)),   edge(j,u) = d(i,j) − edge(i,u)
 *   d(u,k) = ½ (d(i,k) + d(j,k) − d(i,j))
 *
 * Exact on additive distances. The order of the words plays no part. Among equals the first pair is joined. O(n³) time,
 * O(n²) memory.
 */
import { ShapeError } from "../../base/errors.ts";
import { checkDistances } from "./minimal-latent-tree.ts";
import type { UndirectedEdge, UndirectedTree } from "./undirected-tree.ts";

/** The unrooted tree of the neighbour-joining method (Saitou and Nei 1987). */
export function neighbourJoining(distances: Float64Array, n: number): UndirectedTree {
  checkDistances("neighbourJoining", distances, n);
  if (n === 0) throw new ShapeError("neighbourJoining: there are no words; expected at least one.");
  const d = distances.slice();
  /** Node at each place of the table that is still in use; a new node takes the place of the first that it joins. */
  const nodeAt = Array.from({ length: n }, (_, i) => i);
  const places = nodeAt.slice();
  const edges: UndirectedEdge[] = [];
  let nodes = n;
  while (places.length > 3) {
    const r = places.length;
    const sums = places.map((i) => places.reduce((sum, k) => sum + d[i * n + k]!, 0));
    let least = Number.POSITIVE_INFINITY;
    let [x, y] = [0, 1];
    for (let a = 0; a < r; a++) {
      for (let b = a + 1; b < r; b++) {
        const criterion = (r - 2) * d[places[a]! * n + places[b]!]! - sums[a]! - sums[b]!;
        if (criterion < least) [least, x, y] = [criterion, a, b];
      }
    }
    const [i, j] = [places[x]!, places[y]!];
    const across = d[i * n + j]!;
    const edge = 0.5 * across + (sums[x]! - sums[y]!) / (2 * (r - 2));
    edges.push(
      { first: nodeAt[i]!, second: nodes, length: edge },
      { first: nodeAt[j]!, second: nodes, length: across - edge },
    );
    for (const k of places)
      if (k !== i && k !== j) d[i * n + k] = d[k * n + i] = 0.5 * (d[i * n + k]! + d[j * n + k]! - across);
    nodeAt[i] = nodes++;
    places.splice(y, 1);
  }
  if (places.length === 3) {
    const [i, j, k] = places as [number, number, number];
    const leg = (a: number, b: number, c: number) => 0.5 * (d[a * n + b]! + d[a * n + c]! - d[b * n + c]!);
    for (const [a, b, c] of [[i, j, k] as const, [j, i, k] as const, [k, i, j] as const])
      edges.push({ first: nodeAt[a]!, second: nodes, length: leg(a, b, c) });
    nodes++;
  } else if (places.length === 2) edges.push({ first: 0, second: 1, length: d[1]! });
  return { words: n, nodes, edges };
}
