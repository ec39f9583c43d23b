/** Bracketing tagged sentences without trees to learn from: learn, bracket, evaluate, store. */
export { CCM_OPTIONS, type CcmModel, type CcmOptions, ccmParse, learnCcm } from "./baselines/ccm.ts";
export { TAG_MAPS, type TagMapName, UNIVERSAL_TAGS, type UniversalTag, universalTag } from "./data/tags.ts";
export { evaluateInduction, type InductionScores, type LimitScores } from "./evaluate.ts";
export {
  type InductionSetup,
  type InductionTables,
  inductionExperiment,
  type Variation,
} from "./experiment/experiment.ts";
export type { HeldOutRow } from "./experiment/held-out.ts";
export {
  type LatentNode,
  type LatentRecord,
  latentDrawing,
  latentJson,
  latentNewick,
  latentTree,
} from "./latent-tree.ts";
export { type InductionData, type InductionReport, learnInduction } from "./learn.ts";
export type { InductionModel } from "./model.ts";
export {
  INDUCTION_EVALUATION_OPTIONS,
  INDUCTION_OPTIONS,
  INDUCTION_PARSING_OPTIONS,
  type InductionEvaluationOptions,
  type InductionOptions,
  type InductionParsingOptions,
} from "./options.ts";
export { inductionFromParts, inductionToParts } from "./parts.ts";
export { type InducedParse, InductionParser, type InductionSentence } from "./predict.ts";
