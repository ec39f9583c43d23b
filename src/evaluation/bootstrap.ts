/**
 * Confidence intervals by resampling sentences with replacement (Efron 1979, percentile method). O(samples ·
 * sentences).
 */
import { checkOptions, type OptionsOf, real, whole } from "../base/options.ts";
import { DEFAULT_SEED, Random } from "../base/random.ts";

/** Options of the bootstrap, declared. */
export const BOOTSTRAP_OPTIONS = {
  samples: whole("resamples", { default: 1000, min: 1 }),
  level: real("share of resamples the interval covers", { default: 0.95, min: 0, max: 1 }),
  seed: whole("seed of the random numbers", { default: DEFAULT_SEED }),
};

/** A statistic and its confidence interval. */
export interface Interval {
  /** The statistic of the whole sample. */
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** The quantile q of sorted values, linear between neighbours. */
export function quantile(sorted: ArrayLike<number>, q: number): number {
  const place = q * (sorted.length - 1);
  const below = Math.floor(place);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below]! + (place - below) * (sorted[above]! - sorted[below]!);
}

/** Fills `resample` with as many items drawn with replacement. */
export function drawWithReplacement<T>(random: Random, items: readonly T[], resample: T[]): void {
  for (let i = 0; i < items.length; i++) resample[i] = items[random.integer(items.length)]!;
}

/** An interval for a statistic of items such as the counts of sentences. */
export function bootstrapInterval<T>(
  items: readonly T[],
  statistic: (items: readonly T[]) => number,
  given: Partial<OptionsOf<typeof BOOTSTRAP_OPTIONS>> = {},
): Interval {
  const { samples, level, seed } = checkOptions("bootstrapInterval", BOOTSTRAP_OPTIONS, given);
  const random = new Random(seed);
  const resample = [...items];
  const values = new Float64Array(samples);
  for (let i = 0; i < samples; i++) {
    drawWithReplacement(random, items, resample);
    values[i] = statistic(resample);
  }
  values.sort();
  return { value: statistic(items), low: quantile(values, (1 - level) / 2), high: quantile(values, (1 + level) / 2) };
}
