/**
 * Is one system better than another on the same sentences? Two tests for any statistic of the sentences' counts; small
 * p means that a difference of this size would be rare if the systems were equally good.
 */
import { ShapeError } from "../base/errors.ts";
import { checkOptions, type OptionsOf, whole } from "../base/options.ts";
import { DEFAULT_SEED, Random } from "../base/random.ts";

/** Options of the significance tests, declared. */
export const SIGNIFICANCE_OPTIONS = {
  samples: whole("shuffles or resamples", { default: 1000, min: 1 }),
  seed: whole("seed of the random numbers", { default: DEFAULT_SEED }),
};

/** The difference of two systems, and its p-value. */
export interface Comparison {
  /** Statistic of the first system less that of the second. */
  readonly difference: number;
  readonly p: number;
}

type Options = Partial<OptionsOf<typeof SIGNIFICANCE_OPTIONS>>;

function prepare<T>(where: string, first: readonly T[], second: readonly T[], given: Options) {
  if (first.length !== second.length) {
    throw new ShapeError(
      `${where}: the systems have ${first.length} and ${second.length} sentences; they must be the same ones.`,
    );
  }
  const { samples, seed } = checkOptions(where, SIGNIFICANCE_OPTIONS, given);
  return { samples, random: new Random(seed), a: [...first], b: [...second] };
}

/**
 * Approximate randomization (Noreen 1989; Yeh 2000), two-sided: the outcomes of each sentence are swapped or not by a
 * coin, and
 *
 *   p = (1 + #{|δ*| ≥ |δ|}) / (1 + samples).
 */
export function approximateRandomization<T>(
  first: readonly T[],
  second: readonly T[],
  statistic: (items: readonly T[]) => number,
  given: Options = {},
): Comparison {
  const { samples, random, a, b } = prepare("approximateRandomization", first, second, given);
  const difference = statistic(first) - statistic(second);
  let extreme = 0;
  for (let sample = 0; sample < samples; sample++) {
    for (let i = 0; i < a.length; i++) {
      const swap = random.bits() < 0;
      a[i] = swap ? second[i]! : first[i]!;
      b[i] = swap ? first[i]! : second[i]!;
    }
    // Sums taken in another order may differ in their last digits.
    if (Math.abs(statistic(a) - statistic(b)) >= Math.abs(difference) * (1 - 1e-12)) extreme++;
  }
  return { difference, p: (1 + extreme) / (1 + samples) };
}

/**
 * Paired bootstrap (Berg-Kirkpatrick, Burkett and Klein 2012), one-sided towards the system that is ahead: sentences
 * are drawn with replacement, the same for both systems, and
 *
 *   p = #{δ* > 2δ} / samples,
 *
 * since the resampled differences centre on δ, not on 0. No difference at all has p = 1.
 */
export function pairedBootstrap<T>(
  first: readonly T[],
  second: readonly T[],
  statistic: (items: readonly T[]) => number,
  given: Options = {},
): Comparison {
  const { samples, random, a, b } = prepare("pairedBootstrap", first, second, given);
  const difference = statistic(first) - statistic(second);
  if (difference === 0) return { difference, p: 1 };
  let extreme = 0;
  for (let sample = 0; sample < samples; sample++) {
    for (let i = 0; i < a.length; i++) {
      const drawn = random.integer(a.length);
      a[i] = first[drawn]!;
      b[i] = second[drawn]!;
    }
    if ((statistic(a) - statistic(b)) * Math.sign(difference) > 2 * Math.abs(difference)) extreme++;
  }
  return { difference, p: extreme / samples };
}
