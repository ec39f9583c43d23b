/**
 * Features of two neighbouring siblings, as hashes, and of both with their head: McDonald and Pereira 2006. What does
 * not depend on the head is apart, since it is computed once for all heads.
 */
import { joinHashes as join } from "../../../lexicon/hash.ts";
import type { SentenceHashes } from "./sentence-hashes.ts";

/** How many features there are of two siblings, whatever their head, and of all three. */
const SIBLING_PAIRS = 4;
const SIBLING_TRIPLES = 2;
/** The additional ones where there are coarse tags, or classes. */
const COARSE_PAIRS = 1;
const COARSE_TRIPLES = 1;
const CLASS_PAIRS = 4;
const CLASS_TRIPLES = 2;
/** Stands for the hashes of a sibling that is not there. */
const NO_SIBLING = 77;

export const MOST_SIBLING_FEATURES =
  SIBLING_PAIRS + SIBLING_TRIPLES + COARSE_PAIRS + COARSE_TRIPLES + CLASS_PAIRS + CLASS_TRIPLES;

export const pairCount = ({ coarse, classes }: SentenceHashes): number =>
  SIBLING_PAIRS + (coarse === undefined ? 0 : COARSE_PAIRS) + (classes === undefined ? 0 : CLASS_PAIRS);
export const tripleCount = ({ coarse, classes }: SentenceHashes): number =>
  SIBLING_TRIPLES + (coarse === undefined ? 0 : COARSE_TRIPLES) + (classes === undefined ? 0 : CLASS_TRIPLES);

/** Hashes of two siblings from which the features of all three are made. */
export interface SiblingHashes {
  tags: number;
  coarse: number;
  short: number;
  middle: number;
}

/** Writes the features of `modifier` next to `sibling`, or of the innermost modifier for sibling = −1. */
export function siblingPairs(
  { word, tag, coarse, classes }: SentenceHashes,
  sibling: number,
  modifier: number,
  out: Int32Array,
  both: SiblingHashes,
): void {
  const none = sibling < 0;
  const s = sibling + 1;
  const m = modifier + 1;
  const st = none ? NO_SIBLING : tag[s]!;
  const sw = none ? NO_SIBLING : word[s]!;
  const mt = tag[m]!;
  const mw = word[m]!;
  const tags = join(st, mt);
  out[0] = join(tags, 40);
  out[1] = join(join(sw, mt), 43);
  out[2] = join(join(st, mw), 44);
  out[3] = join(join(sw, mw), 45);
  both.tags = tags;
  let n = SIBLING_PAIRS;
  if (coarse !== undefined) {
    both.coarse = join(none ? NO_SIBLING : coarse[s]!, coarse[m]!);
    out[n++] = join(both.coarse, 46);
  }
  if (classes !== undefined) {
    const { short, middle, whole } = classes;
    both.short = join(none ? NO_SIBLING : short[s]!, short[m]!);
    both.middle = join(none ? NO_SIBLING : middle[s]!, middle[m]!);
    out[n++] = join(both.middle, 47);
    out[n++] = join(join(none ? NO_SIBLING : whole[s]!, whole[m]!), 48);
    out[n++] = join(join(none ? NO_SIBLING : middle[s]!, mt), 49);
    out[n++] = join(join(st, middle[m]!), 60);
  }
}

/** Writes the features of all three, from `at` on; `both` comes from `siblingPairs`. */
export function siblingTriples(
  { word, tag, coarse, classes }: SentenceHashes,
  head: number,
  both: SiblingHashes,
  out: Int32Array,
  at: number,
): void {
  const h = head + 1;
  let n = at;
  out[n++] = join(join(tag[h]!, both.tags), 41);
  out[n++] = join(join(word[h]!, both.tags), 42);
  if (coarse !== undefined) out[n++] = join(join(coarse[h]!, both.coarse), 61);
  if (classes !== undefined) {
    out[n++] = join(join(classes.short[h]!, both.short), 62);
    out[n++] = join(join(tag[h]!, both.middle), 63);
  }
}

/** Reused from pair to pair. */
const scratch: SiblingHashes = { tags: 0, coarse: 0, short: 0, middle: 0 };

/**
 * Writes the features of `modifier` after `sibling` under `head` (sibling = head: the innermost modifier); returns how
 * many.
 */
export function siblingFeatures(
  hashes: SentenceHashes,
  head: number,
  sibling: number,
  modifier: number,
  out: Int32Array,
): number {
  const pairs = pairCount(hashes);
  siblingPairs(hashes, sibling === head ? -1 : sibling, modifier, out, scratch);
  siblingTriples(hashes, head, scratch, out, pairs);
  return pairs + tripleCount(hashes);
}

/** The nearest modifier of `head` between it and `modifier`, seen from `modifier`; `head` itself when there is none. */
export function innerSibling(heads: ArrayLike<number>, head: number, modifier: number): number {
  const step = head < modifier ? -1 : 1;
  for (let s = modifier + step; s !== head; s += step) if (heads[s - 1] === head) return s;
  return head;
}
