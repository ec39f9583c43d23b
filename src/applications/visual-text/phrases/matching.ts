/**
 * Whether two nouns can name one thing, as far as words tell:
 *
 *   same       they are forms of one word (dogs – dog), or one is the other written together (parking lot – parkinglot)
 *   related    the first sense of one is above the first sense of the other in WordNet (animal – dog, pony – horse),
 *              and the upper one is not so general that most things are below it
 *
 * "People" counts as the plural of "person".
 */
import { baseFormsOf } from "../../../data/wordnet/base-forms.ts";
import type { TextsOf } from "../features/word-table.ts";

export interface NamedThing {
  readonly forms: readonly string[];
  /** Its last words, written together: "parkinglot", "lot". */
  readonly joined: readonly string[];
  /** Its first sense and all synsets above; empty where WordNet does not have it. */
  readonly chain: readonly string[];
}

/** Synsets from the upper one to the root, itself included: structure has 6, animal 7, person 8, object 3. */
const LEAST_CHAIN = 6;

const written = (words: readonly string[]): string =>
  words
    .join("")
    .toLowerCase()
    .replace(/[\s_-]+/g, "");

/** `words` end with the head of the phrase. */
export function namedThing(words: readonly string[], hypernymsOf: TextsOf | undefined): NamedThing {
  const head = words.at(-1)?.toLowerCase() ?? "";
  const base = head === "people" ? "person" : head;
  return {
    forms: [...new Set([head, base, ...baseFormsOf(base, "noun", () => true)])],
    joined: words.map((_, i) => written(words.slice(i))),
    chain: hypernymsOf?.(base) ?? [],
  };
}

export type Match = "same" | "related";

export function matchOf(a: NamedThing, b: NamedThing): Match | undefined {
  if (a.forms.some((form) => b.forms.includes(form))) return "same";
  if (a.joined.includes(b.joined[0]!) || b.joined.includes(a.joined[0]!)) return "same";
  return isAbove(a.chain, b.chain) || isAbove(b.chain, a.chain) ? "related" : undefined;
}

const isAbove = (upper: readonly string[], lower: readonly string[]): boolean =>
  upper.length >= LEAST_CHAIN && lower.includes(upper[0]!);
