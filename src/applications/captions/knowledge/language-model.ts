/**
 * A trigram model of captions with Witten–Bell interpolation: of a context h with the words seen after it,
 *
 *   p(w | h) = (c(h, w) + T(h) p(w | h')) / (c(h) + T(h)),     T(h) the number of different words after h,
 *
 * where h' is h without its first word, and words that were never seen share one uniform floor.
 */
import { Counter, type CountTable, joined } from "./count-table.ts";

const START = "<s>";
const END = "</s>";

export class LanguageModelCounter {
  readonly #unigrams = new Counter();
  readonly #bigrams = new Counter();
  readonly #trigrams = new Counter();

  add(words: readonly string[]): void {
    const padded = [START, START, ...words, END];
    for (let i = 2; i < padded.length; i++) {
      const [first, second, third] = [padded[i - 2]!, padded[i - 1]!, padded[i]!];
      this.#unigrams.add("", third);
      this.#bigrams.add(second, third);
      this.#trigrams.add(joined(first, second), third);
    }
  }

  /** What is seen too rarely for its order is left to the order below. */
  tables(): { readonly unigrams: CountTable; readonly bigrams: CountTable; readonly trigrams: CountTable } {
    return {
      unigrams: this.#unigrams.table(1, 2),
      bigrams: this.#bigrams.table(2, 2),
      trigrams: this.#trigrams.table(3, 2),
    };
  }
}

export class LanguageModel {
  constructor(
    readonly unigrams: CountTable,
    readonly bigrams: CountTable,
    readonly trigrams: CountTable,
  ) {}

  /** log p of the words and their end, divided by their number: descriptions of any length can be compared. */
  score(words: readonly string[]): number {
    const padded = [START, START, ...words.map((word) => word.toLowerCase()), END];
    let sum = 0;
    for (let i = 2; i < padded.length; i++)
      sum += Math.log(this.#probability(padded[i - 2]!, padded[i - 1]!, padded[i]!));
    return sum / (words.length + 1);
  }

  #probability(first: string, second: string, word: string): number {
    const types = this.unigrams.row("").length;
    const floor = 1 / (types + 1000);
    const one = interpolated(this.unigrams, "", word, floor);
    const two = interpolated(this.bigrams, second, word, one);
    return interpolated(this.trigrams, joined(first, second), word, two);
  }
}

function interpolated(table: CountTable, context: string, word: string, below: number): number {
  const total = table.total(context);
  if (total === 0) return below;
  const types = table.row(context).length;
  return (table.count(context, word) + types * below) / (total + types);
}
