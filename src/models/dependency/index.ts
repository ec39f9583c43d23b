/** Dependency parsing: a graph-based parser, a spectral model of trees, and a re-ranker that uses both. */
export type { ArcReport } from "./arcs/learn-arcs.ts";
export type { BaseModel } from "./base/base-parser.ts";
export type { BaseReport, EpochNews, EpochReport } from "./base/learn-base.ts";
export {
  DEPENDENCY_EVALUATION_OPTIONS,
  type DependencyEvaluationOptions,
  type DependencyScores,
  evaluateDependency,
} from "./evaluate.ts";
export {
  DEPENDENCY_EXPERIMENT_OPTIONS,
  type DependencyExperiment,
  type DependencyExperimentData,
  type DependencyExperimentOptions,
  dependencyExperiment,
} from "./experiment/experiment.ts";
export { type DependencyRow, type RerankComparison, type RerankSystem, SYSTEMS } from "./experiment/one-order.ts";
export { dependencyMarkdown } from "./experiment/report.ts";
export { dependencyKind } from "./kind.ts";
export { type DependencyData, type DependencyReport, learnDependency } from "./learn.ts";
export { DEPENDENCY_KIND, type DependencyModel, type DependencyModelOptions } from "./model.ts";
export { DEPENDENCY_OPTIONS, type DependencyOptions } from "./options.ts";
export { type DependencyRequest, type DependencySetup, dependencyJobs } from "./parse-jobs.ts";
export { DEPENDENCY_VERSION, dependencyFromParts, dependencyToParts, punctuationOf } from "./parts.ts";
export {
  DEPENDENCY_PARSING_OPTIONS,
  type DependencyInput,
  DependencyParser,
  type DependencyParsingOptions,
  type ParsedDependencies,
} from "./predict.ts";
export { type Punctuation, type PunctuationStyle, styleOf } from "./punctuation/punctuation.ts";
export { numberWeights, type Reranker } from "./rerank/reranker.ts";
export type { DependencyContext, StageRun } from "./rerank/stages.ts";
export {
  learnSpectralTrees,
  type SpectralModel,
  SpectralSentences,
  type SpectralTreeData,
  type SpectralTreeReport,
} from "./spectral/learn-spectral.ts";
export { SPECTRAL_TREE_OPTIONS, type SpectralTreeOptions } from "./spectral/options.ts";
