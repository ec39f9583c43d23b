/**
 * Features of arcs and of pairs of siblings: McDonald, Crammer and Pereira 2005, tables 1 and 2; McDonald and Pereira
 * 2006. A feature is a hash; each stands in the table of weights twice, with the direction and with direction and
 * distance:
 *
 *   weight(f) = w[(f ^ direction) & mask] + w[(f ^ bucket) & mask]       direction 0, 1;  bucket 2 … 15
 *
 * so that both lie in one line of the cache. The inner loops see numbers only.
 */
import { joinHashes as join } from "../../lexicon/hash.ts";
import type { ClassHashes, SentenceHashes } from "./sentence-hashes.ts";

/**
 * Room for the features of an arc: the templates and the distinct tags between its ends, of which those past this
 * number are not seen.
 */
export const MOST_FEATURES = 1024;

/** 1, 2, 3, 4, 5–9, 10–19, 20 and more. */
function distanceBucket(distance: number): number {
  if (distance < 5) return distance - 1;
  return distance < 10 ? 4 : distance < 20 ? 5 : 6;
}

/** Directions, and directions with distances. */
const BUCKETS = 16;

export const directionOf = (head: number, modifier: number): number => (head < modifier ? 1 : 0);
export const bucketOf = (head: number, modifier: number): number =>
  2 + 2 * distanceBucket(Math.abs(head - modifier)) + directionOf(head, modifier);

/** Features of one end of an arc: always, and those of its class. */
const WORD_END_FEATURES = 3;
const CLASS_END_FEATURES = 2;

const endFeatureCount = ({ classes }: SentenceHashes): number =>
  WORD_END_FEATURES + (classes === undefined ? 0 : CLASS_END_FEATURES);

/** Writes the features of a word as a head, or as a modifier: the same for all arcs of one direction and distance. */
function endFeatures(
  { word, tag, wordTag, classes }: SentenceHashes,
  place: number,
  asHead: boolean,
  out: Int32Array,
  at: number,
): void {
  const kind = asHead ? 1 : 4;
  out[at] = join(wordTag[place + 1]!, kind);
  out[at + 1] = join(word[place + 1]!, kind + 1);
  out[at + 2] = join(tag[place + 1]!, kind + 2);
  if (classes === undefined) return;
  out[at + 3] = join(classes.whole[place + 1]!, kind + 50);
  out[at + 4] = join(join(classes.middle[place + 1]!, tag[place + 1]!), kind + 51);
}

/** Writes the features of the arc; returns how many. */
export function arcFeatures(hashes: SentenceHashes, head: number, modifier: number, out: Int32Array): number {
  const ends = endFeatureCount(hashes);
  endFeatures(hashes, head, true, out, 0);
  endFeatures(hashes, modifier, false, out, ends);
  return pairFeatures(hashes, head, modifier, out, 2 * ends);
}

/** Those of both ends and of what is around and between them, from `n` on; returns where they end. */
function pairFeatures(hashes: SentenceHashes, head: number, modifier: number, out: Int32Array, start: number): number {
  const { word, tag, prefix, wordTag, coarse, sameTagBefore, classes } = hashes;
  const h = head + 1;
  const m = modifier + 1;
  const hw = word[h]!;
  const ht = tag[h]!;
  const hwt = wordTag[h]!;
  const mw = word[m]!;
  const mt = tag[m]!;
  const mwt = wordTag[m]!;
  const tags = join(ht, mt);
  let n = start;
  out[n++] = join(join(hwt, mwt), 7);
  out[n++] = join(join(ht, mwt), 8);
  out[n++] = join(join(hwt, mt), 10);
  out[n++] = join(join(hw, mw), 12);
  out[n++] = join(tags, 13);
  out[n++] = join(join(hw, mt), 14);
  out[n++] = join(join(ht, mw), 15);
  const hp = prefix[h]!;
  const mp = prefix[m]!;
  out[n++] = join(join(hp, mt), 17);
  out[n++] = join(join(ht, mp), 18);
  const hNext = tag[h + 1]!;
  const hLast = tag[h - 1]!;
  const mNext = tag[m + 1]!;
  const mLast = tag[m - 1]!;
  const withNext = join(tags, hNext);
  const withLast = join(tags, hLast);
  out[n++] = join(withNext, 20);
  out[n++] = join(withLast, 21);
  out[n++] = join(join(tags, mNext), 22);
  out[n++] = join(join(tags, mLast), 23);
  out[n++] = join(join(withNext, mLast), 24);
  out[n++] = join(join(withLast, mLast), 25);
  out[n++] = join(join(withNext, mNext), 26);
  out[n++] = join(join(withLast, mNext), 27);
  if (coarse !== undefined) n = coarseFeatures(hashes, coarse, h, m, out, n);
  if (classes !== undefined) n = classFeatures(hashes, classes, h, m, out, n);
  const low = Math.min(head, modifier);
  const high = Math.max(head, modifier);
  const names = coarse ?? tag;
  const ends = coarse === undefined ? tags : join(coarse[h]!, coarse[m]!);
  for (let b = low + 1; b < high && n < MOST_FEATURES; b++)
    if (sameTagBefore[b]! <= low) out[n++] = join(join(ends, names[b + 1]!), 28);
  return n;
}

