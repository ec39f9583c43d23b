/**
 * How many examples theory asks for: theorem 3 of Cohen et al. 2012. If every nonterminal a has
 *
 *   M_a ≥ 128 m² / ( ((1+ε)^{1/(2N+1)} − 1)² Λ² σ⁴ ) · log(2mR/δ)
 *
 * examples, drawn one from a tree, then p̂ of a tree with N rules is within 1 ± ε of p, with probability 1 − δ. σ is
 * the smallest singular value kept, R the number of rules and words of tags, and Λ the smallest absolute value among
 * the true parameters, which nobody knows and which is at most 1. With Λ = 1 the number is therefore the least that the
 * theorem can ask for. It is a worst case over all grammars, far above what is needed in practice; its use is to
 * compare nonterminals: a singular value half as large asks for 16 times the examples.
 */

/** What the theorem is asked. */
export interface SampleSizeQuestion {
  /** m. */
  readonly states: number;
  /** σ. */
  readonly smallest: number;
  /** R. */
  readonly rules: number;
  /** N: rules of a tree; 2n − 1 for a binary tree over n words. */
  readonly treeRules: number;
  /** ε. */
  readonly error: number;
  /** δ. */
  readonly risk: number;
}

/** The examples of one nonterminal that theorem 3 asks for, at least. */
export function theoremSampleSize({ states, smallest, rules, treeRules, error, risk }: SampleSizeQuestion): number {
  const tolerance = Math.expm1(Math.log1p(error) / (2 * treeRules + 1));
  return ((128 * states ** 2) / (tolerance ** 2 * smallest ** 4)) * Math.log((2 * states * rules) / risk);
}
