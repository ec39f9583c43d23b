/** The re-ranker as tensors and options of a model file. */
import { ModelFileError } from "../../base/errors.ts";
import type { Json, ModelParts, Tensor } from "../../base/model-parts.ts";
import type { Reranker } from "./rerank.ts";

const NAME = "reranker/weights";

/** A re-ranker and the length of the lists it was made for. */
export interface ListReranker extends Reranker {
  readonly list: number;
}

export const rerankTensors = ({ weights }: ListReranker): Record<string, Tensor> => ({
  [NAME]: { shape: [weights.length], data: weights },
});

export const rerankSettings = ({ deviations, logProbability, list }: ListReranker): Json => ({ deviations, logProbability, list });

/** From this version of the model files on, log |p̂| of all trees counts, and features of tags count less. */
const FIRST_VERSION = 2;

/** The re-ranker of a file; undefined when it has none. */
export function rerankerFrom(
  settings: Json | undefined,
  { tensors, version }: Pick<ModelParts, "tensors" | "version">,
): ListReranker | undefined {
  if (settings === null || settings === undefined) return undefined;
  if (version < FIRST_VERSION) {
    const reason = `has a re-ranker of version ${version}, whose weights mean something else; expected version ${FIRST_VERSION}: train the model again.`;
    throw new ModelFileError("older-version", reason);
  }
  const weights = tensors[NAME]?.data;
  if (!(weights instanceof Float32Array)) {
    throw new ModelFileError("damaged", `has no tensor "${NAME}" of 32-bit numbers; the file is damaged: train the model again.`);
  }
  return Object.freeze({ ...(settings as unknown as Omit<ListReranker, "weights">), weights });
}
