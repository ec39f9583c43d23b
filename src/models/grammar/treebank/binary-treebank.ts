/**
 * A treebank as the learners see it: binary trees in flat arrays, all nodes of all trees numbered children before
 * parents, trees in their order. Unary chains are collapsed and long constituents binarized (`trees/`), each of which
 * `restoreTree` undoes.
 */
import { InputError } from "../../../base/errors.ts";
import { breathe, type StopSignal } from "../../../base/stopping.ts";
import { Vocabulary } from "../../../base/vocabulary.ts";
import { type Branching, binarize, debinarize, isIntermediate } from "../../../trees/binarize.ts";
import { nodes as eachNode } from "../../../trees/fold.ts";
import { type HeadTable, headWords } from "../../../trees/heads/heads.ts";
import { isLeaf, type Tree } from "../../../trees/tree.ts";
import { collapseUnaries, expandUnaries } from "../../../trees/unaries.ts";
import { SymbolBuilder, type Symbols } from "./symbols.ts";

/** A treebank of binary trees as flat arrays. */
export interface BinaryTreebank {
  readonly symbols: Symbols;
  /** Markov marks of the symbols. */
  readonly marks: MarkOptions;
  /** How constituents of more than two children were cut in two. */
  readonly branching: Branching;
  readonly words: Vocabulary;
  /** The root node of every tree. */
  readonly roots: Int32Array;
  readonly size: number;
  readonly symbol: Int32Array;
  /** −1 for leaves. */
  readonly left: Int32Array;
  readonly right: Int32Array;
  /** −1 for roots. */
  readonly parent: Int32Array;
  /** −1 for inner nodes. */
  readonly word: Int32Array;
  /** First word and one past the last, within the sentence. */
  readonly start: Int32Array;
  readonly end: Int32Array;
  /** The leaf node of the head word. */
  readonly head: Int32Array;
  /** The root node of the node's tree. */
  readonly root: Int32Array;
}

/** How much nodes and trees count where not all count alike; by default every one counts once. */
export interface Weights {
  readonly node: Float64Array;
  /** By tree, in the order of `roots`. */
  readonly tree: Float64Array;
}

/** Markov marks: ancestors and siblings written into symbols. */
export interface MarkOptions {
  /** Ancestors written into a symbol: 1 is none beyond the label itself, 2 the parent (Klein and Manning 2003, v). */
  readonly vertical: number;
  /** Siblings to the left remembered by an intermediate symbol (h); −1 leaves the plain `@VP`. */
  readonly horizontal: number;
  /** Whether tags are marked with their parents as well. */
  readonly tags: boolean;
}

/** Symbols without Markov marks. */
export const NO_MARKS: MarkOptions = { vertical: 1, horizontal: -1, tags: false };

/** How trees become binary. Horizontal marks belong to trees cut to the left. */
export interface BinaryForm {
  readonly marks: MarkOptions;
  readonly branching: Branching;
}

/** Binarized to the left, without marks: the form unless another is asked for. */
export const LEFT_FORM: BinaryForm = { marks: NO_MARKS, branching: "left" };

const binaryForm = (tree: Tree, branching: Branching): Tree => binarize(collapseUnaries(tree), branching);

/** Undoes the binary form. */
export const restoreTree = (tree: Tree): Tree => expandUnaries(debinarize(tree));

/** A treebank while its trees are read: the columns grow node by node, children before parents. */
export class TreebankColumns {
  readonly symbol: number[] = [];
  readonly left: number[] = [];
  readonly right: number[] = [];
  readonly word: number[] = [];
  readonly start: number[] = [];
  readonly end: number[] = [];
  readonly head: number[] = [];
  readonly root: number[] = [];

  /** Sets the parent of every node, and packs the columns. */
  build(
    symbols: Symbols,
    words: Vocabulary,
    roots: readonly number[],
    { marks, branching }: BinaryForm = LEFT_FORM,
  ): BinaryTreebank {
    const parent = new Int32Array(this.symbol.length).fill(-1);
    for (let node = 0; node < parent.length; node++) {
      if (this.left[node]! < 0) continue;
      parent[this.left[node]!] = node;
      parent[this.right[node]!] = node;
    }
    return {
      symbols,
      marks,
      branching,
      words,
      roots: Int32Array.from(roots),
      size: parent.length,
      parent,
      symbol: Int32Array.from(this.symbol),
      left: Int32Array.from(this.left),
      right: Int32Array.from(this.right),
      word: Int32Array.from(this.word),
      start: Int32Array.from(this.start),
      end: Int32Array.from(this.end),
      head: Int32Array.from(this.head),
      root: Int32Array.from(this.root),
    };
  }
}

/** Takes prepared trees one by one: no traces, no empty constituents. */
class BinaryTreebankBuilder {
  readonly #symbols: SymbolBuilder;
  readonly #words: Vocabulary;
  readonly #columns = new TreebankColumns();
  readonly #roots: number[] = [];

  constructor(
    readonly heads: HeadTable,
    readonly form: BinaryForm,
    like?: BinaryTreebank,
  ) {
    this.#symbols = new SymbolBuilder(like?.symbols);
    this.#words = like?.words ?? new Vocabulary();
  }

  add(tree: Tree): void {
    const { marks, branching } = this.form;
    const binary = binaryForm(tree, branching);
    this.#roots.push(addTree(binary, this.heads, marks, this.#symbols, this.#words, this.#columns));
  }

