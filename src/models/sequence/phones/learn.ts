/**
 * Phones from audio: frames (mfcc.ts), classes (quantiser.ts), then a sequence model over them; Stratos et al. 2013, §7. The classes are grouped once more, coarsely,
 * so that features and smoothing have something to fall back on.
 */
import { InputError } from "../../../base/errors.ts";
import { checkOptions, choice, type OptionsOf, whole } from "../../../base/options.ts";
import { type Progress, Stage } from "../../../base/progress.ts";
import { DEFAULT_SEED } from "../../../base/random.ts";
import type { TaggedSentence } from "../../../trees/sentence.ts";
import { learnEmSequence } from "../learn-em.ts";
import { learnSpectralSequence, SPECTRAL_SEQUENCE_OPTIONS } from "../learn-spectral.ts";
import { learnHmm, learnUnigram, type SequenceReport } from "../learn-supervised.ts";
import type { SequenceModel } from "../model.ts";
import { FRAME_SIZE } from "./mfcc.ts";
import type { PhoneModel } from "./model.ts";
import { learnQuantiser } from "./quantiser.ts";
import { FOLDINGS, type LabelledFrames } from "./recordings.ts";

/** Templates for phones: figure 6 of the paper with lengths of stay, and coarse classes beside or in place of fine ones, which are too many for small data. */
export const PHONE_TEMPLATES = {
  future: "np*left, a+1, np, left, c, c+1",
  past: "pp*since, a-1, pp, since, c-1, c-2",
  present: "c, x",
  destiny: "pp, np, pos, since, left",
};

/** What differs from the defaults for words; chosen on every fourth recording of the training data, held out (docs/results.md). */
export const PHONE_DEFAULTS = {
  ...PHONE_TEMPLATES,
  states: 16,
  wordPrior: 8,
  kappa: 50,
  smallest: 0.05,
  passes: 1,
  ownSamples: 0,
  emissionPrior: 50,
} as const;

const spectral = SPECTRAL_SEQUENCE_OPTIONS;
const redefined = <K extends keyof typeof PHONE_DEFAULTS>(name: K) => ({ ...spectral[name], default: PHONE_DEFAULTS[name] as never });

export const PHONE_OPTIONS = {
  method: choice("how to learn the sequence model", ["spectral", "em", "hmm", "unigram"], { default: "spectral" }),
  classes: whole("classes of frames, at most; never more than a seventh of the frames", { default: 10_000, min: 2, max: 1_000_000 }),
  quantiserIterations: whole("k-means iterations, at most", { default: 8, min: 1, max: 1000 }),
  rate: whole("samples per second of the sound; other rates are resampled", { default: 16_000, min: 8000, max: 192_000 }),
  folding: choice("timit39: the 39 phones of TIMIT results", FOLDINGS, { default: "none" }),
  emIterations: whole("passes of EM", { default: 8, min: 1, max: 10_000 }),
  states: redefined("states"),
  emissionRank: spectral.emissionRank,
  future: redefined("future"),
  past: redefined("past"),
  present: redefined("present"),
  destiny: redefined("destiny"),
  kappa: redefined("kappa"),
  smallest: redefined("smallest"),
  shrinkage: spectral.shrinkage,
  passes: redefined("passes"),
  ownSamples: redefined("ownSamples"),
  wordPrior: redefined("wordPrior"),
  destinyPrior: spectral.destinyPrior,
  emissionPrior: redefined("emissionPrior"),
  seed: whole("seed of the random numbers", { default: DEFAULT_SEED }),
};

export type PhoneOptions = OptionsOf<typeof PHONE_OPTIONS>;

export interface PhoneReport extends SequenceReport {
  readonly frames: number;
  readonly classes: number;
  /** Mean squared distance after each k-means assignment. */
  readonly distortion: readonly number[];
  /** Of the quantiser, then of the sequence model. */
  readonly quantiserSeconds: number;
  readonly sequenceSeconds: number;
}

/** Frames per class, at least. */
const FRAMES_PER_CLASS = 7;
const GROUPS = 96;

/** Observation classes of labelled frames: what every method learns from. */
export interface PhoneClasses {
  readonly quantised: Pick<PhoneModel, "quantiser" | "groups">;
  readonly sequences: readonly TaggedSentence[];
  readonly distortion: readonly number[];
  readonly seconds: number;
}

export function quantiseFrames(recordings: readonly LabelledFrames[], options: PhoneOptions, progress?: Progress): PhoneClasses {
  const began = performance.now();
  const frames = recordings.reduce((sum, { count }) => sum + count, 0);
  const classes = Math.min(options.classes, Math.floor(frames / FRAMES_PER_CLASS));
  if (classes < 2) throw new InputError(`learnPhones: ${frames} labelled frames of 10 ms; expected at least ${2 * FRAMES_PER_CLASS}.`);
  const values = new Float32Array(frames * FRAME_SIZE);
  let at = 0;
  for (const recording of recordings) {
    values.set(recording.values, at);
    at += recording.values.length;
  }
  const { seed, quantiserIterations: iterations } = options;
  const stage = new Stage("vector quantisation", "iterations", iterations, progress);
  const fine = learnQuantiser(values, FRAME_SIZE, { classes, iterations, seed, onIteration: () => stage.advance() });
  stage.finish();
  const coarse = learnQuantiser(fine.quantiser.centres, FRAME_SIZE, { classes: Math.min(GROUPS, classes), iterations: 15, seed });
  const groups = coarse.assignment;
  let from = 0;
  const sequences = recordings.map(({ count, labels }) => {
    const words = Array.from(fine.assignment.subarray(from, from + count), (id) => `${groups[id]}.${id}`);
    from += count;
    return { words, tags: labels };
  });
  return {
    quantised: { quantiser: fine.quantiser, groups },
    sequences,
    distortion: fine.report.distortion,
    seconds: (performance.now() - began) / 1000,
  };
}

export function learnPhones(
  recordings: readonly LabelledFrames[],
  given: Partial<PhoneOptions> = {},
  progress?: Progress,
): { model: PhoneModel; report: PhoneReport } {
  const options = checkOptions("learnPhones", PHONE_OPTIONS, given);
  const { quantised, sequences, distortion, seconds } = quantiseFrames(recordings, options, progress);
  const learnt = learnOver(sequences, options, progress);
  const report: PhoneReport = {
    ...learnt.report,
    frames: learnt.report.positions,
    classes: quantised.quantiser.classes,
    distortion,
    quantiserSeconds: seconds,
    sequenceSeconds: learnt.report.seconds,
    seconds: seconds + learnt.report.seconds,
  };
  return { model: Object.freeze({ ...quantised, rate: options.rate, folding: options.folding, sequence: learnt.model }), report };
}

/** The sequence model over classes, by the method asked for. */
export function learnOver(
  sequences: readonly TaggedSentence[],
  options: PhoneOptions,
  progress?: Progress,
): { model: SequenceModel; report: SequenceReport } {
  const common = { observations: "classes", wordPrior: options.wordPrior, seed: options.seed } as const;
  if (options.method === "unigram") return learnUnigram(sequences, common);
  if (options.method === "hmm") return learnHmm(sequences, common);
  if (options.method === "em") {
    const { states, emIterations: iterations, emissionPrior } = options;
    return learnEmSequence(sequences, { ...common, states, iterations, emissionPrior }, undefined, progress);
  }
  const settings = Object.fromEntries(Object.entries(options).filter(([name]) => name in SPECTRAL_SEQUENCE_OPTIONS));
  return learnSpectralSequence(sequences, { ...common, ...settings }, progress);
}
