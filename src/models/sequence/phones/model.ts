/** A phone model: how sound becomes observation classes, and a sequence model over them. */
import type { ModelParts } from "../../../base/model-parts.ts";
import type { Audio } from "../../../formats/audio.ts";
import type { Segment } from "../../../formats/segments.ts";
import { Decoder, type TaggingOptions } from "../decode.ts";
import { type SequenceModel, sequenceFromParts, sequenceToParts } from "../model.ts";
import { PHONE_DECODING } from "./decoding.ts";
import { frameCentre, STEP_SECONDS } from "./mfcc.ts";
import { type Quantiser, quantise } from "./quantiser.ts";
import { framesOf, type PhoneFolding, type RepairCounts } from "./recordings.ts";

export const PHONES_KIND = "phones";
export const PHONES_VERSION = 2;

export interface PhoneModel {
  readonly quantiser: Quantiser;
  /** The coarse class of every class. */
  readonly groups: Int32Array;
  /** Samples per second of the sound it works with. */
  readonly rate: number;
  readonly folding: PhoneFolding;
  readonly sequence: SequenceModel;
}

/** Observations of frames as the sequence model knows them: `coarse.fine`. */
export function classNames({ quantiser, groups }: Pick<PhoneModel, "quantiser" | "groups">, values: Float32Array): string[] {
  return Array.from(quantise(quantiser, values), (id) => `${groups[id]}.${id}`);
}

export class PhoneTagger {
  readonly model: PhoneModel;
  readonly #decoder: Decoder;

  constructor(model: PhoneModel, options: Partial<TaggingOptions> = {}) {
    this.model = model;
    // A unigram has nothing to weigh its observations against.
    const standard = model.sequence.method === "unigram" ? {} : PHONE_DECODING;
    this.#decoder = new Decoder(model.sequence, { ...standard, ...options });
  }

  /** The phone of every frame, from the frames' values. */
  tagFrames(values: Float32Array): readonly string[] {
    return this.#decoder.tag(classNames(this.model, values)).tags;
  }

  /** The phones of a recording with their times. */
  tag(audio: Audio, repairs: RepairCounts = new Map()): Segment[] {
    const frames = framesOf(audio, this.model.rate, repairs);
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

export function phonesToParts(model: PhoneModel): ModelParts {
  const { quantiser, groups, rate, folding } = model;
  const parts = sequenceToParts(model.sequence);
  return {
    ...parts,
    kind: PHONES_KIND,
    version: PHONES_VERSION,
    options: { rate, folding, sequence: parts.options },
    tensors: {
      ...parts.tensors,
      centres: { shape: [quantiser.classes, quantiser.dimensions], data: quantiser.centres },
      scales: { shape: [quantiser.dimensions], data: quantiser.scales },
      groups: { shape: [groups.length], data: groups },
    },
  };
}

export function phonesFromParts(parts: ModelParts): PhoneModel {
  const { rate, folding, sequence } = parts.options as { rate: number; folding: PhoneFolding; sequence: ModelParts["options"] };
  const centres = parts.tensors.centres!;
  return Object.freeze({
    quantiser: {
      classes: centres.shape[0]!,
      dimensions: centres.shape[1]!,
      centres: centres.data as Float32Array,
      scales: parts.tensors.scales!.data as Float32Array,
    },
    groups: parts.tensors.groups!.data as Int32Array,
    rate,
    folding,
    sequence: sequenceFromParts({ ...parts, options: sequence }),
  });
}