  build(): BinaryTreebank {
    if (this.#roots.length === 0)
      throw new InputError("the treebank has no trees; a grammar needs at least one to learn from.");
    return this.#columns.build(this.#symbols.build(), this.#words, this.#roots, this.form);
  }
}

/** The binary form of a few prepared trees. */
export function binaryTreebank(trees: Iterable<Tree>, heads: HeadTable, form: BinaryForm = LEFT_FORM): BinaryTreebank {
  const builder = new BinaryTreebankBuilder(heads, form);
  for (const tree of trees) builder.add(tree);
  return builder.build();
}

export interface BuildContext {
  readonly signal?: StopSignal | undefined;
  readonly onTree?: (() => void) | undefined;
  /**
   * The same trees cut in another way: symbols and words keep their numbers. Whichever way they are cut, trees have the
   * same labels and the same `@` labels.
   */
  readonly like?: BinaryTreebank | undefined;
}

/** The same for many, with pauses in which the work can be stopped. */
export async function buildBinaryTreebank(
  trees: Iterable<Tree>,
  heads: HeadTable,
  form: BinaryForm = LEFT_FORM,
  { signal, onTree, like }: BuildContext = {},
): Promise<BinaryTreebank> {
  const builder = new BinaryTreebankBuilder(heads, form, like);
  for (const tree of trees) {
    builder.add(tree);
    onTree?.();
    await breathe(signal);
  }
  return builder.build();
}

/** Appends one binary tree; returns its root node. */
function addTree(
  tree: Tree,
  heads: HeadTable,
  marks: MarkOptions,
  symbols: SymbolBuilder,
  words: Vocabulary,
  columns: TreebankColumns,
): number {
  const order = [...eachNode(tree)];
  const headPositions = headWords(tree, heads, { binarized: true });
  const marked = markNodes(order, marks);
  const base = columns.symbol.length;
  const root = base + order.length - 1;
  // Parents-first order reversed is children before parents, the right child before the left: node `at` of it gets the
  // id root − at.
  const lengths = new Int32Array(order.length);
  const starts = new Int32Array(order.length);
  const firstChild = (at: number) => at + 1;
  const sizes = subtreeSizes(order);
  for (let at = order.length - 1; at >= 0; at--) {
    const node = order[at]!;
    lengths[at] = isLeaf(node) ? 1 : lengths[firstChild(at)]! + lengths[at + 1 + sizes[at + 1]!]!;
  }
  for (let at = 0; at < order.length; at++) {
    if (isLeaf(order[at]!)) continue;
    const left = at + 1;
    starts[left] = starts[at]!;
    starts[left + sizes[left]!] = starts[at]! + lengths[left]!;
  }
  const leafNodes = new Int32Array(lengths[0]!);
  for (let at = 0; at < order.length; at++) if (isLeaf(order[at]!)) leafNodes[starts[at]!] = root - at;
  for (let at = order.length - 1; at >= 0; at--) {
    const node = order[at]!;
    const leaf = isLeaf(node);
    columns.symbol.push(symbols.id(node.label, leaf, marked[at]));
    columns.left.push(leaf ? -1 : root - (at + 1));
    columns.right.push(leaf ? -1 : root - (at + 1 + sizes[at + 1]!));
    columns.word.push(leaf ? words.add(node.word) : -1);
    columns.start.push(starts[at]!);
    columns.end.push(starts[at]! + lengths[at]!);
    columns.head.push(leafNodes[headPositions[at]!]!);
    columns.root.push(root);
  }
  return root;
}

/** Nodes in each subtree, for parents-first order. */
function subtreeSizes(order: readonly Tree[]): Int32Array {
  const sizes = new Int32Array(order.length);
  for (let at = order.length - 1; at >= 0; at--) {
    sizes[at] = 1;
    if (isLeaf(order[at]!)) continue;
    const left = at + 1;
    const right = left + sizes[left]!;
    sizes[at] = 1 + sizes[left]! + sizes[right]!;
  }
  return sizes;
}

/** Markov marks of every node, in parents-first order. */
function markNodes(order: readonly Tree[], { vertical, horizontal, tags }: MarkOptions): string[] {
  if (vertical <= 1 && horizontal < 0) return order.map(() => "");
  const sizes = subtreeSizes(order);
  const marks = order.map(() => "");
  const ancestors: string[][] = order.map(() => []);
  for (let at = 0; at < order.length; at++) {
    const node = order[at]!;
    const up = ancestors[at]!.slice(0, vertical - 1).join("^");
    const siblings = isIntermediate(node.label) && horizontal >= 0 ? lastSiblings(node, horizontal) : "";
    if (!isLeaf(node) || tags) marks[at] = siblings === "" ? up : `${up}>${siblings}`;
    if (isLeaf(node)) continue;
    const below = isIntermediate(node.label) ? ancestors[at]! : [node.label, ...ancestors[at]!];
    const left = at + 1;
    ancestors[left] = below;
    ancestors[left + sizes[left]!] = below;
  }
  return marks;
}

/** The labels of the last `count` members of a left-branching intermediate node, the nearest first. */
function lastSiblings(node: Tree, count: number): string {
  const labels: string[] = [];
  let at: Tree | undefined = node;
  while (labels.length < count && at !== undefined && !isLeaf(at)) {
    labels.push(at.children[1]!.label);
    const left: Tree = at.children[0]!;
    if (!isIntermediate(left.label)) {
      if (labels.length < count) labels.push(left.label);
      break;
    }
    at = left;
  }
  return labels.join(" ");
}
