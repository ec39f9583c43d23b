/** Counts of running text, one sentence or paragraph a line. */
import { Lengths, Oddities, Tally } from "./counts.ts";
import { type Facts, type Inspection, section } from "./inspection.ts";

/** A line longer than this many words is rarely one sentence. */
const VERY_LONG = 400;
const CONTROL = /\p{Cc}/u;

export class TextInspection implements Inspection<readonly string[]> {
  readonly lengths = new Lengths();
  readonly words = new Tally();
  readonly oddities = new Oddities();

  add(tokens: readonly string[], place: string): void {
    this.lengths.add(tokens.length);
    for (const token of tokens) this.words.add(token);
    if (tokens.length > VERY_LONG) this.oddities.add(`line of more than ${VERY_LONG} words`, place);
    if (tokens.some((token) => CONTROL.test(token))) this.oddities.add("control character", place);
    if (tokens.some((token) => token.includes("\uFFFD"))) this.oddities.add("replacement character (a lost letter)", place);
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
