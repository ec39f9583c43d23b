/**
 * The minimal projective latent tree of an additive metric: the binary tree over the words, in their order, whose edges
 * sum to the least length. Parikh, Cohen, Xing, "Spectral unsupervised parsing with additive tree metrics", ACL 2014,
 * §3.1 and §3.3; edge lengths averaged over leaf sets as in balanced minimum evolution (Desper and Gascuel 2005).
 *
 *   d(i,j)          distance of words i and j, symmetric
 *   d̄(A,B)          mean of d over A × B; sums over spans come from 2-D prefix sums in O(1), the outside of a
 *                   span is its complement
 *   W(s,k,e)        least length of all edges below the node over [s,e) that splits at k
 *
 *   leaf edge of word j whose node also joins A and B                   ½ (d̄(j,A) + d̄(j,B) − d̄(A,B))
 *   internal edge between the nodes that join A, B and G, H
 *       ¼ (d̄(A,G) + d̄(A,H) + d̄(B,G) + d̄(B,H)) − ½ d̄(A,B) − ½ d̄(G,H)
 *
 *   L(s,k,e) = min over k' of W(s,k',k) + edge([s,k') , [k',k) | [k,e), outside [s,e))
 *       s < k < e, and the leaf edge where k = s + 1
 *   R(s,k,e) = min over k' of W(k,k',e) + edge([k,k') , [k',e) | [s,k), outside [s,e))       likewise
 *   W(s,k,e) = c(s,e) + L(s,k,e) + R(s,k,e)
 *
 * The top bracket t makes the edge between [0,t) and [t,n) the root edge. Every tree has the edge of its first word, so
 * lengths alone cannot choose t; it is given, or the costs c of spans decide (c: what a bracket over [s,e) costs in
 * addition to its edges; zero unless given). Exact, O(n⁴) time with a small constant (n⁴/12 edges), O(n³) memory.
 */
import { ShapeError } from "../../base/errors.ts";
import { join, type SplitTree, wordOf } from "./split-tree.ts";

/** A bracketing and what it costs. */
export interface LatentTree {
  readonly tree: SplitTree;
  /** Sum of the edge lengths, and of the costs of the spans. */
  readonly cost: number;
}

/** Options of `minimalLatentTree`. */
export interface LatentTreeOptions {
  /** Words in the left half of the top bracket, or a list of candidates; left out: whichever is cheapest. */
  readonly top?: number | readonly number[] | undefined;
  /** What a bracket over [s, e) costs, at s · (n + 1) + e. */
  readonly spanCosts?: Float64Array | undefined;
}

/** Prefix sums P(i,j) = Σ of d over [0,i) × [0,j), (n+1) × (n+1). */
export function prefixSums(distances: Float64Array, n: number): Float64Array {
  const w = n + 1;
  const sums = new Float64Array(w * w);
  for (let i = 0; i < n; i++) {
    let row = 0;
    for (let j = 0; j < n; j++) {
      row += distances[i * n + j]!;
      sums[(i + 1) * w + j + 1] = sums[i * w + j + 1]! + row;
    }
  }
  return sums;
}

/** Throws unless there are n × n finite distances. */
export function checkDistances(where: string, distances: Float64Array, n: number): void {
  if (distances.length !== n * n)
    throw new ShapeError(`${where}: ${n} words need ${n * n} distances; got ${distances.length}.`);
  if (!distances.every(Number.isFinite))
    throw new ShapeError(`${where}: a distance is not finite; expected finite distances.`);
}

