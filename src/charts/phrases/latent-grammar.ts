/**
 * A grammar with hidden states, as the fine pass uses it. Symbol a has states[a] of them; a rule a → b c has a tensor T
 * over the states of a, b, c, with its probability p(a → b c) multiplied in. A tensor has one of two forms:
 *
 * dense     all ma·mb·mc numbers, row-major in (a, b, c).
 *
 * sampled   the n occurrences of a rare rule in the treebank: vectors z_s (outside of the parent), y_s and x_s (insides
 *           of the children), from which the smoothed third moment is contracted without being formed. With
 *           P_s = y_s·α_b, Q_s = x_s·α_c and bars for means over s,
 *
 *             T(α_b, α_c) = w₁·Σ z_s P_s Q_s + w₂·(Σ z_s P_s Q̄ + Σ z_s Q_s P̄ + Σ z_s·mean(P Q))
 *                           + w₃·Σ z_s P̄ Q̄ + w₄·h_a (f_b·α_b)(f_c·α_c)
 *
 *           where h_a and f_b, f_c are the mean outside and inside vectors of the symbols (Cohen et al. 2013, section
 *           3.2: E, E², E³, E⁴). That is O(n·m) instead of O(m³) time and n·3m instead of m³ numbers.
 */
import type { Floats } from "../../linalg/kernels/interface.ts";
import type { Rules } from "./rules.ts";

/** The rules of a grammar with their tensors over hidden states. */
export interface LatentGrammar {
  readonly rules: Rules;
  readonly states: Int32Array;
  /** Occurrences of a sampled rule; 0 for a dense one. */
  readonly samples: Int32Array;
  /**
   * Where each rule's numbers start in `numbers`: the tensor, or n·ma + n·mb + n·mc sampled vectors and the three
   * means.
   */
  readonly offset: Float64Array;
  /** w₁ … w₄ of every rule, with p(a → b c) and 1/n multiplied in; unused by dense rules. */
  readonly weights: Float64Array;
  readonly numbers: Floats;
  /** Where the vectors of each symbol start in the four arrays below. */
  readonly vectorOffset: Int32Array;
  /** f: mean inside vectors. */
  readonly meanInside: Floats;
  /** h: mean outside vectors. */
  readonly meanOutside: Floats;
  /** ĉ(a): root parameters. */
  readonly root: Floats;
  /** Share of trees with each symbol at the root. */
  readonly rootProbability: Float64Array;
}

/** Starts of consecutive vectors of these lengths. */
export function vectorOffsets(states: Int32Array): Int32Array {
  const offsets = new Int32Array(states.length + 1);
  for (let symbol = 0; symbol < states.length; symbol++) offsets[symbol + 1] = offsets[symbol]! + states[symbol]!;
  return offsets;
}

/** Numbers that a rule takes. */
export function tensorLength(states: Int32Array, rules: Rules, rule: number, samples: number): number {
  const ma = states[rules.parent[rule]!]!;
  const mb = states[rules.left[rule]!]!;
  const mc = states[rules.right[rule]!]!;
  return samples === 0 ? ma * mb * mc : (samples + 1) * (ma + mb + mc);
}
