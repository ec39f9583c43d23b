/** How methods differ: in significance on the same sentences, and in the trees that they give. */
import { COLLINS_UNNAMED_TOP } from "../../../evaluation/bracket-parameters.ts";
import { compareBrackets, type SentenceBrackets } from "../../../evaluation/brackets.ts";
import { ratesOf } from "../../../evaluation/rates.ts";
import { approximateRandomization, type Comparison } from "../../../evaluation/significance.ts";
import { leaves, type Tree } from "../../../trees/tree.ts";
import { withTagsOf } from "../scores.ts";
import type { Measured } from "./trials.ts";

/** One method against another: the difference of F1 and its p by approximate randomization. */
export interface MethodComparison extends Comparison {
  readonly first: string;
  readonly second: string;
}

/** How similar the trees of two methods are. */
export interface Agreement {
  readonly first: string;
  readonly second: string;
  /** F1 of the brackets of the one against those of the other. */
  readonly f1: number;
  /** Sentences with the same brackets, in percent. */
  readonly same: number;
}

/** Shuffles of approximate randomization: p to three digits. */
const SAMPLES = 9999;

/** A method by its name and number of states. */
const methodName = ({ row: { name, states } }: Measured): string => `${name}, m = ${states}`;

/** The first less the second, on the same gold trees. */
export function compareMethods(
  gold: readonly Tree[],
  first: Measured,
  second: Measured,
  seed: number,
): MethodComparison {
  const of = ({ trees }: Measured) => trees.map((tree, n) => bracketsOf(gold[n]!, tree));
  const comparison = approximateRandomization(of(first), of(second), f1Of, { seed, samples: SAMPLES });
  return { first: methodName(first), second: methodName(second), ...comparison };
}

/** The trees of one method measured with those of another as gold; tags do not count. */
export function agreementOf(first: Measured, second: Measured): Agreement {
  const brackets = first.trees.map((tree, n) => bracketsOf(tree, withTagsOf(tree, second.trees[n]!)));
  const same = brackets.filter(({ gold, predicted, matched }) => gold === matched && predicted === matched).length;
  return {
    first: methodName(first),
    second: methodName(second),
    f1: f1Of(brackets),
    same: (100 * same) / Math.max(1, brackets.length),
  };
}

/** Sentences whose trees differ between the two, tags included. */
export const changedTrees = (first: readonly Tree[], second: readonly Tree[]): number =>
  first.filter((tree, n) => JSON.stringify(tree) !== JSON.stringify(second[n])).length;

/** Sentences that EVALB leaves out count no bracket. */
function bracketsOf(gold: Tree, found: Tree): SentenceBrackets {
  return compareBrackets(gold, leaves(found).length === leaves(gold).length ? found : gold, COLLINS_UNNAMED_TOP);
}

function f1Of(sentences: readonly SentenceBrackets[]): number {
  let [gold, predicted, matched] = [0, 0, 0];
  for (const sentence of sentences) {
    if (sentence.status !== "valid") continue;
    gold += sentence.gold;
    predicted += sentence.predicted;
    matched += sentence.matched;
  }
  return ratesOf(matched, gold, predicted).f1;
}
