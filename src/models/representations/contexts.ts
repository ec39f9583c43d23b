/** Vectors of tokens in their contexts, from what LR-MVL has learnt (vectors/cca/lrmvl.ts). */
import { type Matrix, matrix, multiply } from "../../linalg/index.ts";
import { smoothStates } from "./smoothing.ts";

/** What turns the smoothed states of a token into its context's vector. */
export interface ContextProjections {
  readonly rates: readonly number[];
  /** rates · k rows and k/2 columns; the second half of a state comes from the right. */
  readonly left: Matrix;
  readonly right: Matrix;
  /** Mean states, subtracted before projecting. */
  readonly leftMean: Float64Array;
  readonly rightMean: Float64Array;
}

/**
 * Context-specific vectors of the tokens of a sentence, from the k numbers of each word: these, then k/2 of what stands
 * before it and k/2 of what follows.
 */
export function contextVectors(own: Matrix, projections: ContextProjections): Matrix {
  const { rows, columns: k } = own;
  const result = matrix(rows, 2 * k);
  for (let t = 0; t < rows; t++) result.data.set(own.data.subarray(t * k, (t + 1) * k), t * 2 * k);
  const tokens = Uint32Array.from({ length: rows }, (_, t) => t);
  const states = { dimensions: k, data: own.data };
  for (const side of ["left", "right"] as const) {
    const projection = projections[side];
    const mean = side === "left" ? projections.leftMean : projections.rightMean;
    smoothStates(tokens, side, states, projections.rates, (t, state) => {
      const centred = state.map((x, i) => x - mean[i]!);
      const context = multiply(matrix(1, state.length, centred), projection);
      result.data.set(context.data, t * 2 * k + k + (side === "left" ? 0 : k / 2));
    });
  }
  return result;
}
