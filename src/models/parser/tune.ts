/**
 * Settings of spectral learning chosen by F1 on held-out trees: the number of states (of phrases and of tags), the smallest singular value that makes a state (which
 * gives every nonterminal its own m), C of the tensors' smoothing, the weight of a word's class (the counterpart of the paper's ν), and the count up to which
 * words are replaced by classes. The decompositions are made once for every value of the last, with as many states as the grid has; all else is cut from
 * them and smoothed anew, so that a trial costs one pass of moments and the parsing of the held-out sentences.
 */
import { InputError } from "../../base/errors.ts";
import type { OpenWorkers } from "../../base/parallel.ts";
import { type Axis, coordinateSearch, type SearchResult, type SearchStep } from "../../evaluation/coordinate-search.ts";
import { GENERIC_HEADS } from "../../trees/head-tables.ts";
import type { Tree } from "../../trees/tree.ts";
import { modelFromStudy, type SpectralOptions } from "./learn-spectral.ts";
import type { LearningContext } from "./learning.ts";
import { measureParser } from "./measure.ts";
import { toSinglePrecision } from "./model.ts";
import { parserToParts } from "./parts.ts";
import { type SpectralStudy, studyTreebank } from "./study.ts";
import { buildTreebank } from "./treebank.ts";

export type TunedOption = "states" | "tagStates" | "smallestSingularValue" | "smoothing" | "lexicalSmoothing" | "rareWords";

/** In the order in which they are tried: those that matter most first, the one that needs new decompositions last. */
export const TUNING_GRID: readonly Axis<TunedOption>[] = [
  { name: "smoothing", values: [2, 5, 10, 20, 40, 80] },
  { name: "states", values: [8, 16, 24, 32, 48] },
  { name: "tagStates", values: [4, 8, 16, 24, 32] },
  { name: "smallestSingularValue", values: [0.005, 0.01, 0.02, 0.05] },
  { name: "lexicalSmoothing", values: [0, 1, 3, 10] },
  { name: "rareWords", values: [0, 1, 2, 5] },
];

export interface TuningContext extends LearningContext {
  readonly input?: "tokens" | "tagged";
  readonly openWorkers?: OpenWorkers;
  readonly grid?: readonly Axis<TunedOption>[];
  readonly onStep?: (step: SearchStep<TunedOption>) => void;
}

export interface Tuning extends SearchResult<TunedOption> {
  readonly options: SpectralOptions;
  readonly grid: readonly Axis<TunedOption>[];
}

/** Every tenth tree held out: what tuning measures with when there are no other trees. */
export function holdOut(trees: readonly Tree[], every = 10): { readonly train: Tree[]; readonly heldOut: Tree[] } {
  return { train: trees.filter((_, i) => i % every !== every - 1), heldOut: trees.filter((_, i) => i % every === every - 1) };
}

/** `trees` prepared, `heldOut` as read. `options` are the start, and hold for all that is not tuned. */
export async function tuneSpectral(
  trees: Iterable<Tree>,
  heldOut: readonly Tree[],
  options: SpectralOptions,
  context: TuningContext = {},
): Promise<Tuning> {
  const { grid = TUNING_GRID, input = "tokens", openWorkers, onStep } = context;
  if (heldOut.length === 0)
    throw new InputError("there are no held-out trees to tune with; expected one at least, or ten to hold one out of.");
  const treebank = buildTreebank(trees, context.heads ?? GENERIC_HEADS);
  const valuesOf = (name: TunedOption) => [options[name], ...(grid.find((axis) => axis.name === name)?.values ?? [])];
  const widest = {
    ...options,
    states: Math.max(...valuesOf("states")),
    tagStates: Math.max(...valuesOf("tagStates")),
    smallestSingularValue: Math.min(...valuesOf("smallestSingularValue")),
  };
  let study: { readonly rareWords: number; readonly made: SpectralStudy } | undefined;
  const studyFor = (rareWords: number): SpectralStudy => {
    if (study?.rareWords !== rareWords) study = { rareWords, made: studyTreebank(treebank, { ...widest, rareWords }, context) };
    return study.made;
  };
  const start = Object.fromEntries(grid.map(({ name }) => [name, options[name]])) as Record<TunedOption, number>;
  const result = await coordinateSearch(
    grid,
    start,
    async (setting) => {
      const all = { ...options, ...setting };
      const { model } = modelFromStudy(studyFor(all.rareWords), all, context);
      const parts = parserToParts(toSinglePrecision(model), null);
      const { scores } = await measureParser(parts, heldOut, { input, ...(openWorkers === undefined ? {} : { openWorkers }) });
      return scores.all.f1;
    },
    onStep === undefined ? {} : { onStep },
  );
  return { ...result, grid, options: { ...options, ...result.best } };
}
