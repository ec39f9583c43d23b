/** Which noun phrases of a caption can be seen in the image (Dodge et al. 2012)? Learn, mark, evaluate, store. */
export { CAPTION_INPUTS, type CaptionForm, captionForm, captionReader } from "./data/caption-inputs.ts";
export {
  collectCaptionLabels,
  type LabelledCaptions,
  type ReadCaptionsOptions,
  readCaptionLabels,
  VISUAL_INPUTS,
  type VisualInput,
} from "./data/visual-data.ts";
export { objectMatcher, type WeakLabelling, weakLabels } from "./data/weak-labels.ts";
export { evaluateVisual } from "./evaluate.ts";
export {
  type AblationRow,
  type ComparedRow,
  type CurvePoint,
  experimentVisualText,
  VISUAL_EXPERIMENT_OPTIONS,
  type VisualExperiment,
  type VisualExperimentOptions,
} from "./experiment/experiment.ts";
export { ablationSvg, curveSvg, visualMarkdown } from "./experiment/report.ts";
export {
  IMAGE_TEMPLATES,
  MATCH_TEMPLATE,
  PAPER_TEMPLATES,
  TEMPLATES,
  TEXT_TEMPLATES,
  type Template,
} from "./features/templates.ts";
export { visualKind } from "./kind.ts";
export { learnVisual, type VisualData, type VisualReport } from "./learn.ts";
export * from "./lexicon/index.ts";
export { HTML_PAGE, markedHtml, markedText } from "./marked-text.ts";
export type { VisualModel } from "./model.ts";
export { VISUAL_OPTIONS, type VisualOptions } from "./options.ts";
export { VISUAL_VERSION, visualFromParts, visualToParts } from "./parts.ts";
export { type AnalysedSentence, analyserOf, type PhraseSpan, type SentenceAnalyser } from "./phrases/analyser.ts";
export { type CaptionPhrase, findPhrases } from "./phrases/captions.ts";
export {
  type CaptionInput,
  type MarkedCaption,
  type MarkedPhrase,
  VisualText,
  type VisualTextOptions,
} from "./predict.ts";
export { SCORE_OPTIONS, type ScoreOptions, type ShareScore, type VisualScores } from "./scores.ts";
