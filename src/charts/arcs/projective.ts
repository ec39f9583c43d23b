/**
 * Best projective dependency trees with one root: Eisner 1996 in half-spans, first order, and with scores of
 * neighbouring siblings (McDonald and Pereira 2006).
 *
 *   n words, places 0 … n, place 0 the wall;   N = n + 1
 *   arcs[h·N + m]               score of the arc h → m
 *   siblings[(h·N + m)·N + s]   score of m after its inner neighbour s among the modifiers of h on that side;
 *                               s = h: m is the innermost
 *
 *   C[h, e]  complete: h with all modifiers on the side of e, as far as e        C[h, h] = 0
 *   I[h, m]  incomplete: the words between h and m, with the arc h → m
 *   S[i, j]  the words between two neighbouring siblings i < j
 *
 *   first order   I[h, m] = max_q C[i, q] + C[j, q + 1] + arc(h, m)          i ≤ q < j, the ends of {h, m} in order
 *   second order  I[h, m] = arc(h, m) + max( C[m, h ± 1] + sib(h, h, m),  max_s I[h, s] + S[s, m] + sib(h, s, m) )
 *                 S[i, j] = max_q C[i, q] + C[j, q + 1]
 *   both          C[h, e] = max_m I[h, m] + C[m, e]
 *   goal          max_r C[r, 1] + C[r, n] + arc(0, r)
 *
 * Every tree has exactly one derivation, so the k best derivations (k-best.ts) are the k best trees. O(n³) time; O(n²)
 * memory besides the scores.
 */

export interface ProjectiveScores {
  readonly words: number;
  readonly arcs: Float64Array;
  readonly siblings?: Float32Array | undefined;
}

/** What an item is made of: two smaller items, and the score that joining them adds. */
export interface Edges {
  readonly left: number[];
  readonly right: number[];
  readonly weight: number[];
}

/** A child item that is not there. */
export const NO_ITEM = -1;

/** Finds the best projective dependency tree by dynamic programming; its tables are reused between sentences. */
export class ProjectiveChart {
  #places = 0;
  #scores: ProjectiveScores = { words: 0, arcs: new Float64Array(0) };
  #complete = new Float64Array(0);
  #incomplete = new Float64Array(0);
  #between = new Float64Array(0);

  /** Fills the chart; the score of the best tree. There must be a word. */
  fill(scores: ProjectiveScores): number {
    const places = scores.words + 1;
    this.#scores = scores;
    this.#places = places;
    if (this.#complete.length < places * places) {
      this.#complete = new Float64Array(places * places);
      this.#incomplete = new Float64Array(places * places);
      this.#between = new Float64Array(places * places);
    }
    for (let h = 1; h < places; h++) this.#complete[h * places + h] = 0;
    for (let width = 1; width < scores.words; width++) {
      for (let i = 1; i + width < places; i++) this.#fillSpan(i, i + width);
    }
    return this.best(this.goal);
  }

