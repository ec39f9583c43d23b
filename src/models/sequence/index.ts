/** Labelling sequences: tags, chunks, names. Phones are in `../phones`. */
export { TAGGING_OPTIONS, type TaggingOptions } from "./decode/chain-decoder.ts";
export { evaluateSequence, type SequenceScores, type Share } from "./evaluate.ts";
export {
  experimentRhmm,
  type RhmmExperiment,
  type RhmmOptions,
  type RhmmRow,
  type RhmmTestRow,
} from "./experiment/experiment.ts";
export {
  experimentLexical,
  type LexicalData,
  type LexicalExperiment,
  type LexicalRow,
  type LexicalSystem,
} from "./experiment/lexical.ts";
export { type ListedName, readGazetteer } from "./features/gazetteer.ts";
export { TEMPLATES_NAME } from "./features/parse.ts";
export type { WordColumns } from "./features/setup.ts";
// Plain HMMs over symbols, without labels: a tool of their own, not a kind of model (examples/hmm.ts).
export {
  BAUM_WELCH_OPTIONS,
  type BaumWelchOptions,
  type BaumWelchReport,
  learnBaumWelch,
} from "./hmm/learn-em.ts";
export {
  learnSpectralHmm,
  projectionOf,
  SPECTRAL_HMM_OPTIONS,
  type SpectralHmmOptions,
  type SpectralHmmReport,
  type Windows,
  windowsOf,
} from "./hmm/learn-spectral.ts";
export {
  drawHmm,
  type Filtered,
  filterHmm,
  type Hmm,
  type OperatorHmm,
  operatorsOf,
  type Prediction,
  predictNext,
  randomHmm,
} from "./hmm/model.ts";
export type { SymbolSequences } from "./hmm/symbols.ts";
export { sequenceKind } from "./kind.ts";
export type { SequenceKnowledge } from "./knowledge.ts";
export {
  type KnownSequences,
  learnSequence,
  type ModelOfMethod,
  SEQUENCE_METHODS,
  type SequenceOptions,
  type SequenceReport,
} from "./learn.ts";
export {
  type ChainMethod,
  type ChainModel,
  type CrfModel,
  isChain,
  isField,
  type PerceptronModel,
  type ProductModel,
  type SequenceMethod,
  type SequenceModel,
} from "./model.ts";
export { SEQUENCE_KIND, SEQUENCE_VERSION, sequenceFromParts, sequenceToParts } from "./parts.ts";
export { CRF_TAGGING_OPTIONS, Tagger, type TaggingResult } from "./predict.ts";
export type { LabelReport } from "./spectral/learn-spectral.ts";
