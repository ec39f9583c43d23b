/** What is learnt from captions: knowledge about nouns, and some captions as they are. */
import type { Json, Model } from "../../base/index.ts";
import type { Knowledge } from "./knowledge/knowledge.ts";

/** The name of the kind in model files. */
export const CAPTIONS_KIND = "captions";

/** A model as `learnCaptions` gives it: frozen. `new Describer(model)` describes scenes with it. */
export interface CaptionsModel extends Model {
  readonly kind: typeof CAPTIONS_KIND;
  readonly options: Readonly<Record<string, Json>>;
  readonly knowledge: Knowledge;
  /** Captions of the training data, evenly drawn. */
  readonly captions: readonly string[];
}
