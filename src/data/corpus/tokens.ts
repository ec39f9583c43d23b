/**
 * Running text → word ids, without making a string per word.
 *
 * "words": a word is a run of letters, marks and digits, with hyphens and apostrophes inside it and with periods and
 * commas between digits; the English clitics ('s 'll 're 've 'd 'm and n't) are words of their own, and so is every
 * other character that is no blank; equal neighbours ("--", "...") make one. The curly apostrophe becomes the straight
 * one. "spaces": words are separated by blanks, for text that is already tokenised.
 *
 * Either way letters may be lower-cased and digits folded to 0. A word longer than 64 units gets no entry and counts
 * as unknown. A line is a sentence; in "running" text, which is wrapped at a fixed width, sentences and paragraphs end
 * only at an empty line.
 */
import { choice, flag, type OptionsOf } from "../../base/options.ts";
import { type Folding, foldUnit, isDigit } from "../folding.ts";
import type { WordTable } from "./word-table.ts";

/** How a text is cut into words and lines, and folded. */
export const CORPUS_OPTIONS = {
  tokens: choice("how a line is cut into words: at blanks and punctuation, or at blanks alone", ["words", "spaces"], {
    default: "words",
  }),
  lines: choice(
    "what a line is: a sentence of its own, or a piece of text that runs on to the next empty line",
    ["sentences", "running"],
    { default: "sentences" },
  ),
  lowerCase: flag("lower-case all letters", { default: true }),
  foldDigits: flag("read every digit as 0", { default: true }),
};

/** How a text is cut into words, and how these are folded. */
export type CorpusOptions = OptionsOf<typeof CORPUS_OPTIONS>;

export const foldingOf = ({ tokens, lowerCase, foldDigits }: CorpusOptions): Folding => ({
  lowerCase,
  foldDigits,
  straightApostrophes: tokens === "words",
});

/** Marks the end of a line among ids. */
export const LINE_END = 0xffffffff;
/** Marks a word that has no id. */
export const UNKNOWN = 0xfffffffe;

/** In UTF-16 units. */
export const LONGEST_WORD = 64;

const NEWLINE = 10;
const APOSTROPHE = 39;
const HYPHEN = 45;
const POINT = 46;
const COMMA = 44;

/** What a UTF-16 unit is; those up to `Line` stand between words. */
export const Class = { Unseen: 0, Blank: 1, Line: 2, Letter: 3, Digit: 4, Other: 5 } as const;

/** What follows the apostrophe of a clitic; n't is one too. */
export const CLITICS: ReadonlySet<string> = new Set(["s", "ll", "re", "ve", "d", "m"]);

export class Tokenizer {
  readonly #classes = new Uint8Array(1 << 16);
  readonly #folded = new Uint16Array(1 << 16);
  readonly #word = new Uint16Array(LONGEST_WORD);
  readonly #folding: Folding;
  #text = "";
  /** Where words go as they are written; undefined while ids are asked for. */
  #written: string[] | undefined;
  #ids = new Uint32Array(0);
  #count = 0;

  constructor(
    readonly table: WordTable,
    readonly options: CorpusOptions,
  ) {
    this.#folding = foldingOf(options);
  }

  /**
   * The ids of the words of `text`, which ends with a line, with LINE_END after each sentence or piece of running text.
   */
  ids(text: string): Uint32Array {
    this.#text = text;
    this.#count = 0;
    if (this.#ids.length < text.length + 1) this.#ids = new Uint32Array(text.length + 1);
    this.#cut();
    this.#text = "";
    return this.#ids.slice(0, this.#count);
  }

  /** The words of `text` as they are written, neither folded nor counted. */
  words(text: string): string[] {
    const written: string[] = [];
    this.#written = written;
    this.ids(text);
    this.#written = undefined;
    return written;
  }

  #cut(): void {
    const atBlanks = this.options.tokens === "spaces";
    for (let at = 0; at < this.#text.length; ) {
      const kind = this.#classAt(at);
      if (kind === Class.Line) this.#endLine(at);
      if (kind <= Class.Line) at++;
      else if (atBlanks) at = this.#upToBlank(at);
      else at = kind === Class.Other ? this.#equalNeighbours(at) : this.#letters(at);
    }
  }

