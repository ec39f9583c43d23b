/** A phone model: how sound becomes observation classes, and a sequence model over them. */
import type { Model } from "../../base/learning.ts";
import type { RecordingReading } from "../../data/recordings.ts";
import type { ChainModel } from "../sequence/index.ts";
import { type Quantiser, quantise } from "./quantiser.ts";

/** How frames become classes. */
export interface FrameClasses {
  readonly quantiser: Quantiser;
  /** The coarse class of every class. */
  readonly groups: Int32Array;
}

/** Recognises the phones of a recording. */
export interface PhoneModel extends Model, FrameClasses {
  readonly kind: "phones";
  /** What it was learnt with: the method, all of its options, and how its data were read. */
  readonly options: Model["options"] & RecordingReading;
  readonly sequence: ChainModel;
}

/** The name of a class as the sequence model knows it: `coarse.fine`. */
export const className = (groups: Int32Array, id: number): string => `${groups[id]}.${id}`;

/** The classes of frames. */
export const classNames = ({ quantiser, groups }: FrameClasses, values: Float32Array): string[] =>
  Array.from(quantise(quantiser, values), (id) => className(groups, id));
