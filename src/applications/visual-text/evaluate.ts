/** A classifier against labelled captions. */
import { breathe, checkOptions, InputError, type LearnContext, Meter } from "../../base/index.ts";
import type { LabelledCaption } from "../../formats/index.ts";
import { checkCaptions } from "./learn.ts";
import type { VisualText } from "./predict.ts";
import { SCORE_OPTIONS, type ScoredPhrase, type ScoreOptions, scorePhrases, type VisualScores } from "./scores.ts";

/** Scores a classifier against captions whose phrases are labelled. */
export async function evaluateVisual(
  classifier: VisualText,
  captions: readonly LabelledCaption[],
  given: Partial<ScoreOptions> = {},
  context: LearnContext = {},
): Promise<VisualScores> {
  const options = checkOptions("evaluateVisual", SCORE_OPTIONS, given);
  checkCaptions(captions);
  const scored: ScoredPhrase[] = [];
  const meter = new Meter("marking", "captions", captions.length, context);
  for (const [number, caption] of captions.entries()) {
    const marked = classifier.mark(caption);
    for (const [i, { visual }] of caption.phrases.entries()) {
      const { probability, head, text } = marked.phrases[i]!;
      const length = text.trim().split(/\s+/).length;
      scored.push({ group: caption.image ?? `${number}`, probability, visual, head: head.toLowerCase(), length });
    }
    meter.advance();
    await breathe(context.signal);
  }
  meter.finish();
  if (scored.length === 0)
    throw new InputError("the captions have no labelled phrases; expected some to compare with.");
  return scorePhrases(scored, options);
}
