/**
 * Words → sentences. With boundaries learnt from a treebank (boundaries.ts) every gap is weighed. Otherwise rules: a
 * chunk of text that ends in . ! ? or dots, quotes and brackets aside, may end a sentence, and the next chunk decides:
 * - after ! ? and dots a sentence ends unless a small letter or a comma follows;
 * - after a title (Mr.) it never ends; after No. and its kin not before a number; after initials and other
 *   abbreviations (U.S., etc.) only before a word that often begins sentences;
 * - after a number that keeps its period (am 3. Mai) as after an abbreviation;
 * - after any other word and a period it ends, unless a small letter follows a capitalised word.
 * A sentence has at most 5,000 words.
 */
import { firstFilled, type Gap, gapWeigher, hasPeriod, lastFilled } from "./boundaries.ts";
import type { Segmentation } from "./segmentation.ts";
import { rulesFor, type SentenceRules } from "./sentence-rules.ts";
import { WordCutter } from "./word-cutter.ts";

export type SentenceSink = (words: string[], line: number, column: number) => void;

const LEADING = /^["'“”‘’`„«([{]+/;
const MAY_END = /[.!?…"'”’»“)\]}]$/;
const CONTINUES = /^[,;:\-–—&]/;
const LARGEST_SENTENCE = 5000;
/** Digits of a number that keeps its period as an ordinal; longer ones are years and amounts. */
const LONGEST_ORDINAL = 3;

const OPEN_BRACKETS = new Set(["(", "[", "{", "-LRB-", "-LSB-", "-LCB-"]);
const CLOSE_BRACKETS = new Set([")", "]", "}", "-RRB-", "-RSB-", "-RCB-"]);

export class SentenceCutter {
  readonly #cutter: WordCutter;
  readonly #rules: SentenceRules;
  readonly #abbreviations: ReadonlySet<string>;
  /** Whether the sentence ends in a gap; undefined: the rules decide. */
  readonly #endsIn: ((gap: Gap) => boolean) | undefined;
  readonly #whole: boolean;
  #words: string[] = [];
  /** The words of the current chunk. */
  readonly #cut: string[] = [];
  #line = 0;
  #column = 0;
  #brackets = 0;
  #inQuote = false;
  /** The place in `#words` of the word that may end the sentence; −1 for none. */
  #end = -1;

  constructor(
    readonly emit: SentenceSink,
    readonly segmentation: Segmentation,
    options: {
      /** Nothing but `finish` ends a sentence (false). */
      readonly whole?: boolean;
      /** Takes the place of the segmentation's boundaries. */
      readonly endsIn?: (gap: Gap) => boolean;
    } = {},
  ) {
    this.#whole = options.whole ?? false;
    this.#cutter = new WordCutter(segmentation);
    this.#rules = rulesFor(segmentation.language);
    this.#abbreviations = new Set(segmentation.abbreviations);
    this.#endsIn = options.endsIn;
    if (options.endsIn === undefined && segmentation.boundaries !== null)
      this.#endsIn = gapWeigher(segmentation.boundaries);
  }

  /** Takes text between white space. */
  accept(chunk: string, line: number, column: number): void {
    if (this.#endsIn === undefined) this.#acceptByRules(chunk, line, column);
    else this.#acceptByWeight(chunk, line, column);
  }

  #begin(line: number, column: number): void {
    if (this.#words.length > 0) return;
    this.#line = line;
    this.#column = column;
  }

  #acceptByRules(chunk: string, line: number, column: number): void {
    if (this.#end >= 0) {
      if (!this.#whole && this.#endsBefore(chunk)) this.finish();
      this.#end = -1;
    }
    this.#begin(line, column);
    const before = this.#words.length;
    this.#cutter.cut(chunk, this.#words);
    if (MAY_END.test(chunk)) {
      const last = Math.max(before, lastFilled(this.#words));
      if (/[.!?…]$/.test(this.#words[last]!)) this.#end = last;
    }
    this.#bound(line, column);
  }

  #acceptByWeight(chunk: string, line: number, column: number): void {
    const cut = this.#cut;
    cut.length = 0;
    this.#cutter.cut(chunk, cut);
    let spaced = true;
    let at = column;
    for (const [i, word] of cut.entries()) {
      const filled = spaced ? firstFilled(cut, i) : word;
      const gap = { words: this.#words, next: word, filled, spaced, brackets: this.#brackets, inQuote: this.#inQuote };
      if (!this.#whole && this.#words.length > 0 && this.#endsIn!(gap)) this.finish();
      this.#begin(line, at);
      this.#add(word);
      // A straight mark opens what it stands before, and closes what it stands behind.
      if (word === '"') this.#inQuote = cut.length === 1 ? !this.#inQuote : spaced;
      spaced = false;
      at += word.length;
    }
    this.#bound(line, column);
  }

  /** Adds a word, its period cut off unless it keeps it. */
  #add(word: string): void {
    if (hasPeriod(word) && !this.#keepsPeriod(word)) {
      this.#cutter.stem(word.slice(0, -1), this.#words);
      this.#words.push(".");
    } else this.#words.push(word);
    if (OPEN_BRACKETS.has(word)) this.#brackets++;
    else if (CLOSE_BRACKETS.has(word)) this.#brackets = Math.max(0, this.#brackets - 1);
  }

  #keepsPeriod(word: string): boolean {
    const stem = word.slice(0, -1);
    if (/^\d+$/.test(stem)) return this.#isOrdinal(stem, this.#words.length);
    const lower = stem.toLowerCase();
    const isWord = stem === lower && this.#rules.alsoWords.has(lower) && !this.#rules.numbered.has(lower);
    if (isWord && !/\d$/.test(this.#words.at(-1) ?? "")) return false;
    return this.#abbreviations.has(lower) || isInitials(stem);
  }

  #isOrdinal(digits: string, at: number): boolean {
    const { ordinals } = this.segmentation;
    return at === 0 ? ordinals !== "none" : ordinals === "inside" && digits.length <= LONGEST_ORDINAL;
  }

  /** Passes on what is more than a sentence may hold; the rest begins here. */
  #bound(line: number, column: number): void {
    const all = this.#words;
    if (all.length <= LARGEST_SENTENCE) return;
    let from = 0;
    for (; all.length - from > LARGEST_SENTENCE; from += LARGEST_SENTENCE) {
      this.emit(all.slice(from, from + LARGEST_SENTENCE), this.#line, this.#column);
      [this.#line, this.#column] = [line, column];
    }
    this.#words = all.slice(from);
    this.#end = Math.max(-1, this.#end - from);
  }

  /** Ends the current sentence, if there is one. */
  finish(): void {
    const words = this.#words;
    if (words.length === 0) return;
    const end = this.#endsIn === undefined ? this.#end : lastFilled(words);
    if (end >= 0 && hasPeriod(words[end]!)) this.#finishPeriod(words, end);
    this.#words = [];
    this.#end = -1;
    this.#brackets = 0;
    this.#inQuote = false;
    this.#cutter.reset();
    this.emit(words, this.#line, this.#column);
  }

  /** Gives the sentence the period of its last word, or leaves it there. */
  #finishPeriod(words: string[], end: number): void {
    const after = words.splice(end);
    const last = after[0]!;
    const isAbbreviation = this.#isAbbreviation(end, last);
    const { finalPeriod } = this.segmentation;
    if (isAbbreviation && finalPeriod !== "apart") words.push(last);
    else this.#cutter.stem(last.slice(0, -1), words);
    if (!isAbbreviation || finalPeriod !== "kept") words.push(".");
    for (let i = 1; i < after.length; i++) words.push(after[i]!);
  }

  #isAbbreviation(at: number, word: string): boolean {
    const stem = word.slice(0, -1);
    const lower = stem.toLowerCase();
    if (isInitials(stem)) return true;
    if (this.#rules.alsoWords.has(lower)) return at > 0 && /\d$/.test(this.#words[at - 1]!);
    return this.#abbreviations.has(lower);
  }

  /** Whether the sentence ends before this chunk. */
  #endsBefore(chunk: string): boolean {
    const { titles, numbered, starters, alsoWords, smallStarts } = this.#rules;
    const next = chunk.replace(LEADING, "");
    const isSmall = /^\p{Ll}/u.test(next);
    const word = this.#words[this.#end]!;
    if (!hasPeriod(word)) return !isSmall && !CONTINUES.test(next);
    const stem = word.slice(0, -1);
    const lower = stem.toLowerCase();
    const begins = () => starters.has(/^[\p{L}'’]*/u.exec(next)![0].toLowerCase()) && !isSmall;
    // "1. Go": the number of a list item begins the sentence.
    if (/^\d+$/.test(stem) && this.#isOrdinal(stem, this.#end)) return this.#end > 0 && begins();
    const isNumber = /^[\d#]/.test(next);
    if (titles.has(lower) && !(alsoWords.has(lower) && isSmall)) return false;
    if (numbered.has(lower) && (isNumber || lower !== "no")) return !isNumber && !isSmall;
    if (isNumber && this.#abbreviations.has(lower)) return false;
    if (this.#isAbbreviation(this.#end, word)) return begins();
    if (isSmall) return smallStarts && /^[a-z]{2,}$/.test(stem);
    return !CONTINUES.test(next);
  }
}

/** "U.S", "J": letters with periods between them, or one capital. */
const isInitials = (stem: string) => /^(?:\p{L}\.)+\p{L}$/u.test(stem) || /^\p{Lu}$/u.test(stem);