/** What fine tags see too rarely, by their coarse parts. */
function coarseFeatures(
  { word }: SentenceHashes,
  coarse: Int32Array,
  h: number,
  m: number,
  out: Int32Array,
  start: number,
): number {
  let n = start;
  const tags = join(coarse[h]!, coarse[m]!);
  out[n++] = join(tags, 70);
  out[n++] = join(join(word[h]!, coarse[m]!), 71);
  out[n++] = join(join(coarse[h]!, word[m]!), 72);
  out[n++] = join(join(join(tags, coarse[h + 1]!), coarse[m - 1]!), 73);
  out[n++] = join(join(join(tags, coarse[h - 1]!), coarse[m - 1]!), 74);
  out[n++] = join(join(join(tags, coarse[h + 1]!), coarse[m + 1]!), 75);
  out[n++] = join(join(join(tags, coarse[h - 1]!), coarse[m + 1]!), 76);
  return n;
}

/** Classes of both ends (Koo et al. 2008, table 2): short paths beside tags, whole ones beside words. */
function classFeatures(
  { word, tag }: SentenceHashes,
  { short, middle, whole }: ClassHashes,
  h: number,
  m: number,
  out: Int32Array,
  start: number,
): number {
  let n = start;
  const tags = join(tag[h]!, tag[m]!);
  out[n++] = join(join(whole[h]!, whole[m]!), 80);
  out[n++] = join(join(middle[h]!, middle[m]!), 81);
  out[n++] = join(join(short[h]!, short[m]!), 82);
  out[n++] = join(join(tags, short[h]!), join(short[m]!, 83));
  out[n++] = join(join(tags, middle[h]!), join(middle[m]!, 84));
  out[n++] = join(join(tag[h]!, middle[h]!), join(tag[m]!, 85));
  out[n++] = join(join(tag[h]!, middle[m]!), join(tag[m]!, 86));
  out[n++] = join(join(whole[h]!, tag[m]!), 87);
  out[n++] = join(join(tag[h]!, whole[m]!), 88);
  out[n++] = join(join(word[h]!, middle[m]!), 89);
  out[n++] = join(join(middle[h]!, word[m]!), 90);
  return n;
}

/** Features of two neighbouring siblings, whatever their head; and those of all three. */
const SIBLING_PAIRS = 4;
const SIBLING_TRIPLES = 2;
/** More of them with coarse tags, and with classes. */
const COARSE_PAIRS = 1;
const COARSE_TRIPLES = 1;
const CLASS_PAIRS = 4;
const CLASS_TRIPLES = 2;
/** Stands for the tag and the word of a sibling that is not there. */
const NO_SIBLING = 77;

const MOST_SIBLING_FEATURES =
  SIBLING_PAIRS + SIBLING_TRIPLES + COARSE_PAIRS + COARSE_TRIPLES + CLASS_PAIRS + CLASS_TRIPLES;

