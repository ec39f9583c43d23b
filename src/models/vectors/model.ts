/**
 * A model of word vectors: the words and their vectors, what they were learnt with, and for LR-MVL the projections that
 * give tokens vectors in their contexts. Word2vec files become one too (`vectorsModelOf`).
 */
import { frozen, type Json, type Model } from "../../base/index.ts";
import { type Folding, NO_FOLDING, type WordVectors } from "../../data/index.ts";
import type { ContextProjections } from "../representations/contexts.ts";

/** A model of word vectors, as `learnVectors` makes it. */
export interface VectorsModel extends Model {
  readonly kind: "vectors";
  readonly words: readonly string[];
  readonly dimensions: number;
  /** Rows one after another: one for each word, and after them, where there is one, the row of all other words. */
  readonly data: Float32Array;
  /** Occurrences of each word, then of all others together; empty where the vectors came from elsewhere. */
  readonly counts: Float64Array;
  /**
   * Singular values or canonical correlations of the dimensions, descending; empty where the vectors came from
   * elsewhere.
   */
  readonly values: Float64Array;
  /** Of LR-MVL alone. */
  readonly projections: ContextProjections | undefined;
}

/** How the text was folded that a model with these options was learnt from. */
export const modelFolding = ({ options }: Pick<VectorsModel, "options">): Folding => ({
  lowerCase: options.lowerCase === true,
  foldDigits: options.foldDigits === true,
  straightApostrophes: options.tokens === "words",
});

/**
 * Vectors from another program as a model: nothing is known but the words and their numbers. `source` says where they
 * come from.
 */
export function vectorsModelOf({ words, dimensions, data, folding }: WordVectors, source: string): VectorsModel {
  const { lowerCase, foldDigits, straightApostrophes } = folding;
  const known: Record<string, Json> =
    folding === NO_FOLDING ? {} : { lowerCase, foldDigits, tokens: straightApostrophes ? "words" : "spaces" };
  return frozen({
    kind: "vectors",
    words,
    dimensions,
    data,
    counts: new Float64Array(0),
    values: new Float64Array(0),
    projections: undefined,
    options: { source, ...known },
    report: null,
  });
}
