/**
 * Area under the ROC curve: the chance that a positive case scores above a negative one, ties counting half
 * (Mann–Whitney).
 */
import { ShapeError } from "../base/errors.ts";
import { averageRanks } from "./ranks.ts";

/**
 * AUC = (R₊ − n₊(n₊+1)/2) / (n₊ n₋), R₊ the sum of the positives' ranks. NaN when one of the classes is empty.
 */
export function areaUnderCurve(scores: ArrayLike<number>, positive: ArrayLike<boolean>): number {
  if (scores.length !== positive.length) {
    throw new ShapeError(
      `area under the curve: ${scores.length} scores and ${positive.length} classes; they must be equally many.`,
    );
  }
  const ranks = averageRanks(scores);
  let positives = 0;
  let sum = 0;
  for (let i = 0; i < ranks.length; i++) {
    if (!positive[i]) continue;
    positives++;
    sum += ranks[i]!;
  }
  const negatives = scores.length - positives;
  return positives === 0 || negatives === 0
    ? Number.NaN
    : (sum - (positives * (positives + 1)) / 2) / (positives * negatives);
}
