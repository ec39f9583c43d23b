/** Singular and plural of English nouns, by rule and by the irregular forms that the toolkit lists. */
import { IRREGULAR_FORMS } from "../../../data/wordnet/irregular-forms.ts";
import { plural as regularPlural } from "../../../samples/inflection.ts";

/** Nouns whose plural people use is not that of the lists. */
const PREFERRED: Readonly<Record<string, string>> = { person: "people", fish: "fish", sheep: "sheep", deer: "deer" };

const irregularPlurals = new Map<string, string>();
for (const [form, [base]] of IRREGULAR_FORMS.noun) if (!irregularPlurals.has(base!)) irregularPlurals.set(base!, form);

/** The last word of a noun of several carries its number: "traffic lights". */
function ofLastWord(noun: string, change: (word: string) => string): string {
  const cut = noun.lastIndexOf(" ") + 1;
  return noun.slice(0, cut) + change(noun.slice(cut));
}

function pluralOfWord(word: string): string {
  const known = PREFERRED[word] ?? irregularPlurals.get(word);
  if (known !== undefined) return known;
  // Compounds of "man" and the like: fireman, grandchild.
  const compound = /^(.{2,})(man|child|foot|tooth|person)$/.exec(word);
  if (compound && !/^(hu|ro|ger)$/.test(compound[1]!)) return compound[1]! + pluralOfWord(compound[2]!);
  return regularPlural(word);
}

export const plural = (noun: string): string => ofLastWord(noun, pluralOfWord);

function singularOfWord(word: string): string {
  for (const [base, form] of Object.entries(PREFERRED)) if (form === word) return base;
  const irregular = IRREGULAR_FORMS.noun.get(word)?.[0];
  if (irregular !== undefined) return irregular;
  const compound = /^(.{2,})(men|children|people)$/.exec(word);
  if (compound) return compound[1]! + singularOfWord(compound[2]!);
  if (!word.endsWith("s") || word.endsWith("ss") || word.length < 4) return word;
  if (/[^aeiou]ies$/.test(word) && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ss|x|z|ch|sh)es$/.test(word) || /(?:tomato|potato|hero|buffalo)es$/.test(word)) return word.slice(0, -2);
  if (/(?:us|is)$/.test(word)) return word;
  return word.slice(0, -1);
}

/** The singular of a plural noun; a noun that no rule knows for a plural comes back as it is. */
export const singular = (noun: string): string => ofLastWord(noun, singularOfWord);
