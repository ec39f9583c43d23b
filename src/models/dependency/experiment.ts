/**
 * The table of Dhillon et al. 2012 on any treebank: the base parser, re-ranked with base features, and with log p̂ besides, for both orders. Tags of the training trees are jackknifed,
 * those of the test trees predicted; the lists for training come from parsers of the other folds; the lists for testing from a parser of all training trees.
 */
import { checkOptions, flag, type OptionsOf, optionsOf, whole } from "../../base/options.ts";
import { type Progress, Stage } from "../../base/progress.ts";
import { type AttachmentSummary, approximateRandomization, type Comparison, scoreAttachment } from "../../evaluation/index.ts";
import type { DependencyTree } from "../../trees/dependencies.ts";
import { jackknife, learnPerceptron, PerceptronTagger } from "../sequence/index.ts";
import type { WordVectors } from "../vectors/index.ts";
import { atomsOf } from "./atoms.ts";
import { BaseParser } from "./base-parser.ts";
import { agreement, BASE_OPTIONS, learnBase, requireTrees } from "./learn-base.ts";
import { learnSpectralTrees, SPECTRAL_TREE_OPTIONS, SpectralSentences, type SpectralTreeReport } from "./learn-spectral.ts";
import { type CandidateList, choose, learnReranker, RERANK_OPTIONS } from "./rerank.ts";

const { order: _, patience: __, ...base } = BASE_OPTIONS;
const { logProbability: ___, ...rerank } = RERANK_OPTIONS;

export const DEPENDENCY_EXPERIMENT_OPTIONS = {
  ...base,
  ...SPECTRAL_TREE_OPTIONS,
  ...rerank,
  second: flag("measure the second order too", { default: true }),
  goldTags: flag("use the tags of the treebank instead of predicted ones", { default: false }),
  list: whole("trees in a list", { default: 50, min: 2, max: 1000 }),
  listFolds: whole("parts of the treebank for the training lists", { default: 3, min: 2, max: 100 }),
  tagFolds: whole("parts of the treebank for the jackknifed tags", { default: 10, min: 2, max: 100 }),
};

export type DependencyExperimentOptions = OptionsOf<typeof DEPENDENCY_EXPERIMENT_OPTIONS>;

export interface DependencyRow {
  readonly order: "first" | "second";
  readonly system: "base" | "reranked" | "reranked with log p̂" | "oracle";
  readonly scores: AttachmentSummary;
}

export interface DependencyOrder {
  readonly order: "first" | "second";
  /** UAS of re-ranking with log p̂ less that without, in percent of the words, by approximate randomization. */
  readonly comparison: Comparison;
  /** Share of the errors of the re-ranker without log p̂ that are gone, in percent. */
  readonly errorReduction: number;
}

export interface DependencyExperiment {
  readonly rows: readonly DependencyRow[];
  readonly orders: readonly DependencyOrder[];
  readonly spectral: SpectralTreeReport;
  /** Of all trees in the test lists, in percent. */
  readonly negative: number;
}

interface Counts {
  readonly right: number;
  readonly words: number;
}

const uasOf = (counts: readonly Counts[]): number => {
  let [right, words] = [0, 0];
  for (const count of counts) {
    right += count.right;
    words += count.words;
  }
  return (100 * right) / words;
};

