/** Groups of features. A group prepares a sentence once and compares what it prepared. */
import type { Sentence } from "./sentence.ts";

/** The groups of features. */
export const GROUPS = ["surface", "wordnet", "eigenwords", "neural", "selectors"] as const;
/** The name of a group of features. */
export type GroupName = (typeof GROUPS)[number];

/** Two words that a group holds for counterparts: places among the words of both sentences. */
export interface WordMatch {
  readonly first: number;
  readonly second: number;
  readonly similarity: number;
}

/** What is known of a group without anything that it is made of. */
export interface GroupFeatures {
  /** One name for each number that `compare` gives. */
  readonly names: readonly string[];
  /** Names of those whose products with each other count too. */
  readonly leading: readonly string[];
  /**
   * Names of those that mean the same whatever the source of the sentences: what unknown sources are scored by. Of
   * each measure it is the share of the side that is covered less: with each training set of SemEval-2012 task 6 left
   * out in turn, these few score better (mean r .707, ALL .756) than shares of both sides beside them (.699, .736).
   */
  readonly portable: readonly string[];
}

export interface FeatureGroup<Prepared = unknown> {
  readonly group: GroupName;
  prepare(sentence: Sentence): Prepared;
  /** Finite numbers, one for each name. */
  compare(a: Prepared, b: Prepared): readonly number[];
  /** Where the group works by words: which one matched which. */
  matches?(a: Prepared, b: Prepared): WordMatch[];
}
