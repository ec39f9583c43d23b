/**
 * Lists of trees to learn a re-ranker from, in little memory: each tree as its difference from the first of its list,
 * with what it would add to F1.
 */
import { COLLINS_UNNAMED_TOP } from "../../../evaluation/bracket-parameters.ts";
import { compareBrackets } from "../../../evaluation/brackets.ts";
import type { Tree } from "../../../trees/tree.ts";
import { eachDifference } from "../../reranking/differences.ts";
import { withTagsOf } from "../scores.ts";
import { type Candidate, NUMBERS } from "./candidates.ts";

/** A list of trees. */
export interface TreeList {
  /** Tree i has the features from starts[i] to starts[i + 1]. */
  readonly starts: Int32Array;
  readonly features: Int32Array;
  /** How many more of a feature it has than the first tree. */
  readonly counts: Int8Array;
  /** trees × NUMBERS, as differences too. */
  readonly numbers: Float32Array;
  /** What each tree would add to F1 (see `gainOf`). */
  readonly gains: Float64Array;
}

/**
 * F1 = 2·matched/(gold + predicted) of a treebank rises with a sentence's matched − F1/2·predicted brackets; with F1
 * near 0.9, a predicted bracket costs this.
 */
const PREDICTED = 0.45;

/** What a tree would add to F1, up to a factor. */
export function gainOf(gold: Tree, tree: Tree): number {
  const { matched, predicted } = compareBrackets(gold, withTagsOf(gold, tree), COLLINS_UNNAMED_TOP);
  return matched - PREDICTED * predicted;
}

/** The candidates of a list with their gains, packed. */
export function packList(candidates: readonly Candidate[], gains: readonly number[]): TreeList {
  const [features, counts]: [number[], number[]] = [[], []];
  const starts = new Int32Array(candidates.length + 1);
  const numbers = new Float32Array(candidates.length * NUMBERS);
  const first = candidates[0]!;
  for (const [at, candidate] of candidates.entries()) {
    eachDifference(candidate.features, first.features, (feature, difference) => {
      features.push(feature);
      counts.push(Math.max(-128, Math.min(127, difference)));
    });
    starts[at + 1] = features.length;
    for (let n = 0; n < NUMBERS; n++) numbers[at * NUMBERS + n] = candidate.numbers[n]! - first.numbers[n]!;
  }
  return {
    ...{ starts, features: Int32Array.from(features), counts: Int8Array.from(counts), numbers },
    gains: Float64Array.from(gains),
  };
}
