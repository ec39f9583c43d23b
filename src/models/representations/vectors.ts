/**
 * Word vectors as features with real values. Their scale matters to learners that shrink weights: all numbers of a
 * table are multiplied by one factor, so that their standard deviation is what was asked for (Turian, Ratinov, Bengio
 * 2010):
 *
 *   E ← scale · E / stddev(E)
 *
 * Vectors of LR-MVL also give each token numbers of its context. These are canonical variates, whose deviation is 1,
 * and are multiplied by the scale alone.
 */
import { Vocabulary } from "../../base/vocabulary.ts";
import { type Folding, foldWord } from "../../data/folding.ts";
import type { WordVectors } from "../../data/word-vectors.ts";
import { matrix } from "../../linalg/index.ts";
import { type ContextProjections, contextVectors } from "./contexts.ts";

/** Vectors that may know the contexts of tokens, as those of LR-MVL do. */
export type ContextualVectors = WordVectors & { readonly contexts?: ContextProjections | undefined };

/** What `VectorFeatures` is made of, as it is stored. */
export interface VectorTable {
  readonly words: Vocabulary;
  readonly width: number;
  /** Scaled rows: one for each word, and after them, where there is one, the row of all other words. */
  readonly data: Float32Array;
  readonly folding: Folding;
  /** What the numbers were multiplied by. */
  readonly factor: number;
  readonly scale: number;
  readonly contexts: ContextProjections | undefined;
}

/** The scaled vectors of words, and of tokens in their contexts. */
export class VectorFeatures {
  readonly table: VectorTable;
  /** Numbers of a word. */
  readonly width: number;
  /** Numbers of a token's context; 0 where the vectors know no contexts. */
  readonly contextWidth: number;
  readonly #none: Float32Array;

  constructor(table: VectorTable) {
    this.table = table;
    this.width = table.width;
    this.contextWidth = table.contexts === undefined ? 0 : 2 * table.contexts.left.columns;
    this.#none = new Float32Array(table.width);
  }

  /** The vectors with the standard deviation `scale`. */
  static from(vectors: ContextualVectors, scale: number): VectorFeatures {
    const { words, dimensions, data, folding, contexts } = vectors;
    let [sum, squares] = [0, 0];
    for (const value of data) {
      sum += value;
      squares += value * value;
    }
    const variance = squares / data.length - (sum / data.length) ** 2;
    const factor = variance > 0 ? scale / Math.sqrt(variance) : 1;
    return new VectorFeatures({
      words: Vocabulary.from(words),
      width: dimensions,
      data: data.map((value) => factor * value),
      folding,
      factor,
      scale,
      contexts,
    });
  }

  /** Whether the word has a vector of its own, as it is written or folded as the text of the vectors was. */
  has(word: string): boolean {
    return this.#row(word) >= 0;
  }

  /** The numbers of a word, not copied; those of unknown words, or zeros, where it has none of its own. */
  vector(word: string): Float32Array {
    const { width, data, words } = this.table;
    const row = this.#row(word);
    const at = (row >= 0 ? row : words.size) * width;
    return at < data.length ? data.subarray(at, at + width) : this.#none;
  }

  /** The numbers of the contexts of a sentence's tokens, tokens × contextWidth; empty without contexts. */
  inContext(words: readonly string[]): Float32Array {
    const { contexts, width, factor, scale } = this.table;
    if (contexts === undefined) return new Float32Array(0);
    const own = matrix(words.length, width);
    for (const [i, word] of words.entries()) own.data.set(this.vector(word), i * width);
    for (let e = 0; e < own.data.length; e++) own.data[e]! /= factor;
    const { columns, data } = contextVectors(own, contexts);
    const result = new Float32Array(words.length * this.contextWidth);
    for (let i = 0; i < words.length; i++)
      for (let j = 0; j < this.contextWidth; j++)
        result[i * this.contextWidth + j] = scale * data[i * columns + width + j]!;
    return result;
  }

  #row(word: string): number {
    const { words, folding } = this.table;
    const row = words.id(word);
    return row >= 0 ? row : words.id(foldWord(word, folding));
  }
}
