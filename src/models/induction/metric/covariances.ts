/**
 * Cross moments of word vectors by (left tag, right tag, distance), accumulated in one pass. The kernel of §3.4 depends
 * on nothing else, so the sums over all pairs of all sentences reduce to one p × p matrix for each bucket; the kernel
 * mixes them afterwards.
 *
 *   S(a,b,δ) = Σ over positions j ≤ k with tags a, b and k − j in bin δ of w_j w_kᵀ,   N(a,b,δ) their number
 *
 * Pairs are gathered by bucket and multiplied in batches. Time O(pairs · p²), memory O(buckets seen · p²).
 */
import { type Block, kernels } from "../../../linalg/index.ts";
import { BINS, binOf } from "./distance-bins.ts";

/** Pairs multiplied at a time: enough to keep the kernel busy. */
const BATCH = 64;
/** Maximum number of tags. */
const TAG_LIMIT = 4096;

interface Bucket {
  readonly sum: Block<Float64Array>;
  readonly pairs: Int32Array;
  waiting: number;
  count: number;
}

export class Covariances {
  readonly #dimensions: number;
  readonly #buckets = new Map<number, Bucket>();
  readonly #rows: Block<Float64Array>;
  readonly #left: Block<Float64Array>;
  readonly #right: Block<Float64Array>;

  /** `rows`: word vectors one after another. */
  constructor(dimensions: number, rows: Float32Array) {
    this.#dimensions = dimensions;
    this.#rows = kernels().allocate("f64", rows.length);
    this.#rows.view.set(rows);
    this.#left = kernels().allocate("f64", BATCH * dimensions);
    this.#right = kernels().allocate("f64", BATCH * dimensions);
  }

  #index(left: number, right: number, bin: number): number {
    return (left * TAG_LIMIT + right) * BINS + bin;
  }

  /** Adds all pairs of a sentence; words with row −1 take part in none. */
  add(rows: ArrayLike<number>, tags: ArrayLike<number>): void {
    for (let j = 0; j < rows.length; j++) {
      if (rows[j]! < 0) continue;
      for (let k = j; k < rows.length; k++)
        if (rows[k]! >= 0) this.#pair(this.#index(tags[j]!, tags[k]!, binOf(k - j)), rows[j]!, rows[k]!);
    }
  }

  #pair(index: number, left: number, right: number): void {
    let bucket = this.#buckets.get(index);
    if (bucket === undefined) {
      const sum = kernels().allocate("f64", this.#dimensions ** 2);
      bucket = { sum, pairs: new Int32Array(2 * BATCH), waiting: 0, count: 0 };
      this.#buckets.set(index, bucket);
    }
    bucket.pairs[2 * bucket.waiting] = left;
    bucket.pairs[2 * bucket.waiting + 1] = right;
    bucket.waiting++;
    bucket.count++;
    if (bucket.waiting === BATCH) this.#flush(bucket);
  }

  #flush(bucket: Bucket): void {
    const p = this.#dimensions;
    const rows = this.#rows.view;
    const left = this.#left.view;
    const right = this.#right.view;
    for (let i = 0; i < bucket.waiting; i++) {
      const [x, y] = [bucket.pairs[2 * i]! * p, bucket.pairs[2 * i + 1]! * p];
      for (let d = 0; d < p; d++) {
        left[i * p + d] = rows[x + d]!;
        right[i * p + d] = rows[y + d]!;
      }
    }
    if (bucket.waiting > 0) kernels().secondMoment(bucket.waiting, p, p, left, 0, p, right, 0, p, bucket.sum.view, 0);
    bucket.waiting = 0;
  }

  /** N(a,b,δ). */
  count(left: number, right: number, bin: number): number {
    return this.#buckets.get(this.#index(left, right, bin))?.count ?? 0;
  }

  /** `into` += weight · S(a,b,δ); returns weight · N(a,b,δ). */
  addTo(into: Float64Array, weight: number, left: number, right: number, bin: number): number {
    const bucket = this.#buckets.get(this.#index(left, right, bin));
    if (bucket === undefined || weight === 0) return 0;
    this.#flush(bucket);
    const sum = bucket.sum.view;
    for (let i = 0; i < into.length; i++) into[i]! += weight * sum[i]!;
    return weight * bucket.count;
  }

  /** Releases the memory; it cannot be used afterwards. */
  close(): void {
    for (const bucket of this.#buckets.values()) bucket.sum.free();
    for (const block of [this.#rows, this.#left, this.#right]) block.free();
  }
}
