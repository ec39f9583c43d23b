/**
 * The tree with the largest sum of marginals: Goodman, "Parsing algorithms and metrics", ACL 1996, over uses of rules
 * instead of labelled spans, as in footnote 3 of Cohen et al. 2013.
 *
 *   best[x] = max over edges e of x of gain(μ(e)) + best[left(e)] + best[right(e)],    leaves: gain(μ(x))
 *
 * with gain |μ| (`sum`; negatives are sign errors of the estimate: section 3.3 of that paper), μ itself (`signed`), or
 * log |μ| (`product`, the max-rule-product of Petrov and Klein 2007). The k best trees follow lazily from the same
 * recurrence (Huang and Chiang 2005, algorithm 3).
 */
import type { Skeleton } from "./skeleton.ts";
import { spanId } from "./span-index.ts";

/** What a tree is chosen by: the sum of its marginals, the same with signs kept, or the product of rule marginals. */
export type Objective = "sum" | "signed" | "product";

/** log of nothing: large enough to lose against any tree, small enough to be added up. */
const LOG_ZERO = -1e4;

const GAINS: Readonly<Record<Objective, (marginal: number) => number>> = {
  sum: Math.abs,
  signed: (marginal) => marginal,
  product: (marginal) => (marginal === 0 ? LOG_ZERO : Math.max(LOG_ZERO, Math.log(Math.abs(marginal)))),
};

/** A tree over items: leaves have no children. */
export interface Derivation {
  readonly item: number;
  readonly left?: Derivation;
  readonly right?: Derivation;
}

/** A derivation and its score under an objective. */
export interface ScoredDerivation {
  readonly derivation: Derivation;
  readonly score: number;
}

/** The marginals of a chart's items and edges, by which the best tree is chosen. */
export interface Marginals {
  readonly skeleton: Skeleton;
  readonly itemMarginal: Float64Array;
  readonly edgeMarginal: Float64Array;
}

/** One way to build an item: an edge (−1 for a leaf) with the ranks of its children's derivations. */
interface Candidate {
  readonly edge: number;
  readonly leftRank: number;
  readonly rightRank: number;
  readonly score: number;
}

/** The k best trees whose root symbol `mayBeRoot` accepts, best first; fewer when there are fewer. */
export function bestTrees(
  { skeleton, itemMarginal, edgeMarginal }: Marginals,
  mayBeRoot: (symbol: number) => boolean,
  objective: Objective = "sum",
  k = 1,
): ScoredDerivation[] {
  const gain = GAINS[objective];
  const { items, words, edgeStarts, edgeLeft, edgeRight, start, end, firstItem, itemCount, symbol } = skeleton;
  const best = new Float64Array(items);
  const bestEdge = new Int32Array(items).fill(-1);
  for (let item = 0; item < items; item++) {
    if (end[item]! - start[item]! === 1) {
      best[item] = gain(itemMarginal[item]!);
      continue;
    }
    let largest = Number.NEGATIVE_INFINITY;
    for (let edge = edgeStarts[item]!; edge < edgeStarts[item + 1]!; edge++) {
      const value = gain(edgeMarginal[edge]!) + best[edgeLeft[edge]!]! + best[edgeRight[edge]!]!;
      if (value <= largest) continue;
      largest = value;
      bestEdge[item] = edge;
    }
    best[item] = largest;
  }
  const lists = new RankedLists(skeleton, edgeMarginal, gain, best, bestEdge);
  const top = spanId(0, words, words);
  const roots: number[] = [];
  for (let item = firstItem[top]!; item < firstItem[top]! + itemCount[top]!; item++)
    if (mayBeRoot(symbol[item]!)) roots.push(item);
  return mergeRoots(roots, lists, k);
}

function mergeRoots(roots: readonly number[], lists: RankedLists, k: number): ScoredDerivation[] {
  const ranks = new Int32Array(roots.length);
  const found: ScoredDerivation[] = [];
  while (found.length < k) {
    let chosen = -1;
    let score = Number.NEGATIVE_INFINITY;
    for (let at = 0; at < roots.length; at++) {
      const candidate = lists.candidate(roots[at]!, ranks[at]!);
      if (candidate === undefined || candidate.score <= score) continue;
      chosen = at;
      score = candidate.score;
    }
    if (chosen < 0) break;
    found.push({ derivation: lists.derivation(roots[chosen]!, ranks[chosen]!), score });
    ranks[chosen]!++;
  }
  return found;
}

