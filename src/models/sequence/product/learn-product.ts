/**
 * Learns a product of two experts on the same sequences, each by itself: the conditional random field, which knows the
 * features of words, and the spectral chain, which knows the hidden states of labels and how rare words inflect. The
 * idea is that of Hinton, "Training products of experts by minimizing contrastive divergence", 2002; here nothing is
 * trained in common (chain-scores.ts says how the two are multiplied).
 */
import type { StageClock } from "../../../base/learning.ts";
import { checkOptions, expert, type OptionsOf, real } from "../../../base/options.ts";
import type { TaggedSentence } from "../../../trees/sentence.ts";
import { CRF_OPTIONS, type CrfFacts, learnCrf } from "../crf/learn-crf.ts";
import type { SequenceKnowledge } from "../knowledge.ts";
import { learnSpectralSequence, SPECTRAL_SEQUENCE_OPTIONS, type SpectralFacts } from "../spectral/learn-spectral.ts";
import type { ProductTables } from "./tables.ts";

export const PRODUCT_OPTIONS = {
  ...CRF_OPTIONS,
  states: SPECTRAL_SEQUENCE_OPTIONS.states,
  ...expert({
    chainWeight: real("exponent of the spectral chain's probabilities beside those of the random field", {
      default: 0.7,
      min: 0,
      max: 10,
    }),
  }),
};

export type ProductOptions = OptionsOf<typeof PRODUCT_OPTIONS>;

/** `columns` are the names of the further columns of the data: the field's, the chain has words alone. */
export async function learnProduct(
  sequences: readonly TaggedSentence[],
  columns: readonly string[],
  { states, chainWeight, ...options }: ProductOptions,
  clock: StageClock,
  knowledge: SequenceKnowledge,
): Promise<{
  readonly tables: ProductTables;
  readonly facts: CrfFacts & SpectralFacts;
  readonly warnings: readonly string[];
}> {
  const field = await learnCrf(sequences, columns, options, clock, knowledge);
  const { chain, facts, warnings } = await learnSpectralSequence(
    sequences,
    checkOptions("learnProduct", SPECTRAL_SEQUENCE_OPTIONS, { states }),
    clock,
  );
  return {
    tables: { ...field.tables, chain, chainWeight },
    facts: { ...field.facts, ...facts },
    warnings: [...field.warnings, ...(warnings ?? [])],
  };
}
