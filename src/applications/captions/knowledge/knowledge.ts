/**
 * What a model knows from captions, and the questions that the steps ask it. Probabilities are relative frequencies,
 * shrunk towards those of the noun's class where the noun itself was seen rarely:
 *
 *   p(x | noun) = (c(noun, x) + μ p(x | class)) / (c(noun) + μ)
 */
import { plural as pluralByRule } from "../words/nouns.ts";
import { type CountTable, EMPTY_TABLE, JOINT, joined } from "./count-table.ts";
import { LanguageModel } from "./language-model.ts";

/** The tables of a model, by name. */
export interface KnowledgeTables {
  /** noun → its form and number, joined. */
  readonly nouns: CountTable;
  /** noun, number, modified or bare → determiner, "" for none. */
  readonly determiners: CountTable;
  readonly modifiers: CountTable;
  /** modifier → the next one, or the end; `<s>` before the first. */
  readonly modifierOrder: CountTable;
  readonly subjectVerbs: CountTable;
  readonly objectVerbs: CountTable;
  readonly subjectPrepositions: CountTable;
  readonly objectPrepositions: CountTable;
  readonly verbPrepositions: CountTable;
  /** Two nouns, or classes of them → verb and preposition between them. */
  readonly links: CountTable;
  /** Number of things, noun or hypernym → position from 1. */
  readonly positions: CountTable;
  /** noun → other nouns of the same caption. */
  readonly together: CountTable;
  /** verb → with an object, with a preposition, or alone. */
  readonly verbUses: CountTable;
  readonly unigrams: CountTable;
  readonly bigrams: CountTable;
  readonly trigrams: CountTable;
}

export const TABLE_NAMES = [
  "nouns",
  "determiners",
  "modifiers",
  "modifierOrder",
  "subjectVerbs",
  "objectVerbs",
  "subjectPrepositions",
  "objectPrepositions",
  "verbPrepositions",
  "links",
  "positions",
  "together",
  "verbUses",
  "unigrams",
  "bigrams",
  "trigrams",
] as const satisfies readonly (keyof KnowledgeTables)[];

export interface KnowledgeContent {
  readonly tables: KnowledgeTables;
  /** Known nouns with their hypernyms, the nearest first and the lexical file last. */
  readonly hypernyms: ReadonlyMap<string, readonly string[]>;
  /** Adjectives with the class of their attribute. */
  readonly attributeClasses: ReadonlyMap<string, string>;
  /** Nouns of WordNet that captions do not have, with the known noun that stands for each. */
  readonly names: ReadonlyMap<string, string>;
}

/** Weight of the class in the probabilities of a noun, in observations. */
const CLASS_WEIGHT = 5;

export type NounTable = "modifiers" | "subjectVerbs" | "objectVerbs" | "subjectPrepositions" | "objectPrepositions";

/** A word that a noun selects, with its smoothed probability and plain count. */
export interface Likely {
  readonly word: string;
  readonly probability: number;
  readonly count: number;
}

/** Knowledge from captions: tables of counts, classes of nouns and attributes. */
export class Knowledge {
  readonly content: KnowledgeContent;
  readonly tables: KnowledgeTables;
  readonly language: LanguageModel;
  /** Nouns counted in all. */
  readonly nounTotal: number;
  readonly #singulars = new Map<string, string>();
  readonly #likely = new Map<string, readonly Likely[]>();

  constructor(content: KnowledgeContent) {
    this.content = content;
    this.tables = content.tables;
    this.language = new LanguageModel(this.tables.unigrams, this.tables.bigrams, this.tables.trigrams);
    let total = 0;
    for (const noun of content.hypernyms.keys()) total += this.tables.nouns.total(noun);
    this.nounTotal = total;
    for (const noun of content.hypernyms.keys())
      for (const { value } of this.tables.nouns.row(noun)) {
        const [form, number] = value.split(JOINT) as [string, string];
        if (number === "many" && !this.#singulars.has(form)) this.#singulars.set(form, noun);
      }
  }

  /** Whether anything is known at all. */
  get isEmpty(): boolean {
    return this.content.hypernyms.size === 0;
  }

  knows(noun: string): boolean {
    return this.content.hypernyms.has(noun);
  }

  hypernyms(noun: string): readonly string[] {
    return this.content.hypernyms.get(noun) ?? [];
  }

  /** The most general class of a noun (`noun.person`), or itself. */
  classOf(noun: string): string {
    return this.hypernyms(noun).at(-1) ?? noun;
  }

  /** The known noun that a plural form belongs to. */
  singularOf(form: string): string | undefined {
    return this.#singulars.get(form);
  }

  count(noun: string): number {
    return this.knows(noun) ? this.tables.nouns.total(noun) : 0;
  }

  /** The plural that captions have, or the one by rule. */
  plural(noun: string): string {
    for (const { value } of this.tables.nouns.row(noun)) {
      const [form, number] = value.split(JOINT) as [string, string];
      // A form that is the singular, of a noun whose plural differs by rule, is a mistake of the parser.
      if (number === "many" && (form !== noun || pluralByRule(noun) === noun)) return form;
    }
    return pluralByRule(noun);
  }

  /** Whether there can be several: not of a mass noun that captions never have in the plural. */
  hasPlural(noun: string): boolean {
    const isPlural = ({ value }: { readonly value: string }) => value.endsWith(`${JOINT}many`);
    return !this.isMass(noun) || this.tables.nouns.row(noun).some(isPlural);
  }

  /** Whether a noun stands without an article in the singular: grass, water. */
  isMass(noun: string): boolean {
    const context = joined(noun, "one", "bare");
    const { determiners } = this.tables;
    return determiners.count(context, "") > determiners.count(context, "a");
  }

  /** What a noun selects in a table, the most likely first. */
  likely(table: NounTable, noun: string): readonly Likely[] {
    const key = joined(table, noun);
    let found = this.#likely.get(key);
    if (found === undefined) this.#likely.set(key, (found = this.#computeLikely(table, noun)));
    return found;
  }

  #computeLikely(name: NounTable, noun: string): Likely[] {
    const table = this.tables[name];
    const general = this.classOf(noun);
    // Modifiers are rare: their share is one of all uses of the noun, not of all modifiers.
    const totalOf = (context: string) => (name === "modifiers" ? this.tables.nouns : table).total(context);
    const total = totalOf(noun);
    const above = general === noun ? 0 : totalOf(general);
    const weight = above === 0 ? 0 : CLASS_WEIGHT;
    if (total + weight === 0) return [];
    const words = new Set(table.row(noun).map(({ value }) => value));
    if (weight > 0) for (const { value } of table.row(general)) words.add(value);
    const found: Likely[] = [];
    for (const word of words) {
      const classProbability = weight === 0 ? 0 : table.count(general, word) / above;
      const count = table.count(noun, word);
      found.push({ word, count, probability: (count + weight * classProbability) / (total + weight) });
    }
    return found.sort((a, b) => b.probability - a.probability || (a.word < b.word ? -1 : 1));
  }

  attributeClass(adjective: string): string | undefined {
    return this.content.attributeClasses.get(adjective);
  }

  /** The known noun for a noun of WordNet that captions do not have. */
  nameFor(noun: string): string | undefined {
    return this.content.names.get(noun);
  }
}

/** Knows nothing: what is left are the trees by themselves. */
export const NO_KNOWLEDGE = new Knowledge({
  tables: Object.fromEntries(TABLE_NAMES.map((name) => [name, EMPTY_TABLE])) as unknown as KnowledgeTables,
  hypernyms: new Map(),
  attributeClasses: new Map(),
  names: new Map(),
});
