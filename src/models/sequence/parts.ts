/** A sequence model taken apart for storage, and put together again after every table was checked. */

import { tablesInside, tablesUnder } from "../../base/container/nested-parts.ts";
import { PartsReader } from "../../base/container/parts-reader.ts";
import { frozen } from "../../base/learning.ts";
import type { Json, ModelParts, Tensor, TensorData } from "../../base/model-parts.ts";
import { choice } from "../../base/options.ts";
import { columnName } from "../../data/feature-columns.ts";
import { storedSegmentation } from "../../data/segmentation.ts";
import { SEQUENCE_DATA_OPTIONS, type SequenceReading } from "../../data/sequences.ts";
import { crfFromParts, crfToParts } from "./crf/parts.ts";
import type { ChainParts } from "./data/label-chain.ts";
import { Lexicon } from "./lexicon/lexicon.ts";
import { type ChainTables, METHOD_NAMES, type Refinement, type SequenceMethod, type SequenceModel } from "./model.ts";
import { perceptronFromParts, perceptronToParts } from "./perceptron/parts.ts";
import { PRODUCT_OPTIONS } from "./product/learn-product.ts";
import type { ProductTables } from "./product/tables.ts";

/** The kind of sequence models in a model file. */
export const SEQUENCE_KIND = "sequence";
/** The newest layout of sequence models; 4: how running text is cut. */
export const SEQUENCE_VERSION = 4;

/** What is stored of a sequence model. */
export function sequenceToParts(model: SequenceModel): ModelParts {
  return {
    kind: SEQUENCE_KIND,
    version: SEQUENCE_VERSION,
    options: { ...model.options, segmentation: model.segmentation as unknown as Json },
    report: model.report,
    ...tablesOf(model),
  };
}

function tablesOf(model: SequenceModel): StoredTables {
  switch (model.method) {
    case "perceptron":
      return perceptronToParts(model);
    case "crf":
      return crfToParts(model);
    case "product":
      return productToParts(model);
    default:
      return chainToParts(model);
  }
}

type StoredTables = Pick<ModelParts, "symbols" | "tensors">;

/** The model of stored parts; throws a `ModelFileError` for parts that no sequence model has. */
export function sequenceFromParts(parts: ModelParts): SequenceModel {
  const reader = new PartsReader(parts, { kind: SEQUENCE_KIND, version: SEQUENCE_VERSION });
  const method: SequenceMethod = reader.option("method", choice("", METHOD_NAMES, { default: "spectral" }));
  const features =
    "features" in reader.options
      ? reader.option<readonly string[]>("features", SEQUENCE_DATA_OPTIONS.features)
      : undefined;
  const reading: SequenceReading = {
    ...(features === undefined ? {} : { features }),
    column: reader.option("column", SEQUENCE_DATA_OPTIONS.column),
    language: reader.option("language", SEQUENCE_DATA_OPTIONS.language),
    steps: reader.option("steps", SEQUENCE_DATA_OPTIONS.steps),
  };
  const { segmentation: _, ...options } = reader.options;
  const common = {
    kind: SEQUENCE_KIND,
    options: { ...options, ...reading },
    segmentation: storedSegmentation(reader),
    report: parts.report,
  } as const;
  const columns = (features ?? []).map(columnName);
  if (method === "perceptron") return frozen({ ...common, method, ...perceptronFromParts(reader, columns) });
  if (method === "crf") return frozen({ ...common, method, ...crfFromParts(reader, columns) });
  if (method === "product") return frozen({ ...common, method, ...productFromParts(reader, columns) });
  return frozen({ ...common, method, ...chainFromParts(reader) });
}

/** Before the names of a product's chain's tables. */
const CHAIN = "chain.";

function productToParts(model: ProductTables): StoredTables {
  const [field, chain] = [crfToParts(model), tablesInside(CHAIN, chainToParts(model.chain))];
  return {
    symbols: { ...field.symbols, ...chain.symbols },
    tensors: { ...field.tensors, ...chain.tensors },
  };
}

function productFromParts(reader: PartsReader, columns: readonly string[]): ProductTables {
  const inside = new PartsReader({ ...reader.parts, ...tablesUnder(CHAIN, reader.parts) }, reader.parts);
  return {
    ...crfFromParts(reader, columns),
    chain: chainFromParts(inside),
    chainWeight: reader.option<number>("chainWeight", PRODUCT_OPTIONS.chainWeight),
  };
}

/** Before the names of the outline's tensors. */
const OUTLINE = "outline.";

