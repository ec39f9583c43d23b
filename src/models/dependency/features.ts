/**
 * Features of arcs and of pairs of siblings: McDonald, Crammer and Pereira 2005, tables 1 and 2; McDonald and Pereira 2006. A feature is a hash; each stands in the table of
 * weights twice, with the direction and with direction and distance:
 *
 *   weight(f) = w[(f ^ direction) & mask] + w[(f ^ bucket) & mask]       direction 0, 1;  bucket 2 … 15
 *
 * so that both lie in one line of the cache. The inner loops see numbers only.
 */
import { type Atoms, join } from "./atoms.ts";

/** Room for the features of an arc: the templates and the distinct tags between its ends, of which those past this number are not seen. */
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

/** Features of one end of an arc. */
const END_FEATURES = 3;

/** Writes the features of a word as a head, or as a modifier: the same for all arcs of one direction and distance. */
function endFeatures({ word, tag, wordTag }: Atoms, place: number, asHead: boolean, out: Int32Array, at: number): void {
  const kind = asHead ? 1 : 4;
  out[at] = join(wordTag[place + 1]!, kind);
  out[at + 1] = join(word[place + 1]!, kind + 1);
  out[at + 2] = join(tag[place + 1]!, kind + 2);
}

/** Writes the features of the arc; returns how many. */
export function arcFeatures(atoms: Atoms, head: number, modifier: number, out: Int32Array): number {
  endFeatures(atoms, head, true, out, 0);
  endFeatures(atoms, modifier, false, out, END_FEATURES);
  return pairFeatures(atoms, head, modifier, out, 2 * END_FEATURES);
}

/** Those of both ends and of what is around and between them, from `n` on; returns where they end. */
function pairFeatures(atoms: Atoms, head: number, modifier: number, out: Int32Array, start: number): number {
  const { word, tag, prefix, wordTag, sameTagBefore } = atoms;
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
  const low = Math.min(head, modifier);
  const high = Math.max(head, modifier);
  for (let b = low + 1; b < high && n < MOST_FEATURES; b++) if (sameTagBefore[b]! <= low) out[n++] = join(join(tags, tag[b + 1]!), 28);
  return n;
}

/** Features of two neighbouring siblings, whatever their head; and those of all three. */
const SIBLING_PAIRS = 4;
const SIBLING_TRIPLES = 2;
/** Stands for the tag and the word of a sibling that is not there. */
const NO_SIBLING = 77;

/** Writes the features of `modifier` next to `sibling`, or of the innermost modifier for sibling = −1; returns the hash of their tags. */
function siblingPairs({ word, tag }: Atoms, sibling: number, modifier: number, out: Int32Array): number {
  const st = sibling < 0 ? NO_SIBLING : tag[sibling + 1]!;
  const sw = sibling < 0 ? NO_SIBLING : word[sibling + 1]!;
  const mt = tag[modifier + 1]!;
  const mw = word[modifier + 1]!;
  const tags = join(st, mt);
  out[0] = join(tags, 40);
  out[1] = join(join(sw, mt), 43);
  out[2] = join(join(st, mw), 44);
  out[3] = join(join(sw, mw), 45);
  return tags;
}

/** Writes the features of all three; `tags` is the hash of the tags of the siblings. */
function siblingTriples({ word, tag }: Atoms, head: number, tags: number, out: Int32Array, at: number): void {
  out[at] = join(join(tag[head + 1]!, tags), 41);
  out[at + 1] = join(join(word[head + 1]!, tags), 42);
}

