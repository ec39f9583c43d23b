/** Phones against gold labels, frame by frame. */
import { InputError } from "../../base/errors.ts";
import type { LearnContext } from "../../base/learning.ts";
import { checkOptions } from "../../base/options.ts";
import { Meter } from "../../base/progress.ts";
import { breathe } from "../../base/stopping.ts";
import { asRecordings, type RecordingData } from "../../data/recordings.ts";
import { TaggingScorer, type TaggingSummary } from "../../evaluation/tagging.ts";
import type { PhoneTagger } from "./predict.ts";

/** How well phones are recognised; `words` are frames and `sentences` recordings. */
export interface PhoneScores extends TaggingSummary {
  /** What was repaired or left out in the gold recordings, and how often. */
  readonly preparation: Readonly<Record<string, number>>;
}

/**
 * Recognises the phones of gold recordings and compares them frame by frame. Plain recordings are prepared as the
 * model's training data were; recordings that were read must have been read with `tagger.reading`. There are no options
 * yet.
 */
export async function evaluatePhones(
  tagger: PhoneTagger,
  gold: RecordingData,
  options: Readonly<Record<string, never>> = {},
  context: LearnContext = {},
): Promise<PhoneScores> {
  checkOptions("evaluatePhones", {}, options);
  const { recordings, rate, folding, preparation } = asRecordings(gold, tagger.reading);
  if (rate !== tagger.reading.rate || folding !== tagger.reading.folding) {
    const wanted = `{ rate: ${tagger.reading.rate}, folding: "${tagger.reading.folding}" }`;
    throw new InputError(
      `evaluatePhones: the recordings were read with { rate: ${rate}, folding: "${folding}" }; ` +
        `the model needs ${wanted}.`,
    );
  }
  const scorer = new TaggingScorer();
  const meter = new Meter("tagging", "recordings", recordings.length, context);
  for (const { labels, values } of recordings) {
    scorer.add(labels, tagger.tagFrames(values));
    meter.advance();
    await breathe(context.signal);
  }
  meter.finish();
  const scores = scorer.summary();
  if (scores.words === 0) throw new InputError("evaluatePhones: no labelled frames; expected some to measure with.");
  return { ...scores, preparation };
}
