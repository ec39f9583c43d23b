/** A model of word vectors: the vectors, what they were learnt with, and for LR-MVL the projections that give tokens vectors in their contexts. */
import { InputError, type Json, ModelFileError, type ModelParts, type Tensor } from "../../base/index.ts";
import { type Matrix, matrix } from "../../linalg/index.ts";
import { type ContextProjections, contextVectors } from "./context-vectors.ts";
import { type Folding, WordVectors } from "./word-vectors.ts";

export const VECTORS_KIND = "vectors";
export const VECTORS_VERSION = 1;

export interface VectorModel {
  readonly vectors: WordVectors;
  /** Occurrences of each word in the training text; where the vectors came from elsewhere, empty. */
  readonly counts: Float64Array;
  /** Singular values or canonical correlations of the dimensions, falling; where the vectors came from elsewhere, empty. */
  readonly values: Float64Array;
  /** Of LR-MVL alone. */
  readonly projections: ContextProjections | undefined;
  readonly options: Readonly<Record<string, Json>>;
}

export function vectorModelParts(model: VectorModel, report: Json = null): ModelParts {
  const { vectors, counts, values, projections, options } = model;
  const tensors: Record<string, Tensor> = {
    vectors: { shape: [vectors.data.length / vectors.dimensions, vectors.dimensions], data: vectors.data },
    counts: { shape: [counts.length], data: counts },
    values: { shape: [values.length], data: values },
  };
  if (projections !== undefined) {
    const { left, right, leftMean, rightMean, rates } = projections;
    tensors.leftProjection = { shape: [left.rows, left.columns], data: left.data };
    tensors.rightProjection = { shape: [right.rows, right.columns], data: right.data };
    tensors.leftMean = { shape: [leftMean.length], data: leftMean };
    tensors.rightMean = { shape: [rightMean.length], data: rightMean };
    tensors.rates = { shape: [rates.length], data: Float64Array.from(rates) };
  }
  const { lowerCase, foldDigits } = vectors.folding;
  return {
    kind: VECTORS_KIND,
    version: VECTORS_VERSION,
    options: { ...options, lowerCase, foldDigits },
    report,
    symbols: { words: vectors.words },
    tensors,
  };
}

export function vectorModelFrom(parts: ModelParts, file?: string): VectorModel {
  const damaged = (found: string): never => {
    throw new ModelFileError("damaged", `${found}; the file is damaged: train the model again.`, file);
  };
  const tensor = (name: string): Tensor => parts.tensors[name] ?? damaged(`has no tensor "${name}"`);
  const numbers = (name: string): Float64Array => {
    const { data } = tensor(name);
    return data instanceof Float64Array ? data : damaged(`has a tensor "${name}" that is not of 64-bit numbers`);
  };
  const { shape, data } = tensor("vectors");
  if (!(data instanceof Float32Array) || shape.length !== 2) return damaged('has a tensor "vectors" that is no matrix of 32-bit numbers');
  const words = parts.symbols.words ?? damaged("has no words");
  const options = (parts.options ?? {}) as Readonly<Record<string, Json>>;
  const folding: Folding = { lowerCase: options.lowerCase === true, foldDigits: options.foldDigits === true };
  const table = (name: string): Matrix => matrix(tensor(name).shape[0]!, tensor(name).shape[1]!, numbers(name));
  const projections =
    parts.tensors.rates === undefined
      ? undefined
      : {
          rates: Array.from(numbers("rates")),
          left: table("leftProjection"),
          right: table("rightProjection"),
          leftMean: numbers("leftMean"),
          rightMean: numbers("rightMean"),
        };
  return {
    vectors: new WordVectors(words, shape[1]!, data, folding),
    counts: numbers("counts"),
    values: numbers("values"),
    projections,
    options,
  };
}

/** A vector for each token of a sentence in its context: see `contextVectors`. Words without a vector take that of unknown words. */
export function tokenVectors({ vectors, projections }: VectorModel, words: readonly string[]): Matrix {
  if (projections === undefined) {
    throw new InputError('these vectors know no contexts; expected a model trained with the method "lrmvl".');
  }
  const ids = Uint32Array.from(words, (word) => {
    const row = vectors.row(word);
    return row < 0 ? vectors.unknownRow : row;
  });
  const rows = vectors.data.length / vectors.dimensions;
  return contextVectors(ids, matrix(rows, vectors.dimensions, Float64Array.from(vectors.data)), projections);
}