  #fillSpan(i: number, j: number): void {
    const N = this.#places;
    const complete = this.#complete;
    const incomplete = this.#incomplete;
    const { arcs, siblings } = this.#scores;
    let inner = Number.NEGATIVE_INFINITY;
    for (let q = i; q < j; q++) {
      const sum = complete[i * N + q]! + complete[j * N + q + 1]!;
      if (sum > inner) inner = sum;
    }
    if (siblings === undefined) {
      incomplete[i * N + j] = inner + arcs[i * N + j]!;
      incomplete[j * N + i] = inner + arcs[j * N + i]!;
    } else {
      this.#between[i * N + j] = inner;
      const right = (i * N + j) * N;
      const left = (j * N + i) * N;
      let bestRight = complete[j * N + i + 1]! + siblings[right + i]!;
      let bestLeft = complete[i * N + j - 1]! + siblings[left + j]!;
      for (let s = i + 1; s < j; s++) {
        const toRight = incomplete[i * N + s]! + this.#between[s * N + j]! + siblings[right + s]!;
        if (toRight > bestRight) bestRight = toRight;
        const toLeft = incomplete[j * N + s]! + this.#between[i * N + s]! + siblings[left + s]!;
        if (toLeft > bestLeft) bestLeft = toLeft;
      }
      incomplete[i * N + j] = bestRight + arcs[i * N + j]!;
      incomplete[j * N + i] = bestLeft + arcs[j * N + i]!;
    }
    let bestRight = Number.NEGATIVE_INFINITY;
    for (let m = i + 1; m <= j; m++) {
      const sum = incomplete[i * N + m]! + complete[m * N + j]!;
      if (sum > bestRight) bestRight = sum;
    }
    complete[i * N + j] = bestRight;
    let bestLeft = Number.NEGATIVE_INFINITY;
    for (let m = i; m < j; m++) {
      const sum = incomplete[j * N + m]! + complete[m * N + i]!;
      if (sum > bestLeft) bestLeft = sum;
    }
    complete[j * N + i] = bestLeft;
  }

  // Items by number: C[h, e] is h·N + e, then the I, then the S, then the goal.
  get goal(): number {
    return 3 * this.#places * this.#places;
  }

  /** Whether an item is a word without modifiers on one side, which is made of nothing. */
  isLeaf(item: number): boolean {
    const N = this.#places;
    return item < N * N && Math.floor(item / N) === item % N;
  }

  /**
   * The arc that an item adds, as [head, modifier]; undefined when it adds none. For the goal the root is told by its
   * right child.
   */
  arcOf(item: number, rightChild: number): readonly [head: number, modifier: number] | undefined {
    const N = this.#places;
    if (item === this.goal) return [0, Math.floor(rightChild / N)];
    if (item < N * N || item >= 2 * N * N) return undefined;
    const pair = item - N * N;
    return [Math.floor(pair / N), pair % N];
  }

  best(item: number): number {
    const N = this.#places;
    if (item === NO_ITEM) return 0;
    if (item < N * N) return this.#complete[item]!;
    if (item < 2 * N * N) return this.#incomplete[item - N * N]!;
    if (item < 3 * N * N) return this.#between[item - 2 * N * N]!;
    const { arcs, words } = this.#scores;
    let best = Number.NEGATIVE_INFINITY;
    for (let r = 1; r <= words; r++)
      best = Math.max(best, this.#complete[r * N + 1]! + this.#complete[r * N + words]! + arcs[r]!);
    return best;
  }

  /** All ways to make an item. */
  edges(item: number): Edges {
    const N = this.#places;
    const { arcs, siblings, words } = this.#scores;
    const edges: Edges = { left: [], right: [], weight: [] };
    const add = (left: number, right: number, weight: number) => {
      edges.left.push(left);
      edges.right.push(right);
      edges.weight.push(weight);
    };
    if (item === this.goal) {
      for (let r = 1; r <= words; r++) add(r * N + 1, r * N + words, arcs[r]!);
    } else if (item < N * N) {
      const [h, e] = [Math.floor(item / N), item % N];
      const step = Math.sign(e - h);
      for (let m = h + step; m !== e + step; m += step) add(N * N + h * N + m, m * N + e, 0);
    } else if (item < 2 * N * N && siblings !== undefined) {
      const pair = item - N * N;
      const [h, m] = [Math.floor(pair / N), pair % N];
      const step = Math.sign(m - h);
      add(NO_ITEM, m * N + h + step, arcs[pair]! + siblings[pair * N + h]!);
      for (let s = h + step; s !== m; s += step) {
        const between = 2 * N * N + (h < m ? s * N + m : m * N + s);
        add(N * N + h * N + s, between, arcs[pair]! + siblings[pair * N + s]!);
      }
    } else {
      const pair = item - (item < 2 * N * N ? N * N : 2 * N * N);
      const [i, j] = [Math.min(Math.floor(pair / N), pair % N), Math.max(Math.floor(pair / N), pair % N)];
      const weight = item < 2 * N * N ? arcs[pair]! : 0;
      for (let q = i; q < j; q++) add(i * N + q, j * N + q + 1, weight);
    }
    return edges;
  }

  /** The heads of the best tree, word after word; ties go to the first in the order of `edges`. */
  heads(): Int32Array {
    const heads = new Int32Array(this.#scores.words);
    const open = [this.goal];
    for (let item = open.pop(); item !== undefined; item = open.pop()) {
      if (item === NO_ITEM || this.isLeaf(item)) continue;
      const { left, right, weight } = this.edges(item);
      let chosen = 0;
      let best = Number.NEGATIVE_INFINITY;
      for (let e = 0; e < left.length; e++) {
        const sum = this.best(left[e]!) + this.best(right[e]!) + weight[e]!;
        if (sum > best) {
          best = sum;
          chosen = e;
        }
      }
      const arc = this.arcOf(item, right[chosen]!);
      if (arc !== undefined) heads[arc[1] - 1] = arc[0];
      open.push(left[chosen]!, right[chosen]!);
    }
    return heads;
  }
}
