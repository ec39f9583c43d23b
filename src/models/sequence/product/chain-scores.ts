/**
 * What the spectral chain adds to the scores of a conditional random field:
 *
 *   p(y | x) ∝ p_field(y | x) · Π_i max(q_i(y_i), ε)^κ        q_i(a) = |μ(a, i)| / Σ_b |μ(b, i)| of the chain
 *
 * A factor for each position leaves the field's recursions as they are: κ·log max(q_i(a), ε) is added to the score of
 * label a at position i. What the chain pruned is unlikely, not impossible: ε is the share below which it prunes.
 */
import { checkOptions } from "../../../base/options.ts";
import { ChainDecoder, TAGGING_OPTIONS } from "../decode/chain-decoder.ts";
import { dataLabel } from "../features/spans.ts";
import type { ProductTables } from "./tables.ts";

/** Adds to `scores`, words × labels of the field. */
export type PositionScores = (words: readonly string[], scores: Float64Array) => void;

export function chainScores({ chain, chainWeight, labels, ends }: ProductTables): PositionScores {
  const options = checkOptions("Tagger", TAGGING_OPTIONS, {});
  const decoder = new ChainDecoder(chain, options);
  const least = chainWeight * Math.log(options.pruning);
  const { labels: known } = chain.lexicon;
  // Of each label of the field, what the chain calls it; −1 for one that the chain does not know.
  const chainLabel = Int32Array.from(labels.words(), (label) => known.id(ends ? dataLabel(label) : label));
  const row = new Float64Array(known.size);
  return (words, scores) => {
    decoder.visit(words, ({ index, labels: admitted, posteriors }) => {
      row.fill(least);
      for (let k = 0; k < admitted.length; k++) {
        if (posteriors[k]! > options.pruning) row[admitted[k]!] = chainWeight * Math.log(posteriors[k]!);
      }
      const at = index * chainLabel.length;
      for (const [a, own] of chainLabel.entries()) scores[at + a]! += own < 0 ? least : row[own]!;
    });
  };
}
