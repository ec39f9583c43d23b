/**
 * Word vectors in word2vec's text format: a header `count dimension`, then a line for each word with its numbers. The
 * header may be missing, as GloVe has it. Numbers are kept as 32-bit floats and written so that they read the same.
 */
import { InputError } from "../../base/errors.ts";
import { quoted } from "../../base/quoted.ts";
import { attempt, blankSeparated, checkField, checkStart, counted, isBlank, type Line, lineDefect } from "../blocks.ts";
import {
  type Emit,
  LineSplitter,
  passOn,
  type Reader,
  type ReadOptions,
  readText,
  reportBad,
  type TextFormat,
  writeText,
} from "../reader.ts";

/** A word and its vector. */
export interface WordVector {
  readonly word: string;
  readonly vector: Float32Array;
}

/** How word2vec's text format is read. */
export interface VectorsReadOptions extends ReadOptions {
  /** Whether the first line that is not blank is a header; `auto`: where it is two whole numbers (auto). */
  readonly header?: "auto" | "yes" | "no";
}

/** How word2vec's text format is written. */
export interface VectorsWriteOptions {
  /** For the header; left out: no header. */
  readonly count?: number;
  readonly dimension?: number;
}

/** Whether a text is a whole number that is kept exactly. */
const isCount = (text: string) => /^\d+$/.test(text) && Number.isSafeInteger(Number(text));

function openReader(emit: Emit<WordVector>, options: VectorsReadOptions): Reader {
  const { file } = options;
  let promised: number | undefined;
  let dimension: number | undefined;
  let source = "the header says";
  let lines = 0;
  /** Of the first line that is not blank; 0 before it. */
  let firstLine = 0;
  const fail = (reason: string, line: number, column = 1): never => {
    throw new InputError(reason, { file, line, column });
  };
  const readHeader = (fields: readonly string[], line: Line): boolean => {
    const whole = fields.length === 2 && fields.every(isCount);
    if (options.header === "no" || (options.header !== "yes" && !whole)) return false;
    if (!whole || Number(fields[1]) < 1)
      fail(`${quoted(line.text)} is not a header; expected the number of words and of dimensions.`, line.number);
    promised = Number(fields[0]);
    dimension = Number(fields[1]);
    return true;
  };
  const readLine = (line: Line) => {
    const fields = blankSeparated(line.text);
    if (line.number === firstLine && readHeader(fields, line)) return;
    lines++;
    if (dimension === undefined) {
      if (fields.length < 2)
        fail(`${quoted(fields[0]!)} has no numbers; a line is a word and its numbers.`, line.number);
      dimension = fields.length - 1;
      source = "the first line has";
    }
    if (fields.length !== dimension + 1) {
      fail(`${quoted(fields[0]!)} has ${counted(fields.length - 1, "number")}; ${source} ${dimension}.`, line.number);
    }
    const vector = new Float32Array(dimension);
    for (let i = 0; i < dimension; i++) {
      const value = Number(fields[i + 1]);
      vector[i] = value;
      if (Number.isFinite(vector[i])) continue;
      const field = quoted(fields[i + 1]!);
      const reason = Number.isFinite(value)
        ? `${field} is beyond the range of 32-bit floats, ±3.4e38; rescale the vectors.`
        : `${field} is not a number; ${quoted(fields[0]!)} needs ${counted(dimension, "number")}.`;
      fail(reason, line.number, [...line.text.matchAll(/[^ \t]+/g)][i + 1]!.index + 1);
    }
    emit({ word: fields[0]!, vector }, line.number, 1);
  };
  const line = (text: string, number: number) => {
    if (isBlank(text)) return;
    firstLine ||= number;
    const read = () => {
      const defect = lineDefect({ text, number }, file);
      if (defect !== undefined) throw defect;
      readLine({ text, number });
    };
    // Without a sound first line nothing is known about the others.
    if (number === firstLine) read();
    else attempt(options, read);
  };
  const end = () => {
    if (promised !== undefined && promised !== lines) {
      reportBad(options, `the header promises ${counted(promised, "vector")}; the file has ${lines}.`, firstLine, 1);
    }
  };
  const bad = (error: InputError, number: number) => {
    firstLine ||= number;
    passOn(options, error);
  };
  return new LineSplitter({ line, bad, end }, options);
}

/** The shortest decimal that is the same 32-bit float. */
export function formatFloat32(value: number): string {
  if (!Number.isFinite(Math.fround(value)))
    throw new InputError(`word vectors cannot hold ${value}; only finite 32-bit floats can be written.`);
  if (value === 0) return Object.is(value, -0) ? "-0" : "0";
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return `${short}`;
  }
  return `${Number(value.toPrecision(9))}`;
}

const FORMAT = "word vectors";

/** The first line of a file, text or binary. */
export function vectorsHeader(count: number, dimension: number): string {
  if (!(Number.isSafeInteger(count) && count >= 0 && Number.isSafeInteger(dimension) && dimension >= 1)) {
    const expected = "expected a number of words and at least one dimension, whole numbers.";
    throw new InputError(`${FORMAT} cannot hold ${count} words of ${dimension} dimensions; ${expected}`);
  }
  return `${count} ${dimension}\n`;
}

/** Word vectors in word2vec's text format. */
export const vectors: TextFormat<WordVector, VectorsReadOptions, VectorsWriteOptions> = {
  name: "vectors",
  reader: openReader,
  begin: (options) => (options?.count === undefined ? "" : vectorsHeader(options.count, options.dimension ?? 0)),
  write({ word, vector }) {
    const numbers = Array.from(vector, formatFloat32);
    // As the first line of a file without a header, "7 3" would be taken for one.
    const likeHeader = numbers.length === 1 && isCount(word) && isCount(numbers[0]!);
    const start = checkStart(FORMAT, checkField(FORMAT, "word", word));
    return `${start} ${likeHeader ? `${numbers[0]}.0` : numbers.join(" ")}\n`;
  },
};

/** All vectors of a text. */
export const readVectors = (text: string, options: VectorsReadOptions = {}): WordVector[] =>
  readText(vectors, text, options);

/** Vectors as text, with a header. */
export function writeVectors(all: readonly WordVector[]): string {
  return writeText(vectors, all, { count: all.length, dimension: all[0]?.vector.length ?? 1 });
}
