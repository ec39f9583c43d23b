/**
 * The table of weights of a base parser, and the scores that it gives. A feature stands in it twice, with the direction
 * of its arc and with direction and distance:
 *
 *   weight(f) = w[(f ^ direction) & mask] + w[(f ^ bucket) & mask]       direction 0, 1;  bucket 2 … 15
 *
 * so that both lie in one line of the cache. The inner loops see numbers only.
 */
import { joinHashes as join } from "../../../lexicon/hash.ts";
import { arcFeatures, endFeatureCount, endFeatures, MOST_FEATURES, pairFeatures } from "./arc-features.ts";
import { BUCKETS, bucketOf, directionOf, distanceBucket } from "./buckets.ts";
import type { SentenceHashes } from "./sentence-hashes.ts";
import { pairCount, type SiblingHashes, siblingPairs, siblingTriples, tripleCount } from "./sibling-features.ts";

/** Hashes of the current pair, reused from pair to pair. */
const siblings: SiblingHashes = { tags: 0, coarse: 0, short: 0, middle: 0 };

/** Scores of arcs and siblings, as sums of hashed weights. */
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
