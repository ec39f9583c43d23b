/**
 * The table of Dhillon et al. 2012 on any treebank: the base parser, re-ranked with base features, and with log p̂
 * besides, for both orders. Tags of the training trees are jackknifed, those of the test trees predicted; the lists for
 * training come from parsers of the other folds; the lists for testing from a parser of all training trees. Several
 * numbers of hidden states are compared on the development trees, where there are any, else on the test trees, and the
 * table is that of the best.
 */
import { checkOptions, expert, flag, type OptionsOf, optionsOf, whole, wholes } from "../../../base/options.ts";
import { asDependencyTreebank, type DependencyTreebank } from "../../../data/dependencies.ts";
import {
  type AttachmentSummary,
  approximateRandomization,
  bootstrapInterval,
  type Comparison,
  type Interval,
  scoreAttachment,
} from "../../../evaluation/index.ts";
import type { DependencyTree } from "../../../trees/dependencies.ts";
import type { WordClass, WordVectors } from "../../vectors/index.ts";
import { BaseParser } from "../base/base-parser.ts";
import { requireTrees } from "../base/learn-base.ts";
import { agreement } from "../base/online-learner.ts";
import { BASE_OPTIONS, type BaseOptions } from "../base/options.ts";
import { LIST_OPTIONS } from "../options.ts";
import {
  type DependencyContext,
  FoldedTraining,
  type LearntSpectral,
  type StageRun,
} from "../rerank/folded-training.ts";
import { type Tags, withTags } from "../rerank/learn-jobs.ts";
import { candidateLists, scoredLists } from "../rerank/lists.ts";
import {
  type CandidateList,
  choose,
  learnReranker,
  oracle,
  RERANK_OPTIONS,
  type Reranker,
} from "../rerank/reranker.ts";
import { SPECTRAL_TREE_OPTIONS, statesOf } from "../spectral/options.ts";
import { taggingWith } from "../tagging.ts";

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
    ...{ rerankEpochs, baseWeight },
    folds: whole("parts of the treebank for the jackknifed tags", { default: 10, min: 2, max: 100 }),
  }),
};

/** Options of `dependencyExperiment`, complete. */
export type DependencyExperimentOptions = OptionsOf<typeof DEPENDENCY_EXPERIMENT_OPTIONS>;

/** What is measured: the base parser, its lists re-ranked without and with log p̂, and the best of the lists. */
export const SYSTEMS = ["base", "reranked", "reranked with log p̂", "oracle"] as const;
/** One of `SYSTEMS`. */
export type RerankSystem = (typeof SYSTEMS)[number];

/** One line of the table. */
export interface DependencyRow {
  readonly order: "first" | "second";
  readonly system: RerankSystem;
  readonly scores: AttachmentSummary;
  /** 95 % interval of UAS, by resampling sentences. */
  readonly interval: Interval;
}

/** Re-ranking with log p̂ under one number of hidden states, on the trees that choices are made on. */
export interface SweepRow {
  readonly order: "first" | "second";
  readonly states: number;
  readonly uas: number;
  readonly interval: Interval;
  /** Trees in the lists whose p̂ is not positive, in percent. */
  readonly negative: number;
}

/**
 * One system less another: the difference of UAS in percent of the words, by approximate randomization over sentences.
 */
export interface RerankComparison extends Comparison {
  readonly order: "first" | "second";
  readonly better: RerankSystem;
  readonly than: RerankSystem;
  /** Share of the other's errors that are gone, in percent. */
  readonly errorReduction: number;
}

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

/** What is compared with what. */
const QUESTIONS: readonly (readonly [better: RerankSystem, than: RerankSystem])[] = [
  ["reranked", "base"],
  ["reranked with log p̂", "base"],
  ["reranked with log p̂", "reranked"],
];
/** Swaps of approximate randomization: p to four digits. */
const SAMPLES = 9999;

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

/** A spectral model with so many hidden states. */
interface SweptModel {
  readonly states: number;
  readonly spectral: LearntSpectral;
}

interface OrderInput {
  readonly tags: Tags;
  readonly testing: readonly DependencyTree[];
  readonly development: readonly DependencyTree[] | undefined;
  readonly models: readonly SweptModel[];
  readonly options: DependencyExperimentOptions;
}

