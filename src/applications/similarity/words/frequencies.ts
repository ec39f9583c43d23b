/**
 * How much a word says: information content −log p(w), counted from text. Words that were not counted are as rare as
 * the rarest ones.
 *
 *   ic(w) = log((N + V) / (count(w) + 1))        N words of text, V different ones
 */

export interface WordCounts {
  /** In small letters, digits as 0. */
  readonly words: readonly string[];
  readonly counts: Float64Array;
  /** Words of the text, those without an entry too. */
  readonly total: number;
}

export class Frequencies {
  readonly #counts = new Map<string, number>();
  readonly #scale: number;

  constructor(readonly counted: WordCounts) {
    const { words, counts, total } = counted;
    for (const [i, word] of words.entries()) this.#counts.set(word, counts[i]!);
    this.#scale = Math.log(total + words.length + 1);
  }

  has(folded: string): boolean {
    return this.#counts.has(folded);
  }

  count(folded: string): number {
    return this.#counts.get(folded) ?? 0;
  }

  information(folded: string): number {
    return this.#scale - Math.log(this.count(folded) + 1);
  }
}
