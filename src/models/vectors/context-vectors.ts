/** Vectors of tokens in their contexts, from what LR-MVL has learnt (lrmvl.ts). */
import { type Matrix, matrix, multiply } from "../../linalg/index.ts";
import { smoothStates } from "./smoothing.ts";

/** What turns the smoothed states of a token into its context's vector. */
export interface ContextProjections {
  readonly rates: readonly number[];
  /** rates · k rows and k/2 columns; the second half of a state comes from the right. */
  readonly left: Matrix;
  readonly right: Matrix;
  /** Mean states, taken off before projecting. */
  readonly leftMean: Float64Array;
  readonly rightMean: Float64Array;
}

/**
 * Context-specific vectors of the tokens of a sentence: the word's own k numbers, then k/2 of what stands before it and k/2 of what follows. `ids` are rows of the
 * dictionary.
 */
export function contextVectors(ids: Uint32Array, dictionary: Matrix, projections: ContextProjections): Matrix {
  const k = dictionary.columns;
  const result = matrix(ids.length, 2 * k);
  for (const [t, id] of ids.entries()) result.data.set(dictionary.data.subarray(id * k, (id + 1) * k), t * 2 * k);
  const states = { dimensions: k, data: dictionary.data };
  for (const side of ["left", "right"] as const) {
    const projection = projections[side];
    const mean = side === "left" ? projections.leftMean : projections.rightMean;
    smoothStates(ids, side, states, projections.rates, (t, state) => {
      const centre = matrix(
        1,
        state.length,
        state.map((x, i) => x - mean[i]!),
      );
      result.data.set(multiply(centre, projection).data, t * 2 * k + k + (side === "left" ? 0 : k / 2));
    });
  }
  return result;
}