/** The binary bracketing with the smallest sum of edge lengths, under given distances between words. */
export function minimalLatentTree(distances: Float64Array, n: number, options: LatentTreeOptions = {}): LatentTree {
  checkDistances("minimalLatentTree", distances, n);
  const { spanCosts } = options;
  const w = n + 1;
  if (spanCosts !== undefined && spanCosts.length !== w * w) {
    throw new ShapeError(`minimalLatentTree: ${n} words need ${w * w} costs of spans; got ${spanCosts.length}.`);
  }
  if (n === 0) throw new ShapeError("minimalLatentTree: there are no words; expected at least one.");
  if (n === 1) return { tree: wordOf(0), cost: 0 };
  const tops = topCandidates(options.top, n);
  const chart = fillChart(prefixSums(distances, n), n, spanCosts);
  let best = Number.POSITIVE_INFINITY;
  let found: readonly [number, number, number] = [tops[0]!, 0, 0];
  for (const top of tops) {
    const [cost, left, right] = rootEdge(chart, top);
    if (cost < best) {
      best = cost;
      found = [top, left, right];
    }
  }
  const [top, left, right] = found;
  const cost = best + (spanCosts?.[n] ?? 0);
  return { tree: join(subtree(chart, 0, left, top), subtree(chart, top, right, n)), cost };
}

function topCandidates(top: number | readonly number[] | undefined, n: number): readonly number[] {
  if (top === undefined) return Array.from({ length: n - 1 }, (_, i) => i + 1);
  const list = typeof top === "number" ? [top] : top;
  const bad = list.find((t) => !(Number.isInteger(t) && t > 0 && t < n));
  if (list.length > 0 && bad === undefined) return list;
  throw new ShapeError(
    `minimalLatentTree: the top bracket must part ${n} words after word 1 to ${n - 1}; got ${bad ?? "no candidate"}.`,
  );
}

interface Chart {
  readonly n: number;
  readonly sums: Float64Array;
  /** W(s,k,e) at (s·w + e)·w + k. */
  readonly inside: Float64Array;
  /** The k' of L(s,k,e) and of R(s,k,e), at the same places. */
  readonly leftSplit: Uint16Array;
  readonly rightSplit: Uint16Array;
}

/**
 * Fills W by length. For a child [i,j) whose sister is G and whose parent's outside is H, let X(m) be the sum over the
 * words of [i,m) of their distances to G, times g = ¼/|G|, and to H, times h = ¼/|H|. X is a combination of rows of
 * prefix sums, and the edge above the child split at m is
 *   X(m)/(m−i) + (X(j) − X(m))/(j−m) − ½ d̄([i,m), [m,j)) − ½ d̄(G,H),
 * whose third term is kept with W(i,m,j) in `open`.
 */
function fillChart(sums: Float64Array, n: number, spanCosts: Float64Array | undefined): Chart {
  const w = n + 1;
  const inside = new Float64Array(w * w * w);
  const open = new Float64Array(w * w * w);
  const leftSplit = new Uint16Array(w * w * w);
  const rightSplit = new Uint16Array(w * w * w);
  const inverse = Float64Array.from({ length: w }, (_, i) => 1 / i);
  const row = new Float64Array(w);
  let bestSplit = 0;
  /** min over m of open(i,m,j) + X(m)/(m−i) + (X(j) − X(m))/(j−m), with X in `row`. */
  const bestChild = (i: number, j: number): number => {
    const base = (i * w + j) * w;
    const origin = row[i]!;
    const last = row[j]!;
    let best = Number.POSITIVE_INFINITY;
    for (let m = i + 1; m < j; m++) {
      const x = row[m]!;
      const cost = open[base + m]! + (x - origin) * inverse[m - i]! + (last - x) * inverse[j - m]!;
      if (cost < best) {
        best = cost;
        bestSplit = m;
      }
    }
    return best;
  };
  for (let length = 2; length < n; length++) {
    const outside = n - length;
    const h = 0.25 / outside;
    for (let s = 0, e = length; e <= n; s++, e++) {
      const own = spanCosts === undefined ? 0 : spanCosts[s * w + e]!;
      const [rowS, rowE, rowN] = [s * w, e * w, n * w];
      for (let k = s + 1; k < e; k++) {
        const rowK = k * w;
        const across = meanDistance(sums, w, s, k, k, e);
        const leftOut = (blockSum(sums, w, s, k, 0, n) - blockSum(sums, w, s, k, s, e)) / ((k - s) * outside);
        const rightOut = (blockSum(sums, w, k, e, 0, n) - blockSum(sums, w, k, e, s, e)) / ((e - k) * outside);
        const at = (s * w + e) * w + k;
        let left = 0.5 * (across + leftOut - rightOut);
        if (k - s > 1) {
          const g = 0.25 / (e - k);
          for (let m = s; m <= k; m++)
            row[m] =
              g * (sums[rowE + m]! - sums[rowK + m]!) + h * (sums[rowN + m]! - sums[rowE + m]! + sums[rowS + m]!);
          left = bestChild(s, k) - 0.5 * rightOut;
          leftSplit[at] = bestSplit;
        }
        let right = 0.5 * (across + rightOut - leftOut);
        if (e - k > 1) {
          const g = 0.25 / (k - s);
          for (let m = k; m <= e; m++)
            row[m] =
              g * (sums[rowK + m]! - sums[rowS + m]!) + h * (sums[rowN + m]! - sums[rowE + m]! + sums[rowS + m]!);
          right = bestChild(k, e) - 0.5 * leftOut;
          rightSplit[at] = bestSplit;
        }
        inside[at] = own + left + right;
        open[at] = inside[at]! - 0.5 * across;
      }
    }
  }
  return { n, sums, inside, leftSplit, rightSplit };
}

