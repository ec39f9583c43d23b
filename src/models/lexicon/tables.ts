/** Counts of labels and weights of spellings as tables of a model file, and back; every number is checked. */

import type { PartsReader } from "../../base/container/parts-reader.ts";
import type { Tensor, TensorData } from "../../base/model-parts.ts";
import type { LabelCounts } from "./label-counts.ts";
import type { SpellingWeights } from "./spelling-model.ts";

const flat = (data: TensorData): Tensor => ({ shape: [data.length], data });

export const labelCountTensors = ({ starts, labels, counts }: LabelCounts): Record<string, Tensor> => ({
  "lexicon.starts": flat(starts),
  "lexicon.labels": flat(labels),
  "lexicon.counts": flat(counts),
});

/** The counts of the words in the list `words`. */
export function labelCountsFrom(reader: PartsReader, prefix: string, labelCount: number): LabelCounts {
  const words = reader.vocabulary(`${prefix}words`);
  const labels = reader.indices(`${prefix}lexicon.labels`, Int32Array, labelCount);
  return {
    words,
    labelCount,
    starts: reader.offsets(`${prefix}lexicon.starts`, Uint32Array, words.size, labels.length),
    labels,
    counts: reader.numbers(`${prefix}lexicon.counts`, Float64Array, { shape: [labels.length], min: 0 }),
  };
}

export const spellingTensors = ({ hashes, weights }: SpellingWeights): Record<string, Tensor> => ({
  "spelling.hashes": flat(hashes),
  "spelling.weights": flat(weights),
});

export const hasSpelling = (reader: PartsReader, prefix: string): boolean => reader.has(`${prefix}spelling.hashes`);

export function spellingWeightsFrom(reader: PartsReader, prefix: string, labelCount: number): SpellingWeights {
  const hashes = reader.uint32(`${prefix}spelling.hashes`);
  return {
    hashes,
    weights: reader.numbers(`${prefix}spelling.weights`, Float32Array, { shape: [hashes.length * labelCount] }),
  };
}
