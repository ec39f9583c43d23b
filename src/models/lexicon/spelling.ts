/**
 * What the spelling of a word shows: its case, its shape, and a class of words that look alike, for words that training
 * saw rarely or never.
 */

/** English endings; words of other languages have whichever of them they have (measured in docs/log/lexicon.md). */
const ENDINGS = [
  ..."ically ational ations ingly ments ation ness ment able ible ists less ings ions ship tion ings ism ist ity".split(
    " ",
  ),
  ..."ing ive ize ise ful ous ies est ion ers ance ence ed er ly al ic or en es 's ss us is s y".split(" "),
].sort((a, b) => b.length - a.length);

const NUMBER = /^[+-]?[\d.,:/\\]*\d[\d.,:/\\]*$/u;

const DIGIT = /\p{Nd}/u;
const LETTER = /\p{L}/u;

export const hasDigit = (word: string): boolean => DIGIT.test(word);

/** "lower", "Initial", "UPPER", "miXed", or "none" for a word without letters. */
export function caseOf(word: string): string {
  if (!LETTER.test(word)) return "none";
  const lower = word.toLowerCase();
  if (word === lower) return "lower";
  if (word === word.toUpperCase() && word.length > 1) return "UPPER";
  return word.slice(1) === lower.slice(1) ? "Initial" : "miXed";
}

/** Runs of capitals, small letters and digits as one sign each: "McDonald's-2" → "AaAa'a-9". */
export function shapeOf(word: string): string {
  return word
    .replace(/\p{Lu}+/gu, "A")
    .replace(/\p{Ll}+/gu, "a")
    .replace(/\p{Nd}+/gu, "9")
    .slice(0, 10);
}

/**
 * A word apart from its letters: capitals, digits, hyphens. A capital at the start of a sentence is a mark of its own.
 */
function marksOf(word: string, first: boolean): string {
  const parts: string[] = [];
  if (/\p{Lu}/u.test(word)) {
    if (/^[\p{Lu}\p{N}.&-]+$/u.test(word) && word.length > 1) parts.push("CAPS");
    else if (/^\p{Lu}/u.test(word)) parts.push(first ? "First" : "Cap");
    else parts.push("Mixed");
  }
  if (/\d/u.test(word)) parts.push("digit");
  if (word.includes("-")) parts.push("hyphen");
  if (word.includes(".")) parts.push("dot");
  if (!LETTER.test(word)) parts.push("symbol");
  return parts.join("-");
}

/** The class of a word: its marks and its ending, by a readable name such as `~Cap-ing`. */
export function signature(word: string, first: boolean): string {
  if (NUMBER.test(word)) return "~number";
  const lower = word.toLowerCase();
  const ending = ENDINGS.find((suffix) => lower.length >= suffix.length + 2 && lower.endsWith(suffix)) ?? "";
  return `~${marksOf(word, first)}-${ending}`;
}
