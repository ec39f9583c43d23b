/**
 * Binary bracketings weighed by their spans: the weight of a tree is the product of φ(s,e) over its spans of two words
 * or more.
 *
 *   I(s,e) = φ(s,e) Σ_k I(s,k) I(k,e)                                                    inside; φ = 1 for single words
 *   O(s,e) = Σ_{r<s} O(r,e) φ(r,e) I(r,s) + Σ_{t>e} O(s,t) φ(s,t) I(e,t)                 outside; O(0,n) = 1
 *   P(s,e) = I(s,e) O(s,e) / I(0,n)
 *
 * Every tree has n − 1 spans of two words or more, so that a common factor of all weights cancels: it is taken such
 * that their geometric mean is ¼, which holds off the growth of the number of trees, 4ⁿ; where that leaves the range of
 * numbers, such that the best tree has weight 4¹⁻ⁿ. O(n³) time, O(n²) memory.
 */
import { NumericalError } from "../../base/errors.ts";
import { type SplitTree, spansOf, splitTree, wordOf } from "./split-tree.ts";

/** P(s,e) at s·(n+1) + e from log φ at the same places. */
export function bracketPosteriors(logWeights: Float64Array, n: number): Float64Array {
  const w = n + 1;
  let mean = 0;
  for (let s = 0; s < n; s++) for (let e = s + 2; e <= n; e++) mean += logWeights[s * w + e]!;
  const posteriors = scaledPosteriors(logWeights, n, mean / Math.max(1, (n * (n - 1)) / 2));
  if (posteriors !== undefined) return posteriors;
  let best = 0;
  for (const [s, e] of spansOf(bestBracketing(logWeights, n))) best += logWeights[s * w + e]!;
  const again = scaledPosteriors(logWeights, n, best / (n - 1));
  if (again !== undefined) return again;
  throw new NumericalError(
    `bracketPosteriors: the weights of ${n} words leave the range of numbers; expected weights nearer to each other.`,
  );
}

/** With all weights divided by 4·e^shift; undefined where the sum over trees is 0 or infinite. */
function scaledPosteriors(logWeights: Float64Array, n: number, shift: number): Float64Array | undefined {
  const w = n + 1;
  const weights = new Float64Array(w * w);
  for (let s = 0; s < n; s++)
    for (let e = s + 2; e <= n; e++) weights[s * w + e] = 0.25 * Math.exp(logWeights[s * w + e]! - shift);
  const inside = new Float64Array(w * w);
  for (let s = 0; s < n; s++) inside[s * w + s + 1] = 1;
  for (let length = 2; length <= n; length++) {
    for (let s = 0, e = length; e <= n; s++, e++) {
      let sum = 0;
      for (let k = s + 1; k < e; k++) sum += inside[s * w + k]! * inside[k * w + e]!;
      inside[s * w + e] = weights[s * w + e]! * sum;
    }
  }
  const total = inside[n]!;
  if (!(total > 1e-250 && total < 1e250)) return undefined;
  const outside = new Float64Array(w * w);
  outside[n] = 1;
  for (let length = n; length > 1; length--) {
    for (let s = 0, e = length; e <= n; s++, e++) {
      const above = outside[s * w + e]! * weights[s * w + e]!;
      if (above === 0) continue;
      for (let k = s + 1; k < e; k++) {
        outside[s * w + k]! += above * inside[k * w + e]!;
        outside[k * w + e]! += above * inside[s * w + k]!;
      }
    }
  }
  const posteriors = new Float64Array(w * w);
  for (let s = 0; s < n; s++)
    for (let e = s + 1; e <= n; e++) posteriors[s * w + e] = (inside[s * w + e]! * outside[s * w + e]!) / total;
  return posteriors;
}

/** The tree with the largest sum of scores of its spans; the first split among equals. */
export function bestBracketing(scores: Float64Array, n: number): SplitTree {
  if (n === 1) return wordOf(0);
  const w = n + 1;
  const best = new Float64Array(w * w);
  const splits = new Uint16Array(w * w);
  for (let length = 2; length <= n; length++) {
    for (let s = 0, e = length; e <= n; s++, e++) {
      let most = Number.NEGATIVE_INFINITY;
      for (let k = s + 1; k < e; k++) {
        const sum = best[s * w + k]! + best[k * w + e]!;
        if (sum > most) {
          most = sum;
          splits[s * w + e] = k;
        }
      }
      best[s * w + e] = most + scores[s * w + e]!;
    }
  }
  return splitTree(0, n, (s, e) => splits[s * w + e]!);
}
