/**
 * What the line-oriented readers share: lines and blocks of lines as records, fields with their columns, and the checks
 * that make sure that what is read can be written again.
 */
import { InputError } from "../base/errors.ts";
import { quoted } from "../base/quoted.ts";
import {
  BYTE_ORDER_MARK,
  type Emit,
  LARGEST_RECORD,
  LineSplitter,
  passOn,
  type Reader,
  type ReadOptions,
  tooLarge,
} from "./reader.ts";

export interface Line {
  readonly text: string;
  readonly number: number;
}

/** Runs `parse`; its `InputError` is thrown, or goes to `onBad`. */
export function attempt(options: ReadOptions, parse: () => void): void {
  try {
    parse();
  } catch (error) {
    if (options.onBad === undefined || !(error instanceof InputError)) throw error;
    options.onBad(error);
  }
}

/**
 * What no line of a record may hold, undefined when there is nothing: a carriage return that ends no line, and a
 * byte-order mark before the first word, which would be taken off if this line came first.
 */
export function lineDefect({ text, number }: Line, file: string | undefined): InputError | undefined {
  const carriage = text.indexOf("\r");
  if (carriage >= 0) {
    const reason = "a carriage return stands inside this line; expected line ends LF or CR LF; convert them.";
    return new InputError(reason, { file, line: number, column: carriage + 1 });
  }
  const first = firstFilled(text);
  if (!text.startsWith(BYTE_ORDER_MARK, first)) return undefined;
  const reason = "a byte-order mark is inside the text, perhaps where files were joined; remove it.";
  return new InputError(reason, { file, line: number, column: first + 1 });
}

/** The index of the first character that is neither blank nor tab. */
function firstFilled(text: string): number {
  let first = 0;
  while (isBlankCode(text.charCodeAt(first))) first++;
  return first;
}

/** Lines that make up one record, no more of them than a record may have, and the first defect among them. */
export class LineBlock {
  #lines: Line[] = [];
  #size = 0;
  #defect: InputError | undefined;

  constructor(readonly options: ReadOptions) {}

  get isEmpty(): boolean {
    return this.#lines.length === 0 && this.#defect === undefined;
  }

  get isSpoiled(): boolean {
    return this.#defect !== undefined;
  }

  add(line: Line): void {
    if (this.#defect !== undefined) return;
    this.#size += line.text.length + 1;
    if (this.#size > (this.options.largestRecord ?? LARGEST_RECORD)) {
      const first = this.#lines[0]?.number ?? line.number;
      this.spoil(tooLarge("the sentence that begins here", "break it into several", first, 1, this.options));
      return;
    }
    const defect = lineDefect(line, this.options.file);
    if (defect === undefined) this.#lines.push(line);
    else this.spoil(defect);
  }

  /** Notes why the record cannot be used; its other lines are passed over. */
  spoil(error: InputError): void {
    if (this.options.onBad === undefined) throw error;
    this.#defect ??= error;
    this.#lines = [];
  }

  /** The lines of the record, which starts over; undefined, and the defect is passed on, when it cannot be used. */
  take(): readonly Line[] | undefined {
    const lines = this.#lines;
    const defect = this.#defect;
    this.#lines = [];
    this.#size = 0;
    this.#defect = undefined;
    if (defect === undefined) return lines;
    passOn(this.options, defect);
    return undefined;
  }
}

/**
 * Reads blocks of lines that end at a blank line or at the end of the text. `parse` gives undefined for a block that is
 * no record.
 */
export function blockReader<T>(
  parse: (lines: readonly Line[]) => T | undefined,
  emit: Emit<T>,
  options: ReadOptions,
): Reader {
  const block = new LineBlock(options);
  const finish = () => {
    const lines = block.isEmpty ? undefined : block.take();
    if (lines === undefined) return;
    attempt(options, () => {
      const record = parse(lines);
      if (record !== undefined) emit(record, lines[0]!.number, 1);
    });
  };
  const line = (text: string, number: number) => {
    if (isBlank(text)) finish();
    else block.add({ text, number });
  };
  return new LineSplitter({ line, bad: (error) => block.spoil(error), end: finish }, options);
}

/** Reads lines that are records on their own. `parse` gives undefined for a line that is none. */
export function lineReader<T>(
  parse: (line: Line) => T | undefined,
  emit: Emit<T>,
  options: ReadOptions,
  end: (lines: number) => void = () => {},
): Reader {
  const line = (text: string, number: number) =>
    attempt(options, () => {
      const defect = lineDefect({ text, number }, options.file);
      if (defect !== undefined) throw defect;
      const record = parse({ text, number });
      if (record !== undefined) emit(record, number, 1);
    });
  return new LineSplitter({ line, bad: (error) => passOn(options, error), end }, options);
}

const isBlankCode = (code: number) => code === 32 || code === 9;

/** Whether a line holds nothing but blanks and tabs. A no-break space is a word. */
export const isBlank = (text: string): boolean => firstFilled(text) === text.length;

/** "1 column", "3 columns". */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** The column, from 1, where the field with this index begins, for fields separated by single characters. */
export function fieldColumn(fields: readonly string[], index: number): number {
  let column = 1;
  for (let i = 0; i < index; i++) column += fields[i]!.length + 1;
  return column;
}

const NOT_BLANK = /[^ \t]+/g;

/** The words of a line, which blanks and tabs separate. */
export const blankSeparated = (text: string): string[] => text.match(NOT_BLANK) ?? [];

/** Throws when a text cannot stand as one field of a format whose fields white space separates. */
export function checkField(format: string, kind: string, text: string): string {
  if (text === "") throw new InputError(`${format} cannot hold an empty ${kind}; replace it before writing.`);
  if (/[ \t\r\n]/.test(text)) {
    throw new InputError(
      `${format} cannot hold the ${kind} ${quoted(text)} with white space in it; replace it before writing.`,
    );
  }
  return text;
}

/** Throws when a line to be written begins with what a reader would take off. */
export function checkStart(format: string, line: string): string {
  if (!line.startsWith(BYTE_ORDER_MARK, firstFilled(line))) return line;
  throw new InputError(`${format} cannot hold a word that begins with a byte-order mark; replace it before writing.`);
}
