/** Lexicons of visual words as `open` and `save` know them. */
import type { ModelKind } from "../../../base/learning.ts";
import type { VisualLexiconModel } from "./model.ts";
import { VISUAL_LEXICON_VERSION, visualLexiconFromParts, visualLexiconToParts } from "./parts.ts";
import { VisualLexicon } from "./predict.ts";

/** How lexicons of visual words are stored and used. */
export const visualLexiconKind: ModelKind<VisualLexiconModel, VisualLexicon> = {
  name: "visual-lexicon",
  version: VISUAL_LEXICON_VERSION,
  toParts: visualLexiconToParts,
  fromParts: visualLexiconFromParts,
  predictor: (model) => new VisualLexicon(model),
};
