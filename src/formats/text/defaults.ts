/**
 * Conventions of languages where no treebank says otherwise. English: those of the Penn Treebank, do n't, `` and '',
 * -LRB-, --. German, and all others: marks stay as they are written.
 */
import { checkLanguage, type Segmentation } from "./segmentation.ts";
import { rulesFor } from "./sentence-rules.ts";

const PLAIN: Omit<Segmentation, "language"> = {
  quotes: { double: null, single: null, kept: [] },
  spellings: {},
  suffixes: [],
  prefixes: [],
  contractions: {},
  wholes: [],
  units: [],
  joints: {},
  abbreviations: [],
  ordinals: "start",
  finalPeriod: "apart",
  boundaries: null,
};

/** Words that Penn writes as two. */
const CONTRACTIONS: Readonly<Record<string, readonly number[]>> = {
  ...{ cannot: [3], gonna: [3], gotta: [3], wanna: [3], lemme: [3], gimme: [3] },
  ...{ "'tis": [2], "'twas": [2], "d'ye": [2], "more'n": [4] },
};

/** Words that begin with an apostrophe, not with a quotation mark. */
const ELIDED = ["'twere", "'twill", "'em", "'til", "'till", "'cause", "'bout", "'round", "'n", "'cos"];

/** Faces that letters are written with; a treebank that has one in parts wins. */
const FACES = ":) :-) :)) :( :-( :(( ;) ;-) =) =( :D :-D :P :-P :p :/ :-/ :'( ^_^ -_-".split(" ");

const ENGLISH: Partial<Segmentation> = {
  quotes: { double: ["``", "''"], single: ["`", "'"], kept: [] },
  spellings: {
    ...{ "(": "-LRB-", ")": "-RRB-", "[": "-LSB-", "]": "-RSB-", "{": "-LCB-", "}": "-RCB-" },
    ...{ "-": "--", "--": "--", "–": "--", "—": "--", "―": "--", "…": "...", "..": "...", "’": "'" },
  },
  suffixes: ["n't", "'s", "'m", "'d", "'ll", "'re", "'ve"],
  contractions: CONTRACTIONS,
  wholes: [...ELIDED, ...FACES],
  finalPeriod: "doubled",
};

const OWN: Readonly<Record<string, Partial<Segmentation>>> = {
  en: ENGLISH,
  de: { ordinals: "inside", finalPeriod: "kept" },
};

/** The conventions of a language, by its tag; throws an `OptionError` for what is none. */
export function defaultSegmentation(tag: string): Segmentation {
  const language = checkLanguage(tag);
  const name = new Intl.Locale(language).language;
  const own = Object.hasOwn(OWN, name) ? OWN[name] : undefined;
  return { ...PLAIN, ...own, language, abbreviations: [...rulesFor(language).abbreviations] };
}
