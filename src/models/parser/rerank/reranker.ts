/**
 * Chooses among the best trees of a sentence with a log-linear model over whole trees:
 *
 *   p(tree | list) ∝ exp( Σ_f w_f·count_f(tree) + Σ_n v_n·number_n(tree)/deviation_n )
 */
import type { HeadTable } from "../../../trees/heads/heads.ts";
import type { ChartParse, ScoredTree } from "../../grammar/index.ts";
import type { ParserModel } from "../model.ts";
import { type Candidate, CandidateReader } from "./candidates.ts";

/** The weights of a re-ranker. */
export interface Reranker {
  /** Hashes of the features with a weight, in rising order. */
  readonly features: Int32Array;
  readonly weights: Float32Array;
  /** Weights of the numbers of a tree, divided by their deviations. */
  readonly numberWeights: Float64Array;
  /** Trees of a list. */
  readonly listSize: number;
}

/** Weights by hash: an open table, at most half full. */
class WeightTable {
  readonly #mask: number;
  readonly #keys: Int32Array;
  /** 0 where there is no key: a weight of 0 need not be found. */
  readonly #weights: Float32Array;

  constructor({ features, weights }: Reranker) {
    const size = 2 ** Math.max(4, Math.ceil(Math.log2(2 * features.length)));
    this.#mask = size - 1;
    this.#keys = new Int32Array(size);
    this.#weights = new Float32Array(size);
    for (let n = 0; n < features.length; n++) {
      if (weights[n] === 0) continue;
      let at = features[n]! & this.#mask;
      while (this.#weights[at] !== 0) at = (at + 1) & this.#mask;
      this.#keys[at] = features[n]!;
      this.#weights[at] = weights[n]!;
    }
  }

  get(feature: number): number {
    for (let at = feature & this.#mask; this.#weights[at] !== 0; at = (at + 1) & this.#mask)
      if (this.#keys[at] === feature) return this.#weights[at]!;
    return 0;
  }
}

/** Puts lists of trees in order. */
export class TreeRanker {
  readonly #reader: CandidateReader;
  readonly #reranker: Reranker;
  readonly #table: WeightTable;

  constructor(model: Pick<ParserModel, "symbols">, heads: HeadTable, reranker: Reranker) {
    this.#reader = new CandidateReader(model, heads);
    this.#reranker = reranker;
    this.#table = new WeightTable(reranker);
  }

  /** The trees of a parse, best first, each with log p(tree | list). A list of one stays as it is. */
  rank(words: readonly string[], parse: Pick<ChartParse, "trees" | "charts">): readonly ScoredTree[] {
    if (parse.trees.length < 2) return parse.trees;
    const scores = this.#reader.read(words, parse).map((candidate) => this.#score(candidate));
    const most = Math.max(...scores);
    const total = most + Math.log(scores.reduce((sum, score) => sum + Math.exp(score - most), 0));
    return parse.trees.map(({ tree }, at) => ({ tree, score: scores[at]! - total })).sort((x, y) => y.score - x.score);
  }

  #score({ features, numbers }: Candidate): number {
    let sum = 0;
    for (let n = 0; n < numbers.length; n++) sum += this.#reranker.numberWeights[n]! * numbers[n]!;
    for (let at = 0; at < features.length; at++) sum += this.#table.get(features[at]!);
    return sum;
  }
}
