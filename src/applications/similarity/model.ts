/**
 * A model of sentence similarity: word frequencies, what the groups of features are made of (vectors, selectors, a
 * parser with a tree encoder), and linear functions of the features. All but WordNet is inside; for when WordNet is not
 * there, or trees would take too long, there are functions without those groups too.
 */
import type { Model } from "../../base/index.ts";
import type { ParserModel } from "../../models/parser/index.ts";
import type { VectorsModel } from "../../models/vectors/index.ts";
import type { GroupName } from "./group.ts";
import type { TreeEncoder } from "./neural/encoder.ts";
import type { Linear } from "./regression/linear.ts";
import type { SelectorTables } from "./selectors/tables.ts";
import type { WordCounts } from "./words/frequencies.ts";

export const SIMILARITY_KIND = "similarity";

/** The functions that score when these groups are available. */
export interface Regression {
  readonly groups: readonly GroupName[];
  /** One for each source, then that for unknown ones. */
  readonly linear: readonly Linear[];
}

/** A model of sentence similarity: its regressions, and what its groups of features need. */
export interface SimilarityModel extends Model {
  readonly kind: typeof SIMILARITY_KIND;
  readonly lowest: number;
  readonly highest: number;
  /** Where the pairs that it learnt from come from. */
  readonly sources: readonly string[];
  readonly counts: WordCounts;
  readonly vectors: VectorsModel | undefined;
  /** The direction that the vectors of all sentences share; empty without vectors. */
  readonly common: Float64Array;
  readonly selectors: SelectorTables | undefined;
  readonly parser: ParserModel | undefined;
  readonly encoder: TreeEncoder | undefined;
  /** The groups that it learnt with. */
  readonly groups: readonly GroupName[];
  /** The one with all groups first. */
  readonly regressions: readonly Regression[];
  /** Of the columns in training: contributions are told from the mean pair. */
  readonly means: Float64Array;
  readonly deviations: Float64Array;
}

/** Groups that may be missing when a model is used. */
const OPTIONAL: readonly GroupName[] = ["wordnet", "neural"];

/** The sets of groups that a model with these groups has functions for; all of them first. */
export function settingsOf(groups: readonly GroupName[]): GroupName[][] {
  const settings: GroupName[][] = [[...groups]];
  for (const group of OPTIONAL) {
    if (!groups.includes(group)) continue;
    settings.push(...settings.map((setting) => setting.filter((other) => other !== group)));
  }
  return settings.filter((setting) => setting.length > 0);
}
