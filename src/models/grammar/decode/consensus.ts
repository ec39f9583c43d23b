/**
 * The tree on which several charts agree most, where they have labelled spans in common but no items: members of an
 * ensemble that cut trees differently.
 *
 *   maximise Σ over the labelled spans of the tree of P(label, i, j) − λ,   for tags P(tag, i)
 *
 * which is the expected number of correct brackets with a price λ on each: ½ would be half of F1's optimum under exact
 * probabilities (Goodman 1996, labelled recall with precision; Petrov 2010 for products of grammars); measured, .45
 * does best. A constituent's labels are one of the chains that some chart has there. Flat constituents need no binary
 * rule:
 *
 *   C(a, i, j)  a constituent with chain a: a word, or X(i,k) C(b,k,j) for some k, b
 *   X(i, k)     C(b, i, k), or S(i, k): two or more constituents in a row, made as X(i,l) C(b,l,k)
 *
 * so that each tree has one derivation, and the k best derivations are the k best trees. O(n²·c) for c constituents
 * that end at one word. Once these constituents are found, a word whose chain does not go with its parent gets another
 * (settle-words.ts).
 */
import type { Derivation, Marginals } from "../../../charts/phrases/best-tree.ts";
import { bestTrees } from "../../../charts/phrases/best-tree.ts";
import type { Skeleton } from "../../../charts/phrases/skeleton.ts";
import { spanCount, spanId } from "../../../charts/phrases/span-index.ts";
import type { Symbols } from "../treebank/symbols.ts";
import { type ChainLabels, chainLabelsOf } from "./chain-labels.ts";
import { type ChainGain, settleWords, type WordChain } from "./settle-words.ts";
import { spanTable } from "./span-probabilities.ts";

/** What a span costs: λ. Taken from trials on the WSJ sample and CRAFT; small treebanks may want less. */
const PRICE = 0.45;
/** Labelled spans below this are not tried when more than the best tree is asked for. */
const LEAST = 0.01;

/** Symbol of an item that stands for several constituents in a row. */
export const ROW = -1;

export interface Consensus {
  readonly skeleton: Skeleton;
  readonly trees: readonly { readonly derivation: Derivation; readonly score: number }[];
}

/**
 * With `oneTag`, for re-rankers, no two trees differ in tags alone: a word has its likeliest under the same
 * constituents, and is not settled by its parent, which is for the re-ranker to do.
 */
export function consensusTrees(
  symbols: Symbols,
  charts: readonly Marginals[],
  mayBeRoot: (symbol: number) => boolean,
  kBest: number,
  oneTag = false,
): Consensus {
  const labels = chainLabelsOf(symbols);
  const gain: ChainGain = (symbol, probability) =>
    labels.ofSymbol[symbol]!.reduce((sum, label) => sum + probability(label) - (labels.isTag[label] ? 0 : PRICE), 0);
  const candidates = candidatesOf(labels, charts, gain, mayBeRoot, kBest);
  const builder = new ConsensusChart(charts[0]!.skeleton.words, triedOf(labels, candidates, kBest, oneTag));
  builder.fill();
  const chains = oneTag ? [] : builder.chains(candidates);
  const marginals = builder.marginals();
  const trees = bestTrees(marginals, (symbol) => symbol !== ROW && mayBeRoot(symbol), "signed", kBest);
  const { skeleton } = marginals;
  const [best] = trees;
  if (oneTag || best === undefined) return { skeleton, trees };
  const derivation = settleWords(labels, charts, skeleton, chains, gain, best.derivation);
  return { skeleton, trees: [{ derivation, score: best.score }, ...without(derivation, trees.slice(1))] };
}

/** The trees of a list without the one that is already there as the settled best tree. */
function without(derivation: Derivation, trees: Consensus["trees"]): Consensus["trees"] {
  if (trees.length === 0) return trees;
  const text = JSON.stringify(derivation);
  return trees.filter((tree) => JSON.stringify(tree.derivation) !== text);
}

interface Candidate {
  readonly symbol: number;
  readonly gain: number;
}

/** The chains of every span that may be part of one of the best trees. */
function candidatesOf(
  labels: ChainLabels,
  charts: readonly Marginals[],
  gainOf: ChainGain,
  mayBeRoot: (symbol: number) => boolean,
  kBest: number,
): Candidate[][] {
  const table = spanTable(labels, charts);
  const { words } = charts[0]!.skeleton;
  const spans: Candidate[][] = Array.from({ length: spanCount(words) }, () => []);
  const top = spanId(0, words, words);
  for (const { skeleton } of charts) {
    for (let item = 0; item < skeleton.items; item++) {
      const symbol = skeleton.symbol[item]!;
      const span = spanId(skeleton.start[item]!, skeleton.end[item]!, words);
      if (labels.ofSymbol[symbol]!.length === 0 || spans[span]!.some((other) => other.symbol === symbol)) continue;
      const probability = (label: number) => table.get(span * labels.size + label)!;
      const gain = gainOf(symbol, probability);
      const likely = labels.ofSymbol[symbol]!.every((label) => probability(label) >= LEAST);
      const wanted = kBest === 1 ? gain > 0 : likely;
      const isWord = skeleton.end[item]! - skeleton.start[item]! === 1;
      if (span === top ? mayBeRoot(symbol) : isWord || wanted) spans[span]!.push({ symbol, gain });
    }
  }
  return spans;
}

