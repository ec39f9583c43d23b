/**
 * What brackets cost in addition to the edges of the latent tree, at s · (n + 1) + e: a bracket that reaches over
 * punctuation and ends neither at punctuation nor with the sentence costs `crossing`; added to that are the negated log
 * ratios of ratios.ts.
 */
import { ccmScores } from "../baselines/ccm.ts";
import type { PlainSentence } from "../data/sentence.ts";
import { type SpanRatios, spanModel } from "./ratios.ts";

/** Undefined where no bracket costs anything. */
export function spanCosts(
  { tags, marks }: Pick<PlainSentence, "tags" | "marks">,
  crossing: number,
  ratios?: SpanRatios,
): Float64Array | undefined {
  if (crossing === 0 && ratios === undefined) return undefined;
  const n = tags.length;
  const w = n + 1;
  const costs =
    ratios === undefined ? new Float64Array(w * w) : ccmScores(spanModel(ratios), tags).map((score) => -score);
  const marked = new Set(marks);
  for (let s = 0; s < n; s++) {
    let crossed = false;
    for (let e = s + 2; e <= n; e++) {
      crossed ||= marked.has(e - 1);
      if (crossed && e < n && !marked.has(e)) costs[s * w + e]! += crossing;
    }
  }
  return costs;
}
