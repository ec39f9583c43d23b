/** Models without hidden states, by counting: the unigram model takes p(a | x) at each position; the HMM adds transitions (label-chain.ts). */
import { checkOptions, choice, type OptionsOf, real, whole } from "../../base/options.ts";
import { DEFAULT_SEED } from "../../base/random.ts";
import type { TaggedSentence } from "../../trees/sentence.ts";
import { encodeCorpus } from "./encode.ts";
import { countTransitions, independentLabels, labelChain } from "./label-chain.ts";
import { Lexicon } from "./lexicon.ts";
import type { Method, SequenceModel } from "./model.ts";
import { requireSequences } from "./sequence.ts";

export const LEXICON_OPTIONS = {
  observations: choice("words (spelling counts and new ones will come) or classes (a closed set)", ["words", "classes"], {
    default: "words",
  }),
  wordPrior: real("occurrences at which a word's own counts and its spelling weigh alike", { default: 1, min: 1e-6, max: 1000 }),
  seed: whole("seed of the random numbers", { default: DEFAULT_SEED }),
};

export type LexiconSettings = OptionsOf<typeof LEXICON_OPTIONS>;

export interface SequenceReport {
  readonly sequences: number;
  readonly positions: number;
  readonly labels: number;
  readonly observations: number;
  readonly seconds: number;
  readonly warnings: readonly string[];
}

export interface Learnt<R extends SequenceReport = SequenceReport> {
  readonly model: SequenceModel;
  readonly report: R;
}

export const learnUnigram = (sequences: readonly TaggedSentence[], given: Partial<LexiconSettings> = {}): Learnt =>
  learnCounted("unigram", sequences, given);

export const learnHmm = (sequences: readonly TaggedSentence[], given: Partial<LexiconSettings> = {}): Learnt =>
  learnCounted("hmm", sequences, given);

export function learnLexicon(sequences: readonly TaggedSentence[], { observations, wordPrior, seed }: LexiconSettings): Lexicon {
  return Lexicon.learn(sequences, { observations, prior: wordPrior, seed });
}

/** What every learner of a chain reports; `began` by `performance.now()`. */
export function reportOf(sequences: readonly TaggedSentence[], { labels, words }: Lexicon, began: number): SequenceReport {
  return {
    sequences: sequences.length,
    positions: sequences.reduce((sum, sequence) => sum + sequence.words.length, 0),
    labels: labels.size,
    observations: words.size,
    seconds: (performance.now() - began) / 1000,
    warnings: [],
  };
}

function learnCounted(method: Method, sequences: readonly TaggedSentence[], given: Partial<LexiconSettings>): Learnt {
  const began = performance.now();
  requireSequences(method, sequences);
  const options = checkOptions(method, LEXICON_OPTIONS, given);
  const lexicon = learnLexicon(sequences, options);
  const chain = method === "hmm" ? labelChain(countTransitions(encodeCorpus(sequences, lexicon)), lexicon) : independentLabels(lexicon);
  const report = reportOf(sequences, lexicon, began);
  const model: SequenceModel = Object.freeze({
    method,
    states: 1,
    lexicon,
    ...chain,
    outline: undefined,
    refinement: undefined,
    options,
    report: { ...report, warnings: [] },
  });
  return { model, report };
}
