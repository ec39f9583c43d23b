/** What the line-oriented readers share: fields with their columns, and records that are blocks of lines with a blank line after each. */
import { InputError } from "../base/errors.ts";
import { type Emit, LineSplitter, type Reader, type ReadOptions } from "./reader.ts";

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

/** Reads blocks of lines that end at a blank line or at the end of the text. `parse` gives undefined for a block that is no record. */
export function blockReader<T>(parse: (lines: readonly Line[]) => T | undefined, emit: Emit<T>, options: ReadOptions): Reader {
  let block: Line[] = [];
  const finish = () => {
    const lines = block;
    block = [];
    if (lines.length === 0) return;
    attempt(options, () => {
      const record = parse(lines);
      if (record !== undefined) emit(record, lines[0]!.number, 1);
    });
  };
  return new LineSplitter((text, number) => {
    if (isBlank(text)) finish();
    else block.push({ text, number });
  }, finish);
}

export const isBlank = (text: string): boolean => text.length === 0 || /^\s+$/.test(text);

/** Reads lines that are records on their own. `parse` gives undefined for a line that is none. */
export function lineReader<T>(parse: (line: Line) => T | undefined, emit: Emit<T>, options: ReadOptions): Reader {
  return new LineSplitter((text, number) =>
    attempt(options, () => {
      const record = parse({ text, number });
      if (record !== undefined) emit(record, number, 1);
    }),
  );
}

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
    throw new InputError(`${format} cannot hold the ${kind} "${text}" with white space in it; replace it before writing.`);
  }
  return text;
}
