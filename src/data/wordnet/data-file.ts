/**
 * One of WordNet's data files (wndb(5WN)): a line for each synset, addressed by the byte at which it begins.
 *
 *   offset lexical-file type words(hex) word id … pointers symbol offset type source/target … | gloss
 *
 * `readDataFile` walks the structure of every line once, on bytes, and keeps where lines begin, their lexical files
 * and their hypernyms (`@`, and `@i` of instances) in typed arrays. Words, other pointers and glosses are decoded from
 * the line when they are asked for.
 */
import { InputError } from "../../base/errors.ts";
import { partOfLetter } from "./parts-of-speech.ts";

const LINE_END = 10;
const BLANK = 0x20;
const BAR = 0x7c; // |, alone between blanks: the gloss follows
const HYPERNYM = 0x40; // @
const INSTANCE = 0x69; // i
const decoder = new TextDecoder();

export interface DataFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Where the lines of the synsets begin, rising: their offsets. */
  readonly offsets: Uint32Array;
  /** Number of the lexical file of each. */
  readonly lexicalFiles: Uint8Array;
  /** Hypernyms of synset s: entries from `hypernymStarts[s]` to `hypernymStarts[s + 1]`. */
  readonly hypernymStarts: Uint32Array;
  readonly hypernymOffsets: Uint32Array;
}

/** A word of a synset; `marker` is `(a)`, `(p)` or `(ip)`: where an adjective stands. */
export interface SynsetWord {
  readonly lemma: string;
  readonly marker: string | undefined;
}

/** A relation of a synset, or of one of its words to one of another synset; words count from 1, 0 means all. */
export interface Pointer {
  readonly symbol: string;
  readonly offset: number;
  /** Index in `PARTS_OF_SPEECH`. */
  readonly part: number;
  readonly source: number;
  readonly target: number;
}

export interface SynsetLine {
  readonly words: readonly SynsetWord[];
  readonly pointers: readonly Pointer[];
  readonly gloss: string;
}

/** A growing list of numbers. */
class Numbers {
  #values = new Uint32Array(1 << 14);
  length = 0;

  push(value: number): void {
    if (this.length === this.#values.length) {
      const longer = new Uint32Array(2 * this.length);
      longer.set(this.#values);
      this.#values = longer;
    }
    this.#values[this.length++] = value;
  }

  build(): Uint32Array {
    return this.#values.slice(0, this.length);
  }
}

/** Reads the structure of a data file; `part` is the index of its part of speech. */
export function readDataFile(bytes: Uint8Array, name: string, part: number): DataFile {
  const offsets = new Numbers();
  const lexicalFiles = new Numbers();
  const starts = new Numbers();
  const hypernyms = new Numbers();
  const walker = new LineWalker(bytes, name);
  for (let at = 0; at < bytes.length; at = walker.lineEnd + 1) {
    walker.begin(at);
    if (bytes[at] === BLANK) continue; // the licence
    if (walker.lineEnd === at && at === bytes.length - 1) continue;
    const offset = walker.decimal(8, "an offset of 8 digits");
    if (offset !== at) {
      throw new InputError(
        `the synset says that it begins at byte ${offset}, but it begins at byte ${at}; ` +
          "the file was changed (perhaps its line ends): copy it again.",
        { file: name, line: walker.line },
      );
    }
    lexicalFiles.push(walker.decimal(2, "the number of a lexical file"));
    if (partOfLetter(walker.letter()) !== part) walker.fail("a synset of another part of speech");
    for (let words = walker.hexadecimal(2, "a number of words"); words > 0; words--) {
      walker.skipField();
      walker.skipField();
    }
    starts.push(hypernyms.length);
    offsets.push(offset);
    for (let pointers = walker.decimal(3, "a number of pointers"); pointers > 0; pointers--) {
      const isHypernym = walker.isHypernymSymbol();
      const target = walker.decimal(8, "an offset of 8 digits");
      const targetPart = partOfLetter(walker.letter());
      walker.skipField();
      if (isHypernym && targetPart === part) hypernyms.push(target);
    }
  }
  starts.push(hypernyms.length);
  return {
    name,
    bytes,
    offsets: offsets.build(),
    lexicalFiles: Uint8Array.from(lexicalFiles.build()),
    hypernymStarts: starts.build(),
    hypernymOffsets: hypernyms.build(),
  };
}

/** Reads the fields of one line, which single blanks separate. */
class LineWalker {
  line = 0;
  lineEnd = 0;
  #at = 0;

