/** The places of the table of weights whose sum is the score of an arc, or of a tree. */
import { arcFeatures, MOST_FEATURES } from "./arc-features.ts";
import { bucketOf, directionOf } from "./buckets.ts";
import type { SentenceHashes } from "./sentence-hashes.ts";
import { innerSibling, MOST_SIBLING_FEATURES, siblingFeatures } from "./sibling-features.ts";

/** Room for the places of an arc and of a pair of siblings. */
export const MOST_PLACES = 2 * (MOST_FEATURES + MOST_SIBLING_FEATURES);

const shared = new Int32Array(MOST_FEATURES);

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