const pairCount = ({ coarse, classes }: SentenceHashes): number =>
  SIBLING_PAIRS + (coarse === undefined ? 0 : COARSE_PAIRS) + (classes === undefined ? 0 : CLASS_PAIRS);
const tripleCount = ({ coarse, classes }: SentenceHashes): number =>
  SIBLING_TRIPLES + (coarse === undefined ? 0 : COARSE_TRIPLES) + (classes === undefined ? 0 : CLASS_TRIPLES);

/** Hashes of two siblings that features of all three are made with; reused from pair to pair. */
interface SiblingHashes {
  tags: number;
  coarse: number;
  short: number;
  middle: number;
}

/** Writes the features of `modifier` next to `sibling`, or of the innermost modifier for sibling = −1. */
function siblingPairs(
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
function siblingTriples(
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

const siblings: SiblingHashes = { tags: 0, coarse: 0, short: 0, middle: 0 };

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
  siblingPairs(hashes, sibling === head ? -1 : sibling, modifier, out, siblings);
  siblingTriples(hashes, head, siblings, out, pairs);
  return pairs + tripleCount(hashes);
}

export class Weights {
  readonly #buffer = new Int32Array(MOST_FEATURES);
  readonly mask: number;

  /** `values` must be a power of two long. */
  constructor(readonly values: Float32Array) {
    this.mask = values.length - 1;
  }

  #sum(count: number, direction: number, bucket: number): number {
    const { values, mask } = this;
    const buffer = this.#buffer;
    let sum = 0;
    for (let f = 0; f < count; f++)
      sum += values[(buffer[f]! ^ direction) & mask]! + values[(buffer[f]! ^ bucket) & mask]!;
    return sum;
  }

  /** Both weights of one feature. */
  #both(hash: number, direction: number, bucket: number): number {
    const { values, mask } = this;
    return values[(hash ^ direction) & mask]! + values[(hash ^ bucket) & mask]!;
  }

  arc(hashes: SentenceHashes, head: number, modifier: number): number {
    return this.#sum(
      arcFeatures(hashes, head, modifier, this.#buffer),
      directionOf(head, modifier),
      bucketOf(head, modifier),
    );
  }

  /**
   * All arcs into `arcs`, as charts/arcs/projective.ts wants them. Features of one end are added up once for all arcs
   * of a bucket.
   */
  scoreArcs(hashes: SentenceHashes, arcs: Float64Array): void {
    const N = hashes.size + 1;
    const asHead = this.#ends(hashes, true);
    const asModifier = this.#ends(hashes, false);
    for (let h = 0; h < N; h++) {
      for (let m = 1; m < N; m++) {
        if (h === m) continue;
        const bucket = bucketOf(h, m);
        const count = pairFeatures(hashes, h, m, this.#buffer, 0);
        arcs[h * N + m] =
          this.#sum(count, directionOf(h, m), bucket) +
          asHead[h * BUCKETS + bucket]! +
          asModifier[m * BUCKETS + bucket]!;
      }
    }
  }

  /** For each place, and each bucket that an arc from or to it can have, the weights of the place's own features. */
  #ends(hashes: SentenceHashes, asHead: boolean): Float64Array {
    const sums = new Float64Array((hashes.size + 1) * BUCKETS);
    const count = endFeatureCount(hashes);
    for (let place = 0; place <= hashes.size; place++) {
      endFeatures(hashes, place, asHead, this.#buffer, 0);
      for (const direction of [0, 1]) {
        // The other end of an arc to the left is a word, or, seen from a modifier, may be the wall.
        const reach = asHead === (direction === 1) ? hashes.size - place : place - (asHead ? 1 : 0);
        if (reach < 1) continue;
        const last = 2 + 2 * distanceBucket(reach) + direction;
        for (let bucket = 2 + direction; bucket <= last; bucket += 2) {
          sums[place * BUCKETS + bucket] = this.#sum(count, direction, bucket);
        }
      }
    }
    return sums;
  }

  /**
   * All neighbouring siblings into `siblings`. What does not depend on the head, the weights of the pair and the hash
   * of its tags, is computed once: O(n²) of six features, O(n³) of two.
   */
  scoreSiblings(hashes: SentenceHashes, scores: Float32Array): void {
    const N = hashes.size + 1;
    const buffer = this.#buffer;
    const { word, tag, coarse, classes } = hashes;
    const pairs = pairCount(hashes);
    const triples = tripleCount(hashes);
    for (let m = 1; m < N; m++) {
      for (const direction of [0, 1]) {
        // Heads lie to the left of the modifier for direction 1; h walks away from it, and s stands between them.
        const step = direction === 1 ? -1 : 1;
        for (let s = m + step; s > 0 && s < N; s += step) {
          const bucket = bucketOf(s, m);
          siblingPairs(hashes, -1, m, buffer, siblings);
          siblingTriples(hashes, s, siblings, buffer, pairs);
          scores[(s * N + m) * N + s] = this.#sum(pairs + triples, direction, bucket);
          siblingPairs(hashes, s, m, buffer, siblings);
          const pair = this.#sum(pairs, direction, bucket);
          const { tags, coarse: coarseTags, short, middle } = siblings;
          // The features of siblingTriples, without the buffer: they are most of the work.
          for (let h = s + step; h > 0 && h < N; h += step) {
            let sum = pair + this.#both(join(join(tag[h + 1]!, tags), 41), direction, bucket);
            sum += this.#both(join(join(word[h + 1]!, tags), 42), direction, bucket);
            if (coarse !== undefined) sum += this.#both(join(join(coarse[h + 1]!, coarseTags), 61), direction, bucket);
            if (classes !== undefined) {
              sum += this.#both(join(join(classes.short[h + 1]!, short), 62), direction, bucket);
              sum += this.#both(join(join(tag[h + 1]!, middle), 63), direction, bucket);
            }
            scores[(h * N + m) * N + s] = sum;
          }
        }
      }
    }
  }
}