/** What the first half tries: the best tree has the best chain wherever it has any. */
function triedOf(labels: ChainLabels, candidates: readonly Candidate[][], kBest: number, oneTag: boolean) {
  if (kBest === 1)
    return candidates.map((list) =>
      list.length < 2 ? list : [list.reduce((best, other) => (other.gain > best.gain ? other : best))],
    );
  return oneTag ? candidates.map((list) => withOneTag(labels, list)) : candidates;
}

/** Of chains that differ in their tag alone, the best. */
function withOneTag(labels: ChainLabels, list: readonly Candidate[]): readonly Candidate[] {
  if (list.length < 2) return list;
  const best = new Map<string, Candidate>();
  for (const candidate of list) {
    const key = labels.ofSymbol[candidate.symbol]!.map((label) => (labels.isTag[label] ? -1 : label)).join();
    const other = best.get(key);
    if (other === undefined || candidate.gain > other.gain) best.set(key, candidate);
  }
  return [...best.values()];
}

/** Items and edges over all spans; gains lie on the edges into constituents, and on words. */
class ConsensusChart {
  readonly #symbol: number[] = [];
  readonly #start: number[] = [];
  readonly #end: number[] = [];
  readonly #gain: number[] = [];
  readonly #edgeStarts: number[] = [];
  readonly #left: number[] = [];
  readonly #right: number[] = [];
  readonly #edgeGain: number[] = [];
  readonly #first: Int32Array;
  readonly #count: Int32Array;
  /** Starts of the constituents that end at each word. */
  readonly #startsBefore: number[][];

  constructor(
    readonly words: number,
    readonly candidates: readonly (readonly Candidate[])[],
  ) {
    this.#first = new Int32Array(candidates.length);
    this.#count = new Int32Array(candidates.length);
    this.#startsBefore = Array.from({ length: words + 1 }, () => []);
  }

  fill(): void {
    const { words } = this;
    for (let length = 1; length <= words; length++)
      for (let start = 0; start + length <= words; start++) this.#span(start, start + length);
  }

  /** The chains of each word; those that were not tried become items without edges after all others. */
  chains(all: readonly (readonly Candidate[])[]): WordChain[][] {
    return Array.from({ length: this.words }, (_, start) => {
      const span = spanId(start, start + 1, this.words);
      return all[span]!.map(({ symbol, gain }) => {
        const tried = this.candidates[span]!.findIndex((candidate) => candidate.symbol === symbol);
        const item = tried < 0 ? this.#symbol.length : this.#first[span]! + tried;
        if (tried < 0) this.#item(symbol, start, start + 1, gain);
        return { symbol, item };
      });
    });
  }

  marginals(): Marginals {
    const { words } = this;
    return {
      skeleton: {
        words,
        items: this.#symbol.length,
        symbol: Int32Array.from(this.#symbol),
        start: Int32Array.from(this.#start),
        end: Int32Array.from(this.#end),
        edgeStarts: Int32Array.from([...this.#edgeStarts, this.#left.length]),
        edgeRule: new Int32Array(this.#left.length),
        edgeLeft: Int32Array.from(this.#left),
        edgeRight: Int32Array.from(this.#right),
        firstItem: this.#first,
        itemCount: this.#count,
      },
      itemMarginal: Float64Array.from(this.#gain),
      edgeMarginal: Float64Array.from(this.#edgeGain),
    };
  }

  #span(start: number, end: number): void {
    const { words } = this;
    const span = spanId(start, end, words);
    this.#first[span] = this.#symbol.length;
    for (const { symbol, gain } of this.candidates[span]!) {
      this.#item(symbol, start, end, gain);
      if (end > start + 1) this.#edges(start, end, gain);
    }
    if (this.candidates[span]!.length > 0) this.#startsBefore[end]!.push(start);
    if (end > start + 1 && (start > 0 || end < words)) {
      this.#item(ROW, start, end, 0);
      this.#edges(start, end, 0);
    }
    this.#count[span] = this.#symbol.length - this.#first[span]!;
  }

  #item(symbol: number, start: number, end: number, gain: number): void {
    this.#symbol.push(symbol);
    this.#start.push(start);
    this.#end.push(end);
    this.#gain.push(gain);
    this.#edgeStarts.push(this.#left.length);
  }

  /** X(start, k) C(k, end) for every k where a constituent begins that ends here. */
  #edges(start: number, end: number, gain: number): void {
    for (const split of this.#startsBefore[end]!) {
      if (split <= start) continue;
      const left = spanId(start, split, this.words);
      const right = spanId(split, end, this.words);
      const lasts = this.#first[right]! + this.candidates[right]!.length;
      for (let l = this.#first[left]!; l < this.#first[left]! + this.#count[left]!; l++) {
        for (let r = this.#first[right]!; r < lasts; r++) {
          this.#left.push(l);
          this.#right.push(r);
          this.#edgeGain.push(gain);
        }
      }
    }
  }
}
