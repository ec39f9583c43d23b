/**
 * Phones from sound: frames (data/sound/), classes (quantiser.ts), then a sequence model over them; Stratos et al.
 * 2013, §7. The classes are grouped once more, coarsely, so that features and smoothing have something to fall back on.
 */
import { InputError } from "../../base/errors.ts";
import { frozen, type LearnContext, type Learnt, lastingReport, StageClock } from "../../base/learning.ts";
import { checkMethodOptions, expert, type MethodOptionsOf, type OptionSpec, whole } from "../../base/options.ts";
import { asRecordings, type RecordingData, type Recordings } from "../../data/recordings.ts";
import type { LabelledFrames } from "../../data/sound/frames.ts";
import { FRAME_SIZE } from "../../data/sound/mfcc.ts";
import type { TaggedSentence } from "../../trees/sentence.ts";
import { type ChainMethod, learnSequence, SEQUENCE_METHODS, type SequenceReport } from "../sequence/index.ts";
import { className, type FrameClasses, type PhoneModel } from "./model.ts";
import { learnQuantiser } from "./quantiser.ts";

/**
 * Templates for phones: figure 6 of the paper with lengths of stay, and coarse classes with or in place of fine ones,
 * which are too many for small data.
 */
const PHONE_TEMPLATES = {
  future: "np*left, a+1, np, left, c, c+1",
  past: "pp*since, a-1, pp, since, c-1, c-2",
  present: "c, x",
  destiny: "pp, np, pos, since, left",
};

/**
 * What differs from the defaults for words; chosen on every fourth recording of the training data, held out
 * (docs/results.md).
 */
export const PHONE_DEFAULTS = {
  ...PHONE_TEMPLATES,
  states: 16,
  wordPrior: 8,
  kappa: 50,
  minSingularValue: 0.05,
  passes: 1,
  ownSamples: 0,
  emissionPrior: 50,
} as const;

/** Passes of EM after which phones are recognised best, or nearly so, at any number of states (docs/results.md). */
const EM_ITERATIONS = 8;

const as = <T>(spec: OptionSpec<T>, value: T): OptionSpec<T> => ({ ...spec, default: value });

const QUANTISER_OPTIONS = {
  classes: whole("classes of frames, at most; never more than a seventh of the frames", {
    default: 10_000,
    min: 2,
    max: 1_000_000,
  }),
  ...expert({ quantiserIterations: whole("k-means iterations, at most", { default: 8, min: 1, max: 1000 }) }),
};

const { observations: _words, ...words } = SEQUENCE_METHODS.hmm;
const LEXICON = { ...words, wordPrior: as(words.wordPrior, PHONE_DEFAULTS.wordPrior) };
const { observations: _spectral, ...spectral } = SEQUENCE_METHODS.spectral;
const { observations: _em, ...em } = SEQUENCE_METHODS.em;

/** The methods of `learnPhones`, each with the options it reads: those of `learnSequence` with other defaults. */
export const PHONE_METHODS = {
  spectral: {
    ...QUANTISER_OPTIONS,
    ...spectral,
    ...LEXICON,
    states: as(spectral.states, PHONE_DEFAULTS.states),
    future: as(spectral.future, PHONE_TEMPLATES.future),
    past: as(spectral.past, PHONE_TEMPLATES.past),
    present: as(spectral.present, PHONE_TEMPLATES.present),
    destiny: as(spectral.destiny, PHONE_TEMPLATES.destiny),
    kappa: as(spectral.kappa, PHONE_DEFAULTS.kappa),
    minSingularValue: as(spectral.minSingularValue, PHONE_DEFAULTS.minSingularValue),
    passes: as(spectral.passes, PHONE_DEFAULTS.passes),
    ownSamples: as(spectral.ownSamples, PHONE_DEFAULTS.ownSamples),
    emissionPrior: as(spectral.emissionPrior, PHONE_DEFAULTS.emissionPrior),
  },
  em: {
    ...QUANTISER_OPTIONS,
    ...em,
    ...LEXICON,
    states: as(em.states, PHONE_DEFAULTS.states),
    iterations: as(em.iterations, EM_ITERATIONS),
    emissionPrior: as(em.emissionPrior, PHONE_DEFAULTS.emissionPrior),
  },
  hmm: { ...QUANTISER_OPTIONS, ...LEXICON },
  unigram: { ...QUANTISER_OPTIONS, ...LEXICON },
};

