/**
 * Where the words of a caption stand in it. Cutting a text into words changes some characters, by the conventions of
 * treebanks: quotation marks, dashes, brackets, ellipses, curly apostrophes. Everything else is found as it is.
 */
import { sentencesOf } from "../../../data/segmentation.ts";
import { defaultSegmentation, PARTING, unescapePenn } from "../../../formats/index.ts";

export interface PlacedWord {
  readonly word: string;
  /** In UTF-16 units of the caption; `end` is not included. */
  readonly start: number;
  readonly end: number;
}

const DOUBLE_QUOTES = /(?:["“”„«»]|[`'‘’‚]{2})/y;
const SINGLE_QUOTES = /[`'‘’‚‹›]/y;

/** How text spells what the words are written with. */
const SPELLINGS: Readonly<Record<string, RegExp>> = {
  ...{ "``": DOUBLE_QUOTES, "''": DOUBLE_QUOTES, "`": SINGLE_QUOTES, "'": SINGLE_QUOTES },
  ...{ "-LRB-": /\(/y, "-RRB-": /\)/y, "-LSB-": /\[/y, "-RSB-": /\]/y, "-LCB-": /\{/y, "-RCB-": /\}/y },
  ...{ "--": /-+|[–—―]/y, "...": /…|\.+/y },
};

const CURLY = /[’‘ʼ]/g;
const LETTER = /[\p{L}\p{N}]/u;
const BLANKS = new RegExp(`[${PARTING}]+`, "y");

/** The sentences of a caption with the place of every word. */
export function placedSentences(caption: string, language: string): PlacedWord[][] {
  const plain = caption.replace(CURLY, "'");
  let at = 0;
  return sentencesOf(caption, defaultSegmentation(language)).map((words) =>
    words.map((word) => {
      const found = find(caption, plain, word, at);
      at = found.end;
      return { word, ...found };
    }),
  );
}

function find(caption: string, plain: string, word: string, from: number): { start: number; end: number } {
  const start = from + lengthAt(BLANKS, caption, from);
  const spelling = SPELLINGS[word];
  const length = spelling === undefined ? 0 : lengthAt(spelling, caption, start);
  if (length > 0) return { start, end: start + length };
  const straight = unescapePenn(word).replace(CURLY, "'");
  const at = plain.startsWith(straight, start) || !LETTER.test(word) ? start : plain.indexOf(straight, start);
  // A word that the text does not spell takes no room in it, such as the full stop after a final abbreviation.
  return at < 0 || !plain.startsWith(straight, at) ? { start, end: start } : { start: at, end: at + straight.length };
}

function lengthAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
}
