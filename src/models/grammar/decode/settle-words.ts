/**
 * The second half of the consensus: chains of words that do not go with the label above them. A word keeps the chain
 * that is best by itself, a = argmax g(a), unless the charts hardly ever have it under its parent X, where they do have
 * X there (words-under.ts); then it gets the chain that is best under X,
 *
 *   g(a | X) = Σ over the labels of a of P(label | X, i) − λ,   tags without λ.
 *
 * Constituents of two and more words stay, and so does the score.
 */
import type { Derivation, Marginals } from "../../../charts/phrases/best-tree.ts";
import type { Skeleton } from "../../../charts/phrases/skeleton.ts";
import type { ChainLabels } from "./chain-labels.ts";
import { WordsUnder } from "./words-under.ts";

/** A chain over a word and its place among the items. */
export interface WordChain {
  readonly symbol: number;
  readonly item: number;
}

/** What a chain is worth under some probabilities of its labels. */
export type ChainGain = (symbol: number, probability: (label: number) => number) => number;

/**
 * The least P(a | X, i) of a chain that stays. Held-out training trees do not distinguish .001 from .2; of five
 * variants looked at on development trees this changes fewest (docs/log/english.md).
 */
const LICENSED = 0.001;

/** The tree with every word's chain in agreement with its parent; `chains` are those of each word. */
export function settleWords(
  labels: ChainLabels,
  charts: readonly Marginals[],
  { symbol, start }: Skeleton,
  chains: readonly (readonly WordChain[])[],
  gain: ChainGain,
  tree: Derivation,
): Derivation {
  const above = new Int32Array(chains.length).fill(-1);
  const visit = ({ item, left, right }: Derivation, parent: number): void => {
    if (left === undefined || right === undefined) {
      above[start[item]!] = parent;
      return;
    }
    const own = symbol[item]! < 0 ? parent : labels.lowest[symbol[item]!]!;
    visit(left, own);
    visit(right, own);
  };
  visit(tree, -1);
  const under = new WordsUnder(labels, charts, above);
  const settle = (item: number): number => {
    const word = start[item]!;
    const given = under.given(word);
    if (given === undefined || given.chain(symbol[item]!) >= LICENSED) return item;
    const gains = chains[word]!.map((chain) => gain(chain.symbol, given.label));
    return chains[word]![gains.indexOf(Math.max(...gains))]!.item;
  };
  const build = ({ item, left, right }: Derivation): Derivation =>
    left === undefined || right === undefined
      ? { item: settle(item) }
      : { item, left: build(left), right: build(right) };
  return build(tree);
}
