/** Descriptions of images from detections (Midge): learn from captions, describe, evaluate, store. */
export type {
  DescribedSentence,
  LinkDerivation,
  NounDerivation,
  SceneDescription,
} from "./describe.ts";
export { scenePage } from "./drawing/scene-page.ts";
export { type DrawSceneOptions, drawScene } from "./drawing/scene-svg.ts";
export {
  CAPTIONS_EVALUATION_OPTIONS,
  type CaptionsEvaluation,
  type CaptionsEvaluationContext,
  type CaptionsEvaluationOptions,
  type DescriptionComparison,
  type DescriptionScores,
  evaluateCaptions,
} from "./evaluate.ts";
export { captionsKind } from "./kind.ts";
export { type Counted, CountTable } from "./knowledge/count-table.ts";
export { Knowledge, type Likely, NO_KNOWLEDGE } from "./knowledge/knowledge.ts";
export { type CaptionsData, type CaptionsReport, learnCaptions } from "./learn.ts";
export { CAPTIONS_KIND, type CaptionsModel } from "./model.ts";
export { CAPTIONS_OPTIONS, type CaptionsOptions, DESCRIBING_OPTIONS, type DescribingOptions } from "./options.ts";
export { type CaptionsContext, parseCaptions } from "./parse-captions.ts";
export { CAPTIONS_VERSION, captionsFromParts, captionsToParts } from "./parts.ts";
export { Describer, type SceneInput } from "./predict.ts";
export { type LeftOut, nounOf, type Reason, type Renamed } from "./things.ts";
