/** A model against judged pairs: Pearson's r of every source, and the scores of SemEval-2012 task 6 over all. */
import {
  breathe,
  checkOptions,
  DEFAULT_SEED,
  InputError,
  type LearnContext,
  Meter,
  type OptionsOf,
  whole,
} from "../../base/index.ts";
import { asPairs, type JudgedPair, type SentencePairs } from "../../data/sentence-pairs.ts";
import type { SentenceSimilarity } from "./predict.ts";
import { type ScoredSet, type ScoresWithIntervals, scoresWithIntervals } from "./scores/official.ts";

/** How similarity models are measured. */
export const SIMILARITY_EVALUATION_OPTIONS = {
  samples: whole("resamples for the intervals; 0: none", { default: 1000, min: 0, max: 1_000_000 }),
  seed: whole("seed of the resampling", { default: DEFAULT_SEED, min: 0, max: 2 ** 31 - 1 }),
};

/** See `SIMILARITY_EVALUATION_OPTIONS`. */
export type SimilarityEvaluationOptions = OptionsOf<typeof SIMILARITY_EVALUATION_OPTIONS>;

/** What `evaluateSimilarity` gives. */
export type SimilarityScores = ScoresWithIntervals;

/** Scores judged pairs and correlates the scores with the judgements, by source and over all. */
export async function evaluateSimilarity(
  similarity: SentenceSimilarity,
  gold: SentencePairs | readonly JudgedPair[],
  given: Partial<SimilarityEvaluationOptions> = {},
  context: LearnContext = {},
): Promise<SimilarityScores> {
  const { samples, seed } = checkOptions("evaluateSimilarity", SIMILARITY_EVALUATION_OPTIONS, given);
  const { pairs } = asPairs(gold, { lowest: similarity.model.lowest, highest: similarity.model.highest });
  if (pairs.length === 0) throw new InputError("there are no pairs to measure with; expected judged pairs.");
  const meter = new Meter("scoring pairs", "pairs", pairs.length, context);
  const sets = new Map<string, { readonly gold: number[]; readonly predicted: number[] }>();
  for (const { first, second, score, source = "" } of pairs) {
    let set = sets.get(source);
    if (set === undefined) sets.set(source, (set = { gold: [], predicted: [] }));
    set.gold.push(score);
    set.predicted.push(similarity.score(first, second, source));
    meter.advance();
    await breathe(context.signal);
  }
  meter.finish();
  return scoresWithIntervals(
    [...sets].map(([name, set]): ScoredSet => ({ name, ...set })),
    samples,
    seed,
  );
}
