/** Cross-validated predictions as sets of scores, by source and cut to the scale. */
import type { Evidence } from "../regression/regression.ts";
import type { ScoredSet } from "./official.ts";

export function setsOf(
  { scores, sources }: Pick<Evidence, "scores" | "sources">,
  predicted: Float64Array,
  names: readonly string[],
  [lowest, highest]: readonly [number, number],
): ScoredSet[] {
  return names.map((name, s) => {
    const own = [...sources.keys()].filter((i) => sources[i] === s);
    return {
      name,
      gold: own.map((i) => scores[i]!),
      predicted: own.map((i) => Math.max(lowest, Math.min(highest, predicted[i]!))),
    };
  });
}
