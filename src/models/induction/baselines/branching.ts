/** What induction is measured against: branching, chance, and the best that binary trees can do. */
import type { Random } from "../../../base/index.ts";
import { join, type SplitTree, splitTree, wordOf } from "../../../charts/index.ts";
import { foldTree, type Tree } from "../../../trees/index.ts";

/** Split points drawn uniformly, top down. */
export const randomBranching = (length: number, random: Random): SplitTree =>
  splitTree(0, length, (start, end) => start + 1 + random.integer(end - start - 1));

/** Right-branching within either half of a top bracket. */
export const rightBranchingBelow = (length: number, top: number): SplitTree =>
  splitTree(0, length, (start, end) => (start === 0 && end === length ? top : start + 1));

/** The gold tree with its flat constituents split from the left: it has all gold brackets. */
export function binaryGold(tree: Tree): SplitTree {
  let position = 0;
  return foldTree<SplitTree>(
    tree,
    () => wordOf(position++),
    (_, children) => children.reduceRight((right, left) => join(left, right)),
  );
}

/** The top bracket of the gold tree: after the first part of its first constituent that has several. */
export const goldTop = (tree: Tree): number | undefined => binaryGold(tree).parts?.[0].end;
