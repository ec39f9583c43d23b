/**
 * BLEU (Papineni et al. 2002) as COCO's caption evaluation computes it: over all images together, clipped by the
 * largest count of any reference, with the reference length nearest to the candidate's,
 *
 *   BLEU-n = min(1, exp(1 − r/c)) · (∏ₖ correctₖ / guessedₖ)^(1/n),   k = 1 … n.
 *
 * Zero counts are replaced by tiny ones, as there, so that an image without a match still has a score.
 */
import { ngramCounts } from "./tokens.ts";

/** What an image adds to the sums. */
export interface BleuCounts {
  readonly candidateLength: number;
  /** Length of the nearest reference; the shorter of two that are equally near. */
  readonly referenceLength: number;
  /** n-grams of the candidate, and those found in a reference, for n = 1 … 4. */
  readonly guessed: readonly number[];
  readonly correct: readonly number[];
}

const TINY = 1e-15;
const SMALL = 1e-9;
const ORDERS = [1, 2, 3, 4] as const;

/** The counts of one candidate. */
export function bleuCounts(candidate: readonly string[], references: readonly (readonly string[])[]): BleuCounts {
  const correct = ORDERS.map((n) => {
    const most = new Map<string, number>();
    for (const reference of references)
      for (const [ngram, count] of ngramCounts(reference, n)) most.set(ngram, Math.max(count, most.get(ngram) ?? 0));
    let sum = 0;
    for (const [ngram, count] of ngramCounts(candidate, n)) sum += Math.min(count, most.get(ngram) ?? 0);
    return sum;
  });
  const length = candidate.length;
  const nearest = references
    .map((reference) => reference.length)
    .sort((a, b) => Math.abs(a - length) - Math.abs(b - length) || a - b);
  return {
    candidateLength: length,
    referenceLength: nearest[0] ?? 0,
    guessed: ORDERS.map((n) => Math.max(0, length - n + 1)),
    correct,
  };
}

/** BLEU-1 to BLEU-4 of images together, from 0 to 1. */
export function bleuScores(images: Iterable<BleuCounts>): [number, number, number, number] {
  const guessed = [0, 0, 0, 0];
  const correct = [0, 0, 0, 0];
  let [candidateLength, referenceLength] = [0, 0];
  for (const image of images) {
    candidateLength += image.candidateLength;
    referenceLength += image.referenceLength;
    for (let k = 0; k < 4; k++) {
      guessed[k]! += image.guessed[k]!;
      correct[k]! += image.correct[k]!;
    }
  }
  const ratio = (candidateLength + TINY) / (referenceLength + SMALL);
  const brevity = ratio < 1 ? Math.exp(1 - 1 / ratio) : 1;
  let product = 1;
  return ORDERS.map((n) => {
    product *= (correct[n - 1]! + TINY) / (guessed[n - 1]! + SMALL);
    return brevity * product ** (1 / n);
  }) as [number, number, number, number];
}
