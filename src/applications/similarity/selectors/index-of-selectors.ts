/** Look-ups in the tables of selectors. */
import { foldWord } from "../../../data/folding.ts";
import type { SelectorTables } from "./tables.ts";

/** As the text was folded that the tables were counted from. */
const FOLDING = { lowerCase: true, foldDigits: true, straightApostrophes: true };

/** Words that fill a place, by rising number, and how often each does. */
export interface Selectors {
  readonly fillers: Uint32Array;
  readonly counts: Uint32Array;
}

export class SelectorIndex {
  readonly #ids = new Map<string, number>();

  constructor(readonly tables: SelectorTables) {
    for (const [i, word] of tables.words.entries()) this.#ids.set(word, i);
  }

  /** The selectors of the word at a place of a sentence, given as tokens; undefined where there are none. */
  at(tokens: readonly string[], place: number): Selectors | undefined {
    const left = this.#id(tokens[place - 1]);
    const right = this.#id(tokens[place + 1]);
    if (left === undefined || right === undefined) return undefined;
    const { lefts, rights, starts, fillers, counts } = this.tables;
    let [low, high] = [0, lefts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (lefts[middle]! < left || (lefts[middle] === left && rights[middle]! < right)) low = middle + 1;
      else high = middle;
    }
    if (lefts[low] !== left || rights[low] !== right) return undefined;
    const [begin, end] = [starts[low]!, starts[low + 1]!];
    return { fillers: fillers.subarray(begin, end), counts: counts.subarray(begin, end) };
  }

  /** Past the last word for what is outside the sentence; undefined for words that are not in the tables. */
  #id(token: string | undefined): number | undefined {
    return token === undefined ? this.tables.words.length : this.#ids.get(foldWord(token, FOLDING));
  }
}