  constructor(
    readonly bytes: Uint8Array,
    readonly file: string,
  ) {}

  begin(at: number): void {
    const end = this.bytes.indexOf(LINE_END, at);
    this.lineEnd = end < 0 ? this.bytes.length : end;
    this.line++;
    this.#at = at;
  }

  fail(found: string): never {
    const column = this.#at - this.bytes.lastIndexOf(LINE_END, this.#at - 1);
    throw new InputError(`found ${found}; expected a line of WordNet's data files; copy the file again.`, {
      file: this.file,
      line: this.line,
      column: Math.max(1, column),
    });
  }

  /** A field of exactly this many digits, and the blank after it. */
  decimal(digits: number, what: string): number {
    let value = 0;
    for (let i = 0; i < digits; i++) {
      const digit = this.bytes[this.#at + i]! - 0x30;
      if (!(digit >= 0 && digit <= 9)) this.fail(`no ${what.replace(/^an? |^the /, "")}`);
      value = 10 * value + digit;
    }
    this.#at += digits;
    this.#blank();
    return value;
  }

  hexadecimal(digits: number, what: string): number {
    let value = 0;
    for (let i = 0; i < digits; i++) {
      const byte = this.bytes[this.#at + i]!;
      const digit = byte <= 0x39 ? byte - 0x30 : (byte | 0x20) - 0x57;
      if (!(digit >= 0 && digit <= 15)) this.fail(`no ${what.replace(/^an? |^the /, "")}`);
      value = 16 * value + digit;
    }
    this.#at += digits;
    this.#blank();
    return value;
  }

  letter(): number {
    const byte = this.bytes[this.#at++] ?? 0;
    this.#blank();
    return byte;
  }

  isHypernymSymbol(): boolean {
    const first = this.bytes[this.#at];
    const second = this.bytes[this.#at + 1];
    this.skipField();
    return first === HYPERNYM && (second === BLANK || (second === INSTANCE && this.bytes[this.#at - 1] === BLANK));
  }

  skipField(): void {
    let at = this.#at;
    while (at < this.lineEnd && this.bytes[at] !== BLANK) at++;
    if (at >= this.lineEnd) this.fail("the end of the line inside a synset");
    if (at === this.#at + 1 && this.bytes[this.#at] === BAR) this.fail("the gloss inside a synset");
    this.#at = at + 1;
  }

  #blank(): void {
    if (this.#at >= this.lineEnd || this.bytes[this.#at] !== BLANK) this.fail("no blank after a field");
    this.#at++;
  }
}

/** Decodes the line of a synset whose structure `readDataFile` has checked. */
export function decodeSynset({ bytes }: DataFile, offset: number): SynsetLine {
  const end = bytes.indexOf(LINE_END, offset);
  const line = decoder.decode(bytes.subarray(offset, end < 0 ? bytes.length : end));
  const bar = line.indexOf(" | ");
  const fields = (bar < 0 ? line : line.slice(0, bar)).split(" ");
  const words: SynsetWord[] = [];
  let at = 4;
  for (const last = at + 2 * Number.parseInt(fields[3]!, 16); at < last; at += 2) {
    const [, lemma = "", marker] = /^(.*?)(\([a-z]+\))?$/.exec(fields[at]!) ?? [];
    words.push({ lemma, marker });
  }
  const pointers: Pointer[] = [];
  for (let left = Number(fields[at++]); left > 0; left--, at += 4) {
    pointers.push({
      symbol: fields[at]!,
      offset: Number(fields[at + 1]),
      part: partOfLetter(fields[at + 2]!.charCodeAt(0)),
      source: Number.parseInt(fields[at + 3]!.slice(0, 2), 16),
      target: Number.parseInt(fields[at + 3]!.slice(2), 16),
    });
  }
  return { words, pointers, gloss: bar < 0 ? "" : line.slice(bar + 3).trim() };
}

/** Only the gloss. */
export function decodeGloss({ bytes }: DataFile, offset: number): string {
  const end = bytes.indexOf(LINE_END, offset);
  const last = end < 0 ? bytes.length : end;
  let bar = bytes.indexOf(BAR, offset);
  while (bar >= 0 && bar < last && !(bytes[bar - 1] === BLANK && bytes[bar + 1] === BLANK))
    bar = bytes.indexOf(BAR, bar + 1);
  return bar < 0 || bar >= last ? "" : decoder.decode(bytes.subarray(bar + 1, last)).trim();
}
