/** The re-ranker as tensors of a model file, and back. */

import type { PartsReader } from "../../../base/container/parts-reader.ts";
import type { Tensor } from "../../../base/model-parts.ts";
import { NUMBERS } from "./candidates.ts";
import type { Reranker } from "./reranker.ts";

const NAMES = {
  features: "reranker.features",
  weights: "reranker.weights",
  numbers: "reranker.numbers",
  size: "reranker.listSize",
} as const;

/** The longest lists that a model may ask for. */
const LONGEST = 1000;

export const rerankerTensors = ({ features, weights, numberWeights, listSize }: Reranker): Record<string, Tensor> => ({
  [NAMES.features]: { shape: [features.length], data: features },
  [NAMES.weights]: { shape: [weights.length], data: weights },
  [NAMES.numbers]: { shape: [NUMBERS], data: numberWeights },
  [NAMES.size]: { shape: [1], data: Int32Array.of(listSize) },
});

/** The re-ranker of a file, or undefined where it has none. */
export function rerankerFrom(reader: PartsReader): Reranker | undefined {
  if (!reader.has(NAMES.features)) return undefined;
  const features = reader.int32(NAMES.features);
  if (features.some((feature, at) => at > 0 && feature <= features[at - 1]!))
    reader.damaged(`has features out of order in table "${NAMES.features}"`);
  const [listSize] = reader.indices(NAMES.size, Int32Array, LONGEST + 1, { shape: [1], least: 1 });
  return Object.freeze({
    features,
    weights: reader.numbers(NAMES.weights, Float32Array, { shape: [features.length] }),
    numberWeights: reader.numbers(NAMES.numbers, Float64Array, { shape: [NUMBERS] }),
    listSize: listSize!,
  });
}
