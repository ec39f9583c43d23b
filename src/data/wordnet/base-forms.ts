/**
 * Base forms of inflected words, as WordNet's `morphy` finds them (morphy(7WN)): exceptions first, then endings taken
 * off or replaced; what is not in WordNet does not count. Where the database comes without exception lists, the
 * irregular forms of English listed here take their place, with three rules for what the lists would hold beside them:
 *
 *   doubled consonants    running → run, bigger → big
 *   -ied, -ier, -iest     tried → try, happier → happy
 *   compounds             overtook → overtake, by the end that is irregular
 */
import { InputError } from "../../base/errors.ts";
import { type Exceptions, IRREGULAR_FORMS } from "./irregular-forms.ts";
import type { PartOfSpeech } from "./parts-of-speech.ts";

/** Endings and what takes their place, in the order of morphy(7WN). */
const ENDINGS: Readonly<Record<PartOfSpeech, readonly (readonly [string, string])[]>> = {
  noun: [
    ["s", ""],
    ["ses", "s"],
    ["xes", "x"],
    ["zes", "z"],
    ["ches", "ch"],
    ["shes", "sh"],
    ["men", "man"],
    ["ies", "y"],
  ],
  verb: [
    ["s", ""],
    ["ies", "y"],
    ["es", "e"],
    ["es", ""],
    ["ed", "e"],
    ["ed", ""],
    ["ing", "e"],
    ["ing", ""],
  ],
  adjective: [
    ["er", ""],
    ["est", ""],
    ["er", "e"],
    ["est", "e"],
  ],
  adverb: [],
};

/** Endings that exception lists would cover. */
const FURTHER_ENDINGS: Readonly<Record<PartOfSpeech, readonly (readonly [string, string])[]>> = {
  noun: [["oes", "o"]],
  verb: [["ied", "y"]],
  adjective: [
    ["ier", "y"],
    ["iest", "y"],
  ],
  adverb: [
    ["er", ""],
    ["est", ""],
    ["er", "e"],
    ["est", "e"],
    ["ier", "y"],
    ["iest", "y"],
  ],
};

const DOUBLED: Readonly<Record<PartOfSpeech, RegExp | undefined>> = {
  noun: /^(.*([sz]))\2es$/,
  verb: /^(.*([bdfgklmnprstvz]))\2(?:ed|ing)$/,
  adjective: /^(.*([bdglmnprt]))\2(?:er|est)$/,
  adverb: undefined,
};

/** Reads an exception list: an inflected form and its base forms on a line, blanks between. */
export function readExceptions(text: string, file: string): Exceptions {
  const exceptions = new Map<string, readonly string[]>();
  for (const [i, line] of text.split("\n").entries()) {
    const [form = "", ...bases] = line.trim().split(/\s+/);
    if (form === "") continue;
    if (bases.length === 0)
      throw new InputError(`"${form}" has no base form; expected a form and its base forms.`, { file, line: i + 1 });
    exceptions.set(form, [...new Set([...(exceptions.get(form) ?? []), ...bases])]);
  }
  return exceptions;
}

/**
 * The base forms of a word in small letters: itself where `known` accepts it, then others. `listed` are the database's
 * own exceptions; the built-in ones apply where it has none.
 */
export function baseFormsOf(
  word: string,
  part: PartOfSpeech,
  known: (lemma: string) => boolean,
  listed?: Exceptions,
): string[] {
  const forms = new Set<string>();
  let others = 0;
  const add = (lemma: string) => {
    if (lemma === "" || forms.has(lemma) || !known(lemma)) return;
    forms.add(lemma);
    if (lemma !== word) others++;
  };
  add(word);
  const exceptions = (listed ?? IRREGULAR_FORMS[part]).get(word);
  if (exceptions !== undefined) {
    for (const base of exceptions) add(base);
    if (forms.size > 0) return [...forms];
  }
  replaceEndings(word, part, ENDINGS, add);
  if (others > 0 || listed !== undefined) return [...forms];
  replaceEndings(word, part, FURTHER_ENDINGS, add);
  const doubled = DOUBLED[part]?.exec(word);
  if (doubled) add(doubled[1]!);
  if (forms.size === 0) addCompounds(word, IRREGULAR_FORMS[part], add);
  return [...forms];
}

function replaceEndings(word: string, part: PartOfSpeech, endings: typeof ENDINGS, add: (lemma: string) => void): void {
  // Nouns in -ful keep it: boxesful → boxful. Nouns in -ss and very short ones are not plurals.
  const ful = part === "noun" && word.endsWith("ful") ? "ful" : "";
  const stem = ful === "" ? word : word.slice(0, -3);
  if (part === "noun" && (stem.endsWith("ss") || stem.length <= 2)) return;
  for (const [ending, base] of endings[part]) {
    if (stem.endsWith(ending)) add(stem.slice(0, stem.length - ending.length) + base + ful);
  }
}

/** Shortest irregular end that is tried: shorter ones are parts of too many words. */
const SHORTEST_END = 3;

function addCompounds(word: string, exceptions: Exceptions, add: (lemma: string) => void): void {
  for (let cut = 1; cut <= word.length - SHORTEST_END; cut++) {
    for (const base of exceptions.get(word.slice(cut)) ?? []) add(word.slice(0, cut) + base);
  }
}
