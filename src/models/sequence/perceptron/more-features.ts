/** Features of templates other than those of the words: of columns, lists, and the numbers of vectors. */
import type { FeatureCoder } from "../features/coder.ts";
import type { WordColumns } from "../features/setup.ts";

export interface MoreFeatures {
  /** Those of word i: buckets[starts[i]] up to starts[i + 1]. */
  readonly starts: Uint32Array;
  readonly buckets: Int32Array;
  /** Buckets that a word has at most. */
  readonly most: number;
  /** words × numbers. */
  readonly numbers: Float32Array;
}

export function moreFeatures(
  coder: FeatureCoder,
  words: readonly string[],
  columns: WordColumns | undefined,
  { hashBits }: { readonly hashBits: number },
): MoreFeatures {
  const mask = 2 ** hashBits - 1;
  const rows = coder.rows(words, columns);
  const starts = new Uint32Array(words.length + 1);
  const buckets: number[] = [];
  let most = 0;
  for (let i = 0; i < words.length; i++) {
    for (const key of coder.keysAt(rows, i)) buckets.push(key & mask);
    starts[i + 1] = buckets.length;
    most = Math.max(most, buckets.length - starts[i]!);
  }
  return { starts, most, buckets: Int32Array.from(buckets), numbers: coder.numbersOf(words) };
}

/** scores += xᵢ · W, where W is numbers × labels. */
export function addReals(scores: Float64Array, weights: Float32Array, numbers: Float32Array, i: number): void {
  const l = scores.length;
  const width = weights.length / l;
  for (let j = 0; j < width; j++) {
    const x = numbers[i * width + j]!;
    for (let a = 0, e = j * l; a < l; a++, e++) scores[a]! += x * weights[e]!;
  }
}
