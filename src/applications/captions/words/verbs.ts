/**
 * Verbs as descriptions use them: in the progressive ("is sitting") and as participles ("parked"). A verb is named by
 * its form in -ing, so that "sits", "sit" and "sitting" are counted as one.
 */
import { verbForm } from "../../../samples/inflection.ts";

/** The base of a form in -s: rides → ride, watches → watch, carries → carry. */
function baseOfThirdPerson(word: string): string {
  if (word === "has") return "have";
  if (/[^aeiou]ies$/.test(word) && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ss|x|zz|ch|sh|[^aeiou]o)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith("s") ? word.slice(0, -1) : word;
}

const AGREEMENT = { plural: false, person: 3 } as const;

/** Verbs of two syllables and more that double no consonant in spite of the rule for short ones need no list here. */
const progressiveOf = (base: string): string => verbForm(base, "VBG", AGREEMENT);

/**
 * The name of a verb form by its tag; undefined of forms that no present-tense description uses (past, infinitives).
 */
export function verbName(word: string, tag: string): string | undefined {
  if (tag === "VBG") return word;
  if (tag === "VBZ") return progressiveOf(baseOfThirdPerson(word));
  return tag === "VBP" ? progressiveOf(word) : undefined;
}

/** States that have no progressive: "has", never "is having". */
const STATES: Readonly<Record<string, readonly [singular: string, plural: string]>> = { having: ["has", "have"] };

/** The words of a finite verb phrase: "is sitting", "are sitting", "has". */
export function finiteVerb(name: string, many: boolean): { readonly auxiliary?: string; readonly verb: string } {
  const state = STATES[name];
  return state === undefined ? { auxiliary: many ? "are" : "is", verb: name } : { verb: state[many ? 1 : 0] };
}

export const isState = (name: string): boolean => Object.hasOwn(STATES, name);