/** Options of `learnPhones`: the method (spectral unless given), and what that method reads. */
export type PhoneOptions = MethodOptionsOf<typeof PHONE_METHODS>;

/** What learning phones reports: of the sequence model, and of the classes under it. */
export interface PhoneReport extends Omit<SequenceReport, "preparation"> {
  readonly frames: number;
  readonly classes: number;
  /** Mean squared distance after each k-means assignment. */
  readonly distortion: readonly number[];
  readonly preparation: Recordings["preparation"];
}

/** Frames per class, at least. */
const FRAMES_PER_CLASS = 7;
const GROUPS = 96;
const GROUP_ITERATIONS = 15;

/** Observation classes of labelled frames: what every method learns from. */
export interface QuantisedFrames {
  readonly classes: FrameClasses;
  readonly sequences: readonly TaggedSentence[];
  readonly distortion: readonly number[];
}

/** What the quantiser reads. */
export interface QuantiserSettings {
  readonly classes: number;
  readonly quantiserIterations: number;
  readonly seed: number;
}

/** Sorts frames into classes, and the classes into groups. */
export async function quantiseFrames(
  recordings: readonly LabelledFrames[],
  settings: QuantiserSettings,
  clock: StageClock,
): Promise<QuantisedFrames> {
  const frames = recordings.reduce((sum, { count }) => sum + count, 0);
  const classes = Math.min(settings.classes, Math.floor(frames / FRAMES_PER_CLASS));
  if (classes < 2)
    throw new InputError(`learnPhones: ${frames} labelled frames of 10 ms; expected at least ${2 * FRAMES_PER_CLASS}.`);
  const values = new Float32Array(frames * FRAME_SIZE);
  let at = 0;
  for (const recording of recordings) {
    values.set(recording.values, at);
    at += recording.values.length;
  }
  const { seed, quantiserIterations: iterations } = settings;
  const { signal } = clock.context;
  const fine = await clock.run("vector quantisation", "iterations", iterations, (meter) =>
    learnQuantiser(values, FRAME_SIZE, { classes, iterations, seed, signal, onIteration: () => meter.advance() }),
  );
  const coarse = await clock.run("coarse classes", "iterations", GROUP_ITERATIONS, (meter) =>
    learnQuantiser(fine.quantiser.centres, FRAME_SIZE, {
      classes: Math.min(GROUPS, classes),
      iterations: GROUP_ITERATIONS,
      seed,
      signal,
      onIteration: () => meter.advance(),
    }),
  );
  const groups = coarse.assignment;
  let from = 0;
  const sequences = recordings.map(({ count, labels }) => {
    const ids = fine.assignment.subarray(from, from + count);
    from += count;
    return { words: Array.from(ids, (id) => className(groups, id)), tags: labels };
  });
  return { classes: { quantiser: fine.quantiser, groups }, sequences, distortion: fine.report.distortion };
}

/** Learns to recognise phones from recordings that were read, or from plain ones. */
export async function learnPhones(
  data: RecordingData,
  given: PhoneOptions = {},
  context: LearnContext = {},
): Promise<Learnt<PhoneModel, PhoneReport>> {
  const { method, options } = checkMethodOptions("learnPhones", PHONE_METHODS, given);
  const { recordings, rate, folding, sources, preparation } = asRecordings(data);
  const clock = new StageClock(context);
  const { classes: count, quantiserIterations, ...own } = options as unknown as QuantiserSettings;
  const settings = { classes: count, quantiserIterations, seed: own.seed };
  const { classes, sequences, distortion } = await quantiseFrames(recordings, settings, clock);
  const learnt = await learnSequence<ChainMethod>(sequences, { ...own, method, observations: "classes" }, context);
  const report: PhoneReport = {
    ...learnt.report,
    frames: learnt.report.positions,
    classes: classes.quantiser.classes,
    distortion,
    sources,
    preparation,
    times: [...clock.times, ...learnt.report.times],
  };
  const model: PhoneModel = frozen({
    kind: "phones",
    ...classes,
    sequence: learnt.model,
    options: { method, ...(options as unknown as QuantiserSettings), rate, folding },
    report: lastingReport(report),
  });
  return { model, report };
}
