/**
 * R-HMM by the spectral method: Stratos et al. 2013, with the feature scaling and the back-off of Cohen et al. 2013.
 * One pass: features, two singular value decompositions per label, moments (moments.ts), then one vector per pair of
 * observation and label. Nothing is iterated to a fixed point.
 *
 * Smoothing, n the samples of a pair (x, a) and every κ an option:
 *
 *   d̄(x) = (Σ D + κ_d·d̄(spelling of x)) / (n + κ_d)            and the spelling's mean towards the label's
 *   E(x) = λ·Σ_q d̄_q Ẽ_q + (1 − λ)·Ē,    λ = n / (n + κ_e)      Ē the emission that tells nothing
 *   frequent pairs:  ρ·E[g Pᵀ | x, a] + (1 − ρ)·E(x),    ρ = n / (n + κ_o)
 *
 * and every E is scaled so that an average state keeps its mass: e·E·E[F | a] = 1.
 */
import type { StageClock } from "../../../base/learning.ts";
import { expert, flag, type OptionsOf, real, text, whole } from "../../../base/options.ts";
import { breathe } from "../../../base/stopping.ts";
import type { SparseMatrix } from "../../../linalg/sparse.ts";
import type { TaggedSentence } from "../../../trees/sentence.ts";
import { encodeCorpus } from "../data/encode.ts";
import { countTransitions, labelChain, withJumps } from "../data/label-chain.ts";
import { collectPairs } from "../data/pairs.ts";
import type { Samples } from "../data/samples.ts";
import type { EncodedCorpus } from "../data/sequence.ts";
import { LEXICON_OPTIONS, learnLexicon } from "../data/words.ts";
import type { Lexicon } from "../lexicon/lexicon.ts";
import type { ChainTables } from "../model.ts";
import { featureMatrix } from "./features.ts";
import { replaceLostLabels } from "./lost-labels.ts";
import { estimateOperators, type Operators } from "./moments.ts";
import { pairEmissions } from "./pair-emissions.ts";
import { parseTemplates, type Template, type View } from "./templates.ts";

/** Templates for tags of words. */
const WORD_TEMPLATES = {
  future: "a+1*x, a+1, x, x+1, a+1*a+2",
  past: "a-1*x-1, a-1, x-1, a-2*a-1",
  present: "x, c",
  destiny: "a-1*x-1, a-1, x-1, a+1, x+1, a-1*a+1",
};

export const SPECTRAL_SEQUENCE_OPTIONS = {
  ...LEXICON_OPTIONS,
  states: whole("hidden states per label, at most", { default: 24, min: 1, max: 128 }),
  ...expert({
    emissionRank: whole("directions in which words tell about hidden states, at most", {
      default: 8,
      min: 1,
      max: 128,
    }),
    future: text("templates of the future φ(F)", { default: WORD_TEMPLATES.future }),
    past: text("templates of the past ψ(P)", { default: WORD_TEMPLATES.past }),
    present: text("templates of the present ξ(R)", { default: WORD_TEMPLATES.present }),
    destiny: text("templates of the destiny υ(D)", { default: WORD_TEMPLATES.destiny }),
    kappa: real("κ of the feature scaling √(M / (count + κ))", { default: 5, min: 0 }),
    minSingularValue: real("singular values below this share of the largest are taken for noise", {
      default: 0.1,
      min: 0,
      max: 0.99,
    }),
    shrinkage: flag("shrink hidden directions towards their mean as far as they are noise", { default: true }),
    passes: whole("passes of each singular value decomposition", { default: 2, min: 0, max: 100 }),
    minCount: whole("features seen fewer times than this under a label are left out", { default: 3, min: 1 }),
    destinyPrior: real("κ_d: samples at which a pair's own destiny and that of its spelling have equal weight", {
      default: 5,
      min: 0,
    }),
    emissionPrior: real("κ_e: samples at which half of what a pair tells about the state is believed", {
      default: 5,
      min: 0,
    }),
    ownPrior: real("κ_o: samples at which a pair's own operator and the smoothed one have equal weight", {
      default: 50,
      min: 0,
    }),
    ownSamples: whole("samples from which a pair gets an operator of its own; 0 for none", { default: 20, min: 0 }),
  }),
};

