/** Models of induction as `open` and `save` know them. */
import type { ModelKind } from "../../base/learning.ts";
import type { InductionModel } from "./model.ts";
import { INDUCTION_VERSION, inductionFromParts, inductionToParts } from "./parts.ts";
import { InductionParser } from "./predict.ts";

export const inductionKind: ModelKind<InductionModel, InductionParser> = {
  name: "induction",
  version: INDUCTION_VERSION,
  toParts: inductionToParts,
  fromParts: inductionFromParts,
  predictor: (model) => new InductionParser(model),
};
