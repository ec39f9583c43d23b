/**
 * The experiments of Stratos et al. 2013, on any labelled sequences: accuracy over the number of hidden states for the
 * spectral method and for EM at its best iteration (figure 5), feature ablation (figure 7), and the table of baselines
 * (figure 8), all with times. Choices are made on the development data; the chosen models are measured on test data
 * once, where there are any.
 */

import { type LearnContext, StageClock } from "../../../base/learning.ts";
import { checkOptions } from "../../../base/options.ts";
import { asSequences } from "../../../data/sequences.ts";
import type { Interval } from "../../../evaluation/bootstrap.ts";
import { defaultSegmentation } from "../../../formats/text/defaults.ts";
import type { TaggedSentence } from "../../../trees/sentence.ts";
import { requireSequences } from "../data/sequence.ts";
import type { LexiconSettings } from "../data/words.ts";
import { ChainDecoder, TAGGING_OPTIONS, type TaggingOptions } from "../decode/chain-decoder.ts";
import { EM_SEQUENCE_OPTIONS, type EmSequenceOptions, learnEmSequence } from "../em/learn-em.ts";
import { SequenceEvaluation, type Tags } from "../evaluate.ts";
import { learnSequence, type SequenceOptions } from "../learn.ts";
import type { ChainTables } from "../model.ts";
import { Tagger } from "../predict.ts";
import type { SpectralSequenceOptions } from "../spectral/learn-spectral.ts";
import { type Gain, gainOver, type SentenceCounts, scoreInterval } from "./compare.ts";

/** One model of the experiment. */
export interface RhmmRow {
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
  /** 95 % of the bootstrap's resamples of the sequences. */
  readonly interval: Interval;
  /** Of ablations: against the model with all templates, on the same sequences. */
  readonly change?: Gain | undefined;
}

/** A model that was chosen on the development data, measured on test data. */
export interface RhmmTestRow {
  readonly method: string;
  readonly states: number;
  readonly accuracy: Interval;
  /** Against the row before: unigram, hmm, em, spectral. */
  readonly gain: Gain | undefined;
}

/** What `experimentRhmm` gives. */
export interface RhmmExperiment {
  readonly rows: readonly RhmmRow[];
  /** Empty without test data. */
  readonly test: readonly RhmmTestRow[];
}

/** What `experimentRhmm` runs. */
export interface RhmmOptions {
  readonly spectralStates: readonly number[];
  readonly emStates: readonly number[];
  readonly emIterations: number;
  readonly perceptron: boolean;
  /** What the spectral learner is given besides its states; its lexicon settings go to every chain. */
  readonly spectral: Partial<SpectralSequenceOptions>;
  /** What EM is given besides its states, its passes and those. */
  readonly em: Partial<EmSequenceOptions>;
  readonly decode: Partial<TaggingOptions>;
  /** Templates that replace the spectral learner's, by name, at `ablationStates`. */
  readonly ablations: Readonly<Record<string, Partial<SpectralSequenceOptions>>>;
  readonly ablationStates: number;
  /** For one measurement of the chosen models. */
  readonly test?: readonly TaggedSentence[] | undefined;
}

interface Candidate {
  readonly row: RhmmRow;
  readonly tagger: Tags;
  readonly counts: readonly SentenceCounts[];
}

/** Runs all of it; rows are handed over as they come. */
export async function experimentRhmm(
  train: readonly TaggedSentence[],
  dev: readonly TaggedSentence[],
  options: RhmmOptions,
  context: LearnContext = {},
  onRow: (row: RhmmRow) => void = () => {},
): Promise<RhmmExperiment> {
  // No running text is read here: how it is cut need not be learnt.
  const data = { ...asSequences(train), segmentation: defaultSegmentation("en") };
  const found: Candidate[] = [];
  const add = (candidate: Candidate) => {
    found.push(candidate);
    onRow(candidate.row);
    return candidate;
  };
  const learn = async (
    name: string,
    states: number,
    given: SequenceOptions,
    decode: Partial<TaggingOptions>,
    whole?: readonly SentenceCounts[],
  ) => {
    const began = performance.now();
    const { model } = await learnSequence(data, given, context);
    const seconds = (performance.now() - began) / 1000;
    const tagger = new Tagger(model, decode);
    const { counts, ...measured } = measure(tagger, dev);
    const change = whole === undefined ? {} : { change: gainOver(counts, whole) };
    return add({ tagger, counts, row: { ...measured, method: name, states, seconds, ...change } });
  };
  const { observations, wordPrior, seed } = options.spectral;
  const lexicon = given({ observations, wordPrior, seed });
  await learn("unigram", 1, { ...lexicon, method: "unigram" }, { ...options.decode, power: 1 });
  await learn("hmm", 1, { ...lexicon, method: "hmm" }, options.decode);
  for (const states of options.emStates) add(await bestOfEm(train, dev, states, lexicon, options, context));
  for (const states of options.spectralStates)
    await learn("spectral", states, { ...options.spectral, states }, options.decode);
  const states = options.ablationStates;
  if (Object.keys(options.ablations).length > 0) {
    const same = found.find(({ row }) => row.method === "spectral" && row.states === states);
    const whole = same ?? (await learn("spectral", states, { ...options.spectral, states }, options.decode));
    for (const [name, templates] of Object.entries(options.ablations)) {
      const own = { ...options.spectral, ...templates, states };
      await learn(`spectral, ${name}`, states, own, options.decode, whole.counts);
    }
  }
  if (options.perceptron) await learn("perceptron", 0, { method: "perceptron" }, {});
  return {
    rows: found.map(({ row }) => row),
    test: options.test === undefined ? [] : measureChosen(found, options.test),
  };
}