/** Sum of the distances between spans [a,b) and [c,d). */
const blockSum = (sums: Float64Array, w: number, a: number, b: number, c: number, d: number): number =>
  sums[b * w + d]! - sums[a * w + d]! - sums[b * w + c]! + sums[a * w + c]!;

/** Mean distance of spans [a,b) and [c,d). */
const meanDistance = (sums: Float64Array, w: number, a: number, b: number, c: number, d: number): number =>
  blockSum(sums, w, a, b, c, d) / ((b - a) * (d - c));

/** The least cost with the top bracket at `top`, and where the halves split (0 for a single word). */
function rootEdge({ n, sums, inside }: Chart, top: number): [cost: number, left: number, right: number] {
  const w = n + 1;
  const mean = (a: number, b: number, c: number, d: number) => meanDistance(sums, w, a, b, c, d);
  if (n === 2) return [mean(0, 1, 1, 2), 0, 0];
  let best: [number, number, number] = [Number.POSITIVE_INFINITY, 0, 0];
  const offer = (cost: number, left: number, right: number) => {
    if (cost < best[0]) best = [cost, left, right];
  };
  const W = (s: number, k: number, e: number) => inside[(s * w + e) * w + k]!;
  for (let j = top + 1; j < n && top === 1; j++) {
    offer(W(1, j, n) + 0.5 * (mean(0, 1, 1, j) + mean(0, 1, j, n) - mean(1, j, j, n)), 0, j);
  }
  for (let i = 1; i < top && top === n - 1; i++) {
    offer(W(0, i, top) + 0.5 * (mean(top, n, 0, i) + mean(top, n, i, top) - mean(0, i, i, top)), i, 0);
  }
  for (let i = 1; i < top; i++) {
    const halves = mean(0, i, i, top);
    for (let j = top + 1; j < n; j++) {
      const cross = mean(0, i, top, j) + mean(0, i, j, n) + mean(i, top, top, j) + mean(i, top, j, n);
      offer(W(0, i, top) + W(top, j, n) + 0.25 * cross - 0.5 * halves - 0.5 * mean(top, j, j, n), i, j);
    }
  }
  return best;
}

function subtree(chart: Chart, start: number, split: number, end: number): SplitTree {
  const { n, leftSplit, rightSplit } = chart;
  const w = n + 1;
  const done: SplitTree[] = [];
  const open: { s: number; k: number; e: number; joined: boolean }[] = [{ s: start, k: split, e: end, joined: false }];
  while (open.length > 0) {
    const { s, k, e, joined } = open.pop()!;
    if (joined) {
      const right = done.pop()!;
      done.push(join(done.pop()!, right));
    } else if (e - s === 1) done.push(wordOf(s));
    else {
      const at = (s * w + e) * w + k;
      open.push({ s, k, e, joined: true });
      open.push({ s: k, k: rightSplit[at]!, e, joined: false }, { s, k: leftSplit[at]!, e: k, joined: false });
    }
  }
  return done[0]!;
}
