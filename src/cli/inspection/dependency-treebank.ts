/** Counts of dependency trees in CoNLL-U: words, relations, crossing arcs, and sentences that are not trees. */
import { type ConlluSentence, conlluDependencies, isWord } from "../../formats/index.ts";
import { crossedWords, isProjective, rootsOf } from "../../trees/index.ts";
import { Lengths, Oddities, Tally } from "./counts.ts";
import { type Facts, type Inspection, section } from "./inspection.ts";

const VERY_LONG = 200;

export class DependencyInspection implements Inspection<ConlluSentence> {
  readonly lengths = new Lengths();
  readonly arcs = new Lengths();
  readonly tags = new Tally();
  readonly languageTags = new Tally();
  readonly relations = new Tally();
  readonly oddities = new Oddities();
  readonly #wordTypes = new Set<string>();
  #ranges = 0;
  #emptyNodes = 0;
  #withoutHeads = 0;
  #nonProjective = 0;
  #crossedArcs = 0;

  add(sentence: ConlluSentence, place: string): void {
    const words = sentence.tokens.filter(isWord);
    this.lengths.add(words.length);
    this.#ranges += sentence.tokens.filter(({ id }) => id.includes("-")).length;
    this.#emptyNodes += sentence.tokens.filter(({ id }) => id.includes(".")).length;
    for (const { form, upos, xpos, deprel } of words) {
      this.#wordTypes.add(form);
      this.tags.add(upos);
      this.languageTags.add(xpos);
      this.relations.add(deprel);
      if (upos === "_" && xpos === "_") this.oddities.add("word without a tag", place);
    }
    if (words.length > VERY_LONG) this.oddities.add(`sentence of more than ${VERY_LONG} words`, place);
    if (words.some(({ head }) => head === "_")) this.#withoutHeads++;
    // biome-ignore format: one call
    else this.#addTree(conlluDependencies(sentence).heads, place, words.map(({ deprel }) => deprel));
  }

  #addTree(heads: readonly number[], place: string, relations: readonly string[]): void {
    const roots = rootsOf(heads);
    if (roots.length > 1) this.oddities.add("sentence with several roots", place);
    if (roots.some((word) => relations[word - 1] !== "root"))
      this.oddities.add('root whose relation is not "root"', place);
    heads.forEach((head, i) => {
      if (head > 0) this.arcs.add(Math.abs(head - i - 1));
      if (head > 0 && relations[i] === "root") this.oddities.add('word with a head and the relation "root"', place);
    });
    if (isProjective(heads)) return;
    this.#nonProjective++;
    this.#crossedArcs += crossedWords(heads).length;
  }

  facts(): Facts {
    return {
      sentences: this.lengths.count,
      tokens: this.lengths.sum,
      wordTypes: this.#wordTypes.size,
      multiWordTokens: this.#ranges,
      emptyNodes: this.#emptyNodes,
      sentencesWithoutHeads: this.#withoutHeads,
      lengths: this.lengths,
      arcLengths: this.arcs,
      nonProjective: this.#nonProjective,
      crossedArcs: this.#crossedArcs,
      tags: this.tags,
      languageTags: this.languageTags,
      relations: this.relations,
      suspicious: this.oddities,
    };
  }

  sections(): string[] {
    const share = ((100 * this.#nonProjective) / Math.max(1, this.lengths.count)).toFixed(1);
    return [
      section("Sizes", [
        ["sentences", this.lengths.count],
        ["words", this.lengths.sum],
        ["distinct words", this.#wordTypes.size],
        ["multi-word tokens", this.#ranges],
        ["empty nodes", this.#emptyNodes],
        ...(this.#withoutHeads > 0 ? ([["sentences without heads", this.#withoutHeads]] as const) : []),
      ]),
      section("Shape", [
        ["words per sentence", this.lengths.format()],
        ["arc lengths", this.arcs.format()],
        [
          "non-projective",
          `${this.#nonProjective} sentences (${share} %), ${this.#crossedArcs} arcs that another crosses`,
        ],
      ]),
      section("Labels", [
        [`${this.tags.size} tags`, this.tags.format(17)],
        [`${this.languageTags.size} language tags`, this.languageTags.format(12)],
        [`${this.relations.size} relations`, this.relations.format(15)],
      ]),
    ];
  }
}
