/**
 * Sentences and words of text whose script has no blanks between words, by the rules the engine has for a language
 * (`Intl.Segmenter`), line by line. The engine takes time with the square of the text it is given, so that it is given
 * windows of bounded length: each goes on where the last whole sentence or word of the one before ended.
 */
import type { Emit } from "../reader.ts";

/** UTF-16 units of a window: longer than nearly all sentences, short enough that the square does not matter. */
const WINDOW = 1000;
/** Windows that a sentence may span before it is cut. */
const LONGEST_SENTENCE = 5 * WINDOW;

interface Part {
  readonly text: string;
  readonly index: number;
}

export class SegmentedLines {
  readonly #sentences: Intl.Segmenter;
  readonly #words: Intl.Segmenter;

  constructor(
    readonly emit: Emit<readonly string[]>,
    language: string | undefined,
  ) {
    this.#sentences = new Intl.Segmenter(language, { granularity: "sentence" });
    this.#words = new Intl.Segmenter(language, { granularity: "word" });
  }

  /** Takes text of a line; `whole`: all of it is one sentence. */
  accept(text: string, line: number, column: number, whole = false): void {
    if (whole) {
      const words = this.#wordsOf(text);
      if (words.length > 0) this.emit(words, line, column + text.search(/\S/));
      return;
    }
    for (const sentence of parts(this.#sentences, text, LONGEST_SENTENCE)) {
      const words = this.#wordsOf(sentence.text);
      if (words.length > 0) this.emit(words, line, column + sentence.index + sentence.text.search(/\S/));
    }
  }

  #wordsOf(text: string): string[] {
    const words: string[] = [];
    for (const { text: word } of parts(this.#words, text, WINDOW)) if (/\S/.test(word)) words.push(word);
    return words;
  }
}

/** What a segmenter makes of a text, a window at a time; no part is longer than `longest`. */
function* parts(segmenter: Intl.Segmenter, text: string, longest: number): Generator<Part> {
  for (let from = 0; from < text.length; ) {
    let size = WINDOW;
    let found: Part[] = [];
    for (; ; size *= 2) {
      const window = text.slice(from, from + Math.min(size, longest));
      found = Array.from(segmenter.segment(window), ({ segment, index }) => ({ text: segment, index: from + index }));
      const whole = from + window.length === text.length;
      // The last part may go on behind the window; a part that fills the largest window is cut.
      if (!whole && found.length > 1) found.pop();
      else if (!whole && size < longest) continue;
      break;
    }
    yield* found;
    const last = found[found.length - 1]!;
    from = last.index + last.text.length;
  }
}
