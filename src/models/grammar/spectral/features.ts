/**
 * Features of inside and outside trees (Cohen et al. 2013, section 3.1). A feature is a template and a value; values
 * are whole numbers, made by `pair` from whatever identifies the fragment, so that no string is ever built. A feature
 * set is two functions; users may give their own.
 */
import { signature } from "../../lexicon/spelling.ts";
import { NO_REPRESENTATIONS, type Representations } from "../../representations/index.ts";
import { classKey } from "../lexicon/knowledge.ts";
import type { BinaryTreebank } from "../treebank/binary-treebank.ts";

/** Takes one feature: a template number from 0 to 15 and its value. */
export type EmitFeature = (template: number, value: number) => void;

/** What is seen of a node: inside it and around it. */
export interface FeatureSet {
  readonly name: string;
  inside(context: FeatureContext, node: number, emit: EmitFeature): void;
  outside(context: FeatureContext, node: number, emit: EmitFeature): void;
}

/** What features are made of: the treebank, and numbers for productions and larger fragments. */
export class FeatureContext {
  readonly treebank: BinaryTreebank;
  /** For every node its production: a → b c, or a → x with rare words replaced by their classes or looks. */
  readonly production: Int32Array;
  readonly #pairs = new Map<number, number>();
  readonly #wordKeys = new Map<string, number>();

  constructor(
    treebank: BinaryTreebank,
    wordCount: Float64Array,
    rareUpTo: number,
    known: Representations = NO_REPRESENTATIONS,
  ) {
    this.treebank = treebank;
    const { symbol, left, right, word, words, start } = treebank;
    this.production = new Int32Array(treebank.size);
    for (let node = 0; node < treebank.size; node++) {
      if (word[node]! < 0) {
        const children = this.pair(symbol[left[node]!]!, symbol[right[node]!]!);
        this.production[node] = this.pair(symbol[node]!, children);
      } else {
        const text = words.word(word[node]!);
        const rare = wordCount[word[node]!]! <= rareUpTo;
        const key = rare ? (classKey(text, known) ?? signature(text, start[node] === 0)) : text;
        this.production[node] = this.pair(symbol[node]!, this.#wordKey(key));
      }
    }
  }

  /** A number for an ordered pair of numbers; equal pairs get equal numbers, whatever they stand for. */
  pair(x: number, y: number): number {
    const key = x * 0x4000000 + y;
    let id = this.#pairs.get(key);
    if (id === undefined) this.#pairs.set(key, (id = this.#pairs.size));
    return id;
  }

  #wordKey(key: string): number {
    let id = this.#wordKeys.get(key);
    if (id === undefined) this.#wordKeys.set(key, (id = this.#wordKeys.size));
    return id;
  }

  /** The production above a node with the node marked: its parent's, and which child it is. The root has −1. */
  above(node: number): number {
    const parent = this.treebank.parent[node]!;
    if (parent < 0) return -1;
    return 2 * this.production[parent]! + (this.treebank.left[parent] === node ? 0 : 1);
  }
}

/** Lengths above ten in two wide bands: long spans differ little. */
const band = (length: number): number => (length <= 10 ? length : length <= 20 ? 11 : 12);

function fullInside(context: FeatureContext, node: number, emit: EmitFeature): void {
  const { symbol, left, right, word, head, start, end } = context.treebank;
  const own = context.production[node]!;
  emit(0, own);
  if (word[node]! >= 0) return;
  emit(1, symbol[left[node]!]!);
  emit(2, symbol[right[node]!]!);
  emit(3, context.pair(own, context.production[left[node]!]!));
  emit(4, context.pair(own, context.production[right[node]!]!));
  emit(5, context.treebank.symbols.tagOf[symbol[head[node]!]!]!);
  emit(6, band(end[node]! - start[node]!));
}

function fullOutside(context: FeatureContext, node: number, emit: EmitFeature): void {
  const { symbol, parent, head, start, end, root, symbols, left, right } = context.treebank;
  const up = parent[node]!;
  const one = context.above(node);
  const grand = up < 0 ? -1 : parent[up]!;
  emit(0, one + 1);
  if (up >= 0) {
    const two = context.pair(one, context.above(up) + 1);
    const three = grand < 0 ? 0 : context.above(grand) + 1;
    emit(1, two);
    emit(2, context.pair(two, three));
    emit(3, symbol[up]!);
    emit(4, context.pair(symbol[up]!, grand < 0 ? symbols.size : symbol[grand]!));
    const sister = left[up] === node ? right[up]! : left[up]!;
    emit(8, symbols.tagOf[symbol[head[sister]!]!]!);
  }
  let ancestor = up;
  while (ancestor >= 0 && head[ancestor] === head[node]) ancestor = parent[ancestor]!;
  emit(5, ancestor < 0 ? symbols.tags.length : symbols.tagOf[symbol[head[ancestor]!]!]!);
  emit(6, band(start[node]!));
  emit(7, band(end[root[node]!]! - end[node]!));
}

/** The paper's features, and the tag of the sister's head. */
export const FULL_FEATURES: FeatureSet = { name: "full", inside: fullInside, outside: fullOutside };

/** The rule below and the rule above: the paper's simple set. */
export const RULE_FEATURES: FeatureSet = {
  name: "rules",
  inside: (context, node, emit) => emit(0, context.production[node]!),
  outside: (context, node, emit) => emit(0, context.above(node) + 1),
};

/** The sets of features to choose from, by name. */
export const FEATURE_SETS: Readonly<Record<string, FeatureSet>> = { full: FULL_FEATURES, rules: RULE_FEATURES };
