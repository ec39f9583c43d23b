/**
 * The three scores of SemEval-2012 task 6 (Agirre et al. 2012) over several sets of pairs:
 *
 *   ALL      Pearson's r over all sets put together
 *   ALLnrm   the same after the output for each set is scaled by the line that fits it best to its gold scores
 *   Mean     Pearson's r of each set, weighted by its number of pairs
 */
import { bootstrapInterval, type Interval } from "../../../evaluation/bootstrap.ts";
import { pearson } from "../../../evaluation/correlation.ts";

/** A set of pairs with gold judgements and scores of a system. */
export interface ScoredSet {
  readonly name: string;
  readonly gold: ArrayLike<number>;
  readonly predicted: ArrayLike<number>;
}

/** ALL, ALLnrm and Mean of SemEval-2012 task 6. */
export interface OfficialScores {
  readonly all: number;
  readonly allNormalized: number;
  readonly mean: number;
}

/** ALL, ALLnrm and Mean as SemEval-2012 task 6 defines them. */
export function officialScores(sets: readonly ScoredSet[]): OfficialScores {
  const gold = sets.flatMap((set) => Array.from(set.gold));
  const total = gold.length;
  return {
    all: pearson(
      sets.flatMap(({ predicted }) => Array.from(predicted)),
      gold,
    ),
    allNormalized: pearson(sets.flatMap(fitted), gold),
    mean: sets.reduce((sum, set) => sum + (set.gold.length / total) * pearson(set.predicted, set.gold), 0),
  };
}

/** The output on the line of least squares to the gold scores; the mean of these where the output is constant. */
function fitted({ gold, predicted }: ScoredSet): number[] {
  const n = gold.length;
  let [x, y, xx, xy] = [0, 0, 0, 0];
  for (let i = 0; i < n; i++) {
    x += predicted[i]! / n;
    y += gold[i]! / n;
  }
  for (let i = 0; i < n; i++) {
    xx += (predicted[i]! - x) ** 2;
    xy += (predicted[i]! - x) * (gold[i]! - y);
  }
  const slope = xx === 0 ? 0 : xy / xx;
  return Array.from(predicted, (value) => y + slope * (value - x));
}

export interface ScoresWithIntervals {
  readonly sets: readonly { readonly name: string; readonly pairs: number; readonly pearson: Interval }[];
  readonly all: Interval;
  readonly allNormalized: Interval;
  readonly mean: Interval;
}

interface Outcome {
  readonly set: number;
  readonly gold: number;
  readonly predicted: number;
}

/** The scores with 95 % intervals by resampling pairs; `samples` 0 gives intervals of no width. */
export function scoresWithIntervals(sets: readonly ScoredSet[], samples: number, seed: number): ScoresWithIntervals {
  const outcomes = sets.map(({ gold, predicted }, set) =>
    Array.from(gold, (value, i): Outcome => ({ set, gold: value, predicted: predicted[i]! })),
  );
  const interval = (items: readonly Outcome[], statistic: (items: readonly Outcome[]) => number): Interval => {
    const value = statistic(items);
    return samples === 0 ? { value, low: value, high: value } : bootstrapInterval(items, statistic, { samples, seed });
  };
  const together = outcomes.flat();
  const official = (which: keyof OfficialScores) =>
    interval(together, (items) => officialScores(regrouped(items, sets))[which]);
  return {
    sets: sets.map(({ name }, s) => ({
      name,
      pairs: outcomes[s]!.length,
      pearson: interval(outcomes[s]!, (items) =>
        pearson(
          items.map(({ predicted }) => predicted),
          items.map(({ gold }) => gold),
        ),
      ),
    })),
    all: official("all"),
    allNormalized: official("allNormalized"),
    mean: official("mean"),
  };
}

function regrouped(outcomes: readonly Outcome[], sets: readonly ScoredSet[]): ScoredSet[] {
  const gold: number[][] = sets.map(() => []);
  const predicted: number[][] = sets.map(() => []);
  for (const outcome of outcomes) {
    gold[outcome.set]!.push(outcome.gold);
    predicted[outcome.set]!.push(outcome.predicted);
  }
  return sets
    .map(({ name }, s) => ({ name, gold: gold[s]!, predicted: predicted[s]! }))
    .filter((set) => set.gold.length > 1);
}
