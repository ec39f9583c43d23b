/**
 * Smoothed states of LR-MVL: what stands before and after a token, summed with exponentially decaying weights at
 * several rates.
 *
 *   left_t  = (1 − α)·left_{t−1}  + α·A[w_{t−1}]          from the left end of the line, where it is 0
 *   right_t = (1 − α)·right_{t+1} + α·A[w_{t+1}]          from the right end
 *
 * for each rate α; the states of all rates stand side by side. O(rates · dimensions) a token.
 */
import { LINE_END } from "../../data/corpus/tokens.ts";

/** A: a row of `dimensions` numbers for each word id. */
export interface StateDictionary {
  readonly dimensions: number;
  readonly data: Float64Array;
}

/**
 * Calls `visit(t, state)` for every word of `tokens` in the direction given; `state` is overwritten by the next call.
 */
export function smoothStates(
  tokens: Uint32Array,
  direction: "left" | "right",
  dictionary: StateDictionary,
  rates: readonly number[],
  visit: (t: number, state: Float64Array) => void,
): void {
  const { dimensions, data } = dictionary;
  const state = new Float64Array(rates.length * dimensions);
  const step = direction === "left" ? 1 : -1;
  const [first, end] = direction === "left" ? [0, tokens.length] : [tokens.length - 1, -1];
  for (let t = first; t !== end; t += step) {
    const word = tokens[t]!;
    if (word === LINE_END) {
      state.fill(0);
      continue;
    }
    visit(t, state);
    const row = word * dimensions;
    for (let r = 0, place = 0; r < rates.length; r++) {
      const rate = rates[r]!;
      const keep = 1 - rate;
      for (let i = 0; i < dimensions; i++, place++) state[place] = keep * state[place]! + rate * data[row + i]!;
    }
  }
}
