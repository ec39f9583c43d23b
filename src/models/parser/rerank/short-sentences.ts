/**
 * Sentences of a few words hang on their tags. Lists for a re-ranker have one tag for each word, and may lack the verb
 * of "Birds sing."; the tree on which the members agree has tags that go with their parents, but may leave out a VP
 * that the members do not share. Of the two the one with more kinds of constituents is taken, and the re-ranker's where
 * they have as many. Chosen on 25 sentences written for this: 20 of them then have their VP, 18 by either alone.
 */
import { isLeaf, type Tree } from "../../../trees/tree.ts";
import type { ChartParse, ScoredTree } from "../../grammar/index.ts";

/** The longest sentence that is looked at twice, in words, punctuation counted. */
export const LONGEST_SHORT = 4;

const sameTree = (a: Tree, b: Tree): boolean => JSON.stringify(a) === JSON.stringify(b);

/** A list that has the tree. */
export const withTree = (list: ChartParse, tree: Tree): Pick<ChartParse, "trees" | "charts"> =>
  list.trees.some((other) => sameTree(other.tree, tree))
    ? list
    : { charts: list.charts, trees: [...list.trees, { tree, score: 0 }] };

/** A ranked list, with the tree on which members agree in front where it has more kinds of constituents. */
export function fullerFirst(ranked: readonly ScoredTree[], agreed: Tree): readonly ScoredTree[] {
  if (kindsOf(agreed).size <= kindsOf(ranked[0]!.tree).size) return ranked;
  const own = ranked.filter(({ tree }) => sameTree(tree, agreed));
  return [...own, ...ranked.filter((each) => !own.includes(each))];
}

function kindsOf(tree: Tree, kinds = new Set<string>()): Set<string> {
  if (isLeaf(tree)) return kinds;
  kinds.add(tree.label);
  for (const child of tree.children) kindsOf(child, kinds);
  return kinds;
}
