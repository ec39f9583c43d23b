/** A conditional random field's tables as they are stored. */

import type { PartsReader } from "../../../base/container/parts-reader.ts";
import type { ModelParts, Tensor, TensorData } from "../../../base/model-parts.ts";
import { Vocabulary } from "../../../base/vocabulary.ts";
import { setupFromParts, setupToParts } from "../features/parts.ts";
import { coderOf } from "../features/setup.ts";
import type { CrfTables } from "./tables.ts";

const flat = (data: TensorData): Tensor => ({ shape: [data.length], data });

export function crfToParts(model: CrfTables): Pick<ModelParts, "symbols" | "tensors"> {
  const { labels, words, weights, transitions, vectorWeights, contextWeights } = model;
  const stored = setupToParts(model);
  const l = labels.size;
  return {
    symbols: {
      labels: labels.words(),
      words: words.words(),
      ...stored.symbols,
    },
    tensors: {
      weightKeys: flat(weights.keys),
      weightStarts: flat(weights.starts),
      weightColumns: flat(weights.columns),
      weightValues: flat(weights.values),
      transitions: { shape: [l, l], data: transitions },
      vectorWeights: { shape: [vectorWeights.length / l, l], data: vectorWeights },
      contextWeights: { shape: [contextWeights.length / l, l], data: contextWeights },
      ...stored.tensors,
    },
  };
}

/** `columns` are the names of the further columns that the data had. */
export function crfFromParts(reader: PartsReader, columns: readonly string[]): CrfTables {
  const labels = reader.symbols("labels", { distinct: true });
  if (labels.length === 0) reader.damaged("has no labels");
  const l = labels.length;
  const keys = reader.uint32("weightKeys");
  if (new Set(keys).size !== keys.length || keys.includes(0)) reader.damaged('holds a key of "weightKeys" twice, or 0');
  const found = reader.indices("weightColumns", Uint16Array, l);
  const tables = {
    ...setupFromParts(reader, columns),
    labels: Vocabulary.from(labels),
    words: Vocabulary.from(reader.symbols("words", { distinct: true })),
    weights: {
      keys,
      starts: reader.offsets("weightStarts", Uint32Array, keys.length, found.length),
      columns: found,
      values: reader.numbers("weightValues", Float32Array, { shape: [found.length] }),
    },
    transitions: reader.numbers("transitions", Float32Array, { shape: [l, l] }),
  };
  const coder = coderOf(tables) ?? reader.damaged("has no templates");
  const { width = 0, contextWidth = 0 } = tables.known.vectors ?? {};
  const numbers = (name: string, rows: number) => reader.numbers(name, Float32Array, { shape: [rows, l] });
  return {
    ...tables,
    vectorWeights: numbers("vectorWeights", coder.vectorOffsets.length * width),
    contextWeights: numbers("contextWeights", coder.contexts ? contextWidth : 0),
  };
}
