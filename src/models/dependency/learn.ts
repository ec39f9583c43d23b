/**
 * A whole parser from a treebank: tags for training by jackknife (each tenth of the trees tagged by a tagger of the others, so that the parser learns from tags as it
 * will see them), the tagger of all trees, the spectral model of trees, the base parser, and, where wanted, a re-ranker that learns from lists of parsers which did not see
 * their sentences (Dhillon et al. 2012, §4.3).
 */

import { OptionError } from "../../base/errors.ts";
import type { Json } from "../../base/model-parts.ts";
import { checkOptions, flag, type OptionsOf, optionsOf, whole } from "../../base/options.ts";
import { type AttachmentSummary, scoreAttachment } from "../../evaluation/index.ts";
import type { DependencyTree } from "../../trees/dependencies.ts";
import { PerceptronTagger } from "../sequence/index.ts";
import type { WordVectors } from "../vectors/index.ts";
import { DependencyParser } from "./decode.ts";
import { BASE_OPTIONS, type BaseReport, requireTrees } from "./learn-base.ts";
import { type Tags, withTags } from "./learn-jobs.ts";
import { learnSpectralTrees, SPECTRAL_TREE_OPTIONS, type SpectralTreeReport, statesOf } from "./learn-spectral.ts";
import { crossScoredLists } from "./lists.ts";
import type { DependencyModel, TagColumn } from "./model.ts";
import { Recipe, type RecipeContext, type RecipeStage } from "./recipe.ts";
import { learnReranker, RERANK_OPTIONS } from "./rerank.ts";

const { seed: _, logProbability: __, ...rerankOptions } = RERANK_OPTIONS;

export const LIST_OPTIONS = {
  list: whole("trees in a list for the re-ranker", { default: 50, min: 2, max: 1000 }),
  listFolds: whole("parts of the treebank for the re-ranker's training lists", { default: 3, min: 2, max: 100 }),
};

export const DEPENDENCY_OPTIONS = {
  ...BASE_OPTIONS,
  tagger: flag("learn a tagger, whose jackknifed tags the parser is trained with in place of gold ones", { default: true }),
  folds: whole("parts of the treebank for the jackknife", { default: 10, min: 2, max: 100 }),
  spectral: flag("estimate the spectral model of trees", { default: true }),
  ...SPECTRAL_TREE_OPTIONS,
  rerank: flag("learn to choose from lists of trees by their tags and their spectral probabilities", { default: false }),
  ...LIST_OPTIONS,
  ...rerankOptions,
};

export type DependencyOptions = OptionsOf<typeof DEPENDENCY_OPTIONS>;

export interface DependencyReport extends BaseReport {
  /** Words that the jackknifed taggers got right, in percent; undefined without a tagger. */
  readonly jackknifedTags: number | undefined;
  readonly spectral: SpectralTreeReport | undefined;
  /** Development scores of the base parser and of the re-ranked lists; undefined without a re-ranker or without development trees. */
  readonly reranking: { readonly base: AttachmentSummary; readonly reranked: AttachmentSummary } | undefined;
  readonly stages: readonly RecipeStage[];
}

export interface DependencyLearning extends RecipeContext {
  readonly tags?: TagColumn;
  /** The dictionary of the spectral model; from the treebank itself when left out. */
  readonly vectors?: WordVectors | undefined;
  readonly dev?: readonly DependencyTree[] | undefined;
}

export async function learnDependency(
  trees: readonly DependencyTree[],
  given: Partial<DependencyOptions> = {},
  { tags: column = "upos", vectors, dev, ...context }: DependencyLearning = {},
): Promise<{ model: DependencyModel; report: DependencyReport }> {
  const began = performance.now();
  const options = checkOptions("learnDependency", DEPENDENCY_OPTIONS, given);
  requireTrees("learnDependency", trees);
  if (options.rerank && trees.length < 2)
    throw new OptionError("rerank", "rerank needs at least 2 trees: lists come from parsers of others.");
  const recipe = new Recipe(trees, options.seed, context);
  try {
    return await learn(recipe);
  } finally {
    await recipe.close();
  }

  async function learn(recipe: Recipe) {
    const { rerankEpochs, baseWeight, seed, list } = options;
    const { progress } = context;
    const jackknifed = options.tagger ? await recipe.tags(Math.min(options.folds, trees.length)) : undefined;
    const tags: Tags = jackknifed?.tags ?? trees.map((tree) => tree.tags);
    const training = withTags(trees, tags);
    const estimate = (some: readonly DependencyTree[]) =>
      learnSpectralTrees(some, optionsOf(SPECTRAL_TREE_OPTIONS, options), { vectors, progress });
    const spectral = options.spectral ? await recipe.timed("spectral model", () => estimate(training)) : undefined;
    const tagger = jackknifed === undefined ? undefined : new PerceptronTagger(jackknifed.tagger);
    const taggedDev = tagger === undefined ? dev : dev?.map((tree) => ({ ...tree, tags: tagger.tag(tree.words).tags }));
    const folds = Math.min(options.listFolds, trees.length);
    const base = await recipe.base(tags, {
      ...{ options: optionsOf(BASE_OPTIONS, options), dev: taggedDev },
      lists: options.rerank ? { length: list, folds } : undefined,
    });
    const reranker =
      base.lists === undefined
        ? undefined
        : await recipe.timed("re-ranker", async () => {
            const model = spectral === undefined ? undefined : (some: readonly DependencyTree[]) => estimate(some).model;
            const lists = await crossScoredLists(training, base.lists!, folds, model, context);
            const gold = trees.map(({ heads }) => heads);
            const settings = { rerankEpochs, baseWeight, seed, logProbability: spectral !== undefined };
            return Object.freeze({ ...learnReranker(lists, gold, settings), list });
          });
    const parts = { tags: column, base: base.base, tagger: jackknifed?.tagger, spectral: spectral?.model, reranker };
    const bare = { ...parts, options: { ...options, states: statesOf(options) }, report: null };
    const report: DependencyReport = {
      ...base.report,
      jackknifedTags: jackknifed === undefined ? undefined : agreementOfTags(trees, tags),
      spectral: spectral?.report,
      reranking: reranker === undefined || taggedDev === undefined ? undefined : compare(bare, taggedDev),
      stages: recipe.times,
      seconds: (performance.now() - began) / 1000,
    };
    return { model: Object.freeze({ ...bare, report: JSON.parse(JSON.stringify(report)) as Json }), report };
  }
}

/** Development trees, tagged, by the base parser alone and re-ranked. */
function compare(model: DependencyModel, dev: readonly DependencyTree[]) {
  const measured = (rerank: boolean) => {
    const parser = new DependencyParser(model, { rerank });
    return scoreAttachment(
      dev,
      dev.map(({ words, tags }) => parser.parse(words, tags).tree),
    );
  };
  return { base: measured(false), reranked: measured(true) };
}

function agreementOfTags(gold: readonly DependencyTree[], found: Tags): number {
  let [words, right] = [0, 0];
  gold.forEach(({ tags }, n) => {
    words += tags.length;
    tags.forEach((tag, i) => {
      if (found[n]![i] === tag) right++;
    });
  });
  return (100 * right) / words;
}
