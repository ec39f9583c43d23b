/** Models of sentence similarity as `open` and `save` know them. */
import type { ModelKind } from "../../base/learning.ts";
import { SIMILARITY_KIND, type SimilarityModel } from "./model.ts";
import { SIMILARITY_VERSION, similarityFromParts, similarityToParts } from "./parts.ts";
import { SentenceSimilarity } from "./predict.ts";

export const similarityKind: ModelKind<SimilarityModel, SentenceSimilarity> = {
  name: SIMILARITY_KIND,
  version: SIMILARITY_VERSION,
  toParts: similarityToParts,
  fromParts: similarityFromParts,
  predictor: (model) => new SentenceSimilarity(model),
};
