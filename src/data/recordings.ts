/**
 * Recordings with their phones, as labelled frames: decoded, at one sampling rate, cut into frames of cepstra, each
 * with the phone at its centre (sound/frames.ts). Only the frames are kept, which take a quarter of the memory that the
 * samples would.
 */
import { InputError } from "../base/errors.ts";
import { frozen } from "../base/learning.ts";
import { checkOptions, choice, flag, type OptionsOf, whole } from "../base/options.ts";
import { Meter, type Watch } from "../base/progress.ts";
import { breathe } from "../base/stopping.ts";
import type { Audio } from "../formats/sound/audio.ts";
import { readLab, readPhn, type Segment } from "../formats/sound/segments.ts";
import { readAudio } from "../formats/sound/sphere.ts";
import { readTextGrid } from "../formats/sound/textgrid.ts";
import type { SourceCount } from "./skipping.ts";
import {
  count,
  FOLDINGS,
  type LabelledFrames,
  labelledFrames,
  type Recording,
  type RepairCounts,
} from "./sound/frames.ts";

/** How recordings are read. */
export const RECORDING_DATA_OPTIONS = {
  rate: whole("samples per second of the sound; other rates are resampled", {
    default: 16_000,
    min: 8000,
    max: 192_000,
  }),
  folding: choice("timit39: the 39 phones of TIMIT results", FOLDINGS, { default: "none" }),
  skipBad: flag("skip and count recordings that cannot be read", { default: false }),
};

/** Options of `readRecordings` and `collectRecordings`, complete. */
export type RecordingDataOptions = OptionsOf<typeof RECORDING_DATA_OPTIONS>;

/** What a model must know of its data to read more of the kind. */
export type RecordingReading = Pick<RecordingDataOptions, "rate" | "folding">;

/** A sound file and its labels as they were found, not decoded yet. */
export interface RecordingSource {
  /** The name of the sound file. */
  readonly name: string;
  /** The bytes of a wav or NIST sphere file. */
  readonly sound: Uint8Array;
  /** The file of labels; its name's ending tells its format: .phn, .lab or .TextGrid. Undefined where there is none. */
  readonly labels: { readonly name: string; readonly text: string } | undefined;
  /** Under which name it is counted; the sound's own unless given. */
  readonly source?: string | undefined;
  /** Why its files could not be read, if that is so. */
  readonly defect?: InputError | undefined;
}

/** Labelled frames, with what is known about where they came from. Frozen. */
export interface Recordings extends RecordingReading {
  readonly recordings: readonly LabelledFrames[];
  readonly sources: readonly SourceCount[];
  /** The messages of the first few skipped recordings. */
  readonly skipped: readonly string[];
  /** What was repaired or left out on the way, and how often. */
  readonly preparation: Readonly<Record<string, number>>;
}

/** Decodes recordings in memory. */
export function readRecordings(
  sources: Iterable<RecordingSource>,
  given: Partial<RecordingDataOptions> = {},
): Recordings {
  const collection = new Collection(checkOptions("readRecordings", RECORDING_DATA_OPTIONS, given));
  for (const source of sources) collection.decode(source);
  return collection.finish();
}

/** Decodes recordings one after another as they come: no more than one is held besides the frames. */
export async function collectRecordings(
  sources: Iterable<RecordingSource> | AsyncIterable<RecordingSource>,
  given: Partial<RecordingDataOptions> = {},
  watch: Watch & { readonly total?: number | undefined } = {},
): Promise<Recordings> {
  const collection = new Collection(checkOptions("collectRecordings", RECORDING_DATA_OPTIONS, given));
  const meter = new Meter("frames", "recordings", watch.total, watch);
  for await (const source of sources) {
    collection.decode(source);
    meter.advance();
    await breathe(watch.signal);
  }
  meter.finish();
  return collection.finish();
}

/** What a learner or an evaluation takes: data that were read, or plain recordings. */
export type RecordingData = Recordings | readonly Recording[];

/** Plain recordings as data, prepared as those of files are; data that were read are given back. */
export function asRecordings(data: RecordingData, given: Partial<RecordingReading> = {}): Recordings {
  if (!isArray(data)) return data;
  const collection = new Collection(checkOptions("asRecordings", RECORDING_DATA_OPTIONS, given));
  for (const recording of data) collection.add(recording);
  return collection.finish();
}

const isArray = (data: RecordingData): data is readonly Recording[] => Array.isArray(data);

/** Errors of skipped recordings that are reported in full. */
const TOLD = 5;

class Collection {
  readonly #recordings: LabelledFrames[] = [];
  readonly #counts = new Map<string, { records: number; skipped: number }>();
  readonly #skipped: string[] = [];
  readonly #repairs: RepairCounts = new Map();

  constructor(readonly options: RecordingDataOptions) {}

  add(recording: Recording): void {
    const { rate, folding } = this.options;
    this.#recordings.push(labelledFrames(recording, rate, folding, this.#repairs));
  }

  decode({ name, sound, labels, source = name, defect }: RecordingSource): void {
    if (labels === undefined) {
      count(this.#repairs, "recordings without labels left out");
      return;
    }
    let counts = this.#counts.get(source);
    if (counts === undefined) this.#counts.set(source, (counts = { records: 0, skipped: 0 }));
    try {
      if (defect !== undefined) throw defect;
      const audio = readAudio(sound, { file: name });
      this.add({ name: labels.name, audio, segments: readSegments(labels.text, labels.name, audio) });
      counts.records++;
    } catch (error) {
      if (!this.options.skipBad || !(error instanceof InputError)) throw error;
      counts.skipped++;
      if (this.#skipped.length < TOLD) this.#skipped.push(error.message);
    }
  }

  finish(): Recordings {
    const { rate, folding } = this.options;
    return Object.freeze({
      recordings: Object.freeze(this.#recordings),
      rate,
      folding,
      sources: frozen([...this.#counts].map(([file, counts]) => ({ file, ...counts }))),
      skipped: Object.freeze(this.#skipped),
      preparation: Object.freeze(Object.fromEntries(this.#repairs)),
    });
  }
}

/** Formats of labels by the ending of the file's name. */
const LABEL_FORMATS: Readonly<Record<string, (text: string, file: string, audio: Audio) => Segment[]>> = {
  ".phn": (text, file, { rate }) => readPhn(text, { file, rate }),
  ".lab": (text, file) => readLab(text, { file }),
  ".textgrid": (text, file) => readTextGrid(text, { file }),
};

/** The endings of files that hold labels. */
export const LABEL_ENDINGS: readonly string[] = Object.keys(LABEL_FORMATS);

function readSegments(text: string, file: string, audio: Audio): Segment[] {
  const ending = /\.[^./\\]*$/.exec(file)?.[0].toLowerCase() ?? "";
  if (!Object.hasOwn(LABEL_FORMATS, ending))
    throw new InputError(`has labels in no known format; expected a name that ends in ${LABEL_ENDINGS.join(", ")}.`, {
      file,
    });
  return LABEL_FORMATS[ending]!(text, file, audio);
}