/** The derivations of every item in order of score, found as far as they are asked for. */
class RankedLists {
  readonly #skeleton: Skeleton;
  readonly #edgeGain: (edge: number) => number;
  readonly #best: Float64Array;
  readonly #bestEdge: Int32Array;
  readonly #ranked = new Map<number, Candidate[]>();
  readonly #waiting = new Map<number, Candidate[]>();
  readonly #seen = new Map<number, Set<string>>();

  constructor(
    skeleton: Skeleton,
    edgeMarginal: Float64Array,
    gain: (marginal: number) => number,
    best: Float64Array,
    bestEdge: Int32Array,
  ) {
    this.#skeleton = skeleton;
    this.#edgeGain = (edge) => gain(edgeMarginal[edge]!);
    this.#best = best;
    this.#bestEdge = bestEdge;
  }

  /** The derivation of this rank (from 0), or undefined when there are fewer. */
  candidate(item: number, rank: number): Candidate | undefined {
    if (rank === 0) return { edge: this.#bestEdge[item]!, leftRank: 0, rightRank: 0, score: this.#best[item]! };
    if (this.#bestEdge[item]! < 0) return undefined;
    const ranked = this.#start(item);
    while (ranked.length <= rank) {
      this.#expand(item, ranked[ranked.length - 1]!);
      const next = this.#takeBest(item);
      if (next === undefined) return undefined;
      ranked.push(next);
    }
    return ranked[rank];
  }

  #start(item: number): Candidate[] {
    const known = this.#ranked.get(item);
    if (known !== undefined) return known;
    const { edgeStarts, edgeLeft, edgeRight } = this.#skeleton;
    const waiting: Candidate[] = [];
    for (let edge = edgeStarts[item]!; edge < edgeStarts[item + 1]!; edge++) {
      const score = this.#edgeGain(edge) + this.#best[edgeLeft[edge]!]! + this.#best[edgeRight[edge]!]!;
      if (edge !== this.#bestEdge[item]) waiting.push({ edge, leftRank: 0, rightRank: 0, score });
    }
    const ranked = [this.candidate(item, 0)!];
    this.#ranked.set(item, ranked);
    this.#waiting.set(item, waiting);
    this.#seen.set(item, new Set());
    return ranked;
  }

  /** The neighbours of a derivation: one child gets its next best derivation. */
  #expand(item: number, { edge, leftRank, rightRank }: Candidate): void {
    for (const [l, r] of [
      [leftRank + 1, rightRank],
      [leftRank, rightRank + 1],
    ] as const) {
      const key = `${edge} ${l} ${r}`;
      if (this.#seen.get(item)!.has(key)) continue;
      this.#seen.get(item)!.add(key);
      const left = this.candidate(this.#skeleton.edgeLeft[edge]!, l);
      const right = this.candidate(this.#skeleton.edgeRight[edge]!, r);
      if (left === undefined || right === undefined) continue;
      this.#waiting
        .get(item)!
        .push({ edge, leftRank: l, rightRank: r, score: this.#edgeGain(edge) + left.score + right.score });
    }
  }

  #takeBest(item: number): Candidate | undefined {
    const waiting = this.#waiting.get(item)!;
    let at = 0;
    for (let i = 1; i < waiting.length; i++) if (waiting[i]!.score > waiting[at]!.score) at = i;
    const [taken] = waiting.splice(at, 1);
    return taken;
  }

  derivation(item: number, rank: number): Derivation {
    const { edge, leftRank, rightRank } = this.candidate(item, rank)!;
    if (edge < 0) return { item };
    const { edgeLeft, edgeRight } = this.#skeleton;
    return {
      item,
      left: this.derivation(edgeLeft[edge]!, leftRank),
      right: this.derivation(edgeRight[edge]!, rightRank),
    };
  }
}
