/**
 * Recursive grouping: nodes whose distances to all others differ by a constant are siblings and get a parent; the
 * parents go on. Choi, Tan, Anandkumar, Willsky, "Learning latent tree graphical models", JMLR 2011, §4.
 *
 *   Φ(i,j;k) = d(i,k) − d(j,k);   i, j are siblings when Φ(i,j;k) is the same for all k
 *   up(i) = mean over siblings j and all k outside {i,j} of ½ (d(i,j) + Φ(i,j;k))   the edge from i to its parent
 *   d(g,h) = mean over i in group g and j in group h of d(i,j) − up(i) − up(j)
 *
 * With estimated distances Φ is never constant: pairs whose Φ spreads over less than `tolerance` are siblings, and when
 * there is none the pair of least spread is. Words are leaves in our model (Parikh et al. 2014, §2.3), so that no word
 * becomes a parent: one that stands on the path of others has an edge of length 0. Unlike neighbour joining this finds
 * nodes with more than three neighbours. O(n⁴) time at worst, O(n²) memory.
 */
import { ShapeError } from "../../base/errors.ts";
import { checkDistances } from "./minimal-latent-tree.ts";
import type { UndirectedEdge, UndirectedTree } from "./undirected-tree.ts";

/** Options of `recursiveGrouping`. */
export interface GroupingOptions {
  /** Difference of distances under which they count as equal. */
  readonly tolerance?: number;
}

/** For exact distances: the rounding of their sums. */
const ROUNDING = 1e-9;

/** The latent tree of recursive grouping (Choi et al. 2011). */
export function recursiveGrouping(
  distances: Float64Array,
  n: number,
  { tolerance = ROUNDING }: GroupingOptions = {},
): UndirectedTree {
  checkDistances("recursiveGrouping", distances, n);
  if (n === 0) throw new ShapeError("recursiveGrouping: there are no words; expected at least one.");
  const edges: UndirectedEdge[] = [];
  let nodes = n;
  let active = Array.from({ length: n }, (_, i) => i);
  let d = distances;
  while (active.length > 2) {
    const r = active.length;
    const groups = siblingGroups(d, r, tolerance);
    const up = new Float64Array(r);
    const parents: number[] = [];
    for (const group of groups) {
      if (group.length === 1) {
        parents.push(active[group[0]!]!);
        continue;
      }
      for (const i of group) {
        up[i] = edgeToParent(d, r, i, group);
        edges.push({ first: active[i]!, second: nodes, length: up[i]! });
      }
      parents.push(nodes++);
    }
    d = distancesOfGroups(d, r, groups, up);
    active = parents;
  }
  if (active.length === 2) edges.push({ first: active[0]!, second: active[1]!, length: d[1]! });
  return { words: n, nodes, edges };
}

/** The families, each in order of its members and all in order of their first. */
function siblingGroups(d: Float64Array, r: number, tolerance: number): number[][] {
  const family = Array.from({ length: r }, (_, i) => i);
  const unite = (i: number, j: number) => {
    const [into, from] = [Math.min(family[i]!, family[j]!), Math.max(family[i]!, family[j]!)];
    for (let k = 0; k < r; k++) if (family[k] === from) family[k] = into;
  };
  let least = Number.POSITIVE_INFINITY;
  let nearest: readonly [number, number] = [0, 1];
  for (let i = 0; i < r; i++) {
    for (let j = i + 1; j < r; j++) {
      const spread = spreadOf(d, r, i, j);
      if (spread <= tolerance) unite(i, j);
      if (spread < least) [least, nearest] = [spread, [i, j]];
    }
  }
  if (least > tolerance) unite(...nearest);
  return family.flatMap((first, i) => (first === i ? [family.flatMap((other, j) => (other === i ? [j] : []))] : []));
}

/** max − min of Φ(i,j;k) over k. */
function spreadOf(d: Float64Array, r: number, i: number, j: number): number {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let k = 0; k < r; k++) {
    if (k === i || k === j) continue;
    const difference = d[i * r + k]! - d[j * r + k]!;
    if (difference < low) low = difference;
    if (difference > high) high = difference;
  }
  return high - low;
}

function edgeToParent(d: Float64Array, r: number, i: number, group: readonly number[]): number {
  let sum = 0;
  for (const j of group) {
    if (j === i) continue;
    for (let k = 0; k < r; k++) if (k !== i && k !== j) sum += 0.5 * (d[i * r + j]! + d[i * r + k]! - d[j * r + k]!);
  }
  return sum / ((group.length - 1) * (r - 2));
}

function distancesOfGroups(
  d: Float64Array,
  r: number,
  groups: readonly (readonly number[])[],
  up: Float64Array,
): Float64Array {
  const size = groups.length;
  const next = new Float64Array(size * size);
  for (let g = 0; g < size; g++) {
    for (let h = 0; h < g; h++) {
      let sum = 0;
      for (const i of groups[g]!) for (const j of groups[h]!) sum += d[i * r + j]! - up[i]! - up[j]!;
      next[g * size + h] = next[h * size + g] = sum / (groups[g]!.length * groups[h]!.length);
    }
  }
  return next;
}
