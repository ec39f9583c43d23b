/** Counts of running text, one sentence or paragraph per line. */
import { Lengths, Oddities, ownCopy, Tally } from "./counts.ts";
import { type Facts, type Inspection, section } from "./inspection.ts";

/** A line longer than this many words is rarely one sentence. */
const VERY_LONG = 400;

function defectOf(word: string): string | undefined {
  if (/\p{Cc}/u.test(word)) return "control character";
  return word.includes("\uFFFD") ? "replacement character (a lost letter)" : undefined;
}

export class TextInspection implements Inspection<readonly string[]> {
  readonly lengths = new Lengths();
  readonly words = new Tally();
  readonly oddities = new Oddities();
  /** Words with something wrong in them. */
  readonly #odd = new Map<string, string>();

  add(tokens: readonly string[], place: string): void {
    this.lengths.add(tokens.length);
    const found = new Set<string>();
    for (const token of tokens) {
      const defect = this.words.add(token) ? defectOf(token) : undefined;
      if (defect !== undefined) this.#odd.set(ownCopy(token), defect);
      if (this.#odd.size > 0 && this.#odd.has(token)) found.add(this.#odd.get(token)!);
    }
    for (const defect of found) this.oddities.add(defect, place);
    if (tokens.length > VERY_LONG) this.oddities.add(`line of more than ${VERY_LONG} words`, place);
  }

  facts(): Facts {
    const once = this.words.sorted().filter(([, count]) => count === 1).length;
    return {
      lines: this.lengths.count,
      tokens: this.lengths.sum,
      wordTypes: this.words.size,
      seenOnce: once,
      lengths: this.lengths,
      frequent: Object.fromEntries(this.words.sorted().slice(0, 20)),
      suspicious: this.oddities,
    };
  }

  sections(): string[] {
    const { seenOnce } = this.facts() as { seenOnce: number };
    return [
      section("Sizes", [
        ["lines with words", this.lengths.count],
        ["words", this.lengths.sum],
        ["distinct words", this.words.size],
        ["seen once", seenOnce],
      ]),
      section("Shape", [
        ["words per line", this.lengths.format()],
        ["most frequent", this.words.format(15)],
      ]),
    ];
  }
}
