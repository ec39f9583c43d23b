/** Sentence similarity: learn from judged pairs, score pairs, evaluate, store. */
export {
  collectPairs,
  type JudgedPair,
  PAIR_DATA_OPTIONS,
  readPairs,
  type SentencePairs,
  sourceOfFile,
} from "../../data/sentence-pairs.ts";
export {
  evaluateSimilarity,
  SIMILARITY_EVALUATION_OPTIONS,
  type SimilarityEvaluationOptions,
  type SimilarityScores,
} from "./evaluate.ts";
export {
  experimentSimilarity,
  SIMILARITY_EXPERIMENT_OPTIONS,
  type SimilarityExperiment,
  type SimilarityExperimentData,
} from "./experiment/experiment.ts";
export { similarityMarkdown } from "./experiment/report.ts";
export { GROUPS, type GroupName } from "./group.ts";
export { describeRegressions, type FeatureWeight, type GroupShare } from "./inspect.ts";
export { learnSimilarity, type SimilarityData, type SimilarityReport, type ValidationReport } from "./learn.ts";
export type { SimilarityModel } from "./model.ts";
export { SIMILARITY_OPTIONS, type SimilarityOptions } from "./options.ts";
export { SIMILARITY_VERSION, similarityFromParts, similarityToParts } from "./parts.ts";
export {
  type Contribution,
  type Explanation,
  type MatchedWords,
  SentenceSimilarity,
  type SimilarityResources,
} from "./predict.ts";
export { type OfficialScores, officialScores, type ScoredSet } from "./scores/official.ts";
