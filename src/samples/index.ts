/** Synthetic data: treebanks, captions, judged pairs. */
export { generateTreebank, type SyntheticTreebank, TREEBANK_OPTIONS } from "./generator.ts";
export { captionTrees, judgedPairs, labelledCaptions, type SamplePair } from "./scenes/scenes.ts";
