/**
 * A model taken apart: what every model gives to be stored and needs to be rebuilt. The model folders know only this
 * shape; `files/` turns it into a file and back.
 */

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** The element types that a model file can hold. */
export type TensorData = Float64Array | Float32Array | Int32Array | Uint32Array | Uint16Array | Uint8Array;

/** A table of numbers of any number of axes, row-major. */
export interface Tensor {
  readonly shape: readonly number[];
  readonly data: TensorData;
}

/** A model taken apart: what a model file holds. */
export interface ModelParts {
  /** "parser", "sequence", "vectors", …: which folder of `models/` or `applications/` made it. */
  readonly kind: string;
  /** Version of this kind's layout; raised when older programs could not read it. */
  readonly version: number;
  /** The options it was learnt with. */
  readonly options: Json;
  /** What the learner reported: sizes, times, singular values, warnings. */
  readonly report: Json;
  /** Symbol tables, by name: labels, words, … */
  readonly symbols: Readonly<Record<string, readonly string[]>>;
  readonly tensors: Readonly<Record<string, Tensor>>;
}
