/**
 * Text between white space → words, by the conventions of a `Segmentation`. Marks are cut off or stay by the joints of
 * the segmentation, most special first, then by default (runs.ts); clitics, contractions and units are cut last.
 * Addresses, markup and the wholes of the segmentation stay as they are.
 *
 * A period at the end of a word is left on it: what follows decides about it (sentence-cutter.ts). Every character is
 * looked at a bounded number of times.
 */
import { isMarkup } from "./markup.ts";
import { defaultCut, END, isDoubleQuote, jointKeys, type Run, runsOf, START, sidesBehind } from "./runs.ts";
import type { Cut, Segmentation } from "./segmentation.ts";

const ADDRESS = /^(?:(?:https?|ftp):\/\/|www\.)\S+$|^[\w.+-]+@[\w-]+\.[\w.-]+$/i;
const WWW = /www\./i;
/** Only letters, and hyphens between letters: the common case. */
const PLAIN = /^[A-Za-z]+(?:-[A-Za-z]+)*$/;
const SIMPLE = /^[A-Za-z]+[.,;:!?]$/;
/** Longest whole that is looked for inside a chunk, as :-) is. */
export const LONGEST_MARK = 6;

/** Chunks whose words are remembered, and their longest. */
const MOST_KNOWN = 1 << 15;
const LONGEST_KNOWN = 32;

const setOf = (text: string): ReadonlySet<string> => new Set(text);
const INITIAL = setOf("\"'“”‘’([{<");
const FINAL = setOf(".,;:!?\"'“”’)]}>");
const OPENING = setOf("“„‟«‘‚`");
const SINGLE_QUOTES = setOf("'’‘‚`");
/** What a word that is being quoted may have before it. */
const OPENERS = setOf("([{‘'`“„«\"—-‚");

/** Where an address begins and ends in a chunk, quotes, brackets and punctuation around it aside. */
export function addressIn(chunk: string): readonly [from: number, to: number] | undefined {
  if (!chunk.includes("@") && !chunk.includes("://") && !WWW.test(chunk)) return undefined;
  let from = 0;
  let to = chunk.length;
  while (from < to && INITIAL.has(chunk.charAt(from))) from++;
  while (to > from && FINAL.has(chunk.charAt(to - 1))) to--;
  return ADDRESS.test(chunk.slice(from, to)) ? [from, to] : undefined;
}

