/**
 * How words were folded before they were counted: letters to lower case, digits to 0, curly apostrophes to straight
 * ones. Learning and look-ups share this file, so that a word is found exactly as it was counted. Folding works on
 * single UTF-16 units, as the tokenizer does: a unit whose lower case has another length stays as it is.
 */

/** What is folded. */
export interface Folding {
  readonly lowerCase: boolean;
  readonly foldDigits: boolean;
  /** ’ becomes '. */
  readonly straightApostrophes: boolean;
}

/** Words stay as they are written. */
export const NO_FOLDING: Folding = { lowerCase: false, foldDigits: false, straightApostrophes: false };

const APOSTROPHE = 0x27;
const CURLY_APOSTROPHE = 0x2019;
const ZERO = 0x30;

export const isDigit = (character: string): boolean => /\p{Nd}/u.test(character);

/** The folded form of a UTF-16 unit. */
export function foldUnit(unit: number, { lowerCase, foldDigits, straightApostrophes }: Folding): number {
  if (straightApostrophes && unit === CURLY_APOSTROPHE) return APOSTROPHE;
  const character = String.fromCharCode(unit);
  if (foldDigits && isDigit(character)) return ZERO;
  const lower = lowerCase ? character.toLowerCase() : character;
  return lower.length === 1 ? lower.charCodeAt(0) : unit;
}

/** The folded form of a word. */
export function foldWord(word: string, folding: Folding): string {
  let folded = "";
  for (let i = 0; i < word.length; i++) folded += String.fromCharCode(foldUnit(word.charCodeAt(i), folding));
  return folded;
}
