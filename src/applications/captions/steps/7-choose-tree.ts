/**
 * Step 7, get the final tree (Mitchell et al. 2012, section 4.4.1): the longest string, or the one that a trigram model
 * of captions finds best, per word; or, ours, the tree of the most likely links. A form that the sentence before had
 * loses to any other.
 */
import { words } from "../../../trees/tree.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import type { Form, FullTree } from "./6-combine-trees.ts";

export type Choice = "likely" | "longest" | "model";

/** A tree and what it is worth under a choice; larger is better. */
export interface RankedTree extends FullTree {
  readonly worth: number;
}

/** A word more outweighs any difference of likelihood. */
const WORD = 1000;

function worthOf(tree: FullTree, choice: Choice, knowledge: Knowledge): number {
  if (choice === "likely") return tree.score;
  if (choice === "longest") return WORD * words(tree.tree).length + tree.score;
  return knowledge.language.score(words(tree.tree));
}

/** Whether two sentences in a row may both have a form: only where there is no other. */
const repeats = (tree: FullTree, before: Form | undefined): boolean => tree.form === before;

/** The trees, the best first; those that repeat the form of the sentence before come last. */
export function rankTrees(
  trees: readonly FullTree[],
  choice: Choice,
  before: Form | undefined,
  knowledge: Knowledge,
): RankedTree[] {
  return trees
    .map((tree) => ({ ...tree, worth: worthOf(tree, choice, knowledge) }))
    .sort((a, b) => Number(repeats(a, before)) - Number(repeats(b, before)) || b.worth - a.worth || b.score - a.score);
}
