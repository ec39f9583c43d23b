/**
 * Learning to choose from lists: a log-linear model with an L2 penalty, by L-BFGS (the MaxEnt re-ranker of Charniak and
 * Johnson 2005, whose target is one tree or a few; here any distribution over the list).
 *
 *   p(i | list) = exp(wᵀx_i) / Σ_j exp(wᵀx_j)            over the rows x_i of the list
 *   minimise    −Σ_lists Σ_i q_i·log p(i) + ½ Σ_c λ_c w_c²      q the target, which adds up to 1 in each list
 *   gradient    Σ_lists Σ_i (p(i) − q_i)·x_i + λ∘w
 *
 * Convex. Adding the same vector to all rows of a list changes nothing, so that rows may be differences from the first.
 * An evaluation is two passes over the entries.
 */
import { ShapeError } from "../../base/errors.ts";
import type { Watch } from "../../base/progress.ts";
import { type LbfgsOptions, type Minimum, minimizeAsync } from "./lbfgs.ts";

/** Lists of rows: row r has the entries from `starts[r]` to `starts[r + 1]`, list l the rows from `lists[l]` on. */
export interface ChoiceLists {
  readonly lists: Int32Array;
  readonly starts: Int32Array;
  readonly columns: Int32Array;
  readonly values: Float32Array;
  /** Number of columns. */
  readonly size: number;
}

/** −log-likelihood of the targets, and its gradient, which is added to `gradient`. */
export function choiceLoss(
  { lists, starts, columns, values }: ChoiceLists,
  targets: Float64Array,
  weights: Float64Array,
  gradient: Float64Array,
): number {
  let loss = 0;
  let scores = new Float64Array(64);
  for (let list = 0; list + 1 < lists.length; list++) {
    const [from, to] = [lists[list]!, lists[list + 1]!];
    if (to - from > scores.length) scores = new Float64Array(2 * (to - from));
    let most = Number.NEGATIVE_INFINITY;
    for (let row = from; row < to; row++) {
      let score = 0;
      for (let at = starts[row]!; at < starts[row + 1]!; at++) score += weights[columns[at]!]! * values[at]!;
      scores[row - from] = score;
      if (score > most) most = score;
    }
    let total = 0;
    for (let i = 0; i < to - from; i++) total += Math.exp(scores[i]! - most);
    const logTotal = most + Math.log(total);
    for (let row = from; row < to; row++) {
      const [score, target] = [scores[row - from]!, targets[row]!];
      loss += target * (logTotal - score);
      const excess = Math.exp(score - logTotal) - target;
      if (excess === 0) continue;
      for (let at = starts[row]!; at < starts[row + 1]!; at++) gradient[columns[at]!]! += excess * values[at]!;
    }
  }
  return loss;
}

/** The weights of a log-linear choice from lists; `penalty` is λ of each column. */
export async function learnChoices(
  rows: ChoiceLists,
  targets: Float64Array,
  penalty: Float64Array,
  start: Float64Array = new Float64Array(rows.size),
  options: LbfgsOptions = {},
  watch: Watch & { readonly stage?: string | undefined } = {},
): Promise<Minimum> {
  const count = rows.starts.length - 1;
  if (targets.length !== count || penalty.length !== rows.size || start.length !== rows.size)
    throw new ShapeError(
      `learnChoices: ${targets.length} targets for ${count} rows, ${penalty.length} penalties and ${start.length} ` +
        `weights for ${rows.size} columns; expected one for each.`,
    );
  const objective = (weights: Float64Array, gradient: Float64Array): number => {
    let value = 0;
    for (let c = 0; c < weights.length; c++) {
      gradient[c] = penalty[c]! * weights[c]!;
      value += 0.5 * penalty[c]! * weights[c]! ** 2;
    }
    return value + choiceLoss(rows, targets, weights, gradient);
  };
  return minimizeAsync(objective, start, options, watch);
}
