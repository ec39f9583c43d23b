/**
 * Binarization and its exact inverse. With left branching, VP → V NP PP SBAR becomes [VP [@VP [@VP V NP] PP] SBAR]; with right branching
 * [VP V [@VP NP [@VP PP SBAR]]]. "@" opens the label of an intermediate node and no other: a label of the treebank that already begins with "@"
 * gets a backslash before it (and one more if it has some), which `debinarize` takes away, so that every tree comes back as it was.
 * O(nodes).
 */
import { foldTree, withParts } from "./fold.ts";
import type { Branch, Tree } from "./tree.ts";

export type Branching = "left" | "right";

const TAKES_ESCAPE = /^\\*@/;
const HAS_ESCAPE = /^\\+@/;
const escapeLabel = (label: string) => (TAKES_ESCAPE.test(label) ? `\\${label}` : label);
const unescapeLabel = (label: string) => (HAS_ESCAPE.test(label) ? label.slice(1) : label);

/** Whether a label of a binarized tree belongs to an intermediate node. */
export const isIntermediate = (label: string): boolean => label.startsWith("@");

/** Gives every branch at most two children. Unary branches stay: see `collapseUnaries`. */
export function binarize(tree: Tree, branching: Branching = "left"): Tree {
  return foldTree<Tree>(
    tree,
    (leaf) => {
      const label = escapeLabel(leaf.label);
      return label === leaf.label ? leaf : { label, word: leaf.word };
    },
    (branch, children) => {
      const label = escapeLabel(branch.label);
      return children.length <= 2 ? withParts(branch, label, children) : nest(label, children, branching);
    },
  );
}

function nest(label: string, children: readonly Tree[], branching: Branching): Branch {
  const last = children.length - 1;
  const inner = `@${label}`;
  if (branching === "left") {
    let left = children[0]!;
    for (let i = 1; i < last; i++) left = { label: inner, children: [left, children[i]!] };
    return { label, children: [left, children[last]!] };
  }
  let right = children[last]!;
  for (let i = last - 1; i > 0; i--) right = { label: inner, children: [children[i]!, right] };
  return { label, children: [children[0]!, right] };
}

/**
 * Undoes `binarize` in either direction: the children of every node whose label begins with "@" take its place, whatever follows the "@" (a
 * parser may mark more there). An intermediate node at the very top has no place to give and stays.
 */
export function debinarize(tree: Tree): Tree {
  const pieces = foldTree<Tree[]>(
    tree,
    (leaf) => {
      const label = unescapeLabel(leaf.label);
      return [label === leaf.label ? leaf : { label, word: leaf.word }];
    },
    (branch, parts) => {
      const children = joinAll(parts);
      return isIntermediate(branch.label) && branch !== tree ? children : [withParts(branch, unescapeLabel(branch.label), children)];
    },
  );
  return pieces[0]!;
}

/** One list from several; the longer of first and last is extended in place, so that chains of either direction cost O(children). */
function joinAll(parts: Tree[][]): Tree[] {
  if (parts.length === 0) return [];
  const last = parts[parts.length - 1]!;
  if (parts.length === 2 && last.length > parts[0]!.length) {
    for (let i = parts[0]!.length - 1; i >= 0; i--) last.unshift(parts[0]![i]!);
    return last;
  }
  const joined = parts[0]!;
  for (let p = 1; p < parts.length; p++) for (const tree of parts[p]!) joined.push(tree);
  return joined;
}
