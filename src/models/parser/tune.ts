/**
 * Settings of spectral learning chosen by F1 on held-out trees: the number of states (of phrases and of tags), the
 * smallest singular value that makes a state (which gives every nonterminal its own m), C of the tensors' smoothing,
 * the weight of a word's class (the counterpart of the paper's ν), and the count up to which words are replaced by
 * classes. The decompositions are made once for every value of the last, with as many states as the grid has; all else
 * is cut from them and smoothed anew, so that a trial costs one pass of moments and the parsing of the held-out
 * sentences.
 */

import { InputError } from "../../base/errors.ts";
import { type LearnContext, StageClock } from "../../base/learning.ts";
import { checkOptions } from "../../base/options.ts";
import { type Treebank, treebankOf } from "../../data/treebank.ts";
import { type Axis, coordinateSearch, type SearchResult, type SearchStep } from "../../evaluation/coordinate-search.ts";
import { defaultSegmentation } from "../../formats/text/defaults.ts";
import type { Tree } from "../../trees/tree.ts";
import {
  type Decompositions,
  decompose,
  grammarFromDecompositions,
  NO_MARKS,
  SPECTRAL_OPTIONS,
  type SpectralOptions,
} from "../grammar/index.ts";
import { binaryTreesOf } from "./binary-trees.ts";
import { evaluateParser, type ParserEvaluationOptions } from "./evaluate.ts";
import { parserModel } from "./model.ts";
import { Parser } from "./predict.ts";
import { STRUCTURE_OPTIONS, type StructureOptions } from "./structures.ts";

/** An option that `tuneParser` can choose. */
export type TunedOption = "states" | "tagStates" | "minSingularValue" | "smoothing" | "lexicalSmoothing" | "rareWords";

/** In the order in which they are tried: those that matter most first, the one that needs new decompositions last. */
export const TUNING_GRID: readonly Axis<TunedOption>[] = [
  { name: "smoothing", values: [2, 5, 10, 20, 40, 80] },
  { name: "states", values: [8, 16, 24, 32, 48] },
  { name: "tagStates", values: [4, 8, 16, 24, 32] },
  { name: "minSingularValue", values: [0.005, 0.01, 0.02, 0.05] },
  { name: "lexicalSmoothing", values: [0, 1, 3, 10] },
  { name: "rareWords", values: [0, 1, 2, 5] },
];

/** What `tuneParser` takes in addition to data and options. */
export interface TuningContext extends LearnContext {
  readonly grid?: readonly Axis<TunedOption>[] | undefined;
  /** Called with every setting that was tried. */
  readonly onStep?: ((step: SearchStep<TunedOption>) => void) | undefined;
}

/** The options that `tuneParser` chose, and what it tried. */
export interface Tuning extends SearchResult<TunedOption> {
  /** What to learn with: the options given, with the best setting. */
  readonly options: SpectralOptions & StructureOptions;
  readonly grid: readonly Axis<TunedOption>[];
}

/** Every tenth tree held out: what tuning measures with when there are no other trees. */
export function holdOut(treebank: Treebank, every = 10): { readonly train: Treebank; readonly heldOut: Treebank } {
  const chosen = (held: boolean): Treebank => ({
    ...treebank,
    trees: treebank.trees.filter((_, i) => (i % every === every - 1) === held),
  });
  return { train: chosen(false), heldOut: chosen(true) };
}

/**
 * Chooses options of the spectral method. Those given are where the search starts, and hold for all that is not tuned.
 */
export async function tuneParser(
  data: Treebank | readonly Tree[],
  heldOut: Treebank | readonly Tree[],
  given: Partial<SpectralOptions & StructureOptions> & Partial<ParserEvaluationOptions> = {},
  context: TuningContext = {},
): Promise<Tuning> {
  const { goldTags = false, copyTags = false, ...rest } = given;
  const options = checkOptions("tuneParser", { ...SPECTRAL_OPTIONS, ...STRUCTURE_OPTIONS }, rest);
  const { grid = TUNING_GRID, onStep } = context;
  const treebank = treebankOf(data);
  const gold = treebankOf(heldOut, { preparation: treebank.preparation });
  if (gold.trees.length === 0)
    throw new InputError("there are no held-out trees to tune with; expected at least one, or ten to hold one out of.");
  const { binary } = await binaryTreesOf(treebank, new StageClock(context), {
    marks: NO_MARKS,
    branching: options.branching,
  });
  const valuesOf = (name: TunedOption) => [options[name], ...(grid.find((axis) => axis.name === name)?.values ?? [])];
  // The first member of an ensemble, which has no noise, is tuned for all.
  const widest = {
    ...options,
    noise: 0,
    states: Math.max(...valuesOf("states")),
    tagStates: Math.max(...valuesOf("tagStates")),
    minSingularValue: Math.min(...valuesOf("minSingularValue")),
  };
  let last: { readonly rareWords: number; readonly found: Decompositions } | undefined;
  const decompositionsFor = async (rareWords: number): Promise<Decompositions> => {
    if (last?.rareWords !== rareWords)
      last = { rareWords, found: await decompose(binary, { ...widest, rareWords }, new StageClock(context)) };
    return last.found;
  };
  const { heads, language, preparation } = treebank;
  const settings = { method: "spectral", heads: heads.name, language, preparation: { ...preparation } } as const;
  const scoreOf = async (setting: Readonly<Record<TunedOption, number>>): Promise<number> => {
    const all = { ...options, ...setting };
    const found = await decompositionsFor(all.rareWords);
    const { model, report } = await grammarFromDecompositions(found, all, new StageClock(context));
    const parser = new Parser(parserModel(model, { ...all, ...settings }, defaultSegmentation(language), report));
    return (await evaluateParser(parser, gold, { goldTags, copyTags }, context)).all.f1;
  };
  const start = Object.fromEntries(grid.map(({ name }) => [name, options[name]])) as Record<TunedOption, number>;
  const result = await coordinateSearch(grid, start, scoreOf, onStep === undefined ? {} : { onStep });
  return { ...result, grid, options: { ...options, ...result.best } };
}
