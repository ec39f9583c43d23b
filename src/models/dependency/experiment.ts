/**
 * The table of Dhillon et al. 2012 on any treebank: the base parser, re-ranked with base features, and with log p̂ besides, for both orders. Tags of the training trees are jackknifed,
 * those of the test trees predicted; the lists for training come from parsers of the other folds; the lists for testing from a parser of all training trees.
 */
import { checkOptions, flag, type OptionsOf, optionsOf, whole } from "../../base/options.ts";
import { type AttachmentSummary, approximateRandomization, type Comparison, scoreAttachment } from "../../evaluation/index.ts";
import type { DependencyTree } from "../../trees/dependencies.ts";
import { PerceptronTagger } from "../sequence/index.ts";
import type { WordVectors } from "../vectors/index.ts";
import { atomsOf } from "./atoms.ts";
import { BaseParser } from "./base-parser.ts";
import { LIST_OPTIONS } from "./learn.ts";
import { agreement, BASE_OPTIONS, type BaseOptions, requireTrees } from "./learn-base.ts";
import { type Tags, withTags } from "./learn-jobs.ts";
import { learnSpectralTrees, SPECTRAL_TREE_OPTIONS, type SpectralModel, type SpectralTreeReport } from "./learn-spectral.ts";
import { crossScoredLists, scoredLists } from "./lists.ts";
import { Recipe, type RecipeContext, type RecipeStage } from "./recipe.ts";
import { type CandidateList, choose, learnReranker, oracle, RERANK_OPTIONS } from "./rerank.ts";

const { order: _, patience: __, ...base } = BASE_OPTIONS;
const { logProbability: ___, ...rerank } = RERANK_OPTIONS;

export const DEPENDENCY_EXPERIMENT_OPTIONS = {
  ...base,
  ...SPECTRAL_TREE_OPTIONS,
  ...LIST_OPTIONS,
  ...rerank,
  second: flag("measure the second order", { default: true }),
  goldTags: flag("use the tags of the treebank instead of predicted ones", { default: false }),
  folds: whole("parts of the treebank for the jackknifed tags", { default: 10, min: 2, max: 100 }),
};

export type DependencyExperimentOptions = OptionsOf<typeof DEPENDENCY_EXPERIMENT_OPTIONS>;

export const SYSTEMS = ["base", "reranked", "reranked with log p̂", "oracle"] as const;
export type RerankSystem = (typeof SYSTEMS)[number];

export interface DependencyRow {
  readonly order: "first" | "second";
  readonly system: RerankSystem;
  readonly scores: AttachmentSummary;
}

/** One system less another: the difference of UAS in percent of the words, by approximate randomization over sentences. */
export interface RerankComparison extends Comparison {
  readonly order: "first" | "second";
  readonly better: RerankSystem;
  readonly than: RerankSystem;
  /** Share of the other's errors that are gone, in percent. */
  readonly errorReduction: number;
}

export interface DependencyExperiment {
  readonly sentences: { readonly train: number; readonly test: number };
  readonly rows: readonly DependencyRow[];
  readonly comparisons: readonly RerankComparison[];
  readonly spectral: SpectralTreeReport;
  /** Trees in the test lists whose p̂ is not positive, in percent. */
  readonly negative: number;
  readonly stages: readonly RecipeStage[];
}

/** What is compared with what. */
const QUESTIONS: readonly (readonly [better: RerankSystem, than: RerankSystem])[] = [
  ["reranked", "base"],
  ["reranked with log p̂", "base"],
  ["reranked with log p̂", "reranked"],
];
/** Swaps of approximate randomization: p to four digits. */
const SAMPLES = 9999;

export interface DependencyExperimentContext extends RecipeContext {
  /** The dictionary of the spectral model; from the treebank itself when left out. */
  readonly vectors?: WordVectors | undefined;
}

