/** Gathers knowledge from parsed captions, one after another; `finish` makes the tables that a model keeps. */
import type { WordNet } from "../../../data/wordnet/wordnet.ts";
import type { Tree } from "../../../trees/tree.ts";
import { words as wordsOf } from "../../../trees/tree.ts";
import { attributeClasses } from "./attribute-classes.ts";
import { Counter, type CountTable, joined } from "./count-table.ts";
import { Knowledge, type KnowledgeTables } from "./knowledge.ts";
import { LanguageModelCounter } from "./language-model.ts";
import { NounClasses } from "./noun-classes.ts";
import type { HeadNoun } from "./noun-phrases.ts";
import { type CaptionFacts, captionFacts, type Relation } from "./relations.ts";

/** In longer captions no positions are counted: few name that many things. */
const MOST_POSITIONS = 6;

/** Nouns seen less often are not known. */
const LEAST_NOUN = 3;
/** Contexts of pairs seen less often say nothing. */
const LEAST_PAIR = 2;

const CAPTION_END = /^[.!?;:,"'`-]+$/;

export class KnowledgeCollector {
  readonly #classes: NounClasses;
  readonly #language = new LanguageModelCounter();
  readonly #counters: Readonly<Record<Exclude<keyof KnowledgeTables, "unigrams" | "bigrams" | "trigrams">, Counter>> = {
    nouns: new Counter(),
    determiners: new Counter(),
    modifiers: new Counter(),
    modifierOrder: new Counter(),
    subjectVerbs: new Counter(),
    objectVerbs: new Counter(),
    subjectPrepositions: new Counter(),
    objectPrepositions: new Counter(),
    verbPrepositions: new Counter(),
    links: new Counter(),
    positions: new Counter(),
    together: new Counter(),
    verbUses: new Counter(),
  };
  /** Captions by how many physical things they name. */
  readonly thingsInCaptions: number[] = [];
  captions = 0;

  constructor(wordnet: WordNet | undefined) {
    this.#classes = new NounClasses(wordnet);
  }

  add(tree: Tree): void {
    this.captions++;
    const words = wordsOf(tree).map((word) => word.toLowerCase());
    while (words.length > 0 && CAPTION_END.test(words.at(-1)!)) words.pop();
    this.#language.add(words);
    const facts = captionFacts(tree);
    for (const noun of facts.nouns) this.#addNoun(noun);
    for (const { subject, verb, use } of facts.actions) {
      this.#addFor(subject, "subjectVerbs", verb);
      this.#counters.verbUses.add(verb, use);
    }
    for (const relation of facts.relations) this.#addRelation(relation);
    this.#addPositions(facts);
  }

  /** Under the noun, its compound, and the most general of its classes: what is said of people holds for a nun. */
  #addFor(
    head: HeadNoun,
    table: "subjectVerbs" | "objectVerbs" | "subjectPrepositions" | "objectPrepositions",
    value: string,
  ) {
    const counter = this.#counters[table];
    counter.add(head.noun, value);
    if (head.compound !== undefined) counter.add(head.compound, value);
    const general = this.#classes.hypernyms(head.noun).at(-1);
    if (general !== undefined) counter.add(general, value);
  }

  #general(noun: string): string {
    return this.#classes.hypernyms(noun).at(-1) ?? noun;
  }

  #addNoun(head: HeadNoun): void {
    const { nouns, determiners, modifiers, modifierOrder } = this.#counters;
    const general = this.#classes.hypernyms(head.noun).at(-1);
    const names = [head.noun, ...(head.compound === undefined ? [] : [head.compound])];
    for (const name of names) {
      const form = name === head.noun ? head.form : head.compound!.replace(/[^ ]+$/, head.form);
      nouns.add(name, joined(form, head.many ? "many" : "one"));
      determiners.add(
        joined(name, head.many ? "many" : "one", head.modifiers.length > 0 ? "modified" : "bare"),
        head.determiner,
      );
      for (const modifier of head.modifiers) modifiers.add(name, modifier);
    }
    if (general !== undefined) {
      nouns.add(general, joined("", head.many ? "many" : "one"));
      for (const modifier of head.modifiers) modifiers.add(general, modifier);
    }
    let before = "<s>";
    for (const modifier of head.modifiers) {
      modifierOrder.add(before, modifier);
      before = modifier;
    }
    if (head.modifiers.length > 0) modifierOrder.add(before, "</s>");
  }

  #addRelation({ subject, verb, preposition, object }: Relation): void {
    const { verbPrepositions, links } = this.#counters;
    if (preposition === "") this.#addFor(object, "objectVerbs", verb);
    else {
      this.#addFor(object, "objectPrepositions", preposition);
      if (verb === "") this.#addFor(subject, "subjectPrepositions", preposition);
      else verbPrepositions.add(verb, preposition);
    }
    const link = joined(verb, preposition);
    const general = this.#general(subject.noun);
    for (const name of [object.noun, ...(object.compound === undefined ? [] : [object.compound])]) {
      links.add(joined(subject.noun, name), link);
      links.add(joined(general, name), link);
    }
    for (const hypernym of this.#classes.hypernyms(object.noun)) links.add(joined(general, hypernym), link);
  }

  #addPositions({ nouns }: CaptionFacts): void {
    const things = nouns.map((head) => head.noun).filter((noun) => this.#classes.isPhysical(noun));
    this.thingsInCaptions[things.length] = (this.thingsInCaptions[things.length] ?? 0) + 1;
    const { positions, together } = this.#counters;
    for (const [position, noun] of things.entries()) {
      for (const other of new Set(things)) {
        if (other === noun) continue;
        together.add(noun, other);
        together.add(this.#general(noun), other);
      }
      if (things.length < 2 || things.length > MOST_POSITIONS) continue;
      for (const name of [noun, ...this.#classes.hypernyms(noun)])
        positions.add(joined(String(things.length), name), String(position + 1));
    }
  }

  finish(): Knowledge {
    const least: Readonly<Record<string, readonly [context: number, value: number]>> = {
      nouns: [LEAST_NOUN, 1],
      determiners: [LEAST_NOUN, 2],
      modifiers: [1, 2],
      links: [LEAST_PAIR, 2],
      together: [LEAST_NOUN, 2],
      modifierOrder: [2, 1],
    };
    const tables = Object.fromEntries(
      Object.entries(this.#counters).map(([name, counter]) => [
        name,
        counter.table(...(least[name] ?? [LEAST_NOUN, 2])),
      ]),
    ) as Record<string, CountTable>;
    const byAdjective = new Map<string, Map<string, number>>();
    for (const [noun, adjectives] of this.#counters.modifiers.rows()) {
      if (noun.startsWith("noun.")) continue;
      for (const [adjective, count] of adjectives) {
        let row = byAdjective.get(adjective);
        if (row === undefined) byAdjective.set(adjective, (row = new Map()));
        row.set(noun, count);
      }
    }
    const known = tables.nouns!.columns.contexts.filter((noun) => !noun.startsWith("noun."));
    return new Knowledge({
      tables: { ...tables, ...this.#language.tables() } as unknown as KnowledgeTables,
      hypernyms: new Map(known.map((noun) => [noun, this.#classes.hypernyms(noun)])),
      attributeClasses: attributeClasses(byAdjective),
      names: this.#classes.names(new Set(known)),
    });
  }
}
