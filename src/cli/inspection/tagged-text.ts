/** Counts of words with a tag each: word/TAG text, or the first and last column of a table. */
import type { TaggedSentence } from "../../trees/index.ts";
import { Lengths, Oddities, Tally } from "./counts.ts";
import { type Facts, type Inspection, section } from "./inspection.ts";

export class TaggedInspection implements Inspection<TaggedSentence> {
  readonly lengths = new Lengths();
  readonly words = new Tally();
  readonly tags = new Tally();
  readonly oddities = new Oddities();
  /** Distinct pairs of word and tag. */
  readonly #pairs = new Set<string>();

  add({ words, tags }: TaggedSentence, place: string): void {
    this.lengths.add(words.length);
    words.forEach((word, i) => {
      this.words.add(word);
      this.tags.add(tags[i]!);
      this.#pairs.add(`${word}\t${tags[i]}`);
    });
    if (words.length === 1) this.oddities.add("sentence of one word", place);
  }

  #tagsPerWord(): string {
    return (this.#pairs.size / Math.max(1, this.words.size)).toFixed(3);
  }

  facts(): Facts {
    return {
      sentences: this.lengths.count,
      tokens: this.lengths.sum,
      wordTypes: this.words.size,
      tagsPerWordType: Number(this.#tagsPerWord()),
      lengths: this.lengths,
      tags: this.tags,
      suspicious: this.oddities,
    };
  }

  sections(): string[] {
    return [
      section("Sizes", [
        ["sentences", this.lengths.count],
        ["words", this.lengths.sum],
        ["distinct words", this.words.size],
        ["tags per distinct word", this.#tagsPerWord()],
      ]),
      section("Shape", [["words per sentence", this.lengths.format()]]),
      section("Labels", [[`${this.tags.size} tags`, this.tags.format(20)]]),
    ];
  }
}
