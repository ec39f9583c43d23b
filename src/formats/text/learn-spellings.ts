/** How a treebank spells quotation marks, brackets, dashes, dots and apostrophes. */
import type { Segmentation } from "./segmentation.ts";
import { type CountedChunk, Tally } from "./spaced.ts";

/** Pairs that may stand for double and for single quotation marks. */
const PENN_DOUBLE = ["``", "''"] as const;
const PENN_SINGLE = ["`", "'"] as const;
const DOUBLE: readonly (readonly [string, string])[] = [
  PENN_DOUBLE,
  ["“", "”"],
  ["„", "“"],
  ["«", "»"],
  ["»", "«"],
  ['"', '"'],
];
const SINGLE: readonly (readonly [string, string])[] = [PENN_SINGLE, ["‘", "’"], ["‚", "‘"], ["'", "'"]];
/** For each mark what treebanks write in its place. */
const OTHER_FORMS: Readonly<Record<string, readonly string[]>> = {
  "(": ["-LRB-", "*LRB*", "-Fpa-"],
  ")": ["-RRB-", "*RRB*", "-Fpt-"],
  "[": ["-LSB-"],
  "]": ["-RSB-"],
  "{": ["-LCB-"],
  "}": ["-RCB-"],
  "…": ["..."],
  "..": ["..."],
  "—": ["--", "–", "-"],
  "–": ["--", "—", "-"],
  "―": ["--", "—", "-"],
  "--": ["—", "–", "-"],
  "-": ["--"],
};

const BRACKET = /[()[\]{}]/;

/** The pair that is most frequent; null where none is in use. */
function quotesOf(words: Tally, pairs: readonly (readonly [string, string])[]): readonly [string, string] | null {
  const uses = ([open, close]: readonly [string, string]) => Math.min(words.get(open), words.get(close));
  const best = pairs.reduce((a, b) => (uses(b) > uses(a) ? b : a));
  return uses(best) > 0 ? best : null;
}

export function learnSpellings(
  chunks: readonly CountedChunk[],
  defaults: Segmentation,
): Pick<Segmentation, "quotes" | "spellings"> {
  const words = new Tally();
  /** Marks inside of words. */
  const inside = new Tally();
  let curly = 0;
  let straight = 0;
  for (const chunk of chunks) {
    for (const word of chunk.words) {
      words.add(word, chunk.count);
      if (word.length > 1 && BRACKET.test(word)) for (const mark of word) inside.add(mark);
      if (word.length > 1 && word.includes("’")) curly += chunk.count;
      else if (word.length > 1 && word.includes("'") && word !== "''") straight += chunk.count;
    }
  }
  const spellings: Record<string, string> = {};
  for (const [mark, forms] of Object.entries(OTHER_FORMS)) {
    const best = forms.reduce((one, other) => (words.get(other) > words.get(one) ? other : one));
    if (words.get(mark) === 0 && words.get(best) > 0) spellings[mark] = best;
    else if (words.get(mark) + inside.get(mark) === 0 && defaults.spellings[mark] !== undefined)
      spellings[mark] = defaults.spellings[mark];
  }
  if (curly === 0 && straight > 0) spellings["’"] = "'";
  const double = quotesOf(words, DOUBLE);
  // Where double marks are spelled as Penn does, single ones are; the apostrophe of the possessive is no other choice.
  const isPenn = double === PENN_DOUBLE;
  const single = isPenn ? PENN_SINGLE : quotesOf(words, SINGLE);
  const kept = [...new Set([...DOUBLE, ...SINGLE].flat())].filter(
    (mark) => words.get(mark) > 0 && !(isPenn && mark === "'"),
  );
  return { quotes: { double, single, kept }, spellings };
}
