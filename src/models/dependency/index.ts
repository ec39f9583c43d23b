export { type BaseModel, BaseParser } from "./base-parser.ts";
export * from "./decode.ts";
export * from "./experiment.ts";
export { dependencyMarkdown } from "./experiment-report.ts";
export * from "./learn.ts";
export type { ArcReport } from "./learn-arcs.ts";
export { BASE_OPTIONS, type BaseLearning, type BaseOptions, type BaseReport, type EpochReport, learnBase } from "./learn-base.ts";
export {
  learnSpectralTrees,
  SPECTRAL_TREE_OPTIONS,
  type SpectralModel,
  SpectralSentences,
  type SpectralTreeReport,
} from "./learn-spectral.ts";
export * from "./model.ts";
export * from "./parse-jobs.ts";
export { Recipe, type RecipeContext, type RecipeStage } from "./recipe.ts";
export {
  type Candidate,
  type CandidateList,
  choose,
  learnReranker,
  numberWeights,
  oracle,
  RERANK_OPTIONS,
  type Reranker,
  type RerankOptions,
  rerankScores,
} from "./rerank.ts";
export type { ListReranker } from "./rerank-parts.ts";
export { type Conditioning, operatorsFrom, type TreeMoments, type TreeOperators } from "./spectral-moments.ts";
export { SpectralScorer } from "./spectral-trees.ts";
