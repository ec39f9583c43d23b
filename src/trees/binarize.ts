/**
 * Binarization and its exact inverse. With left branching, VP → V NP PP SBAR becomes [VP [@VP [@VP V NP] PP] SBAR];
 * with right branching [VP V [@VP NP [@VP PP SBAR]]]. Mixed branching cuts clauses, verb phrases and prepositional
 * phrases to the left and all others to the right. "@" opens the label of an intermediate node and no other: a label of
 * the treebank that already begins with "@" gets a backslash before it (and one more if it has some), which
 * `debinarize` takes away, so that every tree comes back as it was. O(nodes).
 */
import { foldTree, withParts, withTag } from "./fold.ts";
import type { Branch, Tree } from "./tree.ts";
import { splitChain } from "./unaries.ts";

/** Ways to binarize long constituents. */
export const BRANCHINGS = ["left", "right", "mixed"] as const;
/** Which side long constituents are binarized to; mixed: by their label. */
export type Branching = (typeof BRANCHINGS)[number];

/** Labels that mixed branching cuts to the left: S and its kin, IP and CP of the Chinese treebank, VP, PP. */
const LEFT_IN_MIXED = /^(?:S|IP|CP|VP|PP)/;

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
    (leaf) => withTag(leaf, escapeLabel(leaf.label)),
    (branch, children) => {
      const label = escapeLabel(branch.label);
      return children.length <= 2
        ? withParts(branch, label, children)
        : nest(label, children, sideOf(branching, label));
    },
  );
}

/** The lowest label of a chain is the one whose children are cut. */
function sideOf(branching: Branching, label: string): "left" | "right" {
  if (branching !== "mixed") return branching;
  return LEFT_IN_MIXED.test(splitChain(label).at(-1)!) ? "left" : "right";
}

function nest(label: string, children: readonly Tree[], branching: "left" | "right"): Branch {
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
 * Undoes `binarize` in any direction: the children of every node whose label begins with "@" take its place,
 * whatever follows the "@" (a parser may mark more there). An intermediate node at the very top has no place to give
 * and stays.
 */
export function debinarize(tree: Tree): Tree {
  const [whole] = foldTree<Pieces>(
    tree,
    (leaf) => [withTag(leaf, unescapeLabel(leaf.label))],
    (branch, parts) =>
      isIntermediate(branch.label) && branch !== tree
        ? parts
        : [withParts(branch, unescapeLabel(branch.label), flatten(parts))],
  );
  return whole as Tree;
}

/** Constituents in order, in lists as deep as the intermediate nodes were. */
type Pieces = readonly (Tree | Pieces)[];

/** All constituents of nested lists, from left to right; each list is gone through once. */
function flatten(pieces: Pieces): Tree[] {
  const found: Tree[] = [];
  const open: (Tree | Pieces)[] = [pieces];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if ("label" in next) found.push(next);
    else for (let i = next.length - 1; i >= 0; i--) open.push(next[i]!);
  }
  return found;
}
