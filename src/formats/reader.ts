/**
 * What all readers share. A reader takes text in pieces of any size and hands over each record as soon as it is
 * complete, with the place where it began; it holds no more text than the current record. Columns count UTF-16 units,
 * as editors do.
 *
 * A defect throws an `InputError`, unless `onBad` is given: then the record is skipped, the error goes there, and
 * reading goes on.
 */
import { InputError } from "../base/errors.ts";
import { checkText } from "../base/guards.ts";

/**
 * Most UTF-16 units of one record: a line, a tree, a sentence. A larger one is refused, so that no input can fill the
 * memory. Records of real corpora stay far below: a tree of 100,000 nodes takes about 2 million, a vector of 16,000
 * numbers 200,000.
 */
export const LARGEST_RECORD = 1 << 24;

/** Options of every reader. */
export interface ReadOptions {
  /** The name errors give for the source. */
  readonly file?: string | undefined;
  /** Called with the error of each bad record, which is skipped; without it the first bad record throws. */
  readonly onBad?: ((error: InputError) => void) | undefined;
  /** Most UTF-16 units of one record; a larger one is bad (`LARGEST_RECORD`, 16,777,216). */
  readonly largestRecord?: number | undefined;
}

/** Receives a record and the line and column of its first character. */
export type Emit<T> = (record: T, line: number, column: number) => void;

/** Takes a text in pieces of any size and hands over each record as soon as it is complete. */
export interface Reader {
  /** Takes the next piece of the text. */
  push(text: string): void;
  /** Ends the text. */
  end(): void;
}

/** A text format: how its records are read and written. */
export interface TextFormat<T, R extends ReadOptions = ReadOptions, W = unknown> {
  readonly name: string;
  reader(emit: Emit<T>, options: R): Reader;
  /** What stands before the first record. */
  begin?(options?: W): string;
  /** The record as text, with its final line end. */
  write(record: T, options?: W): string;
  /** What stands after the last record. */
  end?(options?: W): string;
}

/** A record and where it began. */
export interface Located<T> {
  readonly record: T;
  readonly line: number;
  readonly column: number;
}

/** All records of a text. */
export function readText<T, R extends ReadOptions>(format: TextFormat<T, R>, text: string, options: R): T[] {
  checkText(text);
  const records: T[] = [];
  const reader = format.reader((record) => records.push(record), options);
  reader.push(text);
  reader.end();
  return records;
}

/** The records of a text that comes in pieces, each with the place where it began. */
export async function* readLocated<T, R extends ReadOptions>(
  format: TextFormat<T, R>,
  chunks: AsyncIterable<string> | Iterable<string>,
  options: R,
): AsyncGenerator<Located<T>> {
  let ready: Located<T>[] = [];
  const reader = format.reader((record, line, column) => ready.push({ record, line, column }), options);
  for await (const chunk of chunks) {
    reader.push(chunk);
    yield* ready;
    ready = [];
  }
  reader.end();
  yield* ready;
}

/** The records of a text that comes in pieces. */
export async function* readChunks<T, R extends ReadOptions>(
  format: TextFormat<T, R>,
  chunks: AsyncIterable<string> | Iterable<string>,
  options: R,
): AsyncGenerator<T> {
  for await (const { record } of readLocated(format, chunks, options)) yield record;
}

/** The text of records, piece by piece. */
export function* writePieces<T, W>(
  format: TextFormat<T, never, W>,
  records: Iterable<T>,
  options?: W,
): Generator<string> {
  if (format.begin !== undefined) yield format.begin(options);
  for (const record of records) yield format.write(record, options);
  if (format.end !== undefined) yield format.end(options);
}

/** All records as one text. */
export const writeText = <T, W>(format: TextFormat<T, never, W>, records: Iterable<T>, options?: W): string =>
  [...writePieces(format, records, options)].join("");

/** Throws the defect, or hands it to `onBad`. */
export function reportBad(options: ReadOptions, reason: string, line: number, column?: number): void {
  passOn(options, new InputError(reason, { file: options.file, line, column }));
}

/** Throws the error, or hands it to `onBad`. */
export function passOn(options: ReadOptions, error: InputError): void {
  if (options.onBad === undefined) throw error;
  options.onBad(error);
}

/** Says that something is larger than a record may be. */
export function tooLarge(what: string, hint: string, line: number, column: number, options: ReadOptions): InputError {
  const limit = (options.largestRecord ?? LARGEST_RECORD).toLocaleString("en-US");
  const position = { file: options.file, line, column };
  return new InputError(`${what} has more than ${limit} characters, the most that is read at once; ${hint}.`, position);
}

/** The mark that some programs put before a text. */
export const BYTE_ORDER_MARK = "\uFEFF";

/** What to do with the lines of a text. */
export interface LineHandler {
  line(text: string, number: number): void;
  /** Takes the place of a line that is too long. */
  bad(error: InputError, number: number): void;
  end(lines: number): void;
}

/**
 * Cuts a text into lines, without their ends (LF or CR LF) and without a byte-order mark before the first; the last may
 * lack its end.
 */
export class LineSplitter implements Reader {
  #rest = "";
  /** The rest of the current line is passed over. */
  #skipping = false;
  #line = 0;
  readonly #largest: number;

  constructor(
    readonly handler: LineHandler,
    readonly options: ReadOptions,
  ) {
    this.#largest = options.largestRecord ?? LARGEST_RECORD;
  }

  push(text: string): void {
    let start = 0;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", start)) {
      this.#keep(text, start, end);
      this.#finish();
      start = end + 1;
    }
    this.#keep(text, start, text.length);
  }

  end(): void {
    const onlyMark = this.#line === 0 && this.#rest === BYTE_ORDER_MARK;
    if (this.#skipping || (this.#rest !== "" && !onlyMark)) this.#finish();
    this.#rest = "";
    this.handler.end(this.#line);
  }

  #keep(text: string, from: number, to: number): void {
    if (this.#skipping || from === to) return;
    if (this.#rest.length + to - from > this.#largest) {
      this.#skipping = true;
      this.#rest = "";
      const number = this.#line + 1;
      this.handler.bad(tooLarge("this line", "break it into several", number, 1, this.options), number);
      return;
    }
    const part = from === 0 && to === text.length ? text : text.slice(from, to);
    this.#rest = this.#rest === "" ? part : this.#rest + part;
  }

  #finish(): void {
    const line = this.#rest;
    this.#rest = "";
    this.#line++;
    if (this.#skipping) {
      this.#skipping = false;
      return;
    }
    const from = this.#line === 1 && line.startsWith(BYTE_ORDER_MARK) ? 1 : 0;
    const to = line.endsWith("\r") ? line.length - 1 : line.length;
    this.handler.line(from === 0 && to === line.length ? line : line.slice(from, to), this.#line);
  }
}
