/**
 * Word vectors in word2vec's text format: a header `count dimension`, then a line for each word with its numbers. The header may be missing, as GloVe has it. Numbers
 * are kept as 32-bit floats and written so that they read the same.
 */
import { InputError } from "../base/errors.ts";
import { attempt, blankSeparated, checkField, counted, isBlank, type Line } from "./blocks.ts";
import { type Emit, LineSplitter, type Reader, type ReadOptions, readText, reportBad, type TextFormat, writeText } from "./reader.ts";

export interface WordVector {
  readonly word: string;
  readonly vector: Float32Array;
}

export interface VectorsReadOptions extends ReadOptions {
  /** Whether the first line is a header; `auto`: where it is two whole numbers (auto). */
  readonly header?: "auto" | "yes" | "no";
}

export interface VectorsWriteOptions {
  /** For the header; left out: no header. */
  readonly count?: number;
  readonly dimension?: number;
}

function openReader(emit: Emit<WordVector>, options: VectorsReadOptions): Reader {
  const { file } = options;
  let promised: number | undefined;
  let dimension: number | undefined;
  let source = "the header says";
  let lines = 0;
  const fail = (reason: string, line: number, column = 1): never => {
    throw new InputError(reason, { file, line, column });
  };
  const readHeader = (fields: readonly string[], line: Line): boolean => {
    const whole = fields.length === 2 && fields.every((field) => /^\d+$/.test(field));
    if (options.header === "no" || (options.header !== "yes" && !whole)) return false;
    if (!whole || Number(fields[1]) < 1)
      fail(`"${line.text.slice(0, 40)}" is no header; expected the number of words and of dimensions.`, line.number);
    promised = Number(fields[0]);
    dimension = Number(fields[1]);
    return true;
  };
  const readLine = (line: Line) => {
    const fields = blankSeparated(line.text);
    if (line.number === 1 && readHeader(fields, line)) return;
    lines++;
    if (dimension === undefined) {
      dimension = fields.length - 1;
      source = "the first line has";
      if (dimension < 1) fail(`"${fields[0]}" has no numbers; a line is a word and its numbers.`, line.number);
    }
    if (fields.length !== dimension + 1) {
      fail(`"${fields[0]}" has ${counted(fields.length - 1, "number")}; ${source} ${dimension}.`, line.number);
    }
    const vector = new Float32Array(dimension);
    for (let i = 0; i < dimension; i++) {
      const value = Number(fields[i + 1]);
      if (!Number.isFinite(value)) {
        const column = [...line.text.matchAll(/[^ \t]+/g)][i + 1]!.index + 1;
        fail(`"${fields[i + 1]}" is no number; "${fields[0]}" needs ${counted(dimension, "number")}.`, line.number, column);
      }
      vector[i] = value;
    }
    emit({ word: fields[0]!, vector }, line.number, 1);
  };
  return new LineSplitter(
    (text, number) => {
      if (isBlank(text)) return;
      if (number === 1) readLine({ text, number });
      else attempt(options, () => readLine({ text, number }));
    },
    () => {
      if (promised !== undefined && promised !== lines) {
        reportBad(options, `the header promises ${counted(promised, "vector")}; the file has ${lines}.`, 1, 1);
      }
    },
  );
}

/** The shortest decimal that is the same 32-bit float. */
export function formatFloat32(value: number): string {
  if (!Number.isFinite(value)) throw new InputError(`word vectors cannot hold ${value}; only finite numbers can be written.`);
  if (value === 0) return Object.is(value, -0) ? "-0" : "0";
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return `${short}`;
  }
  return `${Number(value.toPrecision(9))}`;
}

export const vectors: TextFormat<WordVector, VectorsReadOptions, VectorsWriteOptions> = {
  name: "vectors",
  reader: openReader,
  begin: (options) => (options?.count === undefined ? "" : `${options.count} ${options.dimension}\n`),
  write: ({ word, vector }) => `${checkField("word vectors", "word", word)} ${Array.from(vector, formatFloat32).join(" ")}\n`,
};

/** All vectors of a text. */
export const readVectors = (text: string, options: VectorsReadOptions = {}): WordVector[] => readText(vectors, text, options);

/** Vectors as text, with a header. */
export function writeVectors(all: readonly WordVector[]): string {
  return writeText(vectors, all, { count: all.length, dimension: all[0]?.vector.length ?? 1 });
}
