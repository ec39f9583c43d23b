/**
 * Dependency trees as derivations of head automata, the grammars that Dhillon et al. 2012, §5, name as their next step
 * (Eisner and Satta 1999). A head takes its right modifiers from the nearest to the farthest, then its left ones, one a
 * step; each step is a node of a binary tree, so that a treebank of dependencies becomes one for the spectral L-PCFG
 * (models/grammar), whose hidden states then run along modifiers as well as down the tree:
 *
 *   tag        the word itself                                     dogs
 *   tag>       with its first right modifier, tag>> with more      dogs | that bark
 *   <tag       with its first left modifier, <<tag with more       the | dogs that bark
 *
 * That a head takes no more modifiers on a side shows in the symbol of its node: valence is modelled, not only who
 * modifies whom. Trees that are not projective are lifted. Each tree has one derivation and each derivation one tree.
 * O(words).
 */
import { Vocabulary } from "../../../base/vocabulary.ts";
import type { DependencyTree } from "../../../trees/dependencies.ts";
import { projectivize } from "../../../trees/projectivize.ts";
import { joinChain } from "../../../trees/unaries.ts";
import { type BinaryTreebank, SymbolBuilder, TreebankColumns } from "../../grammar/index.ts";

/** How far a head has come: the word alone, one or more modifiers on the right, then one or more on the left. */
export const VALENCES = ["word", "right", "moreRight", "left", "moreLeft"] as const;
export type Valence = (typeof VALENCES)[number];

/** The valence after a modifier on a side. There is none on the right for a head that has left ones. */
export const afterRight = (valence: Valence): Valence | undefined =>
  valence === "word" ? "right" : valence === "right" || valence === "moreRight" ? "moreRight" : undefined;
export const afterLeft = (valence: Valence): Valence =>
  valence === "left" || valence === "moreLeft" ? "moreLeft" : "left";

/** The label of a head's node. Tags may hold the bar that joins chains. */
export function valenceLabel(tag: string, valence: Valence): string {
  const own = joinChain([tag]);
  if (valence === "word") return own;
  if (valence === "right" || valence === "moreRight") return `${own}${valence === "right" ? ">" : ">>"}`;
  return `${valence === "left" ? "<" : "<<"}${own}`;
}

/** For each word, from 1, its modifiers to the left and to the right, in order; at place 0 those of the wall. */
function modifiersBySide(heads: ArrayLike<number>): { left: number[][]; right: number[][] } {
  const left: number[][] = Array.from({ length: heads.length + 1 }, () => []);
  const right: number[][] = Array.from({ length: heads.length + 1 }, () => []);
  for (let m = 1; m <= heads.length; m++) (m < heads[m - 1]! ? left : right)[heads[m - 1]!]!.push(m);
  return { left, right };
}

/**
 * Walks the derivation of a tree with one root, bottom-up: `leaf` makes the node of a word, `join` the node of a head
 * that takes a modifier. Words count from 1. `projective` heads only.
 */
export function derive<Node>(
  heads: ArrayLike<number>,
  leaf: (word: number) => Node,
  join: (head: number, valence: Valence, left: Node, right: Node) => Node,
): Node {
  const { left, right } = modifiersBySide(heads);
  const build = (head: number): Node => {
    let node = leaf(head);
    let valence: Valence = "word";
    for (const modifier of right[head]!) {
      valence = afterRight(valence)!;
      node = join(head, valence, node, build(modifier));
    }
    for (const modifier of left[head]!.reverse()) {
      valence = afterLeft(valence);
      node = join(head, valence, build(modifier), node);
    }
    return node;
  };
  return build(right[0]![0]!);
}

/** A treebank of derivations. */
export function automataTreebank(trees: readonly DependencyTree[]): BinaryTreebank {
  const symbols = new SymbolBuilder();
  const words = new Vocabulary();
  const columns = new TreebankColumns();
  const roots: number[] = [];
  for (const tree of trees) {
    const first = columns.symbol.length;
    const add = (symbol: number, word: number, left: number, right: number, start: number, end: number): number => {
      columns.symbol.push(symbol);
      columns.word.push(word);
      columns.left.push(left);
      columns.right.push(right);
      columns.start.push(start);
      columns.end.push(end);
      return columns.symbol.length - 1;
    };
    const leafOf = new Int32Array(tree.words.length + 1);
    const root = derive<number>(
      projectivize(tree.heads).heads,
      (word) => {
        const symbol = symbols.id(valenceLabel(tree.tags[word - 1]!, "word"), true);
        const node = add(symbol, words.add(tree.words[word - 1]!), -1, -1, word - 1, word);
        columns.head.push(node);
        leafOf[word] = node;
        return node;
      },
      (head, valence, left, right) => {
        const symbol = symbols.id(valenceLabel(tree.tags[head - 1]!, valence), false);
        const node = add(symbol, -1, left, right, columns.start[left]!, columns.end[right]!);
        columns.head.push(leafOf[head]!);
        return node;
      },
    );
    roots.push(root);
    for (let node = first; node <= root; node++) columns.root.push(root);
  }
  return columns.build(symbols.build(), words, roots);
}
