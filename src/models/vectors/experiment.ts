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
  /** Words whose neighbours are told; those without a vector are left out. */
  readonly words: readonly string[];
  readonly neighbours: number;
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
  { methods, words, neighbours, learning }: VectorsExperimentOptions,
  context: VectorsContext = {},
  onRow: (row: VectorsRow) => void = () => {},
): Promise<VectorsExperiment> {
  if (methods.length === 0) throw new OptionError("methods", "methods is empty; expected at least one.");
  const rows: VectorsRow[] = [];
  let first: WordVectors | undefined;
  for (const method of methods) {
    const began = performance.now();
    const vectors = new ModelVectors((await learnVectors(corpus, { method, ...learning }, context)).model);
    const seconds = (performance.now() - began) / 1000;
    const scores: GoldScore[] = [];
    for (const { name, items } of gold) {
      const score = await evaluateVectors(vectors, items, {}, context);
      scores.push({ name, ...score, ...(isPairs(items) ? judged(vectors, first, items) : NO_INTERVAL) });
    }
    const near = words
      .filter((word) => vectors.has(word))
      .map((word) => [word, vectors.nearest(word, neighbours).map((found) => found.word)] as const);
    rows.push({ method, seconds, scores, neighbours: Object.fromEntries(near) });
    onRow(rows.at(-1)!);
    first ??= vectors;
  }
  return { rows };
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
