/**
 * The table of Dhillon et al. 2012 on any treebank: the base parser, re-ranked with base features, and with base
 * features and log p̂, for both orders. Tags of the training trees are jackknifed, those of the test trees predicted;
 * the lists for training come from parsers of the other folds; the lists for testing from a parser of all training
 * trees. Several numbers of hidden states are compared on the development trees, where there are any, else on the test
 * trees, and the table is that of the best.
 */
import { checkOptions, expert, flag, type OptionsOf, optionsOf, whole, wholes } from "../../../base/options.ts";
import { asDependencyTreebank, type DependencyTreebank } from "../../../data/dependencies.ts";
import type { DependencyTree } from "../../../trees/dependencies.ts";
import type { WordClass, WordVectors } from "../../vectors/index.ts";
import { requireTrees } from "../base/learn-base.ts";
import { BASE_OPTIONS } from "../base/options.ts";
import { LIST_OPTIONS } from "../options.ts";
import { FoldedTraining, type LearntSpectral } from "../rerank/folded-training.ts";
import { withTags } from "../rerank/learn-jobs.ts";
import { RERANK_OPTIONS } from "../rerank/reranker.ts";
import type { DependencyContext, StageRun } from "../rerank/stages.ts";
import { SPECTRAL_TREE_OPTIONS, statesOf } from "../spectral/options.ts";
import { taggingWith } from "../tagging.ts";
import {
  type DependencyRow,
  measureOrder,
  type RerankComparison,
  type SweepRow,
  type SweptModel,
} from "./one-order.ts";

const { order: _, patience: __, ...base } = BASE_OPTIONS;
const { rerankEpochs, baseWeight } = RERANK_OPTIONS;

/** Options of `dependencyExperiment`. */
export const DEPENDENCY_EXPERIMENT_OPTIONS = {
  ...base,
  ...SPECTRAL_TREE_OPTIONS,
  sweep: wholes("numbers of hidden states to compare, and to take the best of; empty: the one of states", {
    default: [],
    min: 1,
    max: 256,
  }),
  second: flag("measure the second order", { default: true }),
  goldTags: flag("use the tags of the treebank instead of predicted ones", { default: false }),
  ...expert({
    ...LIST_OPTIONS,
    rerankEpochs,
    baseWeight,
    folds: whole("parts of the treebank for the jackknifed tags", { default: 10, min: 2, max: 100 }),
  }),
};

/** Options of `dependencyExperiment`, complete. */
export type DependencyExperimentOptions = OptionsOf<typeof DEPENDENCY_EXPERIMENT_OPTIONS>;

/** The table, its tests of significance, and what it rests on. */
export interface DependencyExperiment {
  readonly sentences: { readonly train: number; readonly test: number; readonly dev?: number | undefined };
  /** Every number of hidden states that was tried; empty unless there were several. */
  readonly sweep: readonly SweepRow[];
  readonly rows: readonly DependencyRow[];
  readonly comparisons: readonly RerankComparison[];
  /** Of the spectral model of the first order's row. */
  readonly spectral: LearntSpectral["report"];
  /** Trees in the test lists whose p̂ is not positive, in percent. */
  readonly negative: number;
  readonly times: readonly StageRun[];
}

type Trees = DependencyTreebank | readonly DependencyTree[];

/** Trees to learn from, and trees to measure on. */
export interface DependencyExperimentData {
  readonly train: Trees;
  readonly test: Trees;
  /** To choose the number of hidden states with; the test trees are then seen once. */
  readonly dev?: Trees | undefined;
  /** The dictionary of a spectral model of arcs; from the treebank itself when left out. */
  readonly vectors?: WordVectors | undefined;
  /** Classes of words, as `readClusters` gives them: features of the tagger, of arcs and of relations. */
  readonly classes?: readonly WordClass[] | undefined;
}

/** Runs the experiment: one table for each order. */
export async function dependencyExperiment(
  data: DependencyExperimentData,
  given: Partial<DependencyExperimentOptions> = {},
  context: DependencyContext = {},
): Promise<DependencyExperiment> {
  const options = checkOptions("dependencyExperiment", DEPENDENCY_EXPERIMENT_OPTIONS, given);
  const treesOf = (trees: Trees): readonly DependencyTree[] => {
    const treebank = asDependencyTreebank("dependencyExperiment", trees);
    requireTrees("dependencyExperiment", treebank.trees);
    return treebank.trees;
  };
  const [train, test] = [treesOf(data.train), treesOf(data.test)];
  const dev = data.dev === undefined ? undefined : treesOf(data.dev);
  const training = new FoldedTraining(train, options.seed, context, data);
  try {
    const { tags, tagged } = await tagsOf(training, dev === undefined ? [test] : [test, dev], options);
    const [testing, development] = tagged as [readonly DependencyTree[], readonly DependencyTree[] | undefined];
    const folds = Math.min(options.listFolds, train.length);
    const models: SweptModel[] = [];
    for (const states of options.sweep.length === 0 ? [statesOf(options)] : options.sweep) {
      const settings = optionsOf(SPECTRAL_TREE_OPTIONS, { ...options, states });
      models.push({ states, spectral: await training.spectral(tags, settings, folds) });
    }
    const orders = options.second ? (["first", "second"] as const) : (["first"] as const);
    const parts: Awaited<ReturnType<typeof measureOrder>>[] = [];
    for (const order of orders)
      parts.push(await measureOrder(training, order, { tags, testing, development, models, options }));
    const trees = parts.reduce((sum, part) => sum + part.trees, 0);
    return {
      sentences: { train: train.length, test: test.length, ...(dev === undefined ? {} : { dev: dev.length }) },
      sweep: models.length === 1 ? [] : parts.flatMap(({ sweep }) => sweep),
      rows: parts.flatMap(({ rows }) => rows),
      comparisons: parts.flatMap(({ comparisons }) => comparisons),
      spectral: parts[0]!.spectral.report,
      negative: (100 * parts.reduce((sum, { negative }) => sum + negative, 0)) / Math.max(1, trees),
      times: training.times,
    };
  } finally {
    await training.close();
  }
}

/** Tags of the training trees, and other trees with theirs. */
async function tagsOf(
  training: FoldedTraining,
  others: readonly (readonly DependencyTree[])[],
  { goldTags, folds }: DependencyExperimentOptions,
) {
  if (goldTags) return { tags: training.trees.map((tree) => tree.tags), tagged: others };
  const { tags, tagger } = await training.tags(Math.min(folds, training.trees.length));
  const tag = taggingWith(tagger);
  const tagged = others.map((trees) =>
    withTags(
      trees,
      trees.map(({ words }) => tag(words)),
    ),
  );
  return { tags, tagged };
}
