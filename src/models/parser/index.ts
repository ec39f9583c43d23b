/** Constituency parsers: learn from a treebank, parse, evaluate, store. */
export {
  type Fallback,
  type Loading,
  type NodePlace,
  type NodeStates,
  nodeProbabilities,
  nodeStates,
  type ScoredTree,
  type SpanProbability,
  type SpectralOptions,
  type StateLoadings,
  type SymbolReport,
  stateLoadings,
  type TreeProbability,
  treeProbability,
} from "../grammar/index.ts";
export {
  evaluateParser,
  PARSER_EVALUATION_OPTIONS,
  type ParserEvaluationContext,
  type ParserEvaluationOptions,
  type ParserScores,
} from "./evaluate.ts";
export type { EmCurve, EmPoint } from "./experiment/em-curve.ts";
export {
  experimentLpcfg,
  LPCFG_EXPERIMENT_OPTIONS,
  type LpcfgExperiment,
  type LpcfgExperimentOptions,
  type SpectralStages,
  type SpeedRatio,
  speedRatios,
  type TreebankSize,
} from "./experiment/experiment.ts";
export { lpcfgMarkdown } from "./experiment/report.ts";
export type { LpcfgExperimentContext, LpcfgRow, WallAndCpu } from "./experiment/trials.ts";
export { learnParser, PARSER_METHODS, type ParserOptions, type ParserReport } from "./learn.ts";
export type { ParserMethod, ParserModel, ParserSettings } from "./model.ts";
export { PARSING_OPTIONS, type ParsingOptions } from "./options.ts";
export { type ParsedSentence, type ParseSetup, parseJobs, partsForParsing } from "./parse-jobs.ts";
export { PARSER_VERSION, parserFromParts, parserToParts } from "./parts.ts";
export { type Parse, Parser } from "./predict.ts";
export type { Reranker } from "./rerank/reranker.ts";
export type { BracketScores, LengthBand } from "./scores.ts";
export {
  holdOut,
  TUNING_GRID,
  type TunedOption,
  type Tuning,
  type TuningContext,
  tuneParser,
} from "./tune.ts";
