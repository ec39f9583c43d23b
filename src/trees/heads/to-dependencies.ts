/**
 * Constituency → dependency by heads: every child of a constituent that is not its head hangs, with its own head word,
 * from the constituent's head word. The relation is the label of the constituent that makes the attachment, or "root".
 */
import type { DependencyTree } from "../dependencies.ts";
import { nodes } from "../fold.ts";
import { taggedSentence } from "../sentence.ts";
import { isLeaf, type Tree } from "../tree.ts";
import { ENGLISH_HEADS } from "./head-tables.ts";
import { type HeadTable, headWords } from "./heads.ts";

/** The dependency tree of a tree; projective, with one root. A binarized tree has to be debinarized first. O(nodes). */
export function toDependencies(tree: Tree, table: HeadTable = ENGLISH_HEADS): DependencyTree {
  const { words, tags } = taggedSentence(tree);
  const heads = new Array<number>(words.length).fill(0);
  const labels = new Array<string>(words.length).fill("root");
  const headOf = headWords(tree, table);
  // The path of open constituents: for each its head, its label and how many children are still to come.
  const open: { head: number; label: string; left: number }[] = [];
  let index = 0;
  for (const node of nodes(tree)) {
    const head = headOf[index++]!;
    while (open.length > 0 && open[open.length - 1]!.left === 0) open.pop();
    const parent = open[open.length - 1];
    if (parent !== undefined) {
      parent.left--;
      if (parent.head !== head && head < words.length) {
        heads[head] = parent.head + 1;
        labels[head] = parent.label;
      }
    }
    if (!isLeaf(node)) open.push({ head, label: node.label, left: node.children.length });
  }
  return { words, tags, heads, labels };
}
