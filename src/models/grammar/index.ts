/**
 * Latent-variable grammars over binary trees: what the kinds of models that are made of them share. Constituency
 * parsers (models/parser) and head automata (models/dependency) import from here, and from nothing inside.
 */
export { learnPcfg, MARKOV_OPTIONS, type MarkovOptions, marksOf } from "./baselines/learn-pcfg.ts";
export type { BoundaryModel } from "./boundaries/boundaries.ts";
export { learnBoundaries } from "./boundaries/learn-boundaries.ts";
export { type ChartParse, ChartParser, type Fallback, type ScoredTree } from "./decode/chart-parser.ts";
export { type Loading, type StateLoadings, stateLoadings } from "./decode/loadings.ts";
export { partEnds } from "./decode/long-sentences.ts";
export { type NearRewrite, type NodePlace, type NodeStates, nodeStates } from "./decode/node-states.ts";
export { PARSING_OPTIONS, type ParsingOptions } from "./decode/parsing-options.ts";
export { residentGrammar } from "./decode/resident-grammar.ts";
export { type Belief, type SpanBeliefs, spanBeliefs } from "./decode/span-beliefs.ts";
export { nodeProbabilities, type SpanProbability, spanProbabilities } from "./decode/span-probabilities.ts";
export { type TreeProbability, treeProbability } from "./decode/tree-probability.ts";
export { EM_OPTIONS, EmLearner, type EmOptions, type EmReport, learnEm } from "./em/learn-em.ts";
export { DirectionTable } from "./lexicon/directions.ts";
export { LEXICON_DEFAULTS, Lexicon, type LexiconOptions, type Reading } from "./lexicon/lexicon.ts";
export {
  type GrammarModel,
  type GrammarReport,
  type GrammarSettings,
  type LearntGrammar,
  leafVectors,
  type Member,
  toSinglePrecision,
} from "./model.ts";
export { grammarFromTables, grammarTables } from "./parts.ts";
export { type Decompositions, decompose } from "./spectral/decompositions.ts";
export {
  type EmitFeature,
  FEATURE_SETS,
  FeatureContext,
  type FeatureSet,
  FULL_FEATURES,
  RULE_FEATURES,
} from "./spectral/features.ts";
export { grammarFromDecompositions, learnSpectral } from "./spectral/learn-spectral.ts";
export { membersOption, SPECTRAL_OPTIONS, type SpectralOptions } from "./spectral/options.ts";
export { type SpectralReport, type SymbolReport, WEAK_CONDITION } from "./spectral/report.ts";
export {
  type BinaryForm,
  type BinaryTreebank,
  binaryTreebank,
  buildBinaryTreebank,
  LEFT_FORM,
  type MarkOptions,
  NO_MARKS,
  restoreTree,
  TreebankColumns,
  type Weights,
} from "./treebank/binary-treebank.ts";
export { SymbolBuilder, type Symbols } from "./treebank/symbols.ts";
