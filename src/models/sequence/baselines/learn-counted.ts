/**
 * Models without hidden states, by counting: the unigram model takes p(a | x) at each position; the HMM adds
 * transitions (label-chain.ts).
 */
import type { StageClock } from "../../../base/learning.ts";
import type { TaggedSentence } from "../../../trees/sentence.ts";
import { encodeCorpus } from "../data/encode.ts";
import { countTransitions, independentLabels, labelChain } from "../data/label-chain.ts";
import { type LexiconSettings, learnLexicon } from "../data/words.ts";
import type { ChainTables } from "../model.ts";

export async function learnCounted(
  method: "hmm" | "unigram",
  sequences: readonly TaggedSentence[],
  options: LexiconSettings,
  clock: StageClock,
): Promise<ChainTables> {
  const lexicon = await learnLexicon(sequences, options, clock);
  const chain = await clock.run("counts", "sequences", sequences.length, () =>
    method === "hmm"
      ? labelChain(countTransitions(encodeCorpus(sequences, lexicon)), lexicon)
      : independentLabels(lexicon),
  );
  return { states: 1, lexicon, ...chain, outline: undefined, refinement: undefined };
}
