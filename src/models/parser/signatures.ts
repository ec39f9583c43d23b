/**
 * Classes of words by their looks, for words that training saw seldom or never: digits, capitals, hyphens, and a list of English endings; other
 * scripts keep the parts that apply. A class name is readable: `~Cap-ing`.
 */

const ENDINGS = [
  ..."ically ational ations ingly ments ation ness ment able ible ists less ings ions ship tion ings ism ist ity ing ive ize ise ful ous ies est ion ers".split(
    " ",
  ),
  ..."ance ence ed er ly al ic or en es 's ss us is s y".split(" "),
].sort((a, b) => b.length - a.length);

const NUMBER = /^[+-]?[\d.,:/\\]*\d[\d.,:/\\]*$/u;

/** The looks of a word apart from its letters: capitals, digits, hyphens; `first` says that it opens its sentence, where a capital tells little. */
export function shape(word: string, first: boolean): string {
  if (NUMBER.test(word)) return "number";
  const parts: string[] = [];
  if (/\p{Lu}/u.test(word)) {
    if (/^[\p{Lu}\p{N}.&-]+$/u.test(word) && word.length > 1) parts.push("CAPS");
    else if (/^\p{Lu}/u.test(word)) parts.push(first ? "First" : "Cap");
    else parts.push("Mixed");
  }
  if (/\d/u.test(word)) parts.push("digit");
  if (word.includes("-")) parts.push("hyphen");
  if (word.includes(".")) parts.push("dot");
  if (!/\p{L}/u.test(word)) parts.push("symbol");
  return parts.join("-");
}

/** The class of a word: its shape and its ending. */
export function signature(word: string, first: boolean): string {
  const looks = shape(word, first);
  if (looks === "number") return "~number";
  const lower = word.toLowerCase();
  const ending = ENDINGS.find((suffix) => lower.length >= suffix.length + 2 && lower.endsWith(suffix)) ?? "";
  return `~${looks}-${ending}`;
}
