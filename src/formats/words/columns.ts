/**
 * Columns, a word a line and a blank line after each sentence, as in the CoNLL shared tasks of 2000 (word, tag, chunk),
 * 2002 (word, entity) and 2003 (word, tag, chunk, entity). Tabs separate columns where a line has one, otherwise
 * blanks; a column between tabs may hold blanks. A block that begins with -DOCSTART- opens a document and is no
 * sentence.
 */
import { InputError, OptionError } from "../../base/errors.ts";
import { quoted } from "../../base/quoted.ts";
import type { TaggedSentence } from "../../trees/sentence.ts";
import { blankSeparated, blockReader, checkStart, counted, fieldColumn, isBlank, type Line } from "../blocks.ts";
import { type ReadOptions, readText, type TextFormat, writeText } from "../reader.ts";

/** For each word its columns. */
export type ColumnSentence = readonly (readonly string[])[];

/** How columns are read. */
export interface ColumnsReadOptions extends ReadOptions {
  /** Give -DOCSTART- blocks as sentences too (false). */
  readonly keepDocuments?: boolean;
  /** How many columns every line must have; left out: as many as the first line has. */
  readonly columns?: number;
}

/** How columns are written. */
export interface ColumnsWriteOptions {
  /** Between columns; left out: a blank, and a tab on lines with a blank inside a column. */
  readonly separator?: " " | "\t";
}

/** A word a line with its labels in columns, an empty line between sentences (CoNLL 2000, 2002, 2003). */
export const columns: TextFormat<ColumnSentence, ColumnsReadOptions, ColumnsWriteOptions> = {
  name: "columns",
  reader(emit, options) {
    let expected = options.columns;
    const parse = (lines: readonly Line[]): ColumnSentence | undefined => {
      const rows = lines.map((line) => (line.text.includes("\t") ? line.text.split("\t") : blankSeparated(line.text)));
      const opensDocument = rows[0]![0] === "-DOCSTART-";
      if (opensDocument && !options.keepDocuments) return undefined;
      if (!opensDocument) expected ??= rows[0]!.length;
      rows.forEach((fields, i) => {
        const fail = (reason: string, column: number): never => {
          throw new InputError(reason, { file: options.file, line: lines[i]!.number, column });
        };
        if (!opensDocument && fields.length !== expected) {
          const found = `this line has ${counted(fields.length, "column")}`;
          fail(`${found}; ${options.columns === undefined ? "the lines before have" : "expected"} ${expected}.`, 1);
        }
        const empty = fields.indexOf("");
        if (empty >= 0) fail(`column ${empty + 1} is empty; every column needs a value.`, fieldColumn(fields, empty));
      });
      return rows;
    };
    return blockReader(parse, emit, options);
  },
  write: (sentence, options = {}) => `${sentence.map((fields) => rowText(fields, options.separator)).join("")}\n`,
};

/** One line; throws when it would not be read as the same columns. */
function rowText(fields: readonly string[], chosen: ColumnsWriteOptions["separator"]): string {
  const fail = (found: string, advice = "replace it before writing"): never => {
    throw new InputError(`columns cannot hold ${found}; ${advice}.`);
  };
  const blank = fields.find((field) => field.includes(" "));
  const separator = chosen ?? (blank === undefined ? " " : "\t");
  for (const field of fields) {
    if (field === "") fail("an empty value");
    if (/[\t\r\n]/.test(field)) fail(`the value ${quoted(field)} with a tab or line end in it`);
  }
  if (blank !== undefined && separator === " ")
    fail(`the value ${quoted(blank)} with a blank in it where blanks separate columns`, "separate them by tabs");
  if (blank !== undefined && fields.length === 1) fail(`the value ${quoted(blank)} with a blank in it as only column`);
  const text = fields.join(separator);
  if (isBlank(text)) fail("a line of blanks");
  return `${checkStart("columns", text)}\n`;
}

/** All sentences of a text in columns. */
export const readColumns = (text: string, options: ColumnsReadOptions = {}): ColumnSentence[] =>
  readText(columns, text, options);

/** Sentences as columns. */
export const writeColumns = (sentences: Iterable<ColumnSentence>, options: ColumnsWriteOptions = {}): string =>
  writeText(columns, sentences, options);

/** The words and tags in two of the columns, counted from 1; negative numbers count from the last, −1. */
export function taggedColumns(
  sentence: ColumnSentence,
  choice: { readonly word?: number; readonly tag?: number } = {},
): TaggedSentence {
  const pick = (name: "word" | "tag", column: number) =>
    sentence.map((fields) => {
      const value = column === 0 ? undefined : fields.at(column > 0 ? column - 1 : column);
      if (value === undefined) {
        throw new OptionError(
          name,
          `columns: ${name} must be a column from 1 to ${fields.length}, or from −1 back; got ${column}.`,
        );
      }
      return value;
    });
  return { words: pick("word", choice.word ?? 1), tags: pick("tag", choice.tag ?? -1) };
}
