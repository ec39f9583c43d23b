/**
 * What brackets cost beside the edges of the latent tree, at s · (n + 1) + e:
 *
 * - `crossing`: a bracket that reaches over punctuation and ends neither at punctuation nor with the sentence costs that much more;
 * - `endings`: one that ends with the sentence or at punctuation costs that much less. This is a prior for languages that branch to the right, none of the method;
 * - learnt: minus the log ratios of span-ratios.ts.
 */
import { ccmScores } from "./ccm.ts";
import type { PlainSentence } from "./sentence.ts";
import { type SpanRatios, spanModel } from "./span-ratios.ts";

export interface SpanCostOptions {
  readonly crossing: number;
  readonly endings: number;
}

/** Undefined where no bracket costs anything. */
export function spanCosts(
  { tags, marks }: Pick<PlainSentence, "tags" | "marks">,
  { crossing, endings }: SpanCostOptions,
  ratios?: SpanRatios,
): Float64Array | undefined {
  if (crossing === 0 && endings === 0 && ratios === undefined) return undefined;
  const n = tags.length;
  const w = n + 1;
  const costs = ratios === undefined ? new Float64Array(w * w) : ccmScores(spanModel(ratios), tags).map((score) => -score);
  const marked = new Set(marks);
  for (let s = 0; s < n; s++) {
    let crossed = false;
    for (let e = s + 2; e <= n; e++) {
      crossed ||= marked.has(e - 1);
      if (e === n || marked.has(e)) costs[s * w + e]! -= endings;
      else if (crossed) costs[s * w + e]! += crossing;
    }
  }
  return costs;
}
