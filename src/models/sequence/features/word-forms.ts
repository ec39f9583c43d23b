/**
 * What a rare word shares with the words of the training data: attributes from the labels of its relatives, of its end
 * and of its other spellings (lexicon/known-forms.ts), and its longer affixes. A word is not its own relative, so that
 * words which training saw a few times look as unknown words will; frequent words have none of these attributes.
 */
import type { Vocabulary } from "../../../base/vocabulary.ts";
import type { TaggedSentence } from "../../../trees/sentence.ts";
import { KnownForms } from "../../lexicon/known-forms.ts";
import { LabelCounter, type LabelCounts, wordTotals } from "../../lexicon/label-counts.ts";
import type { AttributeOf } from "./attributes.ts";
import type { Template } from "./parse.ts";

/** Words seen this often are not rare. */
const FREQUENT = 10;

/** Attributes of rare words; `rareprefix` and `raresuffix` take a number of letters. */
const FORM_ATTRIBUTE = /^(?:relative|end|opening|small|capital|part|rareprefix\d|raresuffix\d)$/;

/** Whether templates look at what rare words share with others. */
export const lookAtForms = (templates: readonly Template[]): boolean =>
  templates.some((template) => template.some(({ attribute }) => FORM_ATTRIBUTE.test(attribute)));

/** How often every word of the sentences was seen with every label. */
export function countForms(sentences: readonly TaggedSentence[], words: Vocabulary, labels: Vocabulary): LabelCounts {
  const counter = new LabelCounter();
  for (const sentence of sentences)
    for (const [i, word] of sentence.words.entries()) counter.add(words.id(word), labels.id(sentence.tags[i]!));
  return counter.finish(words, labels.size);
}

export class WordForms {
  readonly #counts: LabelCounts;
  readonly #known: KnownForms;
  readonly #totals: Float64Array;

  constructor(counts: LabelCounts) {
    this.#counts = counts;
    this.#known = new KnownForms(counts);
    this.#totals = wordTotals(counts);
  }

  /** How an attribute is taken of a token; undefined for names that are not attributes of forms. */
  attribute(name: string): AttributeOf | undefined {
    const [, family, digits] = /^([a-z]+)(\d*)$/.exec(name) ?? [];
    const textOf = family === undefined ? undefined : this.#textOf(family, Number(digits));
    return textOf && (({ word }) => (this.#isRare(word) ? textOf(word, word.toLowerCase()) : ""));
  }

  #isRare(word: string): boolean {
    const id = this.#counts.words.id(word);
    return id < 0 || this.#totals[id]! < FREQUENT;
  }

  #textOf(family: string, size: number): ((word: string, lower: string) => string) | undefined {
    const known = this.#known;
    const labelOf = (word: string) => String(known.usual(word));
    switch (family) {
      case "relative":
        return (_, lower) => this.#relation(lower);
      case "end":
        return (_, lower) => String(known.knownEnd(lower)?.label ?? "");
      case "opening":
        return (_, lower) => {
          const end = known.knownEnd(lower);
          return end === undefined ? "" : `${end.before}+${end.label}`;
        };
      case "small":
        return (word, lower) => (lower === word ? "" : labelOf(lower));
      case "capital":
        return (word, lower) => {
          const capital = `${lower.slice(0, 1).toUpperCase()}${lower.slice(1)}`;
          return capital === word ? "" : labelOf(capital);
        };
      case "part":
        return (_, lower) => (lower.lastIndexOf("-") > 0 ? labelOf(lower.slice(lower.lastIndexOf("-") + 1)) : "");
      case "rareprefix":
        return (_, lower) => (lower.length > size ? lower.slice(0, size) : "");
      case "raresuffix":
        return (_, lower) => (lower.length > size ? lower.slice(-size) : "");
      default:
        return undefined;
    }
  }

  /** "ing/ed:7": what most relatives of a word have in place of its ending, with their label; the first of equals. */
  #relation(lower: string): string {
    const counts = new Map<string, number>();
    let best = "";
    for (const { ending, otherEnding, label } of this.#known.relatives(lower)) {
      const relation = `${ending}/${otherEnding}:${label}`;
      counts.set(relation, (counts.get(relation) ?? 0) + 1);
      if (best === "" || counts.get(relation)! > counts.get(best)!) best = relation;
    }
    return best;
  }
}