/** Calls `visit` for every place of the table that the score of a tree adds up. */
export function visitTree(
  hashes: SentenceHashes,
  heads: ArrayLike<number>,
  second: boolean,
  mask: number,
  visit: (index: number) => void,
): void {
  const places = new Int32Array(MOST_PLACES);
  for (let m = 1; m <= hashes.size; m++) {
    const count = arcPlaces(hashes, heads, m, second, mask, places);
    for (let e = 0; e < count; e++) visit(places[e]!);
  }
}

/** Room for the places of an arc and of a pair of siblings. */
export const MOST_PLACES = 2 * (MOST_FEATURES + MOST_SIBLING_FEATURES);

const shared = new Int32Array(MOST_FEATURES);

/** Writes the places of one word's arc and, in second order, of its inner neighbour; returns how many. */
export function arcPlaces(
  hashes: SentenceHashes,
  heads: ArrayLike<number>,
  modifier: number,
  second: boolean,
  mask: number,
  out: Int32Array,
): number {
  const head = heads[modifier - 1]!;
  const direction = directionOf(head, modifier);
  const end = placesOf(arcFeatures(hashes, head, modifier, shared), direction, bucketOf(head, modifier), mask, out, 0);
  if (!second || head === 0) return end;
  const sibling = innerSibling(heads, head, modifier);
  return placesOf(
    siblingFeatures(hashes, head, sibling, modifier, shared),
    direction,
    bucketOf(sibling, modifier),
    mask,
    out,
    end,
  );
}

/** Both places of the first `count` features in `shared`, from `start` on; returns where they end. */
function placesOf(
  count: number,
  direction: number,
  bucket: number,
  mask: number,
  out: Int32Array,
  start: number,
): number {
  let n = start;
  for (let f = 0; f < count; f++) {
    out[n++] = (shared[f]! ^ direction) & mask;
    out[n++] = (shared[f]! ^ bucket) & mask;
  }
  return n;
}

/** The nearest modifier of `head` between it and `modifier`, seen from `modifier`; `head` itself when there is none. */
export function innerSibling(heads: ArrayLike<number>, head: number, modifier: number): number {
  const step = head < modifier ? -1 : 1;
  for (let s = modifier + step; s !== head; s += step) if (heads[s - 1] === head) return s;
  return head;
}