export function dependencyExperiment(
  train: readonly DependencyTree[],
  test: readonly DependencyTree[],
  given: Partial<DependencyExperimentOptions> = {},
  { vectors, progress }: { readonly vectors?: WordVectors | undefined; readonly progress?: Progress | undefined } = {},
): DependencyExperiment {
  const options = checkOptions("dependencyExperiment", DEPENDENCY_EXPERIMENT_OPTIONS, given);
  requireTrees("dependencyExperiment", train);
  requireTrees("dependencyExperiment", test);
  const { learner, trainK, epochs, limit, hashBits, seed, rerankEpochs, baseWeight } = options;
  const training = options.goldTags
    ? train
    : withTags(train, jackknife(train, Math.min(options.tagFolds, train.length), { seed }, progress));
  const testing = options.goldTags ? test : predicted(train, test, seed, progress);
  const folds = Math.min(options.listFolds, training.length);
  const others = (fold: number) => training.filter((_, n) => n % folds !== fold);
  const estimate = (trees: readonly DependencyTree[]) =>
    learnSpectralTrees(trees, optionsOf(SPECTRAL_TREE_OPTIONS, options), { vectors, progress });
  const { model: spectral, report } = estimate(training);
  const scorer = new SpectralSentences(spectral);
  // Like the parsers of the lists, the probabilities in them come from the other folds: a model that has seen the gold trees would be trusted too much.
  const foldScorers = Array.from({ length: folds }, (_, fold) => new SpectralSentences(estimate(others(fold)).model));
  let [negative, scored] = [0, 0];
  const listOf = (parser: BaseParser, probabilities: SpectralSentences, tree: DependencyTree): CandidateList => {
    const trees = parser.kBest(atomsOf(tree), options.list);
    const logs = probabilities.score(
      tree,
      trees.map(({ heads }) => heads),
    );
    scored += logs.length;
    negative += logs.filter(({ sign }) => sign < 0).length;
    return { tags: tree.tags, candidates: trees.map(({ heads, score }, i) => ({ heads, score, log: logs[i]!.log })) };
  };
  const rows: DependencyRow[] = [];
  const orders: DependencyOrder[] = [];
  for (const order of options.second ? (["first", "second"] as const) : (["first"] as const)) {
    const learn = (trees: readonly DependencyTree[]) =>
      new BaseParser(learnBase(trees, { learner, trainK, epochs, limit, hashBits, seed, order }, { progress }).model);
    const lists: CandidateList[] = new Array(training.length);
    for (let fold = 0; fold < folds; fold++) {
      const parser = learn(others(fold));
      const stage = new Stage(`lists of fold ${fold + 1}`, "sentences", Math.ceil(training.length / folds), progress);
      for (let n = fold; n < training.length; n += folds) {
        lists[n] = listOf(parser, foldScorers[fold]!, training[n]!);
        stage.advance();
      }
      stage.finish();
    }
    const parser = learn(training);
    negative = 0;
    scored = 0;
    const testLists = testing.map((tree) => listOf(parser, scorer, tree));
    const gold = training.map(({ heads }) => heads);
    const rerankers = [false, true].map((logProbability) => learnReranker(lists, gold, { rerankEpochs, baseWeight, seed, logProbability }));
    const chosen = {
      base: testLists.map(() => 0),
      reranked: testLists.map((list) => choose(rerankers[0]!, list)),
      "reranked with log p̂": testLists.map((list) => choose(rerankers[1]!, list)),
      oracle: testLists.map((list, n) => oracle(list, testing[n]!.heads)),
    };
    for (const system of ["base", "reranked", "reranked with log p̂", "oracle"] as const) {
      const found = testing.map((tree, n): DependencyTree => {
        const { heads } = testLists[n]!.candidates[chosen[system][n]!]!;
        return { ...tree, heads: Array.from(heads), labels: parser.relations(atomsOf(tree), heads) };
      });
      rows.push({ order, system, scores: scoreAttachment(testing, found) });
    }
    const countsOf = (choices: readonly number[]): Counts[] =>
      testing.map(({ heads }, n) => ({
        right: agreement(heads, testLists[n]!.candidates[choices[n]!]!.heads),
        words: heads.length,
      }));
    const [without, withLog] = [countsOf(chosen.reranked), countsOf(chosen["reranked with log p̂"])];
    const comparison = approximateRandomization(withLog, without, uasOf, { seed });
    orders.push({ order, comparison, errorReduction: (100 * comparison.difference) / Math.max(100 - uasOf(without), 1e-9) });
  }
  return { rows, orders, spectral: report, negative: (100 * negative) / Math.max(1, scored) };
}

function withTags(trees: readonly DependencyTree[], tagged: readonly { readonly tags: readonly string[] }[]): DependencyTree[] {
  return trees.map((tree, n) => ({ ...tree, tags: tagged[n]!.tags }));
}

function predicted(train: readonly DependencyTree[], test: readonly DependencyTree[], seed: number, progress: Progress | undefined) {
  const tagger = new PerceptronTagger(learnPerceptron(train, { seed }, progress).model);
  return withTags(
    test,
    test.map(({ words }) => tagger.tag(words)),
  );
}

/** The candidate with most heads right. */
export function oracle({ candidates }: CandidateList, gold: readonly number[]): number {
  let best = 0;
  candidates.forEach(({ heads }, i) => {
    if (agreement(gold, heads) > agreement(gold, candidates[best]!.heads)) best = i;
  });
  return best;
}
