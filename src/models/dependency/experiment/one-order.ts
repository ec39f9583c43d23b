/**
 * One order of the table: the base parser, its lists re-ranked without log p̂ and with it, and the best of the lists;
 * with the number of hidden states that is best on the trees that choices are made on.
 */
import { optionsOf } from "../../../base/options.ts";
import {
  type AttachmentSummary,
  approximateRandomization,
  bootstrapInterval,
  type Comparison,
  type Interval,
  scoreAttachment,
} from "../../../evaluation/index.ts";
import type { DependencyTree } from "../../../trees/dependencies.ts";
import { BaseParser } from "../base/base-parser.ts";
import { agreement } from "../base/online-learner.ts";
import { BASE_OPTIONS, type BaseOptions } from "../base/options.ts";
import type { FoldedTraining, LearntSpectral } from "../rerank/folded-training.ts";
import { type Tags, withTags } from "../rerank/learn-jobs.ts";
import { candidateLists, scoredLists } from "../rerank/lists.ts";
import { type CandidateList, choose, learnReranker, oracle, type Reranker } from "../rerank/reranker.ts";
import type { DependencyExperimentOptions } from "./experiment.ts";

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

/** What is compared with what. */
const QUESTIONS: readonly (readonly [better: RerankSystem, than: RerankSystem])[] = [
  ["reranked", "base"],
  ["reranked with log p̂", "base"],
  ["reranked with log p̂", "reranked"],
];
/** Swaps of approximate randomization: p to four digits. */
const SAMPLES = 9999;

/** A spectral model with so many hidden states. */
export interface SweptModel {
  readonly states: number;
  readonly spectral: LearntSpectral;
}

/** Tagged trees, the spectral models to compare, and the options of the experiment. */
export interface OrderInput {
  readonly tags: Tags;
  readonly testing: readonly DependencyTree[];
  readonly development: readonly DependencyTree[] | undefined;
  readonly models: readonly SweptModel[];
  readonly options: DependencyExperimentOptions;
}

/** Learns, parses and re-ranks; one row for each system. */
export async function measureOrder(
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