export async function dependencyExperiment(
  train: readonly DependencyTree[],
  test: readonly DependencyTree[],
  given: Partial<DependencyExperimentOptions> = {},
  { vectors, ...context }: DependencyExperimentContext = {},
): Promise<DependencyExperiment> {
  const options = checkOptions("dependencyExperiment", DEPENDENCY_EXPERIMENT_OPTIONS, given);
  requireTrees("dependencyExperiment", train);
  requireTrees("dependencyExperiment", test);
  const recipe = new Recipe(train, options.seed, context);
  try {
    const { tags, testing } = await tagsOf(recipe, test, options);
    const estimate = (trees: readonly DependencyTree[]) =>
      learnSpectralTrees(trees, optionsOf(SPECTRAL_TREE_OPTIONS, options), { vectors, progress: context.progress });
    const learnt = await recipe.timed("spectral model", () => estimate(withTags(train, tags)));
    const input = { tags, testing, spectral: learnt.model, estimate: (trees: readonly DependencyTree[]) => estimate(trees).model, options };
    const orders = options.second ? (["first", "second"] as const) : (["first"] as const);
    const parts: Awaited<ReturnType<typeof measureOrder>>[] = [];
    for (const order of orders) parts.push(await measureOrder(recipe, order, input));
    const trees = parts.reduce((sum, { trees }) => sum + trees, 0);
    return {
      sentences: { train: train.length, test: test.length },
      rows: parts.flatMap(({ rows }) => rows),
      comparisons: parts.flatMap(({ comparisons }) => comparisons),
      spectral: learnt.report,
      negative: (100 * parts.reduce((sum, { negative }) => sum + negative, 0)) / Math.max(1, trees),
      stages: recipe.times,
    };
  } finally {
    await recipe.close();
  }
}

/** Tags of the training trees, and the test trees with theirs. */
async function tagsOf(recipe: Recipe, test: readonly DependencyTree[], { goldTags, folds }: DependencyExperimentOptions) {
  if (goldTags) return { tags: recipe.trees.map((tree) => tree.tags), testing: test };
  const { tags, tagger: model } = await recipe.tags(Math.min(folds, recipe.trees.length));
  const tagger = new PerceptronTagger(model);
  const predicted = test.map(({ words }) => tagger.tag(words).tags);
  return { tags, testing: withTags(test, predicted) };
}

interface OrderInput {
  readonly tags: Tags;
  readonly testing: readonly DependencyTree[];
  readonly spectral: SpectralModel;
  readonly estimate: (trees: readonly DependencyTree[]) => SpectralModel;
  readonly options: DependencyExperimentOptions;
}

async function measureOrder(recipe: Recipe, order: BaseOptions["order"], { tags, testing, spectral, estimate, options }: OrderInput) {
  const { seed, rerankEpochs, baseWeight, list, listFolds } = options;
  const { trees, context } = recipe;
  const settings = optionsOf(BASE_OPTIONS, { ...options, order, patience: BASE_OPTIONS.patience.default });
  const folds = Math.min(listFolds, trees.length);
  const { result, base: model, lists } = await recipe.base(tags, { options: settings, lists: { length: list, folds } });
  const training = await recipe.timed("probabilities", () => crossScoredLists(withTags(trees, tags), lists!, folds, estimate, context));
  const testLists = await scoredLists(testing, await recipe.parse(result, testing, list), spectral, context);
  const gold = trees.map(({ heads }) => heads);
  const [without, withLog] = await recipe.timed("re-rankers", () =>
    [false, true].map((logProbability) => learnReranker(training, gold, { rerankEpochs, baseWeight, seed, logProbability })),
  );
  const chosen: Record<RerankSystem, number[]> = {
    base: testLists.map(() => 0),
    reranked: testLists.map((candidates) => choose(without!, candidates)),
    "reranked with log p̂": testLists.map((candidates) => choose(withLog!, candidates)),
    oracle: testLists.map((candidates, n) => oracle(candidates, testing[n]!.heads)),
  };
  const parser = new BaseParser(model);
  const rows = SYSTEMS.map((system): DependencyRow => {
    const found = testing.map((tree, n): DependencyTree => {
      const { heads } = testLists[n]!.candidates[chosen[system][n]!]!;
      return { ...tree, heads: Array.from(heads), labels: parser.relations(atomsOf(tree), heads) };
    });
    return { order, system, scores: scoreAttachment(testing, found) };
  });
  const comparisons = QUESTIONS.map(([better, than]): RerankComparison => {
    const [a, b] = [better, than].map((system) => countsOf(testLists, chosen[system], testing));
    const comparison = approximateRandomization(a!, b!, uasOf, { seed, samples: SAMPLES });
    return { order, better, than, ...comparison, errorReduction: (100 * comparison.difference) / Math.max(100 - uasOf(b!), 1e-9) };
  });
  const all = testLists.flatMap(({ candidates }) => candidates);
  return { rows, comparisons, trees: all.length, negative: all.filter(({ sign }) => sign <= 0).length };
}

interface Counts {
  readonly right: number;
  readonly words: number;
}

const countsOf = (lists: readonly CandidateList[], chosen: readonly number[], gold: readonly DependencyTree[]): Counts[] =>
  gold.map(({ heads }, n) => ({ right: agreement(heads, lists[n]!.candidates[chosen[n]!]!.heads), words: heads.length }));

function uasOf(counts: readonly Counts[]): number {
  let [right, words] = [0, 0];
  for (const count of counts) {
    right += count.right;
    words += count.words;
  }
  return (100 * right) / words;
}
