/** Lexicons of visual words, as other rooms see them. */
export { evaluateVisualLexicon, type RatingScore } from "./evaluate.ts";
export { learnVisualLexicon, type VisualLexiconReport } from "./learn.ts";
export type { VisualLexiconModel } from "./model.ts";
export {
  LEXICON_OPTIONS,
  LEXICON_TEXT_OPTIONS,
  type LexiconOptions,
  type LexiconTextOptions,
} from "./options.ts";
export { VISUAL_LEXICON_VERSION, visualLexiconFromParts, visualLexiconToParts } from "./parts.ts";
export { type LexiconEntry, VisualLexicon } from "./predict.ts";
export { readWordRatings, type WordRating } from "./ratings.ts";
export { collectLexiconText, type LexiconText, type LexiconTextGiven, readLexiconText } from "./text.ts";
