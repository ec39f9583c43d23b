/**
 * R-HMM by the spectral method: Stratos et al. 2013, with the feature scaling and the back-off of Cohen et al. 2013. One pass: features, two singular value
 * decompositions per label, moments (moments.ts), then one vector per pair of observation and label. Nothing is iterated to a fixed point.
 *
 * Smoothing, n the samples of a pair (x, a) and every κ an option:
 *
 *   d̄(x) = (Σ D + κ_d·d̄(spelling of x)) / (n + κ_d)            and the spelling's mean towards the label's
 *   E(x) = λ·Σ_q d̄_q Ẽ_q + (1 − λ)·Ē,    λ = n / (n + κ_e)      Ē the emission that tells nothing
 *   frequent pairs:  ρ·E[g Pᵀ | x, a] + (1 − ρ)·E(x),    ρ = n / (n + κ_o)
 *
 * and every E is scaled so that an average state keeps its mass: e·E·E[F | a] = 1.
 */

import type { Json } from "../../base/model-parts.ts";
import { checkOptions, flag, type OptionsOf, real, text, whole } from "../../base/options.ts";
import { type Progress, Stage } from "../../base/progress.ts";
import type { TaggedSentence } from "../../trees/sentence.ts";
import { encodeCorpus } from "./encode.ts";
import { featureMatrix } from "./features.ts";
import { countTransitions, labelChain, withJumps } from "./label-chain.ts";
import { LEXICON_OPTIONS, type Learnt, learnLexicon, reportOf, type SequenceReport } from "./learn-supervised.ts";
import type { Lexicon } from "./lexicon.ts";
import type { SequenceModel } from "./model.ts";
import { estimateOperators, type Operators } from "./moments.ts";
import { pairEmissions } from "./pair-emissions.ts";
import { collectPairs } from "./pairs.ts";
import type { Samples } from "./samples.ts";
import { type EncodedCorpus, requireSequences } from "./sequence.ts";
import { parseTemplates } from "./templates.ts";

/** Templates for tags of words. */
export const WORD_TEMPLATES = {
  future: "a+1*x, a+1, x, x+1, a+1*a+2",
  past: "a-1*x-1, a-1, x-1, a-2*a-1",
  present: "x, c",
  destiny: "a-1*x-1, a-1, x-1, a+1, x+1, a-1*a+1",
};

export const SPECTRAL_SEQUENCE_OPTIONS = {
  ...LEXICON_OPTIONS,
  states: whole("hidden states per label, at most", { default: 24, min: 1, max: 128 }),
  emissionRank: whole("directions in which words tell about hidden states, at most", { default: 8, min: 1, max: 128 }),
  future: text("templates of the future φ(F)", { default: WORD_TEMPLATES.future }),
  past: text("templates of the past ψ(P)", { default: WORD_TEMPLATES.past }),
  present: text("templates of the present ξ(R)", { default: WORD_TEMPLATES.present }),
  destiny: text("templates of the destiny υ(D)", { default: WORD_TEMPLATES.destiny }),
  kappa: real("κ of the feature scaling √(M / (count + κ))", { default: 5, min: 0 }),
  smallest: real("singular values below this share of the largest are taken for noise", { default: 0.1, min: 0, max: 0.99 }),
  shrinkage: flag("draw hidden directions to their mean as far as they are noise", { default: true }),
  passes: whole("passes of each singular value decomposition", { default: 2, min: 0, max: 100 }),
  leastCount: whole("features seen fewer times than this under a label are left out", { default: 3, min: 1 }),
  destinyPrior: real("κ_d: samples at which a pair's own destiny and its spelling's weigh alike", { default: 5, min: 0 }),
  emissionPrior: real("κ_e: samples at which what a pair tells about the state is trusted by half", { default: 5, min: 0 }),
  ownPrior: real("κ_o: samples at which a pair's own operator is trusted by half", { default: 50, min: 0 }),
  ownSamples: whole("samples from which a pair gets an operator of its own; 0 for none", { default: 20, min: 0 }),
};

export type SpectralSequenceOptions = OptionsOf<typeof SPECTRAL_SEQUENCE_OPTIONS>;

export interface SpectralSequenceReport extends SequenceReport {
  readonly states: number;
  /** Seconds of each part. */
  readonly times: Readonly<Record<string, number>>;
  /** Of every label: samples, signal, singular values kept of Ω₁ and Ω₂, and the condition of Σ. */
  readonly diagnostics: readonly LabelReport[];
}

export interface LabelReport {
  readonly label: string;
  readonly samples: number;
  readonly future: readonly number[];
  /** How many states' worth of them is signal rather than sampling noise; absent where directions were not shrunk. */
  readonly signal?: number;
  readonly present: readonly number[];
  readonly condition: number;
}

export function learnSpectralSequence(
  sequences: readonly TaggedSentence[],
  given: Partial<SpectralSequenceOptions> = {},
  progress?: Progress,
): Learnt<SpectralSequenceReport> {
  requireSequences("learnSpectralSequence", sequences);
  const options = checkOptions("learnSpectralSequence", SPECTRAL_SEQUENCE_OPTIONS, given);
  const times: Record<string, number> = {};
  const began = performance.now();
  const timed = <T>(name: string, body: () => T): T => {
    const from = performance.now();
    const result = body();
    times[name] = (performance.now() - from) / 1000;
    return result;
  };
  const lexicon = timed("lexicon", () => learnLexicon(sequences, options));
  const corpus = timed("encoding", () => encodeCorpus(sequences, lexicon));
  const samples = timed("features", () => samplesOf(corpus, options));
  const stage = new Stage("singular value decompositions and moments", "labels", 2 * lexicon.labels.size, progress);
  const operators = timed("moments", () => estimateOperators(samples, options, () => stage.advance()));
  stage.finish();
  const refinement = timed("emissions", () => pairEmissions(collectPairs(corpus, lexicon), operators, options));
  const counts = countTransitions(corpus);
  const report = { ...reportOf(sequences, lexicon, began), ...diagnosed(lexicon, operators), times };
  const model: SequenceModel = Object.freeze({
    method: "spectral",
    states: operators.states,
    lexicon,
    ...withJumps(operators, counts, lexicon),
    outline: labelChain(counts, lexicon),
    refinement,
    options,
    report: report as unknown as Json,
  });
  return { model, report };
}

function samplesOf(corpus: EncodedCorpus, options: SpectralSequenceOptions): Samples {
  const { labels, starts } = corpus;
  const successors = Int32Array.from(labels, (_, i) => i + 1);
  const first = new Uint8Array(labels.length);
  for (let s = 0; s + 1 < starts.length; s++) {
    if (starts[s] === starts[s + 1]) continue;
    successors[starts[s + 1]! - 1] = -1;
    first[starts[s]!] = 1;
  }
  const view = (name: "future" | "past" | "present" | "destiny") => featureMatrix(corpus, parseTemplates(name, options[name]));
  return {
    labelCount: corpus.labelCount,
    labels,
    successors,
    first,
    future: view("future"),
    past: view("past"),
    present: view("present"),
    destiny: view("destiny"),
  };
}

function diagnosed(lexicon: Lexicon, { diagnostics, states }: Operators): Pick<SpectralSequenceReport, "states" | "diagnostics"> {
  const labels = diagnostics.map(({ samples, future, signal, present }, a): LabelReport => {
    const condition = future[0]! / future.at(-1)!;
    const known = signal === undefined ? {} : { signal };
    return { label: lexicon.labels.word(a), samples, future: Array.from(future), ...known, present: Array.from(present), condition };
  });
  return { states, diagnostics: labels };
}
