/** Closed classes: determiners, pronouns, modals, conjunctions. */
import { wordList } from "./word-list.ts";

export const PLURAL_DETERMINERS = wordList(
  "the the the the the the the the these those some some many all few several most",
);
export const SINGULAR_DETERMINERS = wordList(
  "the the the the the the the the the the a a a a a a a a this that every each another no",
);
export const MASS_DETERMINERS = wordList("the the the the some this no");
export const POSSESSIVES = wordList("his her their my our its your");
/** Quantities tagged as adjectives. */
export const ADJECTIVE_DETERMINERS: ReadonlySet<string> = new Set(["many", "few", "several", "most"]);
export const MODALS = wordList("will would can could should may might must");
/** Auxiliaries that take "n't" as they are; the others take "not" ("will" would have to become "wo"). */
export const CONTRACTING: ReadonlySet<string> = new Set(
  wordList("did do does is are was were have has had could should would must"),
);
export const SUBORDINATORS = wordList("because when if although while after before since until unless as");
export const ABOUT_NUMBERS = wordList("about nearly almost over");

export interface Pronoun {
  readonly subject: string;
  readonly object: string;
  readonly plural: boolean;
  readonly person: 1 | 2 | 3;
}

export const PRONOUNS: readonly Pronoun[] = [
  { subject: "he", object: "him", plural: false, person: 3 },
  { subject: "she", object: "her", plural: false, person: 3 },
  { subject: "they", object: "them", plural: true, person: 3 },
  { subject: "I", object: "me", plural: false, person: 1 },
  { subject: "we", object: "us", plural: true, person: 1 },
  { subject: "you", object: "you", plural: true, person: 2 },
];
