/** From a tree to its string: "an" before vowels, a capital, a full stop, blanks where they belong. */
import { type Branch, isLeaf, type Leaf, leaves, type Tree } from "../../trees/tree.ts";
import { articleBefore } from "./words/articles.ts";

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The tree with articles that fit, a capital and a full stop. */
export function finished(tree: Branch): Branch {
  const all = leaves(tree);
  const spelt = new Map<Leaf, Leaf>();
  for (const [i, own] of all.entries()) {
    const next = all[i + 1];
    let { word } = own;
    if (own.label === "DT" && word === "a" && next !== undefined) word = articleBefore(next.word);
    spelt.set(own, { label: own.label, word: i === 0 ? capital(word) : word });
  }
  const copy = (node: Tree): Tree =>
    isLeaf(node) ? spelt.get(node)! : { label: node.label, children: node.children.map(copy) };
  return { label: tree.label, children: [...tree.children.map(copy), { label: ".", word: "." }] };
}

/** The words of a tree with blanks between them, none before punctuation. */
export const textOf = (tree: Tree): string =>
  leaves(tree)
    .map(({ word }) => word)
    .join(" ")
    .replace(/ ([,.])/g, "$1");