const flat = (data: TensorData): Tensor => ({ shape: [data.length], data });

function chainToParts(model: ChainTables): StoredTables {
  const { lexicon, refinement, outline, states: m } = model;
  const { symbols, tensors } = lexicon.toTables();
  const l = lexicon.labels.size;
  return {
    symbols,
    tensors: {
      ...tensors,
      ...chainTensors("", model, l, m),
      ...(outline === undefined ? {} : chainTensors(OUTLINE, outline, l, 1)),
      ...(refinement === undefined ? {} : refinementTensors(refinement, l, m)),
    },
  };
}

function chainTensors(
  prefix: string,
  { start, stop, transitions, stored, jump }: ChainParts,
  l: number,
  m: number,
): Record<string, Tensor> {
  return {
    [`${prefix}start`]: { shape: [l, m], data: start },
    [`${prefix}stop`]: { shape: [l, m], data: stop },
    [`${prefix}transitions`]: { shape: [l, l, m, m], data: transitions },
    [`${prefix}stored`]: { shape: [l, l], data: stored },
    [`${prefix}jumpFrom`]: { shape: [l, m], data: jump.from },
    [`${prefix}jumpInto`]: { shape: [l, m], data: jump.into },
  };
}

function refinementTensors(
  { starts, labels, vectors, fallback, slices, own }: Refinement,
  l: number,
  m: number,
): Record<string, Tensor> {
  const width = fallback.length / l;
  return {
    pairStarts: flat(starts),
    pairLabels: flat(labels),
    pairVectors: { shape: [labels.length, width], data: vectors },
    pairFallback: { shape: [l, width], data: fallback },
    ...(slices === undefined ? {} : { slices: { shape: [l, width, m, m], data: slices } }),
    ...(own === undefined
      ? {}
      : {
          ownMatrix: flat(own.numbers),
          matrices: { shape: [own.matrices.length / (m * m), m, m], data: own.matrices },
        }),
  };
}

function chainFromParts(reader: PartsReader): ChainTables {
  const lexicon = Lexicon.fromTables(reader);
  const l = lexicon.labels.size;
  const m = reader.float64("start", [l, undefined]).length / l;
  if (m === 0) reader.damaged("has no hidden state");
  return {
    states: m,
    lexicon,
    ...chainPartsFrom(reader, "", l, m),
    outline: reader.has(`${OUTLINE}start`) ? chainPartsFrom(reader, OUTLINE, l, 1) : undefined,
    refinement: reader.has("pairStarts") ? refinementFrom(reader, lexicon, m) : noRefinement(reader, m),
  };
}

function chainPartsFrom(reader: PartsReader, prefix: string, l: number, m: number): ChainParts {
  const table = (name: string) => reader.numbers(`${prefix}${name}`, Float64Array, { shape: [l, m] });
  return {
    start: table("start"),
    stop: table("stop"),
    transitions: reader.numbers(`${prefix}transitions`, Float64Array, { shape: [l, l, m, m] }),
    stored: reader.indices(`${prefix}stored`, Uint8Array, 2, { shape: [l, l] }),
    jump: { from: table("jumpFrom"), into: table("jumpInto") },
  };
}

function noRefinement(reader: PartsReader, m: number): undefined {
  return m === 1 ? undefined : reader.damaged(`has ${m} hidden states and no table "pairStarts"`);
}

function refinementFrom(reader: PartsReader, { labels: { size: l }, classCount }: Lexicon, m: number): Refinement {
  const labels = reader.indices("pairLabels", Int32Array, l);
  const hasSlices = reader.has("slices");
  const fallback = reader.numbers("pairFallback", Float64Array, { shape: [l, hasSlices ? undefined : m] });
  const width = fallback.length / l;
  return {
    starts: reader.offsets("pairStarts", Uint32Array, classCount, labels.length),
    labels,
    vectors: reader.numbers("pairVectors", Float64Array, { shape: [labels.length, width] }),
    fallback,
    slices: hasSlices ? reader.numbers("slices", Float64Array, { shape: [l, width, m, m] }) : undefined,
    own: reader.has("ownMatrix") ? ownFrom(reader, labels.length, m) : undefined,
  };
}

function ownFrom(reader: PartsReader, pairs: number, m: number): Refinement["own"] {
  const matrices = reader.numbers("matrices", Float64Array, { shape: [undefined, m, m] });
  const count = matrices.length / (m * m);
  return { numbers: reader.indices("ownMatrix", Int32Array, count, { shape: [pairs], least: -1 }), matrices };
}
