/**
 * A whole parser from a treebank: tags for training by jackknife (each tenth of the trees tagged by a tagger of the
 * others, so that the parser learns from tags as it will see them), the tagger of all trees, the spectral model of
 * trees, the base parser, and, where wanted, a re-ranker that learns from lists of parsers which did not see their
 * sentences (Dhillon et al. 2012, §4.3).
 */
import { InputError, OptionError } from "../../base/errors.ts";
import { frozen, type Learnt, lastingReport, type Report } from "../../base/learning.ts";
import { optionsOf } from "../../base/options.ts";
import { breathe } from "../../base/stopping.ts";
import { asDependencyTreebank, type DependencyTreebank } from "../../data/dependencies.ts";
import { segmentationOf } from "../../data/segmentation.ts";
import type { AttachmentSummary } from "../../evaluation/index.ts";
import type { DependencyTree } from "../../trees/dependencies.ts";
import { coverageWarnings, WordClasses } from "../representations/index.ts";
import type { WordClass, WordVectors } from "../vectors/index.ts";
import { requireTrees } from "./base/learn-base.ts";
import { BASE_OPTIONS } from "./base/options.ts";
import { evaluateDependency } from "./evaluate.ts";
import type { DependencyModel } from "./model.ts";
import { checkDependencyOptions, type DependencyOptions } from "./options.ts";
import { DependencyParser } from "./predict.ts";
import { inStyle, learnPunctuation, type Punctuation } from "./punctuation/punctuation.ts";
import { FoldedTraining, type LearntBase, type LearntSpectral } from "./rerank/folded-training.ts";
import { type Tags, withTags } from "./rerank/learn-jobs.ts";
import { candidateLists } from "./rerank/lists.ts";
import { learnReranker, type Reranker } from "./rerank/reranker.ts";
import type { DependencyContext, StageRun } from "./rerank/stages.ts";
import { SPECTRAL_TREE_OPTIONS, statesOf } from "./spectral/options.ts";
import { spectralFromTables } from "./spectral/parts.ts";
import { type ListedName, type TaggerModel, taggingWith } from "./tagging.ts";

type Trees = DependencyTreebank | readonly DependencyTree[];

/** What a parser is learnt from. Trees alone stand for `{ train: trees }`. */
export interface DependencyData {
  readonly train: Trees;
  /** To choose the epoch with, and to measure the re-ranker. */
  readonly dev?: Trees | undefined;
  /** The dictionary of a spectral model of arcs; from the treebank itself when left out. */
  readonly vectors?: WordVectors | undefined;
  /** Classes of words, as `readClusters` gives them: features of the tagger, of arcs and of relations. */
  readonly classes?: readonly WordClass[] | undefined;
  /** Lists of words, as `readGazetteer` gives them: features of the tagger. */
  readonly lists?: readonly ListedName[] | undefined;
}

/** What a parser was learnt from, how its parts came along, and what to know before it is trusted. */
export interface DependencyReport
  extends Report,
    Pick<DependencyTreebank, "sources" | "skipped" | "preparation">,
    Omit<LearntBase["report"], "warnings"> {
  /** Words that the jackknifed taggers got right, in percent; absent without a tagger. */
  readonly jackknifedTags?: number;
  /** Absent without a spectral model. */
  readonly spectral?: Omit<LearntSpectral["report"], "warnings">;
  /** Development scores of the base parser and of the re-ranked lists, where there are both. */
  readonly reranking?: { readonly base: AttachmentSummary; readonly reranked: AttachmentSummary };
  readonly times: readonly StageRun[];
}

/** Learns a tagger, a graph-based parser and a spectral model of trees, and with `rerank` a re-ranker over both. */
export async function learnDependency(
  data: DependencyData | Trees,
  given: Partial<DependencyOptions> = {},
  context: DependencyContext = {},
): Promise<Learnt<DependencyModel, DependencyReport>> {
  const { train, dev, ...knowledge } = dataOf(data);
  const options = checkDependencyOptions("learnDependency", given, dev !== undefined);
  requireTrees("learnDependency", train.trees);
  if (options.rerank && train.trees.length < 2)
    throw new OptionError(
      "rerank",
      "rerank needs at least 2 trees: the list of a tree comes from a parser that did not see it.",
    );
  const punctuation = options.punctuation ? learnPunctuation(train.trees, train.sources) : undefined;
  // One convention for all: arcs of punctuation that follow two of them at once mislead the other arcs.
  const alike = (trees: readonly DependencyTree[]) =>
    punctuation === undefined ? trees : inStyle(trees, punctuation.styles[0]!);
  const training = new FoldedTraining(alike(train.trees), options.seed, context, knowledge);
  try {
    const unknown = coverageWarnings(
      { classes: knowledge.classes && WordClasses.from(knowledge.classes), vectors: knowledge.vectors },
      train.trees.flatMap(({ words }) => words),
    );
    return await learn(training, train, dev && alike(dev.trees), options, { punctuation, unknown });
  } finally {
    await training.close();
  }
}

