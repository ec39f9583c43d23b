/**
 * Search for the best of a grid of settings, one coordinate at a time. The first round tries every value of an axis
 * while the others stand still, and keeps the best; later rounds try only the neighbours of what is kept, until a round
 * changes nothing. A value that is not better than the present one does not replace it, and no setting is scored twice:
 * the path depends on nothing but the scores. Evaluations: at most the sum of the lengths of the axes in the first
 * round, two per axis in each later one.
 */
import { OptionError } from "../base/errors.ts";

/** A value for every axis. */
export type Setting<Name extends string = string> = Readonly<Record<Name, number>>;

/** A parameter and the values to try. */
export interface Axis<Name extends string = string> {
  readonly name: Name;
  /** Rising. */
  readonly values: readonly number[];
}

/** One setting that was scored. */
export interface SearchStep<Name extends string = string> {
  /** What was changed; undefined for the start. */
  readonly axis: Name | undefined;
  readonly setting: Setting<Name>;
  readonly score: number;
  /** Whether it was the best so far. */
  readonly better: boolean;
}

/** The best setting, and all that were tried. */
export interface SearchResult<Name extends string = string> {
  readonly best: Setting<Name>;
  readonly score: number;
  /** All settings that were scored, in order. */
  readonly path: readonly SearchStep<Name>[];
}

/** Options of `coordinateSearch`. */
export interface SearchOptions<Name extends string = string> {
  readonly rounds?: number;
  readonly onStep?: (step: SearchStep<Name>) => void;
}

const ROUNDS = 3;

/** Larger scores are better. A start that is not on the grid is fine. */
export async function coordinateSearch<Name extends string>(
  axes: readonly Axis<Name>[],
  start: Setting<Name>,
  score: (setting: Setting<Name>) => number | Promise<number>,
  { rounds = ROUNDS, onStep }: SearchOptions<Name> = {},
): Promise<SearchResult<Name>> {
  for (const { name, values } of axes) {
    if (values.some((value, i) => i > 0 && !(value > values[i - 1]!)))
      throw new OptionError(name, `coordinateSearch: the values of ${name} must rise; got ${values.join(", ")}.`);
  }
  const path: SearchStep<Name>[] = [];
  const known = new Set<string>();
  let best = start;
  let bestScore = Number.NEGATIVE_INFINITY;
  const attempt = async (setting: Setting<Name>, axis: Name | undefined): Promise<void> => {
    const key = axes.map(({ name }) => setting[name]).join(" ");
    if (known.has(key)) return;
    known.add(key);
    const found = await score(setting);
    const step = { axis, setting, score: found, better: found > bestScore };
    if (step.better) [best, bestScore] = [setting, found];
    path.push(step);
    onStep?.(step);
  };
  await attempt(start, undefined);
  for (let round = 0; round < rounds; round++) {
    const before = best;
    for (const { name, values } of axes) {
      const present = best;
      const tried = round === 0 ? values : neighbours(values, present[name]);
      for (const value of tried) await attempt({ ...present, [name]: value }, name);
    }
    if (best === before) break;
  }
  return { best, score: bestScore, path };
}

/** The nearest values on both sides. */
function neighbours(values: readonly number[], present: number): number[] {
  const below = values.filter((value) => value < present).at(-1);
  const above = values.find((value) => value > present);
  return [below, above].filter((value) => value !== undefined);
}
