/** Phone models as `open` and `save` know them. */
import type { ModelKind } from "../../base/learning.ts";
import type { PhoneModel } from "./model.ts";
import { PHONES_KIND, PHONES_VERSION, phonesFromParts, phonesToParts } from "./parts.ts";
import { PhoneTagger } from "./predict.ts";

/** How phone models are stored and used. */
export const phonesKind: ModelKind<PhoneModel, PhoneTagger> = {
  name: PHONES_KIND,
  version: PHONES_VERSION,
  toParts: phonesToParts,
  fromParts: phonesFromParts,
  predictor: (model) => new PhoneTagger(model),
};