  /** These emit the word that begins at `begin` and return the place after it. */
  #upToBlank(begin: number): number {
    let at = begin + 1;
    while (at < this.#text.length && this.#classAt(at) > Class.Line) at++;
    this.#emit(begin, at);
    return at;
  }

  #equalNeighbours(begin: number): number {
    const unit = this.#text.charCodeAt(begin);
    let at = begin + 1;
    while (at < this.#text.length && this.#text.charCodeAt(at) === unit) at++;
    this.#emit(begin, at);
    return at;
  }

  #letters(begin: number): number {
    let apostrophe = -1;
    let at = begin + 1;
    for (; at < this.#text.length; at++) {
      const next = this.#classAt(at);
      if (next === Class.Letter || next === Class.Digit) continue;
      if (next !== Class.Other || !this.#joins(at)) break;
      if (this.#foldedAt(at) === APOSTROPHE) apostrophe = at;
    }
    this.#emitWithClitic(begin, apostrophe, at);
    return at;
  }

  /** Whether the punctuation at `at`, after a word character, belongs to the word. */
  #joins(at: number): boolean {
    if (at + 1 >= this.#text.length) return false;
    const after = this.#classAt(at + 1);
    const unit = this.#foldedAt(at);
    if (unit === APOSTROPHE || unit === HYPHEN) return after === Class.Letter || after === Class.Digit;
    return (unit === POINT || unit === COMMA) && after === Class.Digit && this.#classAt(at - 1) === Class.Digit;
  }

  #emitWithClitic(begin: number, apostrophe: number, end: number): void {
    const cut = apostrophe < 0 ? end : this.#cliticStart(begin, apostrophe, end);
    this.#emit(begin, cut);
    if (cut < end) this.#emit(cut, end);
  }

  #cliticStart(begin: number, apostrophe: number, end: number): number {
    const suffix = this.#text.slice(apostrophe + 1, end).toLowerCase();
    if (CLITICS.has(suffix)) return apostrophe;
    const afterN = (this.#text.charCodeAt(apostrophe - 1) | 0x20) === 0x6e;
    return suffix === "t" && afterN && apostrophe - 1 > begin ? apostrophe - 1 : end;
  }

  #emit(begin: number, end: number): void {
    const length = end - begin;
    if (this.#written !== undefined) {
      this.#written.push(this.#text.slice(begin, end));
      return;
    }
    if (length > LONGEST_WORD) {
      this.#ids[this.#count++] = UNKNOWN;
      return;
    }
    for (let i = 0; i < length; i++) this.#word[i] = this.#foldedAt(begin + i);
    this.#ids[this.#count++] = this.table.add(this.#word, 0, length);
  }

  #endLine(at: number): void {
    if (this.options.lines === "running" && !this.#followsBlankLine(at)) return;
    if (this.#count === 0 || this.#ids[this.#count - 1] !== LINE_END) this.#ids[this.#count++] = LINE_END;
  }

  /** Whether nothing but blanks stands before the line end at `at` on its line. */
  #followsBlankLine(at: number): boolean {
    let before = at - 1;
    while (before >= 0 && this.#classAt(before) === Class.Blank) before--;
    return before < 0 || this.#classAt(before) === Class.Line;
  }

  #classAt(at: number): number {
    const unit = this.#text.charCodeAt(at);
    const known = this.#classes[unit]!;
    return known === Class.Unseen ? this.#look(unit) : known;
  }

  #foldedAt(at: number): number {
    const unit = this.#text.charCodeAt(at);
    if (this.#classes[unit] === Class.Unseen) this.#look(unit);
    return this.#folded[unit]!;
  }

  /**
   * Classifies a unit when it is first seen. Surrogates count as letters, so that no character beyond the first plane
   * is split.
   */
  #look(unit: number): number {
    const kind = classOf(unit);
    this.#classes[unit] = kind;
    this.#folded[unit] = foldUnit(unit, this.#folding);
    return kind;
  }
}

/** One of `Class`. */
export function classOf(unit: number): number {
  if (unit === NEWLINE) return Class.Line;
  const text = String.fromCharCode(unit);
  if (unit < 0x20 || unit === 0x7f || /\s/.test(text)) return Class.Blank;
  if (isDigit(text)) return Class.Digit;
  return /[\p{L}\p{M}\p{N}]/u.test(text) || (unit >= 0xd800 && unit <= 0xdfff) ? Class.Letter : Class.Other;
}
