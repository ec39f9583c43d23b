/**
 * Collapsing of unary chains and its exact inverse: S over VP becomes the one label `S|VP`; over a word, NP over NN
 * becomes the tag `NP|NN`. A "|" that the treebank itself writes (Penn has `ADVP|PRT`) becomes `\|`, and its
 * backslashes are doubled, so that every tree comes back as it was. O(nodes).
 */
import { foldTree, withParts, withTag } from "./fold.ts";
import { isLeaf, type Tree } from "./tree.ts";

const escapeLabel = (label: string) => (/[|\\]/.test(label) ? label.replace(/[|\\]/g, "\\$&") : label);

/** The label of a chain, top first: ["S", "VP"] → `S|VP`. */
export const joinChain = (labels: readonly string[]): string => labels.map(escapeLabel).join("|");

/** The labels of a chain, top first: `S|VP` → ["S", "VP"]. */
export function splitChain(label: string): string[] {
  if (!/[|\\]/.test(label)) return [label];
  const labels: string[] = [];
  let current = "";
  for (let i = 0; i < label.length; i++) {
    const character = label[i]!;
    if (character === "|") {
      labels.push(current);
      current = "";
    } else current += character === "\\" && i + 1 < label.length ? label[++i]! : character;
  }
  labels.push(current);
  return labels;
}

/** Options of `collapseUnaries`. */
export interface CollapseOptions {
  /** Also collapse a branch over a single word into its tag (true). */
  readonly tags?: boolean;
}

/**
 * Makes every chain of single children one node. The result has no unary branch, or with `tags: false` none but over
 * single words.
 */
export function collapseUnaries(tree: Tree, options: CollapseOptions = {}): Tree {
  const tags = options.tags ?? true;
  return foldTree<Tree>(
    tree,
    (leaf) => withTag(leaf, escapeLabel(leaf.label)),
    (branch, children) => {
      const own = escapeLabel(branch.label);
      const only = children[0];
      if (children.length !== 1 || only === undefined || (isLeaf(only) && !tags))
        return withParts(branch, own, children);
      const label = `${own}|${only.label}`;
      return isLeaf(only) ? { label, word: only.word } : { label, children: only.children };
    },
  );
}

/** Undoes `collapseUnaries`. */
export function expandUnaries(tree: Tree): Tree {
  return foldTree<Tree>(
    tree,
    (leaf) => {
      const chain = splitChain(leaf.label);
      const tag = chain.pop()!;
      return nestChain(chain, withTag(leaf, tag));
    },
    (branch, children) => {
      const chain = splitChain(branch.label);
      const lowest = chain.pop()!;
      return nestChain(chain, withParts(branch, lowest, children));
    },
  );
}

function nestChain(labels: readonly string[], bottom: Tree): Tree {
  let tree = bottom;
  for (let i = labels.length - 1; i >= 0; i--) tree = { label: labels[i]!, children: [tree] };
  return tree;
}
