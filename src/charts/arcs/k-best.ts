/**
 * The k best trees of a filled chart, exactly: Huang and Chiang 2005, algorithm 3. An item keeps its derivations found
 * so far, best first, and a heap of candidates; the next one is looked for only when an item above asks. The first
 * derivation of every item is known from the chart, so that O(n²·n) items are never opened. O(k · depth · log) past the
 * chart.
 */
import { NO_ITEM, type ProjectiveChart } from "./projective.ts";

/** A dependency tree by its heads, and its score. */
export interface ScoredHeads {
  readonly heads: Int32Array;
  readonly score: number;
}

interface Derivation {
  readonly score: number;
  readonly left: number;
  readonly right: number;
  readonly weight: number;
  readonly leftRank: number;
  readonly rightRank: number;
  /** Order of making, for ties. */
  readonly order: number;
}

const before = (a: Derivation, b: Derivation) => a.score > b.score || (a.score === b.score && a.order < b.order);

/** A binary heap, best first. */
class Candidates {
  readonly #heap: Derivation[] = [];

  push(candidate: Derivation): void {
    const heap = this.#heap;
    let at = heap.push(candidate) - 1;
    while (at > 0 && before(candidate, heap[(at - 1) >> 1]!)) {
      heap[at] = heap[(at - 1) >> 1]!;
      at = (at - 1) >> 1;
    }
    heap[at] = candidate;
  }

  pop(): Derivation | undefined {
    const heap = this.#heap;
    const top = heap[0];
    const last = heap.pop();
    if (heap.length === 0 || last === undefined) return top;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && before(heap[child + 1]!, heap[child]!)) child++;
      if (!before(heap[child]!, last)) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = last;
    return top;
  }
}

interface OpenItem {
  readonly found: Derivation[];
  readonly candidates: Candidates;
}

class Enumeration {
  readonly #items = new Map<number, OpenItem>();
  #order = 0;

  constructor(readonly chart: ProjectiveChart) {}

  /** The derivation of this rank from 0, or undefined when there are not as many. */
  derivation(item: number, rank: number): Derivation | undefined {
    const { found, candidates } = this.#open(item);
    while (found.length <= rank) {
      const last = found[found.length - 1];
      if (last !== undefined) {
        const { left, right, weight, leftRank, rightRank } = last;
        this.#offer(candidates, left, right, weight, leftRank, rightRank + 1);
        // Each pair of ranks is reached by one path only: down the left list first, then along the right one.
        if (rightRank === 0) this.#offer(candidates, left, right, weight, leftRank + 1, 0);
      }
      const next = candidates.pop();
      if (next === undefined) return undefined;
      found.push(next);
    }
    return found[rank];
  }

  #open(item: number): OpenItem {
    let open = this.#items.get(item);
    if (open !== undefined) return open;
    open = { found: [], candidates: new Candidates() };
    this.#items.set(item, open);
    const { left, right, weight } = this.chart.edges(item);
    for (let e = 0; e < left.length; e++) this.#offer(open.candidates, left[e]!, right[e]!, weight[e]!, 0, 0);
    return open;
  }

  #offer(
    candidates: Candidates,
    left: number,
    right: number,
    weight: number,
    leftRank: number,
    rightRank: number,
  ): void {
    const leftScore = this.#score(left, leftRank);
    const rightScore = this.#score(right, rightRank);
    if (leftScore === undefined || rightScore === undefined) return;
    candidates.push({
      score: leftScore + rightScore + weight,
      left,
      right,
      weight,
      leftRank,
      rightRank,
      order: this.#order++,
    });
  }

  #score(item: number, rank: number): number | undefined {
    if (rank === 0) return this.chart.best(item);
    if (item === NO_ITEM || this.chart.isLeaf(item)) return undefined;
    return this.derivation(item, rank)?.score;
  }

  heads(words: number, rank: number): Int32Array {
    const heads = new Int32Array(words);
    const open: [item: number, rank: number][] = [[this.chart.goal, rank]];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const [item, itemRank] = next;
      if (item === NO_ITEM || this.chart.isLeaf(item)) continue;
      const { left, right, leftRank, rightRank } = this.derivation(item, itemRank)!;
      const arc = this.chart.arcOf(item, right);
      if (arc !== undefined) heads[arc[1] - 1] = arc[0];
      open.push([left, leftRank], [right, rightRank]);
    }
    return heads;
  }
}

/** At most `k` trees of a filled chart over this many words, best first; fewer when there are no more. */
export function kBestTrees(chart: ProjectiveChart, words: number, k: number): ScoredHeads[] {
  const enumeration = new Enumeration(chart);
  const trees: ScoredHeads[] = [];
  for (let rank = 0; rank < k; rank++) {
    const top = enumeration.derivation(chart.goal, rank);
    if (top === undefined) break;
    trees.push({ heads: enumeration.heads(words, rank), score: top.score });
  }
  return trees;
}