function dataOf(data: DependencyData | Trees) {
  const { train, dev, ...knowledge }: DependencyData = "train" in data ? data : { train: data };
  const treebank = asDependencyTreebank("learnDependency", train);
  const development = dev === undefined ? undefined : asDependencyTreebank("learnDependency, development", dev);
  if (development !== undefined && development.sources.length > 0 && development.tags !== treebank.tags) {
    const found = `the development trees have the tags of ${development.tags}, the others those of ${treebank.tags}`;
    throw new InputError(`learnDependency: ${found}; expected the same.`);
  }
  return { train: treebank, dev: development, ...knowledge };
}

async function learn(
  training: FoldedTraining,
  { trees, tags: column, language, sources, skipped, preparation }: DependencyTreebank,
  dev: readonly DependencyTree[] | undefined,
  options: DependencyOptions,
  { punctuation, unknown }: { readonly punctuation: Punctuation | undefined; readonly unknown: readonly string[] },
): Promise<Learnt<DependencyModel, DependencyReport>> {
  const { context } = training;
  const jackknifed = options.tagger ? await training.tags(Math.min(options.folds, trees.length)) : undefined;
  const tags: Tags = jackknifed?.tags ?? trees.map((tree) => tree.tags);
  const taggedDev = await retagged(dev, jackknifed?.tagger, context);
  const folds = options.rerank ? Math.min(options.listFolds, trees.length) : 0;
  const spectral = options.spectral
    ? await training.spectral(tags, optionsOf(SPECTRAL_TREE_OPTIONS, options), folds)
    : undefined;
  const base = await training.base(tags, {
    options: optionsOf(BASE_OPTIONS, options),
    dev: taggedDev,
    lists: options.rerank ? { length: options.listSize, folds } : undefined,
  });
  const bare = {
    kind: "dependency" as const,
    options: { ...options, states: statesOf(options), tags: column, language },
    segmentation: segmentationOf(trees, language),
    report: null,
    base: base.base,
    tagger: jackknifed?.tagger,
    spectral: spectral === undefined ? undefined : spectralFromTables(spectral.tables),
    reranker: options.rerank ? await rerankerOf(training, tags, base, spectral, options) : undefined,
    punctuation,
  };
  const { warnings: treeWarnings = [], ...estimates } = spectral?.report ?? {};
  const reranking =
    bare.reranker === undefined || taggedDev === undefined
      ? undefined
      : await training.timed("development scores", () => compare(bare, taggedDev, context));
  const report: DependencyReport = {
    ...base.report,
    sources,
    skipped,
    preparation,
    ...(jackknifed === undefined ? {} : { jackknifedTags: agreementOfTags(trees, tags) }),
    ...(spectral === undefined ? {} : { spectral: estimates as DependencyReport["spectral"] }),
    ...(reranking === undefined ? {} : { reranking }),
    times: training.times,
    warnings: [...base.report.warnings, ...unknown, ...treeWarnings],
  };
  return { model: frozen({ ...bare, report: lastingReport(report) }), report };
}

/** Trees with the tags of a tagger, where there is one. */
async function retagged(
  trees: readonly DependencyTree[] | undefined,
  tagger: TaggerModel | undefined,
  { signal }: DependencyContext,
): Promise<readonly DependencyTree[] | undefined> {
  if (trees === undefined || tagger === undefined) return trees;
  const tag = taggingWith(tagger);
  const tagged: DependencyTree[] = [];
  for (const tree of trees) {
    tagged.push({ ...tree, tags: tag(tree.words) });
    await breathe(signal);
  }
  return tagged;
}

async function rerankerOf(
  training: FoldedTraining,
  tags: Tags,
  base: LearntBase,
  spectral: LearntSpectral | undefined,
  { rerankEpochs, baseWeight, seed }: DependencyOptions,
): Promise<Reranker> {
  const { trees, context } = training;
  const probabilities = spectral === undefined ? undefined : await training.probabilities(tags, base, spectral);
  const lists = candidateLists(withTags(trees, tags), base.lists!, probabilities);
  const gold = trees.map(({ heads }) => heads);
  const settings = { rerankEpochs, baseWeight, seed, logProbability: spectral !== undefined };
  return training.timed("re-ranker", () => learnReranker(lists, gold, settings, context));
}

/** Development trees, tagged, by the base parser alone and re-ranked. */
async function compare(model: DependencyModel, dev: readonly DependencyTree[], context: DependencyContext) {
  const measured = async (rerank: boolean): Promise<AttachmentSummary> => {
    const parser = new DependencyParser(model, { rerank });
    const { times: _, ...scores } = await evaluateDependency(parser, dev, { goldTags: true }, context);
    return scores;
  };
  return { base: await measured(false), reranked: await measured(true) };
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
