/** The re-ranker as tensors of a model file, and back. */

import type { PartsReader } from "../../../base/container/parts-reader.ts";
import type { Tensor } from "../../../base/model-parts.ts";
import { finiteFloats } from "../finite.ts";
import { RERANK_WEIGHTS, type Reranker } from "./reranker.ts";

const WEIGHTS = "reranker/weights";
const DEVIATIONS = "reranker/deviations";

export const rerankTensors = ({ weights, deviations }: Reranker): Record<string, Tensor> => ({
  [WEIGHTS]: { shape: [weights.length], data: weights },
  [DEVIATIONS]: { shape: [deviations.length], data: Float64Array.from(deviations) },
});

/** The re-ranker of a file; it looks at log p̂ where there is a spectral model. */
export function rerankerFrom(reader: PartsReader, logProbability: boolean): Reranker {
  const weights = finiteFloats(reader, WEIGHTS, Float32Array, [RERANK_WEIGHTS]);
  const [base, log] = finiteFloats(reader, DEVIATIONS, Float64Array, [2]) as unknown as readonly [number, number];
  if (!(base > 0) || !(log > 0)) reader.damaged(`has a deviation that is not positive in table "${DEVIATIONS}"`);
  return Object.freeze({ weights, deviations: [base, log] as const, logProbability });
}
