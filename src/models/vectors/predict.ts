/** Word vectors of a model: look-ups as in any table of them, and of LR-MVL the vectors of tokens in their contexts. */
import { InputError } from "../../base/index.ts";
import { newTokenizer } from "../../data/corpus/token-jobs.ts";
import { WordVectors } from "../../data/index.ts";
import { type Matrix, matrix } from "../../linalg/index.ts";
import { type ContextProjections, contextVectors } from "../representations/contexts.ts";
import { modelFolding, type VectorsModel } from "./model.ts";

/** Folding is left to look-ups. */
const CUTTING = { lines: "sentences", lowerCase: false, foldDigits: false } as const;

/**
 * What `open("news.model", "vectors")` gives. A `WordVectors`: `nearest`, `analogy`, `similarity`, `vector`; look-ups
 * fold words as the training text was folded. Parsers and induction take it as their table of vectors.
 */
export class ModelVectors extends WordVectors {
  readonly kind = "vectors";
  readonly model: VectorsModel;

  constructor(model: VectorsModel) {
    super(model.words, model.dimensions, model.data, modelFolding(model));
    this.model = model;
  }

  /** What gives tokens vectors in their contexts; of models of LR-MVL alone. */
  get contexts(): ContextProjections | undefined {
    return this.model.projections;
  }

  /**
   * A row for each word of a sentence in its context: the word's own k numbers, then k/2 of what stands before it and
   * k/2 of what follows. Words without a vector take that of unknown words. Of models of LR-MVL alone.
   */
  inContext(words: readonly string[]): Matrix {
    const { projections, dimensions } = this.model;
    if (projections === undefined)
      throw new InputError('these vectors have no contexts; expected a model trained with the method "lrmvl".');
    const own = matrix(words.length, dimensions);
    for (const [i, word] of words.entries()) own.data.set(this.vector(word)!, i * dimensions);
    return contextVectors(own, projections);
  }

  /** The words of a text, cut as the training text was; at blanks where that is not known. */
  wordsOf(text: string): string[] {
    const { tokens } = this.model.options;
    return newTokenizer({ ...CUTTING, tokens: tokens === "words" ? "words" : "spaces" }).words(text);
  }

  /** A row of numbers for each word of a sentence: in its context where the model knows contexts, else its own. */
  embed(words: readonly string[]): number[][] {
    if (this.model.projections === undefined)
      return words.map((word) => Array.from(this.vector(word) ?? new Float32Array(this.dimensions)));
    const { columns, data } = this.inContext(words);
    return words.map((_, i) => Array.from(data.subarray(i * columns, (i + 1) * columns)));
  }
}
