/**
 * ROUGE-L (Lin 2004) as COCO's caption evaluation computes it: with the longest common subsequence of candidate and
 * reference, the best precision and the best recall over all references,
 *
 *   F = (1 + β²) P R / (R + β² P),   β = 1.2.
 */

const BETA = 1.2;

/** Length of the longest common subsequence. O(n · m). */
export function longestCommonSubsequence(first: readonly string[], second: readonly string[]): number {
  let above = new Uint32Array(second.length + 1);
  for (const word of first) {
    const row = new Uint32Array(second.length + 1);
    for (const [j, other] of second.entries())
      row[j + 1] = word === other ? above[j]! + 1 : Math.max(above[j + 1]!, row[j]!);
    above = row;
  }
  return above[second.length]!;
}

/** ROUGE-L of one candidate, from 0 to 1. */
export function rougeL(candidate: readonly string[], references: readonly (readonly string[])[]): number {
  let [precision, recall] = [0, 0];
  for (const reference of references) {
    const common = longestCommonSubsequence(candidate, reference);
    if (common === 0) continue;
    precision = Math.max(precision, common / candidate.length);
    recall = Math.max(recall, common / reference.length);
  }
  if (precision === 0 || recall === 0) return 0;
  return ((1 + BETA ** 2) * precision * recall) / (recall + BETA ** 2 * precision);
}
