/**
 * R-HMM by expectation maximisation: Stratos et al. 2013, §7. Labels are observed in training, so that a pass over a sequence costs O(N·m²).
 *
 *   r(x | a, h) = o(x | a, h) / p(x | a)        αⁱ⁺¹ = T^{b|a}·(r(xᵢ) ∘ αⁱ)        ζⁱ(h, h') ∝ r(xᵢ|a,h) αⁱ(h) T^{b|a}(h', h) r(xᵢ₊₁|b,h') βⁱ⁺¹(h')
 *
 * M step: transitions, starts and stops from their expected counts; r from those of pairs, with κ_e imagined samples of p(x | a) in every state (maximum a
 * posteriori; 0 for maximum likelihood). The objective rises at every step:
 *
 *   log p(labels, words) + κ_e·Σ_{a,h} Σ_x p(x | a) log r(x | a, h)
 */
import type { Json } from "../../base/model-parts.ts";
import { checkOptions, type OptionsOf, real, whole } from "../../base/options.ts";
import { type Progress, Stage } from "../../base/progress.ts";
import { Random } from "../../base/random.ts";
import type { TaggedSentence } from "../../trees/sentence.ts";
import { EmCounts, type EmParameters, expectedCounts, maximise, startingPoint } from "./em-steps.ts";
import { encodeCorpus } from "./encode.ts";
import { countTransitions, labelChain, withJumps } from "./label-chain.ts";
import { LEXICON_OPTIONS, type Learnt, learnLexicon, reportOf, type SequenceReport } from "./learn-supervised.ts";
import type { Lexicon } from "./lexicon.ts";
import type { SequenceModel } from "./model.ts";
import { collectPairs, type Pairs } from "./pairs.ts";
import { requireSequences } from "./sequence.ts";

export const EM_SEQUENCE_OPTIONS = {
  ...LEXICON_OPTIONS,
  states: whole("hidden states per label", { default: 4, min: 1, max: 128 }),
  iterations: whole("passes over the data", { default: 30, min: 1, max: 10_000 }),
  emissionPrior: real("κ_e: imagined samples of every label's words in each of its states", { default: 1, min: 0 }),
};

export type EmSequenceOptions = OptionsOf<typeof EM_SEQUENCE_OPTIONS>;

export interface EmSequenceReport extends SequenceReport {
  readonly states: number;
  /** The objective before each iteration. */
  readonly objective: readonly number[];
}

/** Told after each iteration; `model` builds the model as it stands, `stop` ends the learning. */
export interface EmIteration {
  readonly iteration: number;
  readonly objective: number;
  /** Since the beginning, lexicon included, without what was done between iterations. */
  readonly seconds: number;
  model(): SequenceModel;
  stop(): void;
}

export function learnEmSequence(
  sequences: readonly TaggedSentence[],
  given: Partial<EmSequenceOptions> = {},
  onIteration: (iteration: EmIteration) => void = () => {},
  progress?: Progress,
): Learnt<EmSequenceReport> {
  const began = performance.now();
  requireSequences("learnEmSequence", sequences);
  const options = checkOptions("learnEmSequence", EM_SEQUENCE_OPTIONS, given);
  const lexicon = learnLexicon(sequences, options);
  const corpus = encodeCorpus(sequences, lexicon);
  const pairs = collectPairs(corpus, lexicon);
  const transitionCounts = countTransitions(corpus);
  const parameters = startingPoint(pairs, lexicon.labels.size, options.states, transitionCounts, new Random(options.seed).stream("em"));
  const objective: number[] = [];
  const stage = new Stage("expectation maximisation", "iterations", options.iterations, progress);
  let stopped = false;
  let spent = (performance.now() - began) / 1000;
  for (let iteration = 1; iteration <= options.iterations && !stopped; iteration++) {
    const from = performance.now();
    const counts = new EmCounts(parameters);
    objective.push(expectedCounts(parameters, pairs, corpus.starts, counts) + penalty(parameters, pairs, options.emissionPrior));
    maximise(parameters, pairs, counts, options.emissionPrior);
    spent += (performance.now() - from) / 1000;
    stage.advance();
    onIteration({
      iteration,
      objective: objective.at(-1)!,
      seconds: spent,
      model: () => modelOf(lexicon, pairs, parameters, transitionCounts, options, {}),
      stop: () => {
        stopped = true;
      },
    });
  }
  stage.finish();
  const report: EmSequenceReport = { ...reportOf(sequences, lexicon, began), states: options.states, objective };
  return { model: modelOf(lexicon, pairs, parameters, transitionCounts, options, report as unknown as Json), report };
}

function penalty({ ratios, m, totals }: EmParameters, { labels, counts, firstSpelling }: Pairs, prior: number): number {
  if (prior === 0) return 0;
  let sum = 0;
  for (let pair = 0; pair < firstSpelling; pair++) {
    const share = counts[pair]! / totals[labels[pair]!]!;
    for (let h = 0; h < m; h++) sum += share * Math.log(ratios[pair * m + h]!);
  }
  return prior * sum;
}

function modelOf(
  lexicon: Lexicon,
  pairs: Pairs,
  parameters: EmParameters,
  counts: Float64Array,
  options: EmSequenceOptions,
  report: Json,
): SequenceModel {
  const { m, l, stateShares } = parameters;
  const chain = { ...parameters, means: stateShares, massesAfter: new Float64Array(l * m).fill(1) };
  return Object.freeze({
    method: "em",
    states: m,
    lexicon,
    ...withJumps(chain, counts, lexicon),
    outline: labelChain(counts, lexicon),
    refinement: {
      starts: pairs.starts,
      labels: pairs.labels,
      vectors: parameters.ratios.slice(),
      fallback: new Float64Array(l * m).fill(1),
      slices: undefined,
      own: undefined,
      matrices: undefined,
    },
    options,
    report,
  });
}
