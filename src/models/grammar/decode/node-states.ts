/**
 * The hidden state of a node in a tree, and what it stands for. The node's inside vector is computed over its own
 * subtree, bottom-up with the rules' tensors, and scaled so that its product with the symbol's mean inside is 1: it
 * then lies in the space of the places of words and rules (loadings.ts), where the subtree as a whole is one more
 * rewrite.
 *
 *   z(t) = α(t) / (α(t)·mean inside)        similarity to a rewrite r: cos(z(t) − h, z_r − h)
 *
 * O(nodes·m³ + rewrites·m).
 */
import { GENERIC_HEADS } from "../../../trees/heads/head-tables.ts";
import type { Tree } from "../../../trees/tree.ts";
import { splitChain } from "../../../trees/unaries.ts";
import { DirectionTable } from "../lexicon/directions.ts";
import type { GrammarModel } from "../model.ts";
import { type BinaryTreebank, binaryTreebank } from "../treebank/binary-treebank.ts";
import { contract, meanOutsideOf, type Rewrite, rewritesOf } from "./loadings.ts";
import { findRule, translateSymbols } from "./tree-probability.ts";

/** A node of a tree by its label and its words. */
export interface NodePlace {
  readonly label: string;
  readonly start: number;
  /** One past the last word. */
  readonly end: number;
}

/** A rewrite whose place is near a node's hidden state. */
export interface NearRewrite {
  /** A word, or a rule as `NP → DT NN`. */
  readonly name: string;
  /** Its share of all uses of the symbol. */
  readonly share: number;
  /** Cosine of the deviations from the symbol's mean. */
  readonly similarity: number;
}

/** The hidden state of a node, and what is near it. */
export interface NodeStates {
  /** The grammar's symbol for the node: unary chains are one symbol. */
  readonly symbol: string;
  /** z − h: how far each state is from the symbol's mean. */
  readonly vector: readonly number[];
  /** Most similar first. */
  readonly nearest: readonly NearRewrite[];
}

/** Undefined where the tree has no such node, or the grammar lacks a symbol or rule below it. */
export function nodeStates(model: GrammarModel, tree: Tree, place: NodePlace, count = 8): NodeStates | undefined {
  const bank = binaryTreebank([tree], GENERIC_HEADS, model);
  const symbols = translateSymbols(model, bank);
  const node = findNode(bank, place);
  const alpha = symbols === undefined || node < 0 ? undefined : insideOf(model, bank, symbols, node);
  if (alpha === undefined) return undefined;
  const { grammar } = model;
  const symbol = symbols![bank.symbol[node]!]!;
  const offset = grammar.vectorOffset[symbol]!;
  const mass = alpha.reduce((sum, value, i) => sum + value * grammar.meanInside[offset + i]!, 0);
  if (mass === 0 || !Number.isFinite(mass)) return undefined;
  const mean = meanOutsideOf(grammar, symbol);
  const vector = Array.from(alpha, (value, i) => value / mass - mean[i]!);
  const nearest = usual(rewritesOf(model, symbol))
    .map(({ name, share, place: z }) => ({ name, share, similarity: cosine(vector, z, mean) }))
    .sort((x, y) => y.similarity - x.similarity)
    .slice(0, count);
  return { symbol: model.symbols.names[symbol]!, vector, nearest };
}

/** Rewrites that were seen once or twice lie anywhere: the rarest, a tenth of all uses together, are left out. */
const RARE = 0.1;

function usual(rewrites: readonly Rewrite[]): Rewrite[] {
  const sorted = [...rewrites].sort((x, y) => y.share - x.share);
  const total = sorted.reduce((sum, { share }) => sum + share, 0);
  let covered = 0;
  return sorted.filter(({ share }) => {
    const before = covered;
    covered += share;
    return before <= (1 - RARE) * total;
  });
}

/** The node with these words whose chain of labels holds the label; −1 where there is none. */
function findNode(bank: BinaryTreebank, { label, start, end }: NodePlace): number {
  for (let node = 0; node < bank.size; node++) {
    if (bank.start[node] !== start || bank.end[node] !== end) continue;
    if (splitChain(bank.symbols.labels[bank.symbol[node]!]!).includes(label)) return node;
  }
  return -1;
}

function insideOf(
  { grammar, directions: stored, lexicon }: GrammarModel,
  bank: BinaryTreebank,
  symbols: Int32Array,
  top: number,
): Float64Array | undefined {
  const directions = new DirectionTable(stored, lexicon.known);
  const inside = (node: number): Float64Array | undefined => {
    const symbol = symbols[bank.symbol[node]!]!;
    if (bank.left[node]! < 0) {
      const text = bank.words.word(bank.word[node]!);
      const own = directions.of(symbol, text, bank.start[node] === 0, grammar.states[symbol]!);
      return Float64Array.from(own ?? meanOutsideOf(grammar, symbol));
    }
    const [left, right] = [bank.left[node]!, bank.right[node]!];
    const rule = findRule(grammar.rules, symbol, symbols[bank.symbol[left]!]!, symbols[bank.symbol[right]!]!);
    const [first, second] = rule < 0 ? [] : [inside(left), inside(right)];
    if (first === undefined || second === undefined) return undefined;
    const result = contract(grammar, rule, first, second);
    // Only the direction matters: without scaling a long subtree would underflow.
    const largest = result.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    return largest > 0 ? result.map((value) => value / largest) : result;
  };
  return inside(top);
}

function cosine(vector: readonly number[], place: ArrayLike<number>, mean: ArrayLike<number>): number {
  let [dot, own, other] = [0, 0, 0];
  for (let i = 0; i < vector.length; i++) {
    const deviation = place[i]! - mean[i]!;
    dot += vector[i]! * deviation;
    own += vector[i]! ** 2;
    other += deviation ** 2;
  }
  return own === 0 || other === 0 ? 0 : dot / Math.sqrt(own * other);
}
