/**
 * What WordNet says of the nouns of captions: everything above their most frequent sense, and how things are called
 * that no caption named. Without WordNet nouns have no classes, and a model is poorer for it.
 */
import type { Synset, WordNet } from "../../../data/wordnet/wordnet.ts";

/** Tops that hold nearly everything, and say nothing. */
const TOO_GENERAL: readonly (readonly [word: string, sense: number])[] = [
  ["entity", 0],
  ["physical entity", 0],
  ["object", 0],
  ["whole", 1],
];
/** Synsets that name a class better than their lexical file, which is that of the tops of the taxonomy. */
const TOPS: readonly (readonly [word: string, name: string])[] = [
  ["person", "noun.person"],
  ["animal", "noun.animal"],
];

/** Longest way up that is followed. */
const LONGEST_WAY = 30;

export class NounClasses {
  readonly #ways = new Map<string, readonly string[]>();
  readonly #labels = new Map<Synset, string>();
  readonly #tooGeneral: ReadonlySet<Synset>;
  readonly #physical: Synset | undefined;
  readonly #tops: ReadonlyMap<Synset, string>;

  constructor(readonly wordnet: WordNet | undefined) {
    const sense = (word: string, at = 0) => wordnet?.senses(word, "noun")[at];
    this.#physical = sense("physical entity");
    this.#tooGeneral = new Set(TOO_GENERAL.flatMap(([word, at]) => sense(word, at) ?? []));
    this.#tops = new Map(
      TOPS.flatMap(([word, name]) => {
        const synset = sense(word);
        return synset === undefined ? [] : [[synset, name] as const];
      }),
    );
  }

  /**
   * The hypernyms of a noun, the nearest first, each by its label (`dog.n.1`), and the name of its lexical file last
   * (`noun.animal`). Of a noun of several words that WordNet does not know, those of its last word.
   */
  hypernyms(noun: string): readonly string[] {
    let way = this.#ways.get(noun);
    if (way === undefined) this.#ways.set(noun, (way = this.#wayUp(noun)));
    return way;
  }

  /** Whether a noun names a thing that can be seen; any noun does where there is no WordNet. */
  isPhysical(noun: string): boolean {
    return this.wordnet === undefined || this.#isPhysical(this.#synsetsAbove(noun));
  }

  #isPhysical(way: readonly Synset[]): boolean {
    return this.#physical !== undefined && way.includes(this.#physical);
  }

  #sense(noun: string): Synset | undefined {
    const own = this.wordnet?.senses(noun, "noun")[0];
    if (own !== undefined || !noun.includes(" ")) return own;
    return this.wordnet?.senses(noun.slice(noun.lastIndexOf(" ") + 1), "noun")[0];
  }

  #label(synset: Synset): string {
    let label = this.#labels.get(synset);
    if (label === undefined) this.#labels.set(synset, (label = this.wordnet!.label(synset)));
    return label;
  }

  #synsetsAbove(noun: string): Synset[] {
    const way: Synset[] = [];
    for (let at = this.#sense(noun); at !== undefined && way.length < LONGEST_WAY; at = this.wordnet!.hypernyms(at)[0])
      way.push(at);
    return way;
  }

  #wayUp(noun: string): string[] {
    const synsets = this.#synsetsAbove(noun);
    if (synsets.length === 0) return [];
    const top = synsets.flatMap((synset) => this.#tops.get(synset) ?? [])[0];
    const labels = synsets.filter((synset) => !this.#tooGeneral.has(synset)).map((synset) => this.#label(synset));
    return [...labels, top ?? this.wordnet!.lexicalFile(synsets[0]!)];
  }

  /**
   * For every noun of WordNet that names a physical thing and that captions do not have: the nearest known noun above
   * it, so that a "spaniel" can be called a dog where nobody wrote of spaniels.
   */
  names(known: ReadonlySet<string>): Map<string, string> {
    const names = new Map<string, string>();
    const { wordnet } = this;
    if (wordnet === undefined) return names;
    const nameOf = new Map<Synset, string>();
    for (const noun of known) {
      const sense = wordnet.senses(noun, "noun")[0];
      if (sense !== undefined && !nameOf.has(sense) && !this.#tooGeneral.has(sense)) nameOf.set(sense, noun);
    }
    for (const lemma of wordnet.words("noun")) {
      const label = lemma.replaceAll("_", " ");
      if (known.has(label) || !/^[a-z][a-z -]*$/.test(label)) continue;
      const way = this.#synsetsAbove(label);
      const named = way.find((synset) => nameOf.has(synset));
      if (named !== undefined && this.#isPhysical(way)) names.set(label, nameOf.get(named)!);
    }
    return names;
  }
}