export type SpectralSequenceOptions = OptionsOf<typeof SPECTRAL_SEQUENCE_OPTIONS>;

/** What the spectral method reports in addition to what every learner does. */
export interface SpectralFacts {
  readonly states: number;
  /** Pairs whose estimated emission kept too little mass and was replaced by the one without information. */
  readonly rejectedPairs: number;
  /** Of every label: samples, signal, singular values kept of Ω₁ and Ω₂, and the condition of Σ. */
  readonly diagnostics: readonly LabelReport[];
}

/** How far the estimates of one label can be trusted. */
export interface LabelReport {
  readonly label: string;
  readonly samples: number;
  readonly future: readonly number[];
  /** How many states' worth of them is signal rather than sampling noise; absent where directions were not shrunk. */
  readonly signal?: number;
  readonly present: readonly number[];
  readonly condition: number;
}

export async function learnSpectralSequence(
  sequences: readonly TaggedSentence[],
  options: SpectralSequenceOptions,
  clock: StageClock,
): Promise<{ chain: ChainTables; facts: SpectralFacts; warnings: readonly string[] }> {
  const templates = VIEWS.map((view) => parseTemplates(view, options[view]));
  const lexicon = await learnLexicon(sequences, options, clock);
  const corpus = await clock.run("encoding", "sequences", sequences.length, () => encodeCorpus(sequences, lexicon));
  const samples = await clock.run("features", "views", VIEWS.length, () => samplesOf(corpus, templates, clock));
  const labels = 2 * lexicon.labels.size;
  const operators = await clock.run("singular value decompositions and moments", "labels", labels, (meter) =>
    estimateOperators(samples, options, async () => {
      meter.advance();
      await breathe(clock.context.signal);
    }),
  );
  const lost = replaceLostLabels(operators).map((a) => lexicon.labels.word(a));
  const pairs = collectPairs(corpus, lexicon);
  const { refinement, rejected } = await clock.run("emissions", "pairs", pairs.labels.length, () =>
    pairEmissions(pairs, operators, options),
  );
  const counts = countTransitions(corpus);
  return {
    chain: {
      states: operators.states,
      lexicon,
      ...withJumps(operators, counts, lexicon),
      outline: labelChain(counts, lexicon),
      refinement,
    },
    facts: { states: operators.states, rejectedPairs: rejected, diagnostics: diagnosed(lexicon, operators) },
    warnings: lost.length === 0 ? [] : [`labels without hidden states, for lack of data: ${lost.join(", ")}.`],
  };
}

const VIEWS = ["future", "past", "present", "destiny"] as const satisfies readonly View[];

async function samplesOf(
  corpus: EncodedCorpus,
  templates: readonly (readonly Template[])[],
  { context }: StageClock,
): Promise<Samples> {
  const { labels, starts } = corpus;
  const successors = Int32Array.from(labels, (_, i) => i + 1);
  const first = new Uint8Array(labels.length);
  for (let s = 0; s + 1 < starts.length; s++) {
    if (starts[s] === starts[s + 1]) continue;
    successors[starts[s + 1]! - 1] = -1;
    first[starts[s]!] = 1;
  }
  const views: SparseMatrix[] = [];
  for (const list of templates) {
    views.push(featureMatrix(corpus, list));
    await breathe(context.signal);
  }
  const [future, past, present, destiny] = views as [SparseMatrix, SparseMatrix, SparseMatrix, SparseMatrix];
  return { labelCount: corpus.labelCount, labels, successors, first, future, past, present, destiny };
}

function diagnosed(lexicon: Lexicon, { diagnostics }: Operators): LabelReport[] {
  return diagnostics.map(({ samples, future, signal, present }, a): LabelReport => {
    const condition = future[0]! / future.at(-1)!;
    const known = signal === undefined ? {} : { signal };
    return {
      label: lexicon.labels.word(a),
      samples,
      future: Array.from(future),
      ...known,
      present: Array.from(present),
      condition,
    };
  });
}
