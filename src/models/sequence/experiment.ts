/**
 * The experiments of Stratos et al. 2013, on any labelled sequences: accuracy over the number of hidden states for the spectral method and for EM at its best iteration
 * (figure 5), feature ablation (figure 7), and the table of baselines (figure 8), all with times.
 */
import type { TaggedSentence } from "../../trees/sentence.ts";
import type { TaggingOptions } from "./decode.ts";
import { SequenceEvaluation } from "./evaluate.ts";
import { type EmSequenceOptions, learnEmSequence } from "./learn-em.ts";
import { learnSpectralSequence, type SpectralSequenceOptions } from "./learn-spectral.ts";
import { learnHmm, learnUnigram } from "./learn-supervised.ts";
import { learnPerceptron } from "./perceptron.ts";
import { type AnySequenceModel, taggerOf } from "./tagger.ts";

export interface ExperimentRow {
  readonly method: string;
  readonly states: number;
  /** In percent, on the development data. */
  readonly accuracy: number;
  readonly unknownAccuracy: number;
  /** Training time; for EM up to the iteration shown. */
  readonly seconds: number;
  /** EM: the iteration that scored best on the development data. */
  readonly iteration?: number;
  /** Positions decoded in a second, one thread. */
  readonly decodedPerSecond: number;
  readonly negativeMarginals: number;
}

export interface ExperimentOptions {
  readonly spectralStates: readonly number[];
  readonly emStates: readonly number[];
  readonly emIterations: number;
  readonly perceptron: boolean;
  /** What the spectral learner is given besides its states; its lexicon settings go to every method. */
  readonly spectral: Partial<SpectralSequenceOptions>;
  /** What EM is given besides its states, its passes and those. */
  readonly em: Partial<EmSequenceOptions>;
  readonly decode: Partial<TaggingOptions>;
  /** Templates that replace the spectral learner's, by name, at `ablationStates`. */
  readonly ablations: Readonly<Record<string, Partial<SpectralSequenceOptions>>>;
  readonly ablationStates: number;
}

/** Runs all of it; rows are handed over as they come. */
export function runRhmmExperiment(
  train: readonly TaggedSentence[],
  dev: readonly TaggedSentence[],
  options: ExperimentOptions,
  onRow: (row: ExperimentRow) => void = () => {},
): ExperimentRow[] {
  const rows: ExperimentRow[] = [];
  const add = (row: ExperimentRow) => {
    rows.push(row);
    onRow(row);
  };
  const { observations, wordPrior, seed } = options.spectral;
  const lexicon = Object.fromEntries(Object.entries({ observations, wordPrior, seed }).filter(([, value]) => value !== undefined));
  const unigram = learnUnigram(train, lexicon);
  add({ ...measure(unigram.model, dev, { ...options.decode, power: 1 }), method: "unigram", states: 1, seconds: unigram.report.seconds });
  const hmm = learnHmm(train, lexicon);
  add({ ...measure(hmm.model, dev, options.decode), method: "hmm", states: 1, seconds: hmm.report.seconds });
  for (const states of options.emStates) add(bestOfEm(train, dev, states, lexicon, options));
  const spectral = (name: string, states: number, templates: Partial<SpectralSequenceOptions>) => {
    const { model, report } = learnSpectralSequence(train, { ...options.spectral, ...templates, states });
    add({ ...measure(model, dev, options.decode), method: name, states, seconds: report.seconds });
  };
  for (const states of options.spectralStates) spectral("spectral", states, {});
  for (const [name, templates] of Object.entries(options.ablations)) spectral(`spectral, ${name}`, options.ablationStates, templates);
  if (options.perceptron) {
    const { model, report } = learnPerceptron(train);
    add({ ...measure(model, dev, {}), method: "perceptron", states: 0, seconds: report.seconds });
  }
  return rows;
}

type Measured = Pick<ExperimentRow, "accuracy" | "unknownAccuracy" | "decodedPerSecond" | "negativeMarginals">;

function measure(model: AnySequenceModel, dev: readonly TaggedSentence[], decode: Partial<TaggingOptions>): Measured {
  const tagger = taggerOf(model, decode);
  let negativeMarginals = 0;
  const evaluation = new SequenceEvaluation({
    ...tagger,
    tag: (words) => {
      const result = tagger.tag(words);
      negativeMarginals += result.negative ?? 0;
      return result;
    },
  });
  const began = performance.now();
  for (const sequence of dev) evaluation.add(sequence);
  const seconds = (performance.now() - began) / 1000;
  const scores = evaluation.scores();
  return {
    accuracy: scores.accuracy,
    unknownAccuracy: scores.unknown.accuracy,
    decodedPerSecond: Math.round(scores.words / seconds),
    negativeMarginals,
  };
}

function bestOfEm(
  train: readonly TaggedSentence[],
  dev: readonly TaggedSentence[],
  states: number,
  lexicon: Partial<SpectralSequenceOptions>,
  { em, emIterations, decode }: ExperimentOptions,
): ExperimentRow {
  let best: ExperimentRow | undefined;
  learnEmSequence(train, { ...lexicon, ...em, states, iterations: emIterations }, ({ iteration, seconds, model }) => {
    const measured = measure(model(), dev, decode);
    if (best === undefined || measured.accuracy > best.accuracy) best = { ...measured, method: "em", states, seconds, iteration };
  });
  return best!;
}