/** The best model of each method on the development data, each against the one before. */
function measureChosen(found: readonly Candidate[], test: readonly TaggedSentence[]): RhmmTestRow[] {
  const rows: RhmmTestRow[] = [];
  let before: readonly SentenceCounts[] | undefined;
  for (const method of ["unigram", "hmm", "em", "spectral"]) {
    const own = found.filter(({ row }) => row.method === method);
    if (own.length === 0) continue;
    const { row, tagger } = own.reduce((best, other) => (other.row.accuracy > best.row.accuracy ? other : best));
    const { counts, interval } = measure(tagger, test);
    const gain = before === undefined ? undefined : gainOver(counts, before);
    rows.push({ method, states: row.states, accuracy: interval, gain });
    before = counts;
  }
  return rows;
}

/** Only what is not undefined. */
const given = (settings: { readonly [K in keyof LexiconSettings]: LexiconSettings[K] | undefined }) =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)) as Partial<LexiconSettings>;

type Measured = Pick<
  RhmmRow,
  "accuracy" | "unknownAccuracy" | "decodedPerSecond" | "negativeMarginals" | "interval"
> & { readonly counts: readonly SentenceCounts[] };

function measure(tagger: Tags, dev: readonly TaggedSentence[]): Measured {
  let negativeMarginals = 0;
  const evaluation = new SequenceEvaluation({
    labels: tagger.labels,
    knows: (word) => tagger.knows(word),
    tag: (words) => {
      const result = tagger.tag(words);
      negativeMarginals += result.negative ?? 0;
      return result;
    },
  });
  const began = performance.now();
  const counts: SentenceCounts[] = [];
  for (const sequence of dev) {
    const tags = evaluation.add(sequence);
    const matched = sequence.tags.filter((tag, i) => tag === tags[i]).length;
    if (tags.length > 0) counts.push({ matched, gold: tags.length, predicted: tags.length });
  }
  const seconds = (performance.now() - began) / 1000;
  const scores = evaluation.scores();
  return {
    accuracy: scores.accuracy,
    unknownAccuracy: scores.unknown.accuracy,
    decodedPerSecond: Math.round(scores.words / seconds),
    negativeMarginals,
    counts,
    interval: scoreInterval(counts),
  };
}

/** A chain that is not a model yet, as something that tags. */
export function chainTagger(chain: ChainTables, options: Partial<TaggingOptions> = {}): Tags {
  const decoder = new ChainDecoder(chain, checkOptions("chainTagger", TAGGING_OPTIONS, options));
  return {
    labels: chain.lexicon.labels.words(),
    knows: (word: string) => chain.lexicon.words.has(word),
    tag: (words: readonly string[]) => decoder.tag(words),
  };
}

async function bestOfEm(
  train: readonly TaggedSentence[],
  dev: readonly TaggedSentence[],
  states: number,
  lexicon: Partial<LexiconSettings>,
  { em, emIterations, decode }: RhmmOptions,
  context: LearnContext,
): Promise<Candidate> {
  requireSequences("experimentRhmm", train);
  const own = { ...lexicon, ...em, states, iterations: emIterations };
  const options = checkOptions("experimentRhmm", EM_SEQUENCE_OPTIONS, own);
  let best: Candidate | undefined;
  await learnEmSequence(train, options, new StageClock(context), ({ iteration, seconds, chain }) => {
    const tagger = chainTagger(chain(), decode);
    const { counts, ...measured } = measure(tagger, dev);
    if (best === undefined || measured.accuracy > best.row.accuracy)
      best = { tagger, counts, row: { ...measured, method: "em", states, seconds, iteration } };
  });
  return best!;
}
