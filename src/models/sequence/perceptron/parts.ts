/** A perceptron's tables as they are stored. */

import type { PartsReader } from "../../../base/container/parts-reader.ts";
import type { ModelParts, Tensor, TensorData } from "../../../base/model-parts.ts";
import { Vocabulary } from "../../../base/vocabulary.ts";
import { setupFromParts, setupToParts } from "../features/parts.ts";
import { coderOf } from "../features/setup.ts";
import { EARLIER_BEGINNINGS } from "./features.ts";
import { BEGINNINGS_OPTION, PERCEPTRON_OPTIONS } from "./learn-perceptron.ts";
import type { PerceptronTables } from "./tables.ts";

const flat = (data: TensorData): Tensor => ({ shape: [data.length], data });

export function perceptronToParts(model: PerceptronTables): Pick<ModelParts, "symbols" | "tensors"> {
  const { labels, words, usual, weights, realWeights } = model;
  const stored = setupToParts(model);
  return {
    symbols: {
      labels: labels.words(),
      words: words.words(),
      usualWords: [...usual.keys()],
      ...stored.symbols,
    },
    tensors: {
      ...stored.tensors,
      ...(realWeights.length === 0
        ? {}
        : { realWeights: { shape: [realWeights.length / labels.size, labels.size], data: realWeights } }),
      usualTags: flat(Int32Array.from(usual.values())),
      weightRows: flat(weights.rows),
      weightStarts: flat(weights.starts),
      weightColumns: flat(weights.columns),
      weightValues: flat(weights.values),
    },
  };
}

/** `columns` are the names of the further columns. */
export function perceptronFromParts(reader: PartsReader, columns: readonly string[]): PerceptronTables {
  const labels = reader.symbols("labels", { distinct: true });
  const words = reader.symbols("words", { distinct: true });
  if (labels.length === 0) reader.damaged("has no labels");
  const usualWords = reader.symbols("usualWords", { distinct: true });
  const usualTags = reader.indices("usualTags", Int32Array, labels.length, { shape: [usualWords.length] });
  const hashBits = reader.option<number>("hashBits", PERCEPTRON_OPTIONS.hashBits);
  const rows = reader.indices("weightRows", Uint32Array, 2 ** hashBits);
  for (let r = 1; r < rows.length; r++) {
    if (rows[r]! <= rows[r - 1]!) reader.damaged(`has rows out of order in table "weightRows", element ${r}`);
  }
  const filled = reader.indices("weightColumns", Uint16Array, labels.length);
  const setup = setupFromParts(reader, columns);
  const reals = coderOf(setup)?.realWidth ?? 0;
  return {
    labels: Vocabulary.from(labels),
    words: Vocabulary.from(words),
    ...setup,
    hashBits,
    beginnings: "beginnings" in reader.options ? reader.option("beginnings", BEGINNINGS_OPTION) : EARLIER_BEGINNINGS,
    realWeights:
      reals === 0
        ? new Float32Array(0)
        : reader.numbers("realWeights", Float32Array, { shape: [reals, labels.length] }),
    usual: new Map(usualWords.map((word, i) => [word, usualTags[i]!])),
    weights: {
      rows,
      starts: reader.offsets("weightStarts", Uint32Array, rows.length, filled.length),
      columns: filled,
      values: reader.numbers("weightValues", Float32Array, { shape: [filled.length] }),
    },
  };
}
