/**
 * The names people start with, the same in Node and in a browser. Everything else is under its subpath:
 * `eigentree/parser`, `eigentree/formats`, `eigentree/linalg` …
 */

// Descriptions of images from detections: learn from captions, describe, evaluate.
export { Describer, evaluateCaptions, learnCaptions } from "./applications/captions/index.ts";
export { evaluateSimilarity, learnSimilarity, SentenceSimilarity } from "./applications/similarity/index.ts";
export { evaluateVisual, learnVisual, VisualText } from "./applications/visual-text/index.ts";
export {
  EigentreeError,
  InputError,
  type LearnContext,
  type Learnt,
  type Model,
  ModelFileError,
  OptionError,
} from "./base/index.ts";
// Data: `readX` takes a text in memory, `collectX` (under `eigentree/data`) takes sources of any size.
export {
  readCorpus,
  readDependencies,
  readPairs,
  readRecordings,
  readSentences,
  readSequences,
  readTreebank,
  readVectors,
} from "./data/index.ts";
// Scores.
export { BracketScorer, scoreAttachment, TaggingScorer } from "./evaluation/index.ts";
// Text in and out.
export {
  formatPenn,
  readConllu,
  readPenn,
  readRawText,
  writeConllu,
  writePenn,
} from "./formats/index.ts";
// Models from bytes and back.
export {
  type AnyModel,
  type AnyPredictor,
  type KindName,
  type ModelOf,
  type PredictorOf,
  toBytes,
} from "./kinds/index.ts";
export { loadKernels } from "./linalg/index.ts";
// Learners, predictors, evaluation: the same three for every kind.
export { DependencyParser, evaluateDependency, learnDependency } from "./models/dependency/index.ts";
export { evaluateInduction, InductionParser, learnInduction } from "./models/induction/index.ts";
export { evaluateParser, learnParser, Parser } from "./models/parser/index.ts";
export { evaluatePhones, learnPhones, PhoneTagger } from "./models/phones/index.ts";
export { evaluateSequence, learnSequence, Tagger } from "./models/sequence/index.ts";
export { evaluateVectors, learnClusters, learnVectors, ModelVectors } from "./models/vectors/index.ts";
export { generateTreebank } from "./samples/index.ts";
// Trees.
export {
  drawArcs,
  drawSvg,
  drawText,
  searchTree,
  type Tree,
  words,
} from "./trees/index.ts";