async function measureOrder(
  training: FoldedTraining,
  order: BaseOptions["order"],
  { tags, testing, development, models, options }: OrderInput,
) {
  const { seed, rerankEpochs: epochs, baseWeight: weight, listSize } = options;
  const { trees, context } = training;
  const settings = optionsOf(BASE_OPTIONS, { ...options, order, patience: BASE_OPTIONS.patience.default });
  const folds = models[0]!.spectral.folds.length;
  const base = await training.base(tags, { options: settings, lists: { length: listSize, folds } });
  const newLists = await training.parse(base, testing, listSize);
  const devLists = development === undefined ? newLists : await training.parse(base, development, listSize);
  const chooseOn = development ?? testing;
  const gold = trees.map(({ heads }) => heads);
  const sweep: SweepRow[] = [];
  let best: { readonly uas: number; readonly spectral: LearntSpectral; readonly withLog: Reranker } | undefined;
  let lists: CandidateList[] = [];
  const learn = (logProbability: boolean) =>
    training.timed("re-rankers", () =>
      learnReranker(lists, gold, { rerankEpochs: epochs, baseWeight: weight, seed, logProbability }, context),
    );
  for (const { states, spectral } of models) {
    const probabilities = await training.probabilities(tags, base, spectral);
    lists = candidateLists(withTags(trees, tags), base.lists!, probabilities);
    const withLog = await learn(true);
    const tried = await scoredLists(chooseOn, devLists, spectral.tables, context);
    const found = tried.map((candidates) => choose(withLog, candidates));
    const counts = countsOf(tried, found, chooseOn);
    const all = tried.flatMap(({ candidates }) => candidates);
    const negative = (100 * all.filter(({ sign }) => sign <= 0).length) / Math.max(1, all.length);
    const uas = uasOf(counts);
    sweep.push({ order, states, uas, interval: bootstrapInterval(counts, uasOf, { seed }), negative });
    if (best === undefined || uas > best.uas) best = { uas, spectral, withLog };
  }
  const { spectral, withLog } = best!;
  const without = await learn(false);
  const testLists = await scoredLists(testing, newLists, spectral.tables, context);
  const chosen: Record<RerankSystem, number[]> = {
    base: testLists.map(() => 0),
    reranked: testLists.map((candidates) => choose(without, candidates)),
    "reranked with log p̂": testLists.map((candidates) => choose(withLog, candidates)),
    oracle: testLists.map((candidates, n) => oracle(candidates, testing[n]!.heads)),
  };
  const parser = new BaseParser(base.base);
  const rows = SYSTEMS.map((system): DependencyRow => {
    const found = testing.map((tree, n): DependencyTree => {
      const { heads } = testLists[n]!.candidates[chosen[system][n]!]!;
      return { ...tree, heads: Array.from(heads), labels: parser.relations(parser.hashes(tree), heads) };
    });
    const counts = countsOf(testLists, chosen[system], testing);
    const interval = bootstrapInterval(counts, uasOf, { seed });
    return { order, system, scores: scoreAttachment(testing, found), interval };
  });
  const comparisons = QUESTIONS.map(([better, than]): RerankComparison => {
    const [a, b] = [better, than].map((system) => countsOf(testLists, chosen[system], testing));
    const comparison = approximateRandomization(a!, b!, uasOf, { seed, samples: SAMPLES });
    return {
      order,
      better,
      than,
      ...comparison,
      errorReduction: (100 * comparison.difference) / Math.max(100 - uasOf(b!), 1e-9),
    };
  });
  const all = testLists.flatMap(({ candidates }) => candidates);
  return {
    rows,
    comparisons,
    sweep,
    spectral,
    trees: all.length,
    negative: all.filter(({ sign }) => sign <= 0).length,
  };
}

interface Counts {
  readonly right: number;
  readonly words: number;
}

const countsOf = (
  lists: readonly CandidateList[],
  chosen: readonly number[],
  gold: readonly DependencyTree[],
): Counts[] =>
  gold.map(({ heads }, n) => ({
    right: agreement(heads, lists[n]!.candidates[chosen[n]!]!.heads),
    words: heads.length,
  }));

function uasOf(counts: readonly Counts[]): number {
  let [right, words] = [0, 0];
  for (const count of counts) {
    right += count.right;
    words += count.words;
  }
  return (100 * right) / words;
}
