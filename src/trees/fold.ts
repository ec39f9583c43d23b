/**
 * Walks over trees with explicit stacks, so that depth is bounded by memory only. Each visits every node once:
 * O(nodes).
 */
import { type Branch, isLeaf, type Leaf, type Tree } from "./tree.ts";

/** Computes a value for every node from the values of its children, bottom-up, and returns the root's. */
export function foldTree<T>(tree: Tree, atLeaf: (leaf: Leaf) => T, atBranch: (branch: Branch, values: T[]) => T): T {
  if (isLeaf(tree)) return atLeaf(tree);
  const branches: Branch[] = [tree];
  // Values of finished nodes whose parent is still open; `starts` says where the children of each open branch begin.
  const values: T[] = [];
  const starts: number[] = [0];
  for (;;) {
    const top = branches.length - 1;
    const branch = branches[top]!;
    const start = starts[top]!;
    const next = values.length - start;
    if (next < branch.children.length) {
      const child = branch.children[next]!;
      if (isLeaf(child)) values.push(atLeaf(child));
      else {
        branches.push(child);
        starts.push(values.length);
      }
      continue;
    }
    branches.pop();
    starts.pop();
    const value = atBranch(branch, values.slice(start));
    if (top === 0) return value;
    values.length = start;
    values.push(value);
  }
}

/** All nodes, parents before children, left before right. */
export function* nodes(tree: Tree): Generator<Tree> {
  const open: Tree[] = [tree];
  while (open.length > 0) {
    const node = open.pop()!;
    yield node;
    if (!isLeaf(node)) for (let i = node.children.length - 1; i >= 0; i--) open.push(node.children[i]!);
  }
}

/** Edges on the longest way down from the root to a leaf's tag. */
export function depth(tree: Tree): number {
  return foldTree(
    tree,
    () => 0,
    (_, below) => below.reduce((deepest, value) => Math.max(deepest, value + 1), 0),
  );
}

/** The same tree with every label passed through `rename`; unchanged parts are shared with the original. */
export function mapLabels(tree: Tree, rename: (label: string, node: Tree) => string): Tree {
  return foldTree<Tree>(
    tree,
    (leaf) => withTag(leaf, rename(leaf.label, leaf)),
    (branch, children) => withParts(branch, rename(branch.label, branch), children),
  );
}

/** A leaf with this tag: the same object where it has it already. */
export const withTag = (leaf: Leaf, tag: string): Leaf => (tag === leaf.label ? leaf : { label: tag, word: leaf.word });

/** `branch` with this label and these children: itself when nothing differs. */
export function withParts(branch: Branch, label: string, children: readonly Tree[]): Branch {
  const same =
    label === branch.label &&
    children.length === branch.children.length &&
    children.every((c, i) => c === branch.children[i]);
  return same ? branch : { label, children };
}

/** Whether two trees have the same shape, labels and words. */
export function equalTrees(a: Tree, b: Tree): boolean {
  const open: [Tree, Tree][] = [[a, b]];
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const [left, right] = pair;
    if (left.label !== right.label) return false;
    if (isLeaf(left) || isLeaf(right)) {
      if (!isLeaf(left) || !isLeaf(right) || left.word !== right.word) return false;
      continue;
    }
    if (left.children.length !== right.children.length) return false;
    for (let i = 0; i < left.children.length; i++) open.push([left.children[i]!, right.children[i]!]);
  }
  return true;
}
