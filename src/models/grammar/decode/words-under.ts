/**
 * What stands over a word given the label above it. The consensus adds up labels of one word from trees that differ:
 * where half of the charts say (S (NP The dog) (VP barks)) and half (NP The dog barks), S may win over the sentence and
 * the noun over the word, though under S there is no such noun. For the label X of the constituent word i stands in
 *
 *   P(label | X, i) = P(label, X, i) / P(X, i),   P(a | X, i) = P(a, X, i) / P(X, i) for a whole chain a.
 *
 * P(label, X, i) comes from the uses of rules as P(label, i) does from items (span-probabilities.ts):
 *
 *   p_c(label, X, i) = |Σ μ_c(e)| over the uses e of rules of X and @X whose child, over word i, holds the label,
 *
 * cut to [0, 1] and averaged over the charts with the same weights; P(X, i) is the same over all chains. O(uses).
 */
import type { Marginals } from "../../../charts/phrases/best-tree.ts";
import type { ChainLabels } from "./chain-labels.ts";
import { chartShares } from "./span-probabilities.ts";

/** The least P(X, i) for which what stands under X is known: with less the charts rarely have X there. */
const TRUSTED = 0.5;

/** Probabilities over one word, given the label above it. */
export interface Given {
  readonly label: (label: number) => number;
  readonly chain: (symbol: number) => number;
}

export class WordsUnder {
  readonly #labels: number;
  readonly #row: number;
  /** By word · row: first of each label, then of each chain, then P(X, i). */
  readonly #joint: Float64Array;

  /** `above` has X of each word, −1 where there is none. */
  constructor(labels: ChainLabels, charts: readonly Marginals[], above: Int32Array) {
    this.#labels = labels.size;
    this.#row = labels.size + labels.ofSymbol.length + 1;
    this.#joint = new Float64Array(above.length * this.#row);
    for (const [at, share] of chartShares(charts).entries()) {
      const sums = this.#sums(labels, charts[at]!, above);
      for (let i = 0; i < sums.length; i++) this.#joint[i]! += share * Math.min(1, Math.abs(sums[i]!));
    }
  }

  /** Undefined where X is not trusted. */
  given(word: number): Given | undefined {
    const first = word * this.#row;
    const total = this.#joint[first + this.#row - 1]!;
    if (total < TRUSTED) return undefined;
    return {
      label: (label) => this.#joint[first + label]! / total,
      chain: (symbol) => this.#joint[first + this.#labels + symbol]! / total,
    };
  }

  /** Σ μ of one chart's uses of rules. */
  #sums(labels: ChainLabels, { skeleton, edgeMarginal }: Marginals, above: Int32Array): Float64Array {
    const { items, symbol, start, end, edgeStarts, edgeLeft, edgeRight } = skeleton;
    const sums = new Float64Array(this.#joint.length);
    const add = (child: number, parent: number, μ: number): void => {
      const word = start[child]!;
      if (above[word] !== parent || end[child]! - word !== 1) return;
      const first = word * this.#row;
      for (const label of labels.ofSymbol[symbol[child]!]!) sums[first + label]! += μ;
      sums[first + this.#labels + symbol[child]!]! += μ;
      sums[first + this.#row - 1]! += μ;
    };
    for (let item = 0; item < items; item++) {
      const parent = labels.lowest[symbol[item]!]!;
      for (let edge = edgeStarts[item]!; edge < edgeStarts[item + 1]!; edge++) {
        add(edgeLeft[edge]!, parent, edgeMarginal[edge]!);
        add(edgeRight[edge]!, parent, edgeMarginal[edge]!);
      }
    }
    return sums;
  }
}
