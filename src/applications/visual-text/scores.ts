/**
 * How well probabilities tell visual phrases from others: area under the ROC curve with its deviation over resamples of
 * the images, accuracy at the threshold that suits the data best, and both by head and by length of the phrase.
 */
import { type OptionsOf, Random, whole } from "../../base/index.ts";
import { areaUnderCurve, drawWithReplacement } from "../../evaluation/index.ts";

/** The options of `evaluateVisual`. */
export const SCORE_OPTIONS = {
  samples: whole("bootstrap resamples of the images", { default: 1000, min: 2, max: 1_000_000 }),
  heads: whole("most frequent heads that are scored by themselves", { default: 20, min: 0 }),
  seed: whole("seed of the resamples", { default: 1, min: 0, max: 2 ** 31 - 1 }),
};

/** The complete options of `evaluateVisual`. */
export type ScoreOptions = OptionsOf<typeof SCORE_OPTIONS>;

export interface ScoredPhrase {
  /** Phrases of one image are drawn together. */
  readonly group: string;
  readonly probability: number;
  readonly visual: boolean;
  readonly head: string;
  readonly length: number;
}

/** Scores of some of the phrases. */
export interface ShareScore {
  readonly name: string;
  readonly phrases: number;
  /** Share that is visual. */
  readonly visual: number;
  /** NaN where all are of one kind. */
  readonly auc: number;
  readonly accuracy: number;
}

/** What `evaluateVisual` measures. */
export interface VisualScores {
  readonly phrases: number;
  readonly visual: number;
  readonly auc: number;
  /** Standard deviation of the AUC over resamples of the images. */
  readonly deviation: number;
  readonly threshold: number;
  /** At the threshold, which is the best for these phrases. */
  readonly accuracy: number;
  /** At the threshold 0.5. */
  readonly accuracyAtHalf: number;
  readonly byLength: readonly ShareScore[];
  readonly byHead: readonly ShareScore[];
}

export const aucOf = (phrases: readonly ScoredPhrase[]): number =>
  areaUnderCurve(
    phrases.map(({ probability }) => probability),
    phrases.map(({ visual }) => visual),
  );

export function groupsOf(phrases: readonly ScoredPhrase[]): ScoredPhrase[][] {
  const groups = new Map<string, ScoredPhrase[]>();
  for (const phrase of phrases) {
    const list = groups.get(phrase.group);
    if (list === undefined) groups.set(phrase.group, [phrase]);
    else list.push(phrase);
  }
  return [...groups.values()];
}

/** Standard deviation of the AUC over resamples; those that have phrases of one kind only do not count. */
export function aucDeviation(phrases: readonly ScoredPhrase[], { samples, seed }: Omit<ScoreOptions, "heads">): number {
  const random = new Random(seed);
  const groups = groupsOf(phrases);
  const resample = [...groups];
  const values: number[] = [];
  for (let i = 0; i < samples; i++) {
    drawWithReplacement(random, groups, resample);
    const value = aucOf(resample.flat());
    if (!Number.isNaN(value)) values.push(value);
  }
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1));
}

/**
 * The threshold with the highest accuracy, in the middle between two probabilities; the lowest of equally good ones.
 */
export function bestThreshold(phrases: readonly ScoredPhrase[]): {
  readonly threshold: number;
  readonly accuracy: number;
} {
  const sorted = [...phrases].sort((a, b) => a.probability - b.probability);
  // At the lowest threshold all are called visual.
  let right = sorted.filter(({ visual }) => visual).length;
  let best = { threshold: 0, right };
  for (const [i, { probability, visual }] of sorted.entries()) {
    right += visual ? -1 : 1;
    const next = sorted[i + 1]?.probability ?? 1;
    if (next > probability && right > best.right) best = { threshold: (probability + next) / 2, right };
  }
  return { threshold: best.threshold, accuracy: best.right / sorted.length };
}

const accuracyAt = (phrases: readonly ScoredPhrase[], threshold: number): number =>
  phrases.filter(({ probability, visual }) => probability >= threshold === visual).length / phrases.length;

export function scorePhrases(phrases: readonly ScoredPhrase[], options: ScoreOptions): VisualScores {
  const { threshold, accuracy } = bestThreshold(phrases);
  const shares = (keyOf: (phrase: ScoredPhrase) => string): ShareScore[] => {
    const lists = new Map<string, ScoredPhrase[]>();
    for (const phrase of phrases) lists.set(keyOf(phrase), [...(lists.get(keyOf(phrase)) ?? []), phrase]);
    return [...lists].map(([name, list]) => ({
      name,
      phrases: list.length,
      visual: list.filter(({ visual }) => visual).length / list.length,
      auc: aucOf(list),
      accuracy: accuracyAt(list, threshold),
    }));
  };
  const length = ({ length: words }: ScoredPhrase) => (words >= LONG ? `${LONG} and more` : `${words}`);
  return {
    phrases: phrases.length,
    visual: phrases.filter(({ visual }) => visual).length / phrases.length,
    auc: aucOf(phrases),
    deviation: aucDeviation(phrases, options),
    threshold,
    accuracy,
    accuracyAtHalf: accuracyAt(phrases, 0.5),
    byLength: shares(length).sort((a, b) => Number.parseInt(a.name, 10) - Number.parseInt(b.name, 10)),
    byHead: shares(({ head }) => head)
      .sort((a, b) => b.phrases - a.phrases || (a.name < b.name ? -1 : 1))
      .slice(0, options.heads),
  };
}

const LONG = 5;
