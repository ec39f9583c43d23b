/** The stemmer of Porter 1980 ("An algorithm for suffix stripping"), step by step as published. */

/** The measure m of a stem: how many vowel–consonant sequences it has. */
function measure(stem: string): number {
  let pattern = "";
  for (let i = 0; i < stem.length; i++) {
    const vowel = isVowel(stem, i) ? "v" : "c";
    if (pattern.at(-1) !== vowel) pattern += vowel;
  }
  return (pattern.match(/vc/g) ?? []).length;
}

function isVowel(word: string, at: number): boolean {
  const letter = word[at]!;
  return "aeiou".includes(letter) || (letter === "y" && at > 0 && !isVowel(word, at - 1));
}

const hasVowel = (stem: string): boolean => Array.from(stem, (_, i) => isVowel(stem, i)).includes(true);
const endsDouble = (word: string): boolean =>
  word.length > 1 && word.at(-1) === word.at(-2) && !isVowel(word, word.length - 1);
const endsShort = (word: string): boolean => {
  const last = word.length - 1;
  return (
    last >= 2 && !isVowel(word, last) && isVowel(word, last - 1) && !isVowel(word, last - 2) && !/[wxy]$/.test(word)
  );
};

type Rules = readonly (readonly [ending: string, instead: string])[];

const STEP_2: Rules = [
  ["ational", "ate"],
  ["tional", "tion"],
  ["enci", "ence"],
  ["anci", "ance"],
  ["izer", "ize"],
  ["abli", "able"],
  ["alli", "al"],
  ["entli", "ent"],
  ["eli", "e"],
  ["ousli", "ous"],
  ["ization", "ize"],
  ["ation", "ate"],
  ["ator", "ate"],
  ["alism", "al"],
  ["iveness", "ive"],
  ["fulness", "ful"],
  ["ousness", "ous"],
  ["aliti", "al"],
  ["iviti", "ive"],
  ["biliti", "ble"],
];
const STEP_3: Rules = [
  ["icate", "ic"],
  ["ative", ""],
  ["alize", "al"],
  ["iciti", "ic"],
  ["ical", "ic"],
  ["ful", ""],
  ["ness", ""],
];
const STEP_4: Rules = "al ance ence er ic able ible ant ement ment ent ou ism ate iti ous ive ize"
  .split(" ")
  .map((ending) => [ending, ""] as const);

/** The first, longest ending that fits, replaced where its stem has more than `least` sequences. */
function replaced(word: string, rules: Rules, least: number): string {
  const found = [...rules].sort(([a], [b]) => b.length - a.length).find(([ending]) => word.endsWith(ending));
  if (found === undefined) return word;
  const stem = word.slice(0, -found[0].length);
  return measure(stem) > least ? stem + found[1] : word;
}

function pluralsAndParticiples(given: string): string {
  let word = given;
  if (word.endsWith("sses") || word.endsWith("ies")) word = word.slice(0, -2);
  else if (word.endsWith("s") && !word.endsWith("ss")) word = word.slice(0, -1);
  if (word.endsWith("eed")) {
    if (measure(word.slice(0, -3)) > 0) word = word.slice(0, -1);
  } else {
    const stem = word.endsWith("ed") ? word.slice(0, -2) : word.endsWith("ing") ? word.slice(0, -3) : undefined;
    if (stem !== undefined && hasVowel(stem)) {
      if (/(?:at|bl|iz)$/.test(stem)) word = `${stem}e`;
      else if (endsDouble(stem) && !/[lsz]$/.test(stem)) word = stem.slice(0, -1);
      else word = measure(stem) === 1 && endsShort(stem) ? `${stem}e` : stem;
    }
  }
  return word.endsWith("y") && hasVowel(word.slice(0, -1)) ? `${word.slice(0, -1)}i` : word;
}

/** The stem of a word in small letters. */
export function porterStem(given: string): string {
  if (given.length < 3) return given;
  let word = pluralsAndParticiples(given);
  word = replaced(word, STEP_2, 0);
  word = replaced(word, STEP_3, 0);
  if (/[st]ion$/.test(word)) {
    if (measure(word.slice(0, -3)) > 1) word = word.slice(0, -3);
  } else word = replaced(word, STEP_4, 1);
  if (word.endsWith("e")) {
    const stem = word.slice(0, -1);
    if (measure(stem) > 1 || (measure(stem) === 1 && !endsShort(stem))) word = stem;
  }
  return endsDouble(word) && word.endsWith("l") && measure(word) > 1 ? word.slice(0, -1) : word;
}
