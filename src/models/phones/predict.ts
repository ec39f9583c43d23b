/** Phones of recordings, with their times. */
import { checkOptions, type OptionsOf } from "../../base/options.ts";
import type { RecordingReading } from "../../data/recordings.ts";
import { framesOf, type RepairCounts } from "../../data/sound/frames.ts";
import { frameCentre, STEP_SECONDS } from "../../data/sound/mfcc.ts";
import type { Audio } from "../../formats/sound/audio.ts";
import type { Segment } from "../../formats/sound/segments.ts";
import { TAGGING_OPTIONS, Tagger } from "../sequence/index.ts";
import { classNames, type PhoneModel } from "./model.ts";

/**
 * How phones are decoded by default. Frames overlap and follow each other closely, so that each tells less
 * than it seems to: weights are taken to a power.
 */
export const PHONE_DECODING = { power: 0.4, beam: 0.001, pruning: 0.01 } as const;

/** Options of `PhoneTagger`. */
export const PHONE_TAGGING_OPTIONS = {
  ...TAGGING_OPTIONS,
  beam: { ...TAGGING_OPTIONS.beam, default: PHONE_DECODING.beam },
  pruning: { ...TAGGING_OPTIONS.pruning, default: PHONE_DECODING.pruning },
  power: { ...TAGGING_OPTIONS.power, default: PHONE_DECODING.power },
};

/** Options of `PhoneTagger`, complete. */
export type PhoneTaggingOptions = OptionsOf<typeof PHONE_TAGGING_OPTIONS>;

/** Recognises phones with a model. */
export class PhoneTagger {
  readonly kind = "phones";
  readonly model: PhoneModel;
  readonly #tagger: Tagger;

  constructor(model: PhoneModel, given: Partial<PhoneTaggingOptions> = {}) {
    // A unigram has nothing to weigh its observations against.
    const specs = model.sequence.method === "unigram" ? TAGGING_OPTIONS : PHONE_TAGGING_OPTIONS;
    this.model = model;
    this.#tagger = new Tagger(model.sequence, checkOptions("PhoneTagger", specs, given));
  }

  /** All phones it can recognise. */
  get labels(): readonly string[] {
    return this.#tagger.labels;
  }

  /** How recordings must be read to be like those the model was learnt from: options of `readRecordings`. */
  get reading(): RecordingReading {
    const { rate, folding } = this.model.options;
    return { rate, folding };
  }

  /** The phone of every frame, from the frames' values. */
  tagFrames(values: Float32Array): readonly string[] {
    return this.#tagger.tag(classNames(this.model, values)).tags;
  }

  /** The phones of a recording with their times; what had to be done to the sound is counted in `repairs`. */
  tag(audio: Audio, repairs: RepairCounts = new Map()): Segment[] {
    const frames = framesOf(audio, this.model.options.rate, repairs);
    return segmentsOf(this.tagFrames(frames.values), audio.samples.length / audio.rate);
  }
}

/** Runs of equal labels; a boundary lies midway between the centres of two frames. */
export function segmentsOf(labels: readonly string[], duration: number): Segment[] {
  const segments: Segment[] = [];
  let begin = 0;
  for (let i = 1; i <= labels.length; i++) {
    if (i < labels.length && labels[i] === labels[begin]) continue;
    const start = begin === 0 ? 0 : frameCentre(begin) - STEP_SECONDS / 2;
    const end = i === labels.length ? duration : frameCentre(i) - STEP_SECONDS / 2;
    segments.push({ start: Number(start.toFixed(6)), end: Number(end.toFixed(6)), label: labels[begin]! });
    begin = i;
  }
  return segments;
}
