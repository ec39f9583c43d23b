/** A classifier of noun phrases: weights of features, and what it must know of words to compute them. */
import type { Model, ModelParts } from "../../base/index.ts";
import type { WordTable } from "./features/word-table.ts";

/** A classifier of noun phrases, as `learnVisual` makes it. */
export interface VisualModel extends Model {
  readonly kind: "visual";
  /** Names of the features, which begin with their template. */
  readonly features: readonly string[];
  readonly weights: Float64Array;
  readonly bias: number;
  /** What the lexicon's lists say of its words; undefined where none was given. */
  readonly lists: WordTable | undefined;
  /** Hypernyms of the words of the training data; undefined without WordNet. */
  readonly hypernyms: WordTable | undefined;
  /** A tagger or parser that finds the noun phrases of captions without any. */
  readonly parser: ModelParts | undefined;
}