/** With straight apostrophes and small letters, as words are looked up. */
export const folded = (word: string): string => {
  const small = word.toLowerCase();
  return /[’`´]/.test(small) ? small.replace(/[’`´]/g, "'") : small;
};
export const APOSTROPHE = /['’`´]/;
const BRACKETS = /[()[\]{}]/g;

const lengthsOf = (texts: readonly string[]): number[] =>
  [...new Set(texts.map((text) => text.length))].sort((a, b) => b - a);

/** What a segmentation says, as tables to look words up in. */
class CuttingTables {
  readonly joints: ReadonlyMap<string, Cut>;
  readonly wholes: ReadonlySet<string>;
  readonly contractions: ReadonlyMap<string, readonly number[]>;
  readonly suffixes: ReadonlySet<string>;
  readonly suffixLengths: readonly number[];
  readonly prefixes: ReadonlySet<string>;
  readonly prefixLengths: readonly number[];
  /** Whether every suffix and prefix has an apostrophe: words without one then have none of them. */
  readonly needsApostrophe: boolean;
  readonly units: ReadonlySet<string>;
  readonly spellings: ReadonlyMap<string, string>;
  readonly keptQuotes: ReadonlySet<string>;

  constructor({ joints, wholes, contractions, suffixes, prefixes, units, spellings, quotes }: Segmentation) {
    this.joints = new Map(Object.entries(joints));
    this.wholes = new Set(wholes);
    this.contractions = new Map(Object.entries(contractions));
    this.suffixes = new Set(suffixes);
    this.suffixLengths = lengthsOf(suffixes);
    this.prefixes = new Set(prefixes);
    this.prefixLengths = lengthsOf(prefixes);
    this.needsApostrophe = [...suffixes, ...prefixes].every((clitic) => clitic.includes("'"));
    this.units = new Set(units);
    this.spellings = new Map(Object.entries(spellings));
    this.keptQuotes = new Set(quotes.kept);
  }
}

const known = new WeakMap<Segmentation, CuttingTables>();

/** The tables of a segmentation, made once: a predictor cuts one sentence at a time. */
function tablesOf(segmentation: Segmentation): CuttingTables {
  let tables = known.get(segmentation);
  if (tables === undefined) known.set(segmentation, (tables = new CuttingTables(segmentation)));
  return tables;
}

export class WordCutter {
  readonly #tables: CuttingTables;
  /** The words of chunks that were cut before. */
  readonly #known = new Map<string, readonly string[]>();
  /** Whether a straight double quotation mark is open. */
  #inQuote = false;

  constructor(readonly segmentation: Segmentation) {
    this.#tables = tablesOf(segmentation);
  }

  /** A sentence begins: no quotation mark is open. */
  reset(): void {
    this.#inQuote = false;
  }

  /** Adds the words of a chunk. Most chunks come again; what is done with them depends on open quotations only. */
  cut(chunk: string, words: string[]): void {
    const known = this.#known.get(chunk);
    if (known !== undefined) {
      for (const word of known) words.push(word);
      return;
    }
    const before = words.length;
    this.#cutNew(chunk, words);
    if (chunk.length > LONGEST_KNOWN || chunk.includes('"')) return;
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    this.#known.set(chunk, words.slice(before));
  }

  #cutNew(chunk: string, words: string[]): void {
    if (PLAIN.test(chunk) && (this.#tables.joints.size === 0 || !chunk.includes("-"))) this.word(chunk, words);
    else if (this.#cutSimple(chunk, words)) return;
    else if (this.#tables.wholes.has(chunk)) words.push(this.#spelledWhole(chunk));
    else if (isMarkup(chunk)) words.push(chunk);
    else {
      const [from, to] = addressIn(chunk) ?? [chunk.length, chunk.length];
      if (from > 0) this.#cutRuns(chunk.slice(0, from), words);
      if (from < to) words.push(chunk.slice(from, to));
      if (to < chunk.length) this.#cutRuns(chunk.slice(to), words);
    }
  }

  /** A word in plain letters with a period or a comma behind it, as most are; false for any other chunk. */
  #cutSimple(chunk: string, words: string[]): boolean {
    if (!SIMPLE.test(chunk) || this.#tables.wholes.has(chunk)) return false;
    if (chunk.endsWith(".")) words.push(chunk);
    else {
      const mark = chunk.slice(-1);
      this.stem(chunk.slice(0, -1), words);
      words.push(this.#tables.spellings.get(mark) ?? mark);
    }
    return true;
  }

  #cutRuns(chunk: string, words: string[]): void {
    const runs = runsOf(chunk);
    const behind = sidesBehind(runs);
    /** Where the word that is being joined began; −1 for none. */
    let begun = -1;
    let from = 0;
    let before = START;
    let beginning = true;
    const flush = () => {
      if (begun >= 0) this.word(chunk.slice(begun, from), words);
      begun = -1;
    };
    for (let at = 0; at < runs.length; at++) {
      const { text, isWord } = runs[at]!;
      const whole = isWord ? 0 : this.#wholeAt(runs, at);
      if (whole > 0) {
        flush();
        const begin = from;
        for (let i = 0; i < whole; i++) from += runs[at + i]!.text.length;
        words.push(this.#spelledWhole(chunk.slice(begin, from)));
        at += whole - 1;
        before = START;
        beginning = false;
        continue;
      }
      if (isWord) {
        if (begun < 0) begun = from;
        before = text;
        beginning = false;
        from += text.length;
        continue;
      }
      const cut = this.#cutAt(before, text, behind[at]!);
      if (cut & 1 || before === START) flush();
      if (begun < 0 && (cut & 2 || behind[at] === END))
        words.push(this.#mark(text, beginning && at < runs.length - 1, runs.length === 1));
      else if (begun < 0) begun = from;
      from += text.length;
      if (cut & 2) {
        flush();
        before = START;
      }
      beginning &&= OPENERS.has(text.charAt(0));
    }
    flush();
  }

  /**
   * The number of runs of a whole that begins with this mark, as :) does, and no word goes on behind; 0 for none. One
   * with letters, as :D, must begin the chunk: C:D is a ratio.
   */
  #wholeAt(runs: readonly Run[], first: number): number {
    if (this.#tables.wholes.size === 0) return 0;
    let text = "";
    let found = 0;
    for (let at = first; at < runs.length && text.length < LONGEST_MARK; at++) {
      text += runs[at]!.text;
      const goesOn = runs[at + 1]?.isWord === true;
      if (runs[at]!.isWord && first > 0) break;
      if (!goesOn && text.length > 1 && this.#tables.wholes.has(text)) found = at - first + 1;
    }
    return found;
  }

  #cutAt(before: string, mark: string, behind: string): Cut {
    if (this.#tables.joints.size > 0) {
      for (const key of jointKeys(before, mark, behind)) {
        const known = this.#tables.joints.get(key);
        if (known !== undefined) return known;
      }
    }
    if (before === START && behind !== END && (mark === "'" || mark === "’")) {
      const word = `'${behind.toLowerCase()}`;
      const elided =
        this.#tables.wholes.has(word) || this.#tables.contractions.has(word) || this.#tables.suffixes.has(word);
      if (elided || /^'\d\ds?$/.test(word)) return 0;
    }
    return defaultCut(before, mark, behind);
  }

  /** A mark that is a word of its own, as the treebank spells it. */
  #mark(mark: string, beginsWord: boolean, alone: boolean): string {
    const { double, single } = this.segmentation.quotes;
    const isKept = this.#tables.keptQuotes.has(mark);
    if (isDoubleQuote(mark)) {
      const isOpen = mark === '"' ? (alone ? !this.#inQuote : beginsWord) : mark === "``" || OPENING.has(mark);
      if (mark === '"') this.#inQuote = isOpen;
      return double === null || isKept ? mark : double[isOpen ? 0 : 1];
    }
    if (SINGLE_QUOTES.has(mark))
      return single === null || isKept ? mark : single[beginsWord || OPENING.has(mark) ? 0 : 1];
    const doubled = mark.length > 1 ? this.#tables.spellings.get(mark.slice(0, 2)) : undefined;
    return this.#tables.spellings.get(mark) ?? doubled ?? mark;
  }

  /** Adds a word, cut at clitics and contractions; one with a period at its end is left as it is. */
  word(word: string, words: string[]): void {
    if (word.length > 1 && word.endsWith(".")) words.push(this.#spelled(word));
    else this.stem(word, words);
  }

  /** Adds a word without a period. */
  stem(word: string, words: string[]): void {
    if (this.#tables.needsApostrophe && !APOSTROPHE.test(word)) {
      this.#contracted(word, words);
      return;
    }
    const endings: string[] = [];
    let rest = word;
    for (;;) {
      const length = this.#tables.suffixLengths.find((size) => size < rest.length && this.#isSuffix(rest, size));
      if (length === undefined) break;
      endings.push(rest.slice(-length));
      rest = rest.slice(0, -length);
    }
    this.#contracted(this.#withoutPrefix(rest, words), words);
    for (let i = endings.length - 1; i >= 0; i--) words.push(this.#spelled(endings[i]!));
  }

  /** Adds a word without clitics: one, or several if it is a contraction or a number with its unit. */
  #contracted(rest: string, words: string[]): void {
    const places = this.#tables.contractions.get(folded(rest)) ?? this.#unitPlace(rest);
    let from = 0;
    for (const place of places) {
      if (place >= rest.length) break;
      words.push(this.#spelled(rest.slice(from, place)));
      from = place;
    }
    words.push(this.#spelled(rest.slice(from)));
  }

  #isSuffix(word: string, length: number): boolean {
    const rest = word.length - length;
    return this.#tables.suffixes.has(folded(word.slice(rest))) && !(rest === 1 && SINGLE_QUOTES.has(word.charAt(0)));
  }

  #withoutPrefix(word: string, words: string[]): string {
    const length = this.#tables.prefixLengths.find(
      (size) => size < word.length && this.#tables.prefixes.has(folded(word.slice(0, size))),
    );
    if (length === undefined) return word;
    words.push(this.#spelled(word.slice(0, length)));
    return word.slice(length);
  }

  /** Where a unit begins behind a number. */
  #unitPlace(word: string): readonly number[] {
    const first = word.charCodeAt(0);
    if (this.#tables.units.size === 0 || first < 48 || first > 57) return [];
    const number = /^[\d.,:]*\d/.exec(word)![0].length;
    return this.#tables.units.has(word.slice(number).toLowerCase()) ? [number] : [];
  }

  /** Brackets of a whole as the treebank has them: Penn writes :-RRB- for :). */
  #spelledWhole(whole: string): string {
    return whole.replace(BRACKETS, (bracket) => this.#tables.spellings.get(bracket) ?? bracket);
  }

  /** Apostrophes as the treebank has them. */
  #spelled(word: string): string {
    const apostrophe = this.#tables.spellings.get("’");
    return apostrophe === undefined || !word.includes("’") ? word : word.replaceAll("’", apostrophe);
  }
}
