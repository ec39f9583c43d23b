/** Sequences of symbols, which are whole numbers from 0: what plain HMMs learn from. */
import { InputError } from "../../../base/errors.ts";
import { whole } from "../../../base/options.ts";

/** Sequences of symbols; each symbol is a whole number from 0. */
export type SymbolSequences = readonly ArrayLike<number>[];

export const SYMBOLS_OPTION = {
  symbols: whole("how many symbols there are; 0: one more than the largest in the data", { default: 0, min: 0 }),
};

/** How many symbols there are, after every one was looked at. Throws an `InputError` for what is none. */
export function countSymbols(where: string, sequences: SymbolSequences, symbols: number): number {
  let largest = -1;
  for (const [s, sequence] of sequences.entries()) {
    for (let t = 0; t < sequence.length; t++) {
      const symbol = sequence[t]!;
      if (!Number.isSafeInteger(symbol) || symbol < 0 || (symbols > 0 && symbol >= symbols)) {
        const expected = symbols > 0 ? `a whole number from 0 to ${symbols - 1}` : "a whole number from 0";
        throw new InputError(`${where}: symbol ${t + 1} of sequence ${s + 1} is ${symbol}; expected ${expected}.`);
      }
      largest = Math.max(largest, symbol);
    }
  }
  return symbols > 0 ? symbols : largest + 1;
}
