/** Sequence models as `open` and `save` know them. */
import type { ModelKind } from "../../base/learning.ts";
import type { SequenceModel } from "./model.ts";
import { SEQUENCE_KIND, SEQUENCE_VERSION, sequenceFromParts, sequenceToParts } from "./parts.ts";
import { Tagger } from "./predict.ts";

/** How sequence models are stored and used. */
export const sequenceKind: ModelKind<SequenceModel, Tagger> = {
  name: SEQUENCE_KIND,
  version: SEQUENCE_VERSION,
  toParts: sequenceToParts,
  fromParts: sequenceFromParts,
  predictor: (model) => new Tagger(model),
};
