/**
 * Relations of arcs, once the tree is known: a linear classifier per arc over the arc's words and tags and the tree
 * around it (McDonald, Lerman and Pereira 2006, §3).
 *
 * Of tags of two parts the first is the tag of most features: held out, a third of a point of LAS better than all of
 * it.
 *
 *   label(m) = argmax_a Σ_f w[f + a],   f a place in a table of hashed rows that may overlap
 */

import { joinHashes as join } from "../../lexicon/hash.ts";
import { bucketOf, directionOf } from "./features/buckets.ts";
import type { SentenceHashes } from "./features/sentence-hashes.ts";
import { innerSibling } from "./features/sibling-features.ts";

/** Features of an arc that are always there; those of fine tags, where tags have two parts; those of classes. */
const OWN_FEATURES = 34;
const FINE_FEATURES = 8;
const CLASS_FEATURES = 12;

/** Features of an arc of the sentence, an even number. */
export const relationFeatureCount = ({ coarse, classes }: SentenceHashes): number =>
  OWN_FEATURES + (coarse === undefined ? 0 : FINE_FEATURES) + (classes === undefined ? 0 : CLASS_FEATURES);

/**
 * Bits of the table of rows, at most: fewer than arcs may have places, since every row is as long as there are labels.
 */
const RELATION_BITS = 20;

/** Places where a row may begin, for arcs with 2^hashBits places. The table is one row longer. */
export const relationPlaces = (hashBits: number): number => 2 ** Math.min(hashBits, RELATION_BITS);

/** For each place its outermost modifiers, and how many it has. */
interface Modifiers {
  readonly first: Int32Array;
  readonly last: Int32Array;
  readonly count: Int32Array;
}

export function modifiersOf(heads: ArrayLike<number>): Modifiers {
  const N = heads.length + 1;
  const first = new Int32Array(N).fill(-1);
  const last = new Int32Array(N).fill(-1);
  const count = new Int32Array(N);
  for (let m = 1; m < N; m++) {
    const h = heads[m - 1]!;
    if (first[h]! < 0) first[h] = m;
    last[h] = m;
    count[h]!++;
  }
  return { first, last, count };
}

