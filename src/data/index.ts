/** What models learn from, read and prepared. */
export * from "./attached-sentences.ts";
export * from "./cluster-vectors.ts";
export * from "./clusters.ts";
export {
  type Corpus,
  type CorpusContext,
  type CorpusView,
  collectCorpus,
  readCorpus,
  VOCABULARY_OPTIONS,
  type VocabularyLimits,
} from "./corpus/corpus.ts";
export type { Scratch, Spilling } from "./corpus/scratch.ts";
export { CORPUS_OPTIONS, type CorpusOptions } from "./corpus/tokens.ts";
export * from "./dependencies.ts";
export { columnName, withPlace } from "./feature-columns.ts";
export { type Folding, foldWord, NO_FOLDING } from "./folding.ts";
export * from "./recordings.ts";
export * from "./segmentation.ts";
export * from "./sentence-pairs.ts";
export * from "./sentences.ts";
export * from "./sequences.ts";
export * from "./skipping.ts";
export { foldTimit } from "./sound/folding.ts";
export {
  framesOf,
  type LabelledFrames,
  type PhoneFolding,
  type Recording,
  type RepairCounts,
} from "./sound/frames.ts";
export { FRAME_SIZE, type Frames, frameCentre, mfccFrames, STEP_SECONDS } from "./sound/mfcc.ts";
export { resample } from "./sound/resample.ts";
export * from "./text.ts";
export * from "./treebank.ts";
export * from "./vectors.ts";
export * from "./word-pairs.ts";
export * from "./word-vectors.ts";
export * from "./wordnet/index.ts";
