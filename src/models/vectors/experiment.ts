/** Word vectors of one corpus by several methods, against people's judgements: similarity, analogies, neighbours. */
import { OptionError } from "../../base/index.ts";
import type { Analogy, Corpus, ScoredPair, WordVectors } from "../../data/index.ts";
import { bootstrapInterval, type Comparison, pairedBootstrap } from "../../evaluation/index.ts";
import { type ComparedPair, comparedPairs, evaluateVectors, rankCorrelation, type VectorsScores } from "./evaluate.ts";
import { learnVectors, type VectorsContext } from "./learn.ts";
import type { VectorsMethod } from "./options.ts";
import { ModelVectors } from "./predict.ts";

/** What vectors are measured with: word pairs with scores, or analogies. */
export interface VectorsGold {
  readonly name: string;
  readonly items: readonly ScoredPair[] | readonly Analogy[];
}

/** What is run. */
export interface VectorsExperimentOptions {
  /** The first is what the others are compared with. */
  readonly methods: readonly VectorsMethod[];
  /** Words whose neighbours are shown; those without a vector are left out. */
  readonly words: readonly string[];
  readonly neighbours: number;
  /** What the first method, and the one that is best on the other sets, are measured with in the end. */
  readonly test?: readonly VectorsGold[] | undefined;
  /** What every method is given. */
  readonly learning: {
    readonly dim?: number | undefined;
    readonly vocabulary?: number | undefined;
    readonly minCount?: number | undefined;
  };
}

/** A score of one method; the interval is not a number for analogies. */
export interface GoldScore extends VectorsScores {
  readonly name: string;
  readonly low: number;
  readonly high: number;
  /** Against the first method, over the pairs that both have. */
  readonly gain?: Comparison | undefined;
}

/** One method. */
export interface VectorsRow {
  readonly method: VectorsMethod;
  readonly seconds: number;
  readonly scores: readonly GoldScore[];
  readonly neighbours: Readonly<Record<string, readonly string[]>>;
  /** Of the first method, and of the one with the best mean of `scores`. */
  readonly test?: readonly GoldScore[] | undefined;
}

/** All of it. */
export interface VectorsExperiment {
  readonly rows: readonly VectorsRow[];
}

const isPairs = (items: VectorsGold["items"]): items is readonly ScoredPair[] => !Array.isArray(items[0]);

/** Learns vectors by each method in turn; rows are handed over as they come. */
export async function experimentVectors(
  corpus: Corpus,
  gold: readonly VectorsGold[],
  { methods, words, neighbours, learning, test }: VectorsExperimentOptions,
  context: VectorsContext = {},
  onRow: (row: VectorsRow) => void = () => {},
): Promise<VectorsExperiment> {
  if (methods.length === 0) throw new OptionError("methods", "methods is empty; expected at least one.");
  if (test !== undefined && gold.length === 0)
    throw new OptionError("test", "test is measured with the method that is best on gold; give gold, too.");
  const rows: VectorsRow[] = [];
  const learnt: ModelVectors[] = [];
  for (const method of methods) {
    const began = performance.now();
    const vectors = new ModelVectors((await learnVectors(corpus, { method, ...learning }, context)).model);
    const seconds = (performance.now() - began) / 1000;
    const scores = await scoresOf(vectors, learnt[0], gold, context);
    const near = words
      .filter((word) => vectors.has(word))
      .map((word) => [word, vectors.nearest(word, neighbours).map((found) => found.word)] as const);
    rows.push({ method, seconds, scores, neighbours: Object.fromEntries(near) });
    onRow(rows.at(-1)!);
    learnt.push(vectors);
  }
  if (test === undefined) return { rows };
  const means = rows.map(({ scores }) => scores.reduce((sum, { value }) => sum + value, 0) / scores.length);
  const best = means.reduce((top, mean, i) => (mean > means[top]! ? i : top), 0);
  const measured: VectorsRow[] = [];
  for (const [i, row] of rows.entries()) {
    const chosen = i === 0 || i === best;
    const before = i === 0 ? undefined : learnt[0];
    measured.push(chosen ? { ...row, test: await scoresOf(learnt[i]!, before, test, context) } : row);
  }
  return { rows: measured };
}

async function scoresOf(
  vectors: WordVectors,
  first: WordVectors | undefined,
  gold: readonly VectorsGold[],
  context: VectorsContext,
): Promise<GoldScore[]> {
  const scores: GoldScore[] = [];
  for (const { name, items } of gold) {
    const score = await evaluateVectors(vectors, items, {}, context);
    scores.push({ name, ...score, ...(isPairs(items) ? judged(vectors, first, items) : NO_INTERVAL) });
  }
  return scores;
}

const NO_INTERVAL = { low: Number.NaN, high: Number.NaN };

function judged(vectors: WordVectors, first: WordVectors | undefined, pairs: readonly ScoredPair[]) {
  const own = comparedPairs(vectors, pairs);
  if (own.length < 2) return NO_INTERVAL;
  const { low, high } = bootstrapInterval(own, rankCorrelation);
  if (first === undefined) return { low, high };
  const both = pairs.filter((pair) => [pair.first, pair.second].every((word) => vectors.has(word) && first.has(word)));
  const [mine, theirs]: ComparedPair[][] = [comparedPairs(vectors, both), comparedPairs(first, both)];
  return { low, high, gain: both.length < 2 ? undefined : pairedBootstrap(mine!, theirs!, rankCorrelation) };
}