/** Writes the features of `modifier` after `sibling` under `head` (sibling = head: the innermost modifier); returns how many. */
export function siblingFeatures(atoms: Atoms, head: number, sibling: number, modifier: number, out: Int32Array): number {
  const tags = siblingPairs(atoms, sibling === head ? -1 : sibling, modifier, out);
  siblingTriples(atoms, head, tags, out, SIBLING_PAIRS);
  return SIBLING_PAIRS + SIBLING_TRIPLES;
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
    for (let f = 0; f < count; f++) sum += values[(buffer[f]! ^ direction) & mask]! + values[(buffer[f]! ^ bucket) & mask]!;
    return sum;
  }

  arc(atoms: Atoms, head: number, modifier: number): number {
    return this.#sum(arcFeatures(atoms, head, modifier, this.#buffer), directionOf(head, modifier), bucketOf(head, modifier));
  }

  /** All arcs into `arcs`, as charts/projective.ts wants them. Features of one end are added up once for all arcs of a bucket. */
  scoreArcs(atoms: Atoms, arcs: Float64Array): void {
    const N = atoms.size + 1;
    const asHead = this.#ends(atoms, true);
    const asModifier = this.#ends(atoms, false);
    for (let h = 0; h < N; h++) {
      for (let m = 1; m < N; m++) {
        if (h === m) continue;
        const bucket = bucketOf(h, m);
        const count = pairFeatures(atoms, h, m, this.#buffer, 0);
        arcs[h * N + m] = this.#sum(count, directionOf(h, m), bucket) + asHead[h * BUCKETS + bucket]! + asModifier[m * BUCKETS + bucket]!;
      }
    }
  }

  /** For each place, and each bucket that an arc from or to it can have, the weights of the place's own features. */
  #ends(atoms: Atoms, asHead: boolean): Float64Array {
    const sums = new Float64Array((atoms.size + 1) * BUCKETS);
    for (let place = 0; place <= atoms.size; place++) {
      endFeatures(atoms, place, asHead, this.#buffer, 0);
      for (const direction of [0, 1]) {
        // The other end of an arc to the left is a word, or, seen from a modifier, may be the wall.
        const reach = asHead === (direction === 1) ? atoms.size - place : place - (asHead ? 1 : 0);
        if (reach < 1) continue;
        const last = 2 + 2 * distanceBucket(reach) + direction;
        for (let bucket = 2 + direction; bucket <= last; bucket += 2) {
          sums[place * BUCKETS + bucket] = this.#sum(END_FEATURES, direction, bucket);
        }
      }
    }
    return sums;
  }

  /**
   * All neighbouring siblings into `siblings`. What does not depend on the head, the weights of the pair and the hash of its tags, is computed once: O(n²) of six features, O(n³) of two.
   */
  scoreSiblings(atoms: Atoms, siblings: Float32Array): void {
    const N = atoms.size + 1;
    const buffer = this.#buffer;
    const { values, mask } = this;
    const { word, tag } = atoms;
    for (let m = 1; m < N; m++) {
      for (const direction of [0, 1]) {
        // Heads lie to the left of the modifier for direction 1; h walks away from it, and s stands between them.
        const step = direction === 1 ? -1 : 1;
        for (let s = m + step; s > 0 && s < N; s += step) {
          const bucket = bucketOf(s, m);
          const inner = siblingPairs(atoms, -1, m, buffer);
          siblingTriples(atoms, s, inner, buffer, SIBLING_PAIRS);
          siblings[(s * N + m) * N + s] = this.#sum(SIBLING_PAIRS + SIBLING_TRIPLES, direction, bucket);
          const tags = siblingPairs(atoms, s, m, buffer);
          const pair = this.#sum(SIBLING_PAIRS, direction, bucket);
          for (let h = s + step; h > 0 && h < N; h += step) {
            const byTag = join(join(tag[h + 1]!, tags), 41);
            const byWord = join(join(word[h + 1]!, tags), 42);
            siblings[(h * N + m) * N + s] =
              pair +
              values[(byTag ^ direction) & mask]! +
              values[(byTag ^ bucket) & mask]! +
              values[(byWord ^ direction) & mask]! +
              values[(byWord ^ bucket) & mask]!;
          }
        }
      }
    }
  }
}

/** Calls `visit` for every place of the table that the score of a tree adds up. */
export function visitTree(atoms: Atoms, heads: ArrayLike<number>, second: boolean, mask: number, visit: (index: number) => void): void {
  const places = new Int32Array(MOST_PLACES);
  for (let m = 1; m <= atoms.size; m++) {
    const count = arcPlaces(atoms, heads, m, second, mask, places);
    for (let e = 0; e < count; e++) visit(places[e]!);
  }
}

/** Room for the places of an arc and of a pair of siblings. */
export const MOST_PLACES = 2 * (MOST_FEATURES + SIBLING_PAIRS + SIBLING_TRIPLES);

const shared = new Int32Array(MOST_FEATURES);

/** Writes the places of one word's arc and, in second order, of its inner neighbour; returns how many. */
export function arcPlaces(
  atoms: Atoms,
  heads: ArrayLike<number>,
  modifier: number,
  second: boolean,
  mask: number,
  out: Int32Array,
): number {
  const head = heads[modifier - 1]!;
  const direction = directionOf(head, modifier);
  const end = placesOf(arcFeatures(atoms, head, modifier, shared), direction, bucketOf(head, modifier), mask, out, 0);
  if (!second || head === 0) return end;
  const sibling = innerSibling(heads, head, modifier);
  return placesOf(siblingFeatures(atoms, head, sibling, modifier, shared), direction, bucketOf(sibling, modifier), mask, out, end);
}

/** Both places of the first `count` features in `shared`, from `start` on; returns where they end. */
function placesOf(count: number, direction: number, bucket: number, mask: number, out: Int32Array, start: number): number {
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
