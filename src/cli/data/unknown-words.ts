/**
 * Remarks on text that a model was not made for: of another language, or with markup in it. It still gets trees and
 * tags.
 */
import { isMarkup } from "../../formats/index.ts";
import { counted, formatCount } from "../frame/numbers.ts";

/** Fewer words say little. */
const FEWEST = 5;

/** Counts words without letters as neither known nor unknown, and a capital as no difference. */
export class UnknownWords {
  readonly #known: ReadonlySet<string>;
  readonly #language: string;
  #words = 0;
  #unknown = 0;
  #markup = 0;

  constructor(known: Iterable<string> | undefined, language: string) {
    this.#known = new Set(known);
    this.#language = language;
  }

  add(words: readonly string[]): void {
    if (this.#known.size === 0) return;
    for (const word of words) {
      if (isMarkup(word)) this.#markup++;
      if (!/\p{L}/u.test(word)) continue;
      this.#words++;
      if (!this.#known.has(word) && !this.#known.has(word.toLowerCase())) this.#unknown++;
    }
  }

  /** None while most words are known and none is markup. */
  get warnings(): string[] {
    const found: string[] = [];
    if (this.#words >= FEWEST && this.#unknown > this.#words / 2)
      found.push(
        `warning: the model has not seen ${formatCount(this.#unknown)} of these ${formatCount(this.#words)} words; ` +
          `it is made for text in the language ${this.#language}, and its answers may be useless.`,
      );
    if (this.#markup > 0)
      found.push(
        `warning: ${counted(this.#markup, "word")} of the text ${this.#markup === 1 ? "is a tag or entity" : "are tags and entities"} ` +
          "of HTML; they were taken for words of the sentence. Remove the markup first.",
      );
    return found;
  }
}
