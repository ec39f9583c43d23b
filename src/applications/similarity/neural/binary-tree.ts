/** Binary trees of sentences, flat: what the autoencoder walks over. */
import { wordsOf } from "../../../data/segmentation.ts";
import { Parser, type ParserModel } from "../../../models/parser/index.ts";
import { isLeaf, type Tree } from "../../../trees/tree.ts";

/** Nodes 0 to n−1 are the words, n to 2n−2 the pairs, children before parents; the last is the root. */
export interface BinaryTree {
  readonly words: readonly string[];
  /** Children of each pair. */
  readonly left: Uint32Array;
  readonly right: Uint32Array;
}

/** Nodes with one child vanish; of more than two children the last two are joined first, then the one before them. */
export function binaryTree(tree: Tree): BinaryTree {
  const words: string[] = [];
  const left: number[] = [];
  const right: number[] = [];
  // Pairs are numbered from the end until the number of words is known.
  const visit = (node: Tree): number => {
    if (isLeaf(node)) return words.push(node.word) - 1;
    const children = node.children.map(visit);
    let joined = children.at(-1)!;
    for (let i = children.length - 2; i >= 0; i--) {
      left.push(children[i]!);
      right.push(joined);
      joined = -left.length;
    }
    return joined;
  };
  visit(tree);
  const place = (node: number) => (node >= 0 ? node : words.length - node - 1);
  return { words, left: Uint32Array.from(left, place), right: Uint32Array.from(right, place) };
}

/**
 * Long sentences are parsed in parts, since time grows with the third power of the words, and with strong pruning:
 * about ten times as many sentences a second. What it costs in the quality of the trees has not been measured.
 */
const PARSING = { maxWords: 12, prune: 1e-2, pruneUses: 1e-2 };

const MOST_REMEMBERED = 10_000;

/** Parses sentences; what was parsed is remembered. */
export class TreeReader {
  readonly #trees = new Map<string, BinaryTree | undefined>();
  readonly #parser: Parser;

  constructor(model: ParserModel) {
    this.#parser = new Parser(model, PARSING);
  }

  /** Undefined for a text without words. */
  read(text: string): BinaryTree | undefined {
    if (this.#trees.has(text)) return this.#trees.get(text);
    if (this.#trees.size >= MOST_REMEMBERED) this.#trees.clear();
    const words = wordsOf(text, this.#parser.model.segmentation);
    const tree = words.length === 0 ? undefined : binaryTree(this.#parser.parse(words).tree);
    this.#trees.set(text, tree);
    return tree;
  }
}
