/**
 * Word vectors as the leaves of trees: the leading dimensions, as long as the word weighs; zeros for words without a
 * vector. Frequent words weigh little, as in the sums of vectors: otherwise every tree looks like its function words.
 */
import type { WordVectors } from "../../../data/index.ts";
import { weightOf } from "../eigenwords/sentence-vectors.ts";
import type { Frequencies } from "../words/frequencies.ts";

export class Leaves {
  constructor(
    readonly vectors: WordVectors,
    readonly frequencies: Frequencies,
    readonly dim: number,
  ) {}

  /** A row for each word. */
  of(words: readonly string[]): Float64Array {
    const { vectors, dim } = this;
    const leaves = new Float64Array(words.length * dim);
    for (const [i, word] of words.entries()) {
      const folded = word.toLowerCase();
      const row = vectors.row(word) >= 0 ? vectors.row(word) : vectors.row(folded);
      if (row < 0) continue;
      const vector = vectors.vector(row);
      let squares = 0;
      for (let k = 0; k < dim; k++) squares += vector[k]! * vector[k]!;
      if (squares === 0) continue;
      const scale = weightOf(folded, this.frequencies) / Math.sqrt(squares);
      for (let k = 0; k < dim; k++) leaves[i * dim + k] = scale * vector[k]!;
    }
    return leaves;
  }
}
