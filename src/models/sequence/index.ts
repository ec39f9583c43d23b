export { Decoder, TAGGING_OPTIONS, type TaggingOptions, type TaggingResult } from "./decode.ts";
export * from "./evaluate.ts";
export * from "./experiment.ts";
export * from "./hmm.ts";
export * from "./hmm-em.ts";
export * from "./hmm-spectral.ts";
export * from "./learn-em.ts";
export * from "./learn-spectral.ts";
export {
  LEXICON_OPTIONS,
  type Learnt as LearntSequence,
  type LexiconSettings,
  learnHmm,
  learnUnigram,
  type SequenceReport,
} from "./learn-supervised.ts";
export { Lexicon } from "./lexicon.ts";
export {
  type Method as SequenceMethod,
  SEQUENCE_KIND,
  SEQUENCE_VERSION,
  type SequenceModel,
  sequenceFromParts,
  sequenceToParts,
} from "./model.ts";
export * from "./perceptron.ts";
export * from "./phones/index.ts";
export * from "./tagger.ts";
