/**
 * npx tsx scripts/models/word-lists.ts OUTPUT
 *
 * What WordNet says of English words, for `--lists`. A line is a type, a tab and a word.
 * The type has a letter for each thing that the word can be, in alphabetical order:
 *
 *   n noun   s its plural   v verb   z third person   d past or participle   g -ing
 *   a adjective   c comparative   t superlative   r adverb   N name   A adjective of a name
 *
 * WordNet has base forms only. The others are made by the rules of English spelling, and from the irregular forms that
 * the library knows. A form that does not exist does no harm: nobody writes it.
 */
import { writeFileSync } from "node:fs";
import { IRREGULAR_FORMS } from "../../src/data/wordnet/irregular-forms.ts";
import { PARTS_OF_SPEECH, type PartOfSpeech } from "../../src/data/wordnet/parts-of-speech.ts";
import type { WordNet } from "../../src/data/wordnet/wordnet.ts";
import { openWordNet } from "../../src/files/index.ts";

/** A letter and a form. */
type Form = readonly [letter: string, form: string];

const BASE: Readonly<Record<PartOfSpeech, string>> = { noun: "n", verb: "v", adjective: "a", adverb: "r" };
const NAME: Readonly<Record<PartOfSpeech, string>> = { noun: "N", verb: "v", adjective: "A", adverb: "r" };
const IRREGULAR: Readonly<Record<PartOfSpeech, string>> = { noun: "s", verb: "d", adjective: "c", adverb: "c" };
/** Longer adjectives have no endings: "more important". */
const LONGEST_COMPARED = 7;

const endsInConsonantAndY = (word: string): boolean => /[^aeiou]y$/.test(word);
/** stop → stopped: one vowel before the last consonant of the only syllable. */
const doubled = (word: string): string => (/^[^aeiou]*[aeiou][bdgklmnprt]$/.test(word) ? word + word.at(-1) : word);

function withS(word: string): string {
  if (/(s|x|z|ch|sh)$/.test(word)) return `${word}es`;
  return endsInConsonantAndY(word) ? `${word.slice(0, -1)}ies` : `${word}s`;
}

/** run → runn, try → tri, bake → bak: what -ed, -er and -est follow. */
function stem(word: string): string {
  if (word.endsWith("e")) return word.slice(0, -1);
  return endsInConsonantAndY(word) ? `${word.slice(0, -1)}i` : doubled(word);
}

/** The forms of a word by rule. */
function regularForms(word: string, part: PartOfSpeech): Form[] {
  if (part === "noun") return [["s", withS(word)]];
  if (part === "verb") {
    const participle = word.endsWith("e") ? word.slice(0, -1) : doubled(word);
    return [
      ["z", withS(word)],
      ["d", `${stem(word)}ed`],
      ["g", `${participle}ing`],
    ];
  }
  if (part === "adverb" || word.length > LONGEST_COMPARED) return [];
  return [
    ["c", `${stem(word)}er`],
    ["t", `${stem(word)}est`],
  ];
}

function* formsOf(wordnet: WordNet, part: PartOfSpeech): Generator<Form> {
  const irregular = new Set([...IRREGULAR_FORMS[part].values()].flat());
  for (const [form] of IRREGULAR_FORMS[part]) yield [IRREGULAR[part], form];
  const { first, end } = wordnet.range(part);
  for (let synset = first; synset < end; synset++) {
    for (const word of wordnet.lemmas(synset)) {
      if (/[_\d]/.test(word)) continue;
      if (word !== word.toLowerCase()) {
        yield [NAME[part], word];
        continue;
      }
      yield [BASE[part], word];
      for (const [letter, form] of regularForms(word, part))
        if (letter !== IRREGULAR[part] || !irregular.has(word)) yield [letter, form];
    }
  }
}

const [output] = process.argv.slice(2);
if (output === undefined) throw new Error("OUTPUT is missing");
const letters = new Map<string, Set<string>>();
const wordnet = await openWordNet();
for (const part of PARTS_OF_SPEECH) {
  for (const [letter, form] of formsOf(wordnet, part)) {
    const known = letters.get(form) ?? new Set();
    letters.set(form, known.add(letter));
  }
}
const lines = [...letters].map(([form, found]) => `${[...found].sort().join("")}\t${form}\n`);
writeFileSync(output, lines.sort().join(""));
