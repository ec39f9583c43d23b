/** Words as running text: the other way round, as far as there is one. */

const PLAIN_FORMS: ReadonlyMap<string, string> = new Map([
  ["-LRB-", "("],
  ["-RRB-", ")"],
  ["-LSB-", "["],
  ["-RSB-", "]"],
  ["-LCB-", "{"],
  ["-RCB-", "}"],
  ["``", '"'],
  ["''", '"'],
  ["`", "'"],
]);

/** Brackets inside of words, as in :-RRB-. */
const BRACKET_NAME = /-[LR][RSC]B-/g;

/** A word as text has it: Penn's names of brackets and quotation marks undone. */
export const plainForm = (word: string): string =>
  PLAIN_FORMS.get(word) ?? (word.includes("B-") ? word.replace(BRACKET_NAME, (name) => PLAIN_FORMS.get(name)!) : word);

const NO_BLANK_BEFORE = /^(?:[,.;:%)\]}”»…'’]|\.\.\.|''|-R[RSC]B-|[!?]+|n['’]t|['’](?:s|m|d|ll|re|ve))$/i;
const NO_BLANK_AFTER = /^(?:[([{“„«$£€#`‘]|``|-L[RSC]B-)$/;

const isLetter = (code: number) => (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
/** Most words begin with a letter, and only n't is written without a blank before it among those. */
const goesWithoutBlank = (word: string): boolean =>
  !(isLetter(word.charCodeAt(0)) && word.length !== 3) && NO_BLANK_BEFORE.test(word);
const takesNoBlank = (word: string): boolean => !isLetter(word.charCodeAt(0)) && NO_BLANK_AFTER.test(word);

/** For each word whether text has a blank behind it. A straight quotation mark opens, then closes. */
export function likelyBlanks(words: readonly string[]): boolean[] {
  let inQuote = false;
  let closes = false;
  return words.map((word, i) => {
    const next = words[i + 1];
    if (word === '"') inQuote = !inQuote;
    // „Gut“: what opens a quotation in one language closes it in another.
    if (word === "„") closes = true;
    const closed = word === "“" && closes;
    if (closed) closes = false;
    if (next === undefined) return true;
    if (goesWithoutBlank(next) || (next === "“" && closes) || (next === '"' && inQuote)) return false;
    return closed || !(takesNoBlank(word) || (word === '"' && inQuote));
  });
}

/** Words, Penn's or as written, with blanks between them where text has some. */
export function detokenize(words: readonly string[]): string {
  const blanks = likelyBlanks(words);
  return words.map((word, i) => plainForm(word) + (blanks[i] && i < words.length - 1 ? " " : "")).join("");
}
