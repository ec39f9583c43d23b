/** A dependency parser: what a learner makes, and what is stored. */
import type { Model } from "../../base/learning.ts";
import type { TagColumn } from "../../data/dependencies.ts";
import type { Segmentation } from "../../formats/text/segmentation.ts";
import type { BaseModel } from "./base/base-parser.ts";
import type { DependencyOptions } from "./options.ts";
import type { Punctuation } from "./punctuation/punctuation.ts";
import type { Reranker } from "./rerank/reranker.ts";
import type { SpectralModel } from "./spectral/learn-spectral.ts";
import type { TaggerModel } from "./tagging.ts";

/** The kind as a model file names it. */
export const DEPENDENCY_KIND = "dependency";

/** The options a parser was learnt with, and what it knows of its data. */
export type DependencyModelOptions = Omit<DependencyOptions, "states"> & {
  readonly states: number;
  /** The column of CoNLL-U that its tags came from. */
  readonly tags: TagColumn;
  readonly language: string;
};

/** A dependency parser, learnt. */
export interface DependencyModel extends Model {
  readonly kind: typeof DEPENDENCY_KIND;
  readonly options: DependencyModelOptions;
  /** How running text is cut into words: as its treebank has it. */
  readonly segmentation: Segmentation;
  /** Scores arcs, finds the best trees, names relations. */
  readonly base: BaseModel;
  /** For words that come without tags. */
  readonly tagger: TaggerModel | undefined;
  /** Probabilities of trees. */
  readonly spectral: SpectralModel | undefined;
  /** Chooses from lists of `options.listSize` trees. */
  readonly reranker: Reranker | undefined;
  /** How the treebanks attach punctuation; undefined: as the base parser and the re-ranker find best. */
  readonly punctuation?: Punctuation | undefined;
}
