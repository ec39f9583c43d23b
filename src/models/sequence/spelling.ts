/** What the spelling of a word tells about its label, for words seen seldom or never: a class, and features for classifiers. */

const DIGIT = /\p{Nd}/u;
const LETTER = /\p{L}/u;

/** "lower", "Initial", "UPPER", "miXed", or "none" for a word without letters. */
function caseOf(word: string): string {
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

/** A class of words that look alike: case, digits, hyphen, and the last three letters of what is all letters. */
export function signatureOf(word: string): string {
  const marks = `${caseOf(word)}${DIGIT.test(word) ? "+digit" : ""}${word.includes("-") && word.length > 1 ? "+hyphen" : ""}`;
  if (!/^[\p{L}'’.-]+$/u.test(word) || word.length < 4) return word.length < 4 ? `${marks}:${shapeOf(word)}` : marks;
  return `${marks}-${word.slice(-3).toLowerCase()}`;
}

/** FNV-1a, 32 bits, of the text after a prefix number. */
export function hashText(kind: number, text: string): number {
  let hash = 0x811c9dc5 ^ kind;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

const LONGEST_SUFFIX = 5;
const LONGEST_PREFIX = 4;

/** Hashes of the spelling features: affixes, shape, marks; and whether the word opens its sentence, which makes a capital mean less. */
export function spellingFeatures(word: string, first: boolean): number[] {
  const lower = word.toLowerCase();
  const shape = shapeOf(word);
  const features = [
    hashText(1, ""),
    hashText(2, shape),
    hashText(3, `${caseOf(word)}${first}`),
    hashText(4, `${shape}${first}`),
    hashText(5, String(Math.min(word.length, 12))),
  ];
  for (let size = 1; size <= Math.min(LONGEST_SUFFIX, lower.length); size++) features.push(hashText(10 + size, lower.slice(-size)));
  for (let size = 1; size <= Math.min(LONGEST_PREFIX, lower.length); size++) features.push(hashText(20 + size, lower.slice(0, size)));
  if (DIGIT.test(word)) features.push(hashText(30, ""));
  if (word.includes("-")) features.push(hashText(31, lower.slice(lower.lastIndexOf("-") + 1)));
  features.push(hashText(32, `${caseOf(word)}${lower.slice(-2)}`));
  return features;
}
