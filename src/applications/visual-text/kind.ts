/** Classifiers of noun phrases as `open` and `save` know them. */
import type { ModelKind } from "../../base/learning.ts";
import type { VisualModel } from "./model.ts";
import { VISUAL_VERSION, visualFromParts, visualToParts } from "./parts.ts";
import { VisualText } from "./predict.ts";

/** How classifiers of noun phrases are stored and used. */
export const visualKind: ModelKind<VisualModel, VisualText> = {
  name: "visual",
  version: VISUAL_VERSION,
  toParts: visualToParts,
  fromParts: visualFromParts,
  predictor: (model) => new VisualText(model),
};
