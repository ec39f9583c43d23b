/** Word vectors as `open` and `save` know them. */
import type { ModelKind } from "../../base/learning.ts";
import type { VectorsModel } from "./model.ts";
import { VECTORS_VERSION, vectorsFromParts, vectorsToParts } from "./parts.ts";
import { ModelVectors } from "./predict.ts";

export const vectorsKind: ModelKind<VectorsModel, ModelVectors> = {
  name: "vectors",
  version: VECTORS_VERSION,
  toParts: vectorsToParts,
  fromParts: vectorsFromParts,
  predictor: (model) => new ModelVectors(model),
};
