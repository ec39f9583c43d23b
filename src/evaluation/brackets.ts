/**
 * One sentence's brackets compared by the rules of EVALB (Sekine and Collins 1997), count for count.
 *
 * 1. A word is deleted when its tag, as written, is a deleted label. Spans count the words that remain.
 * 2. No predicted word remains: the sentence is *skipped*. Otherwise different numbers of remaining words, or a pair of
 *    different words, make it an *error*. Neither adds to any count but those of sentences.
 * 3. A bracket over no remaining word is dropped (so a phrase of nothing but traces or punctuation goes).
 * 4. A constituent's label ends before its first "-" or "="; then the bracket is dropped if the label is a deleted one,
 *    or equal to one. Tags are never shortened. The order matters: a *constituent* labelled -NONE- becomes "" and
 *    stays.
 * 5. Brackets match one to one: each gold bracket, outermost and leftmost first, takes the first free predicted bracket
 *    of its span and an equal label. Two NPs over the same words need two NPs.
 * 6. A predicted bracket crosses if some gold bracket overlaps it without either holding the other; it counts once,
 *   however many do.
 * 7. Tags are compared over the remaining words, with the same equal labels.
 * 8. A sentence is complete when gold, predicted and matched brackets are equally many.
 * 9. The length that decides the ≤ 40 summary is the gold's, of all words but those deleted *for length* (traces):
 *   punctuation counts.
 *
 * Not taken over: QUOTE_LABEL, the later repair of mistagged quotes; and stopping after MAX_ERROR errors.
 * O(g·p) for g gold and p predicted brackets.
 */
import { isLeaf, type Leaf, type Tree } from "../trees/tree.ts";
import type { BracketParameters } from "./bracket-parameters.ts";

/** Whether a sentence was compared, could not be compared, or was left out. */
export type SentenceStatus = "valid" | "error" | "skipped";

/** The counts of one sentence; all but `length` are 0 unless its status is "valid". */
export interface SentenceBrackets {
  readonly status: SentenceStatus;
  /** Why the status is not "valid". */
  readonly problem?: string;
  /** Words of the gold tree without traces; what the ≤ 40 summary goes by. */
  readonly length: number;
  /** Words after deletion of punctuation and traces. */
  readonly words: number;
  readonly gold: number;
  readonly predicted: number;
  readonly matched: number;
  /** Matches when labels are not compared. */
  readonly matchedUnlabelled: number;
  readonly crossing: number;
  readonly correctTags: number;
}

interface Bracket {
  readonly label: string;
  readonly start: number;
  end: number;
}

interface Bracketing {
  readonly leaves: readonly Leaf[];
  /** In preorder. */
  readonly brackets: readonly Bracket[];
  readonly length: number;
}

const equalIn = (pairs: readonly (readonly [string, string])[], a: string, b: string): boolean =>
  a === b || pairs.some(([x, y]) => (a === x && b === y) || (a === y && b === x));

/** Rule 4's label: "NP-SBJ-1" and "NP=2" are NP. */
const shortened = (label: string): string => label.replace(/[-=].*$/s, "");

/** Rules 1, 3, 4 and 9 for one tree. A bracket on the stack stands for its own closing. */
function bracketing(tree: Tree, parameters: BracketParameters): Bracketing {
  const leaves: Leaf[] = [];
  const brackets: Bracket[] = [];
  let length = 0;
  const open: (Tree | Bracket)[] = [tree];
  while (open.length > 0) {
    const node = open.pop()!;
    if ("start" in node) node.end = leaves.length;
    else if (isLeaf(node)) {
      if (!parameters.deletedForLength.includes(node.label)) length++;
      if (!parameters.deletedLabels.includes(node.label)) leaves.push(node);
    } else {
      const bracket = { label: shortened(node.label), start: leaves.length, end: 0 };
      brackets.push(bracket);
      open.push(bracket);
      for (let i = node.children.length - 1; i >= 0; i--) open.push(node.children[i]!);
    }
  }
  const { deletedLabels, equalLabels } = parameters;
  const counted = ({ label, start, end }: Bracket) =>
    start < end && !deletedLabels.some((other) => equalIn(equalLabels, label, other));
  return { leaves, brackets: brackets.filter(counted), length };
}

/** Rule 5. */
function matches(
  gold: readonly Bracket[],
  predicted: readonly Bracket[],
  same: (a: string, b: string) => boolean,
): number {
  const free = new Set(predicted);
  let count = 0;
  for (const wanted of gold) {
    for (const found of free) {
      if (found.start !== wanted.start || found.end !== wanted.end || !same(wanted.label, found.label)) continue;
      free.delete(found);
      count++;
      break;
    }
  }
  return count;
}

const cross = (a: Bracket, b: Bracket): boolean =>
  (a.start < b.start && b.start < a.end && a.end < b.end) || (b.start < a.start && a.start < b.end && b.end < a.end);

function problemOf(
  gold: readonly Leaf[],
  predicted: readonly Leaf[],
  parameters: BracketParameters,
): string | undefined {
  if (gold.length !== predicted.length) return `${predicted.length} words predicted, ${gold.length} in the gold tree`;
  const odd = gold.findIndex((leaf, i) => !equalIn(parameters.equalWords, leaf.word, predicted[i]!.word));
  return odd < 0
    ? undefined
    : `word ${odd + 1} is "${predicted[odd]!.word}", but "${gold[odd]!.word}" in the gold tree`;
}

/** Compares a predicted tree, or undefined for a sentence without a parse, with the gold tree. */
export function compareBrackets(
  goldTree: Tree,
  predictedTree: Tree | undefined,
  parameters: BracketParameters,
): SentenceBrackets {
  const gold = bracketing(goldTree, parameters);
  const predicted = predictedTree === undefined ? undefined : bracketing(predictedTree, parameters);
  const invalid = (status: SentenceStatus, problem: string): SentenceBrackets => ({
    status,
    problem,
    length: gold.length,
    words: 0,
    gold: 0,
    predicted: 0,
    matched: 0,
    matchedUnlabelled: 0,
    crossing: 0,
    correctTags: 0,
  });
  if (predicted === undefined || predicted.leaves.length === 0) return invalid("skipped", "no word was predicted");
  const problem = problemOf(gold.leaves, predicted.leaves, parameters);
  if (problem !== undefined) return invalid("error", problem);

  const sameLabel = (a: string, b: string) => equalIn(parameters.equalLabels, a, b);
  return {
    status: "valid",
    length: gold.length,
    words: gold.leaves.length,
    gold: gold.brackets.length,
    predicted: predicted.brackets.length,
    matched: matches(gold.brackets, predicted.brackets, sameLabel),
    matchedUnlabelled: matches(gold.brackets, predicted.brackets, () => true),
    crossing: predicted.brackets.filter((bracket) => gold.brackets.some((other) => cross(other, bracket))).length,
    correctTags: gold.leaves.filter((leaf, i) => sameLabel(leaf.label, predicted.leaves[i]!.label)).length,
  };
}
