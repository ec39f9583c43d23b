/**
 * Sentences of English text. A chunk of text that ends in . ! ? or dots, quotes and brackets aside, may end a sentence; the next chunk decides:
 * - after ! ? and dots a sentence ends unless a small letter or a comma follows;
 * - after a title (Mr.) it never ends; after No. and its kin not before a number; after initials and other abbreviations (U.S., etc.) only before a word
 *   that often begins sentences, and then the abbreviation keeps its period and the sentence gets its own;
 * - after any other word and a period it ends, unless a small letter follows a capitalised word.
 * Blank lines end sentences. A sentence has at most 5,000 words.
 */
import { pushStretch, tokenizeChunk } from "./english-tokens.ts";

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(" "));

const TITLES = setOf(
  "mr mrs ms dr prof rev revd gen col capt lt sgt cpl pvt sen rep gov hon messrs mme mlle mt ft pres supt adm maj cmdr st ste fr sr br viz cf vs",
);
const NUMBERED = setOf("no nos p pp vol vols ch chap fig figs sec art lib bk pt");
const ABBREVIATIONS = setOf(
  "jr etc co corp inc ltd bros dept est ext assn assoc univ ave blvd rd sq jan feb mar apr jun jul aug sept sep oct nov dec mon tue tues wed thu " +
    "thur thurs fri sat sun ed eds trans al ibid approx acct esq e.g i.e a.m p.m ph.d m.d b.a m.a d.c u.s u.k u.n oz lb lbs ft in yd mi hr hrs min mins " +
    "calif conn ala ariz ark colo del fla ga ill ind kan ky la mass md mich minn miss mo mont neb nev okla ore pa penn tenn tex va vt wash wis wyo",
);
/** Abbreviations that are also words; they count as abbreviations only where a number stands before them or after them. */
const ALSO_WORDS = setOf("in mar mon sat sun fri wed art no ed min la ill miss mass wash mo pa ore del st");

const STARTERS = setOf(
  "the a an he she it they we you i in on at but and or so then there this that these those his her its their our my your when where while who what why how " +
    "if as after before with by for from to of not no yes all some many most one two once it's he's she's that's there's i'm mr mrs ms dr",
);

const CLOSERS = new Set(["''", "'", "-RRB-", "-RSB-", "-RCB-"]);
const LEADING = /^["'“”‘’`„«([{]+/;
const MAY_END = /[.!?…"'”’»)\]}]$/;
const LARGEST_SENTENCE = 5000;

export type SentenceSink = (words: string[], line: number, column: number) => void;

export class EnglishSentences {
  #tokens: string[] = [];
  #line = 0;
  #column = 0;
  #inQuote = false;
  /** The place in `#tokens` of the token that may end the sentence; −1 for none. */
  #end = -1;

  constructor(readonly emit: SentenceSink) {}

  /** Takes text between white space. */
  accept(chunk: string, line: number, column: number): void {
    if (this.#end >= 0) {
      if (this.#endsBefore(chunk)) this.finish();
      this.#end = -1;
    }
    if (this.#tokens.length >= LARGEST_SENTENCE) this.finish();
    const before = this.#tokens.length;
    if (before === 0) {
      this.#line = line;
      this.#column = column;
    }
    this.#inQuote = tokenizeChunk(chunk, this.#tokens, this.#inQuote);
    if (!MAY_END.test(chunk)) return;
    let last = this.#tokens.length - 1;
    while (last > before && CLOSERS.has(this.#tokens[last]!)) last--;
    const token = this.#tokens[last]!;
    if (/[.!?]$/.test(token)) this.#end = last;
  }

  /** Ends the sentence at hand, if there is one. */
  finish(): void {
    const tokens = this.#tokens;
    if (tokens.length === 0) return;
    const end = this.#end;
    const last = tokens[end];
    if (last !== undefined && last.length > 1 && last.endsWith(".") && last !== "...") {
      const parts: string[] = [];
      if (this.#isAbbreviation(end)) parts.push(last);
      else pushStretch(last.slice(0, -1), parts);
      tokens.splice(end, 1, ...parts, ".");
    }
    this.#tokens = [];
    this.#end = -1;
    this.#inQuote = false;
    this.emit(tokens, this.#line, this.#column);
  }

  #isAbbreviation(at: number): boolean {
    const word = this.#tokens[at]!.slice(0, -1);
    const lower = word.toLowerCase();
    if (/^(?:\p{L}\.)+\p{L}$/u.test(word) || /^[A-Z]$/.test(word)) return true;
    if (ALSO_WORDS.has(lower)) return at > 0 && /\d$/.test(this.#tokens[at - 1]!);
    return TITLES.has(lower) || NUMBERED.has(lower) || ABBREVIATIONS.has(lower);
  }

  /** Whether the sentence ends before this chunk. */
  #endsBefore(chunk: string): boolean {
    const next = chunk.replace(LEADING, "");
    const small = /^\p{Ll}/u.test(next);
    const token = this.#tokens[this.#end]!;
    const period = token.length > 1 && token.endsWith(".") && token !== "...";
    if (!period) return !small && !/^[,;:\-–—&]/.test(next);
    const word = token.slice(0, -1);
    const lower = word.toLowerCase();
    // "1. Go": the number of a list item begins the sentence.
    if (this.#end === 0 && /^\d+$/.test(word)) return false;
    const number = /^[\d#]/.test(next);
    if (TITLES.has(lower) && !(ALSO_WORDS.has(lower) && small)) return false;
    if (NUMBERED.has(lower) && (number || lower !== "no")) return !number && !small;
    if (number && ABBREVIATIONS.has(lower)) return false;
    if (this.#isAbbreviation(this.#end)) return STARTERS.has(/^[\p{L}'’]*/u.exec(next)![0].toLowerCase()) && !small;
    if (small) return /^[a-z]{2,}$/.test(word);
    return !/^[,;:\-–—&]/.test(next);
  }
}
