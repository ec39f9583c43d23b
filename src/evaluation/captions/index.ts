/** Scores of descriptions against those of people: BLEU, ROUGE-L, CIDEr-D, and one after METEOR. */
export { type BleuCounts, bleuCounts, bleuScores } from "./bleu.ts";
export { CiderScorer } from "./cider.ts";
export { type AreSynonyms, meteorLike } from "./meteor.ts";
export { porterStem } from "./porter.ts";
export { longestCommonSubsequence, rougeL } from "./rouge.ts";
export { CAPTION_SCORES, type CaptionImageScore, CaptionScorer, type CaptionScores, captionScores } from "./score.ts";
export { captionTokens } from "./tokens.ts";