/** Writes as many row starts under `mask` as `relationFeatureCount` says. */
export function relationFeatures(
  hashes: SentenceHashes,
  heads: ArrayLike<number>,
  { first, last, count }: Modifiers,
  modifier: number,
  mask: number,
  out: Int32Array,
): void {
  const { word, prefix, wordTag, tag: fine, coarse, classes } = hashes;
  const tag = coarse ?? fine;
  const head = heads[modifier - 1]!;
  const h = head + 1;
  const m = modifier + 1;
  const side = directionOf(head, modifier);
  const distance = bucketOf(head, modifier);
  const grand = head === 0 ? 0 : heads[head - 1]! + 1;
  const sibling = head === 0 ? head : innerSibling(heads, head, modifier);
  const tags = join(join(tag[h]!, tag[m]!), side);
  const firstTag = first[modifier]! < 0 ? 5 : tag[first[modifier]! + 1]!;
  const lastTag = last[modifier]! < 0 ? 5 : tag[last[modifier]! + 1]!;
  const firstWord = first[modifier]! < 0 ? 5 : word[first[modifier]! + 1]!;
  const siblingTag = sibling === head ? 7 : tag[sibling + 1]!;
  const outermost = (first[head] === modifier ? 1 : 0) + (last[head] === modifier ? 2 : 0);
  let n = 0;
  const put = (kind: number, hash: number) => {
    out[n++] = join(hash, 200 + kind) & mask;
  };
  put(1, 0);
  put(2, word[m]!);
  put(3, join(word[m]!, side));
  put(4, join(tag[m]!, side));
  put(5, join(wordTag[m]!, side));
  put(6, join(word[h]!, side));
  put(7, join(wordTag[h]!, side));
  put(8, tags);
  put(9, join(tags, distance));
  put(10, join(tags, word[m]!));
  put(11, join(tags, word[h]!));
  put(12, join(join(word[h]!, word[m]!), side));
  put(13, join(join(word[h]!, tag[m]!), side));
  put(14, join(join(tag[h]!, word[m]!), side));
  put(15, join(tags, tag[m - 1]!));
  put(16, join(tags, tag[m + 1]!));
  put(17, join(tags, tag[h - 1]!));
  put(18, join(tags, tag[h + 1]!));
  put(19, join(tags, firstTag));
  put(20, join(tags, lastTag));
  put(21, join(join(tags, firstTag), lastTag));
  put(22, join(tags, firstWord));
  put(23, join(join(word[m]!, firstTag), side));
  put(24, join(tags, siblingTag));
  put(25, join(join(word[m]!, siblingTag), side));
  put(26, join(tags, tag[grand]!));
  put(27, join(join(word[m]!, tag[grand]!), side));
  put(28, join(tags, Math.min(count[modifier]!, 3)));
  put(29, join(tags, outermost));
  put(30, join(join(word[h]!, outermost), tag[m]!));
  put(31, join(join(prefix[m]!, tag[h]!), side));
  put(32, join(join(prefix[h]!, prefix[m]!), side));
  put(33, join(join(word[m]!, word[m - 1]!), side));
  put(34, join(join(word[h]!, firstWord), tag[m]!));
  if (coarse !== undefined) {
    const pair = join(join(fine[h]!, fine[m]!), side);
    const firstFine = first[modifier]! < 0 ? 5 : fine[first[modifier]! + 1]!;
    put(35, pair);
    put(36, join(pair, word[m]!));
    put(37, join(pair, word[h]!));
    put(38, join(pair, firstWord));
    put(39, join(pair, distance));
    put(40, join(pair, join(firstFine, sibling === head ? 7 : fine[sibling + 1]!)));
    put(41, join(pair, fine[grand]!));
    put(42, join(pair, join(fine[m - 1]!, fine[m + 1]!)));
  }
  if (classes !== undefined) {
    const { middle, whole } = classes;
    const firstClass = first[modifier]! < 0 ? 5 : whole[first[modifier]! + 1]!;
    put(50, join(whole[m]!, side));
    put(51, join(whole[h]!, side));
    put(52, join(tags, whole[m]!));
    put(53, join(tags, whole[h]!));
    put(54, join(join(whole[h]!, whole[m]!), side));
    put(55, join(join(middle[h]!, middle[m]!), side));
    put(56, join(tags, join(middle[h]!, middle[m]!)));
    put(57, join(join(word[h]!, middle[m]!), side));
    put(58, join(join(middle[h]!, word[m]!), side));
    put(59, join(tags, firstClass));
    put(60, join(join(whole[m]!, firstWord), side));
    put(61, join(join(whole[h]!, firstWord), join(tag[m]!, side)));
  }
}

/** The best label for `rows` of the table, an even number of them; `scores` has a place for each label. */
export function bestRelation(weights: Float32Array, rows: Int32Array, scores: Float64Array): number {
  const labels = scores.length;
  scores.fill(0);
  // Two rows at a time, in the order of the rows: half the traffic with `scores`, and the same sums.
  for (let f = 0; f < rows.length; f += 2) {
    const row = rows[f]!;
    const next = rows[f + 1]!;
    for (let a = 0; a < labels; a++) scores[a] = scores[a]! + weights[row + a]! + weights[next + a]!;
  }
  let best = 0;
  for (let a = 1; a < labels; a++) if (scores[a]! > scores[best]!) best = a;
  return best;
}

/** The label number of every word. */
export function relationsOf(
  weights: Float32Array,
  labels: number,
  mask: number,
  hashes: SentenceHashes,
  heads: ArrayLike<number>,
): Int32Array {
  const rows = new Int32Array(relationFeatureCount(hashes));
  const scores = new Float64Array(labels);
  const modifiers = modifiersOf(heads);
  return Int32Array.from({ length: hashes.size }, (_, i) => {
    relationFeatures(hashes, heads, modifiers, i + 1, mask, rows);
    return bestRelation(weights, rows, scores);
  });
}
