/**
 * R-HMM by expectation maximisation: Stratos et al. 2013, §7. Labels are observed in training, so that a pass over a
 * sequence costs O(N·m²).
 *
 *   r(x | a, h) = o(x | a, h) / p(x | a)        αⁱ⁺¹ = T^{b|a}·(r(xᵢ) ∘ αⁱ)
 *   ζⁱ(h, h') ∝ r(xᵢ|a,h) αⁱ(h) T^{b|a}(h', h) r(xᵢ₊₁|b,h') βⁱ⁺¹(h')
 *
 * M step: transitions, starts and stops from their expected counts; r from those of pairs, with κ_e imagined samples of
 * p(x | a) in every state (maximum a posteriori; 0 for maximum likelihood). The objective rises at every step:
 *
 *   log p(labels, words) + κ_e·Σ_{a,h} Σ_x p(x | a) log r(x | a, h)
 */
import type { StageClock } from "../../../base/learning.ts";
import { expert, type OptionsOf, real, whole } from "../../../base/options.ts";
import { Random } from "../../../base/random.ts";
import type { TaggedSentence } from "../../../trees/sentence.ts";
import { encodeCorpus } from "../data/encode.ts";
import { countTransitions, labelChain, withJumps } from "../data/label-chain.ts";
import { collectPairs, type Pairs } from "../data/pairs.ts";
import { LEXICON_OPTIONS, learnLexicon } from "../data/words.ts";
import type { Lexicon } from "../lexicon/lexicon.ts";
import type { ChainTables } from "../model.ts";
import { EmCounts, type EmParameters, expectedCounts, maximise, startingPoint } from "./steps.ts";

export const EM_SEQUENCE_OPTIONS = {
  ...LEXICON_OPTIONS,
  states: whole("hidden states per label", { default: 4, min: 1, max: 128 }),
  iterations: whole("passes of EM over the data", { default: 30, min: 1, max: 10_000 }),
  ...expert({
    emissionPrior: real("κ_e: imagined samples of every label's words in each of its states", { default: 1, min: 0 }),
  }),
};

export type EmSequenceOptions = OptionsOf<typeof EM_SEQUENCE_OPTIONS>;

/** What EM reports in addition to what every learner does. */
export interface EmFacts {
  readonly states: number;
  /** The objective before each iteration. */
  readonly objective: readonly number[];
}

/** Reported after each iteration; `chain` builds the model as it stands. */
export interface EmIteration {
  readonly iteration: number;
  readonly objective: number;
  /** Since the beginning, lexicon included, without what was done between iterations. */
  readonly seconds: number;
  chain(): ChainTables;
}

export async function learnEmSequence(
  sequences: readonly TaggedSentence[],
  options: EmSequenceOptions,
  clock: StageClock,
  onIteration: (iteration: EmIteration) => void = () => {},
): Promise<{ chain: ChainTables; facts: EmFacts }> {
  const began = performance.now();
  const lexicon = await learnLexicon(sequences, options, clock);
  const corpus = encodeCorpus(sequences, lexicon);
  const pairs = collectPairs(corpus, lexicon);
  const transitionCounts = countTransitions(corpus);
  const parameters = startingPoint(
    pairs,
    lexicon.labels.size,
    options.states,
    transitionCounts,
    new Random(options.seed).stream("em"),
  );
  const chain = () => chainOf(lexicon, pairs, parameters, transitionCounts);
  const objective: number[] = [];
  let spent = (performance.now() - began) / 1000;
  await clock.run("expectation maximisation", "iterations", options.iterations, async (meter) => {
    for (let iteration = 1; iteration <= options.iterations; iteration++) {
      const from = performance.now();
      const counts = new EmCounts(parameters);
      const logLikelihood = await expectedCounts(parameters, pairs, corpus.starts, counts, clock.context.signal);
      objective.push(logLikelihood + penalty(parameters, pairs, options.emissionPrior));
      maximise(parameters, pairs, counts, options.emissionPrior);
      spent += (performance.now() - from) / 1000;
      meter.advance();
      onIteration({ iteration, objective: objective.at(-1)!, seconds: spent, chain });
    }
  });
  return { chain: chain(), facts: { states: options.states, objective } };
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

function chainOf(lexicon: Lexicon, pairs: Pairs, parameters: EmParameters, counts: Float64Array): ChainTables {
  const { m, l, stateShares } = parameters;
  const chain = { ...parameters, means: stateShares, massesAfter: new Float64Array(l * m).fill(1) };
  return {
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
    },
  };
}
