/**
 * Running text in stretches: a line, or a part of a long line that ends at a blank, so that a text without line ends
 * needs no more memory than any other. Where the cuts fall depends on the text only, never on the pieces it comes in.
 */
import { BYTE_ORDER_MARK, type Reader, type ReadOptions } from "../reader.ts";

/** Most UTF-16 units of a stretch, and so of a word: longer than any line that people write. */
export const LONGEST_STRETCH = 1 << 20;

export interface Stretch {
  readonly text: string;
  readonly line: number;
  /** Of its first character, from 1. */
  readonly column: number;
  /** Whether the line ends with it. */
  readonly endsLine: boolean;
}

export interface StretchHandler {
  stretch(stretch: Stretch): void;
  /** Whether a stretch without blanks may be cut anywhere; otherwise it goes to `endless`. */
  mayCut(text: string): boolean;
  /** The text that begins here has no blank for too long. It is passed over as far as the next white space. */
  endless(line: number, column: number): void;
  end(): void;
}

export class TextSplitter implements Reader {
  #rest = "";
  #line = 1;
  #column = 1;
  #begun = false;
  #passingOver = false;
  readonly #longest: number;

  constructor(
    readonly handler: StretchHandler,
    options: ReadOptions,
  ) {
    this.#longest = Math.min(LONGEST_STRETCH, options.largestRecord ?? LONGEST_STRETCH);
  }

  push(piece: string): void {
    if (piece === "") return;
    let start = !this.#begun && piece.startsWith(BYTE_ORDER_MARK) ? 1 : 0;
    this.#begun = true;
    for (let end = piece.indexOf("\n", start); end >= 0; end = piece.indexOf("\n", start)) {
      this.#take(piece, start, end);
      this.#emit(this.#rest, true);
      this.#rest = "";
      this.#line++;
      this.#column = 1;
      this.#passingOver = false;
      start = end + 1;
    }
    this.#take(piece, start, piece.length);
  }

  end(): void {
    if (this.#rest !== "") this.#emit(this.#rest, true);
    this.#rest = "";
    this.handler.end();
  }

  /** Adds text of the current line, and passes on what is longer than a stretch. */
  #take(piece: string, from: number, to: number): void {
    let at = this.#passingOver ? this.#passOver(piece, from, to) : from;
    while (this.#rest.length + to - at > this.#longest) {
      const missing = this.#longest - this.#rest.length;
      const text = this.#rest + piece.slice(at, at + missing);
      at += missing;
      const end = lastBlank(text);
      if (end > 0 || this.handler.mayCut(text)) {
        const cut = end > 0 ? end : text.length - (isHighSurrogate(text.charCodeAt(text.length - 1)) ? 1 : 0);
        this.#emit(text.slice(0, cut), false);
        this.#rest = text.slice(cut);
      } else {
        this.handler.endless(this.#line, this.#column);
        this.#column += text.length;
        this.#rest = "";
        this.#passingOver = true;
        at = this.#passOver(piece, at, to);
      }
    }
    if (at < to) this.#rest = this.#rest === "" ? piece.slice(at, to) : this.#rest + piece.slice(at, to);
  }

  /** Where white space comes again. */
  #passOver(piece: string, from: number, to: number): number {
    const found = piece.slice(from, to).search(/\s/);
    const end = found < 0 ? to : from + found;
    this.#passingOver = found < 0;
    this.#column += end - from;
    return end;
  }

  #emit(text: string, endsLine: boolean): void {
    this.handler.stretch({ text, line: this.#line, column: this.#column, endsLine });
    this.#column += text.length;
  }
}

const isHighSurrogate = (code: number) => code >= 0xd800 && code < 0xdc00;

/** One past the last white space of a text; 0 when there is none. */
function lastBlank(text: string): number {
  let end = text.length;
  while (end > 0 && !/\s/.test(text.charAt(end - 1))) end--;
  return end;
}
