/**
 * What all readers share. A reader takes text in pieces of any size and hands over each record as soon as it is complete, with the place where it
 * began; it holds no more text than the record at hand. Columns count UTF-16 units, as editors do.
 *
 * A defect throws an `InputError`, unless `onBad` is given: then the record is skipped, the error goes there, and reading goes on.
 */
import { InputError } from "../base/errors.ts";

export interface ReadOptions {
  /** The name errors give for the source. */
  readonly file?: string | undefined;
  /** Called with the error of each bad record, which is skipped; without it the first bad record throws. */
  readonly onBad?: ((error: InputError) => void) | undefined;
}

/** Receives a record and the line and column of its first character. */
export type Emit<T> = (record: T, line: number, column: number) => void;

export interface Reader {
  /** Takes the next piece of the text. */
  push(text: string): void;
  /** The text is over. */
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
export function* writePieces<T, W>(format: TextFormat<T, never, W>, records: Iterable<T>, options?: W): Generator<string> {
  if (format.begin !== undefined) yield format.begin(options);
  for (const record of records) yield format.write(record, options);
  if (format.end !== undefined) yield format.end(options);
}

/** All records as one text. */
export const writeText = <T, W>(format: TextFormat<T, never, W>, records: Iterable<T>, options?: W): string =>
  [...writePieces(format, records, options)].join("");

/** Throws the defect, or hands it to `onBad`. */
export function reportBad(options: ReadOptions, reason: string, line: number, column?: number): void {
  const error = new InputError(reason, { file: options.file, line, column });
  if (options.onBad === undefined) throw error;
  options.onBad(error);
}

export const BYTE_ORDER_MARK = "\uFEFF";

/** Calls `onLine` for every line, without its end (LF or CR LF) and without a byte-order mark; the last may lack its end. */
export class LineSplitter implements Reader {
  #rest = "";
  #line = 0;

  constructor(
    readonly onLine: (text: string, line: number) => void,
    readonly onEnd: (lines: number) => void = () => {},
  ) {}

  push(text: string): void {
    let start = 0;
    let end = text.indexOf("\n");
    if (end >= 0 && this.#rest !== "") {
      this.#emit(this.#rest + text.slice(0, end));
      this.#rest = "";
      start = end + 1;
      end = text.indexOf("\n", start);
    }
    while (end >= 0) {
      this.#emit(text.slice(start, end));
      start = end + 1;
      end = text.indexOf("\n", start);
    }
    this.#rest += start === 0 ? text : text.slice(start);
  }

  end(): void {
    const nothing = this.#rest === "" || (this.#line === 0 && this.#rest === BYTE_ORDER_MARK);
    if (!nothing) this.#emit(this.#rest);
    this.#rest = "";
    this.onEnd(this.#line);
  }

  #emit(line: string): void {
    const from = this.#line === 0 && line.startsWith(BYTE_ORDER_MARK) ? 1 : 0;
    const to = line.endsWith("\r") ? line.length - 1 : line.length;
    this.#line++;
    this.onLine(from === 0 && to === line.length ? line : line.slice(from, to), this.#line);
  }
}
