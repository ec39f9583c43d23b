/** The probability that a model gives to one tree: the inside pass over its nodes alone. O(words·m³). */
import { latentChart } from "../../../charts/phrases/latent-chart.ts";
import type { Skeleton } from "../../../charts/phrases/skeleton.ts";
import { spanCount, spanId } from "../../../charts/phrases/span-index.ts";
import { GENERIC_HEADS } from "../../../trees/heads/head-tables.ts";
import type { Tree } from "../../../trees/tree.ts";
import { DirectionTable } from "../lexicon/directions.ts";
import { Lexicon } from "../lexicon/lexicon.ts";
import { type GrammarModel, leafVectors } from "../model.ts";
import { type BinaryTreebank, binaryTreebank } from "../treebank/binary-treebank.ts";

/** The probability of a tree under a grammar. */
export interface TreeProbability {
  /** log |p̂|; −∞ where the grammar lacks a symbol or rule of the tree. */
  readonly log: number;
  /** Spectral estimates may be negative: −1, 0 or 1. */
  readonly sign: number;
}

const IMPOSSIBLE: TreeProbability = { log: Number.NEGATIVE_INFINITY, sign: 0 };

/** p̂ of a prepared tree and its words; of an ensemble, that of its first member. */
export function treeProbability(model: GrammarModel, tree: Tree): TreeProbability {
  const bank = binaryTreebank([tree], GENERIC_HEADS, model);
  const symbols = translateSymbols(model, bank);
  const skeleton = symbols === undefined ? undefined : treeSkeleton(model, bank, symbols);
  if (skeleton === undefined) return IMPOSSIBLE;
  const words: string[] = [];
  for (let node = 0; node < bank.size; node++)
    if (bank.word[node]! >= 0) words[bank.start[node]!] = bank.words.word(bank.word[node]!);
  const lexicon = new Lexicon(model.symbols, model.lexicon, model.lexiconOptions);
  const readings = words.map((word, at) => lexicon.readings(word, at === 0));
  for (let item = 0; item < words.length; item++) {
    if (!readings[skeleton.start[item]!]!.some(({ symbol }) => symbol === skeleton.symbol[item])) return IMPOSSIBLE;
  }
  const chart = latentChart(
    model.grammar,
    skeleton,
    leafVectors(model.grammar, new DirectionTable(model.directions, model.lexicon.known), words, readings),
  );
  return chart === undefined ? IMPOSSIBLE : { log: chart.logTotal, sign: chart.sign };
}

/** The model's symbol of every symbol of the tree; undefined when it lacks one. */
export function translateSymbols({ symbols }: GrammarModel, bank: BinaryTreebank): Int32Array | undefined {
  const ids = new Map(symbols.names.map((name, id) => [`${symbols.preterminal[id]} ${name}`, id]));
  const translated = new Int32Array(bank.symbols.size);
  for (let symbol = 0; symbol < bank.symbols.size; symbol++) {
    const id = ids.get(`${bank.symbols.preterminal[symbol]} ${bank.symbols.names[symbol]}`);
    if (id === undefined) return undefined;
    translated[symbol] = id;
  }
  return translated;
}

/** The tree's nodes as items and edges, by length of span; undefined when the grammar lacks a rule. */
function treeSkeleton({ grammar }: GrammarModel, bank: BinaryTreebank, symbols: Int32Array): Skeleton | undefined {
  const { rules } = grammar;
  const words = bank.end[bank.roots[0]!]!;
  const length = (node: number) => bank.end[node]! - bank.start[node]!;
  const order = Array.from({ length: bank.size }, (_, node) => node).sort(
    (x, y) => length(x) - length(y) || bank.start[x]! - bank.start[y]!,
  );
  const itemOf = new Int32Array(bank.size);
  for (const [item, node] of order.entries()) itemOf[node] = item;
  const edges: { rule: number; left: number; right: number }[] = [];
  const edgeStarts: number[] = [];
  const firstItem = new Int32Array(spanCount(words));
  const itemCount = new Int32Array(spanCount(words));
  for (const [item, node] of order.entries()) {
    const span = spanId(bank.start[node]!, bank.end[node]!, words);
    firstItem[span] = item;
    itemCount[span] = 1;
    edgeStarts.push(edges.length);
    const [left, right] = [bank.left[node]!, bank.right[node]!];
    if (left < 0) continue;
    const rule = findRule(
      rules,
      symbols[bank.symbol[node]!]!,
      symbols[bank.symbol[left]!]!,
      symbols[bank.symbol[right]!]!,
    );
    if (rule < 0) return undefined;
    edges.push({ rule, left: itemOf[left]!, right: itemOf[right]! });
  }
  return {
    words,
    items: order.length,
    symbol: Int32Array.from(order, (node) => symbols[bank.symbol[node]!]!),
    start: Int32Array.from(order, (node) => bank.start[node]!),
    end: Int32Array.from(order, (node) => bank.end[node]!),
    edgeStarts: Int32Array.from([...edgeStarts, edges.length]),
    edgeRule: Int32Array.from(edges, ({ rule }) => rule),
    edgeLeft: Int32Array.from(edges, ({ left }) => left),
    edgeRight: Int32Array.from(edges, ({ right }) => right),
    firstItem,
    itemCount,
  };
}

export function findRule(rules: GrammarModel["grammar"]["rules"], a: number, b: number, c: number): number {
  for (let pair = rules.pairStarts[b]!; pair < rules.pairStarts[b + 1]!; pair++) {
    if (rules.pairRight[pair] !== c) continue;
    for (let rule = rules.ruleStarts[pair]!; rule < rules.ruleStarts[pair + 1]!; rule++)
      if (rules.parent[rule] === a) return rule;
  }
  return -1;
}
