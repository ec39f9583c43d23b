/** A phone model taken apart for storage, and put together again after every table was checked. */

import { PartsReader } from "../../base/container/parts-reader.ts";
import { frozen } from "../../base/learning.ts";
import type { Json, ModelParts } from "../../base/model-parts.ts";
import { RECORDING_DATA_OPTIONS } from "../../data/recordings.ts";
import type { PhoneFolding } from "../../data/sound/frames.ts";
import { FRAME_SIZE } from "../../data/sound/mfcc.ts";
import { isChain, SEQUENCE_KIND, SEQUENCE_VERSION, sequenceFromParts, sequenceToParts } from "../sequence/index.ts";
import type { PhoneModel } from "./model.ts";

/** The kind of phone models in a model file. */
export const PHONES_KIND = "phones";
/** The newest layout of phone models; 3: options and report of the sequence model apart from those of the whole. */
export const PHONES_VERSION = 3;

/** What is stored of a phone model. */
export function phonesToParts(model: PhoneModel): ModelParts {
  const { quantiser, groups } = model;
  const { options, report, symbols, tensors } = sequenceToParts(model.sequence);
  return {
    kind: PHONES_KIND,
    version: PHONES_VERSION,
    options: { ...model.options, sequence: options },
    report: { phones: model.report, sequence: report },
    symbols,
    tensors: {
      ...tensors,
      centres: { shape: [quantiser.classes, quantiser.dimensions], data: quantiser.centres },
      scales: { shape: [quantiser.dimensions], data: quantiser.scales },
      groups: { shape: [groups.length], data: groups },
    },
  };
}

/** The model of stored parts; throws a `ModelFileError` for parts that no phone model has. */
export function phonesFromParts(parts: ModelParts): PhoneModel {
  const reader = new PartsReader(parts, { kind: PHONES_KIND, version: PHONES_VERSION });
  const centres = reader.numbers("centres", Float32Array, { shape: [undefined, FRAME_SIZE] });
  const classes = centres.length / FRAME_SIZE;
  if (classes === 0) reader.damaged("has no classes of frames");
  const quantiser = {
    dimensions: FRAME_SIZE,
    classes,
    centres,
    scales: reader.numbers("scales", Float32Array, { shape: [FRAME_SIZE] }),
  };
  const groups = reader.indices("groups", Int32Array, classes, { shape: [classes] });
  const { sequence: sequenceOptions = null, ...own } = reader.options;
  const rate = reader.option<number>("rate", RECORDING_DATA_OPTIONS.rate);
  const folding = reader.option<PhoneFolding>("folding", RECORDING_DATA_OPTIONS.folding);
  const sequence = sequenceFromParts({
    ...parts,
    kind: SEQUENCE_KIND,
    version: SEQUENCE_VERSION,
    options: sequenceOptions,
    report: entry(parts.report, "sequence"),
  });
  if (!isChain(sequence))
    return reader.damaged(`holds a model of the method ${sequence.method} where a chain is expected`);
  return frozen({
    kind: PHONES_KIND,
    quantiser,
    groups,
    sequence,
    options: { ...own, rate, folding },
    report: entry(parts.report, "phones"),
  });
}

/** An entry of a table of JSON; null where there is none. */
const entry = (table: Json, name: string): Json =>
  typeof table === "object" && table !== null && Object.hasOwn(table, name)
    ? ((table as Readonly<Record<string, Json>>)[name] ?? null)
    : null;
