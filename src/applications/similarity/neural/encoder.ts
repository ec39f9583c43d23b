/** The parameters of an unfolding recursive autoencoder; see autoencoder.ts for what they do. */

export interface TreeEncoder {
  /** Dimensions of a node. */
  readonly dim: number;
  /** W_e (d × 2d), b_e (d), W_d (2d × d), b_d (2d), one after another, by rows. */
  readonly parameters: Float64Array;
}

export const parameterCount = (dim: number): number => 4 * dim * dim + 3 * dim;
