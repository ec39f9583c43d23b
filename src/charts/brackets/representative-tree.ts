/**
 * The minimal projective latent tree by representative leaves: one word stands for each node, as heads do in bilexical
 * parsing (Eisner and Satta 1999), and is chosen by the search together with the tree. Parikh et al. 2014, §3.3.
 *
 *   r(c)          the word that stands for node c: that of one of its two children, which is its heir
 *   δ(r, p)       distance from word r to the node p above it = ½ (d(r,g) + d(r,h) − d(g,h)),
 *                 g a word of r's sister below p, h a word outside p   (Eq. 3)
 *
 * The edge between c and its parent p is δ(r(c), p) − δ(r(c), c). Summed over the tree the terms of all heirs cancel,
 * and there remain, for the node over [s,e) that joins an heir r and another child with q, and for the root edge
 * between halves that r and q stand for,
 *
 *   ½ (d(q,r) + d̄(q,O) − d̄(r,O)),  O = the words outside [s,e),        and  d(r,q)
 *
 *   F(s,e,r) = c(s,e) + min over the split k and the word q of the other part of
 *              F(s,k,·) + F(k,e,·) + ½ (d(q,r) + d̄(q,O) − d̄(r,O))
 *
 * (c: costs of spans, added to those of the edges.) On an additive metric all choices of words give the same sum, and
 * the tree is the one of `minimalLatentTree`. On an estimated one distances of single words stand where the other
 * averages over leaf sets. O(n⁵) time with a small constant (n⁵/60 sums), O(n³) memory.
 */
import { ShapeError } from "../../base/errors.ts";
import { checkDistances, type LatentTree } from "./minimal-latent-tree.ts";
import { join, type SplitTree, wordOf } from "./split-tree.ts";

interface Chart {
  /** F(s,e,r) at (s·w + e)·n + r. */
  readonly cost: Float64Array;
  readonly split: Uint16Array;
  /** The word of the other part. */
  readonly other: Uint16Array;
}

/** `top`: words in the left half of the top bracket. */
export function representativeTree(
  distances: Float64Array,
  n: number,
  top: number,
  spanCosts?: Float64Array,
): LatentTree {
  checkDistances("representativeTree", distances, n);
  if (n === 0) throw new ShapeError("representativeTree: there are no words; expected at least one.");
  if (n === 1) return { tree: wordOf(0), cost: 0 };
  if (!(Number.isInteger(top) && top > 0 && top < n)) {
    throw new ShapeError(
      `representativeTree: the top bracket must part ${n} words after word 1 to ${n - 1}; got ${top}.`,
    );
  }
  const w = n + 1;
  const chart = fillChart(distances, n, spanCosts);
  let best = Number.POSITIVE_INFINITY;
  let [left, right] = [0, top];
  for (let r = 0; r < top; r++) {
    for (let q = top; q < n; q++) {
      const cost = chart.cost[top * n + r]! + chart.cost[(top * w + n) * n + q]! + distances[r * n + q]!;
      if (cost < best) [best, left, right] = [cost, r, q];
    }
  }
  const tree = join(subtree(chart, n, 0, top, left), subtree(chart, n, top, n, right));
  return { tree, cost: best + (spanCosts?.[n] ?? 0) };
}

function fillChart(distances: Float64Array, n: number, spanCosts: Float64Array | undefined): Chart {
  const w = n + 1;
  const cost = new Float64Array(w * w * n);
  const split = new Uint16Array(w * w * n);
  const other = new Uint16Array(w * w * n);
  /** Sums of rows: Σ_{k<j} d(i,k) at i·w + j. */
  const sums = new Float64Array(n * w);
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++) sums[i * w + j + 1] = sums[i * w + j]! + distances[i * n + j]!;
  /** ½ d̄(r,O) for the words of the current span. */
  const outside = new Float64Array(n);
  for (let length = 2; length < n; length++) {
    for (let s = 0, e = length; e <= n; s++, e++) {
      const at = (s * w + e) * n;
      for (let r = s; r < e; r++) {
        outside[r] = (0.5 * (sums[r * w + n]! - sums[r * w + e]! + sums[r * w + s]!)) / (n - length);
        cost[at + r] = Number.POSITIVE_INFINITY;
      }
      const offer = (heir: number, q: number, k: number, below: number) => {
        const found = below + 0.5 * distances[heir * n + q]! + outside[q]! - outside[heir]!;
        if (found < cost[at + heir]!) {
          cost[at + heir] = found;
          split[at + heir] = k;
          other[at + heir] = q;
        }
      };
      for (let k = s + 1; k < e; k++) {
        const [leftAt, rightAt] = [(s * w + k) * n, (k * w + e) * n];
        for (let r = s; r < k; r++) {
          for (let q = k; q < e; q++) {
            const below = cost[leftAt + r]! + cost[rightAt + q]!;
            offer(r, q, k, below);
            offer(q, r, k, below);
          }
        }
      }
      if (spanCosts !== undefined) for (let r = s; r < e; r++) cost[at + r]! += spanCosts[s * w + e]!;
    }
  }
  return { cost, split, other };
}

function subtree({ split, other }: Chart, n: number, start: number, end: number, word: number): SplitTree {
  const w = n + 1;
  const done: SplitTree[] = [];
  const open: { s: number; e: number; r: number; joined: boolean }[] = [{ s: start, e: end, r: word, joined: false }];
  while (open.length > 0) {
    const { s, e, r, joined } = open.pop()!;
    if (joined) {
      const right = done.pop()!;
      done.push(join(done.pop()!, right));
    } else if (e - s === 1) done.push(wordOf(s));
    else {
      const at = (s * w + e) * n + r;
      const [k, q] = [split[at]!, other[at]!];
      const [left, right] = r < k ? [r, q] : [q, r];
      open.push({ s, e, r, joined: true }, { s: k, e, r: right, joined: false }, { s, e: k, r: left, joined: false });
    }
  }
  return done[0]!;
}
