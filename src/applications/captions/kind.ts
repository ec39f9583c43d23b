/** Describers of images as `open` and `save` know them. */
import type { ModelKind } from "../../base/learning.ts";
import { CAPTIONS_KIND, type CaptionsModel } from "./model.ts";
import { CAPTIONS_VERSION, captionsFromParts, captionsToParts } from "./parts.ts";
import { Describer } from "./predict.ts";

/** How describers are stored and used. */
export const captionsKind: ModelKind<CaptionsModel, Describer> = {
  name: CAPTIONS_KIND,
  version: CAPTIONS_VERSION,
  toParts: captionsToParts,
  fromParts: captionsFromParts,
  predictor: (model) => new Describer(model),
};
