/**
 * word2vec's binary format: the header `count dimension` as text and a line end; then for each word its bytes, a blank,
 * and the numbers as 32-bit floats, low byte first, with a line end after them or without.
 */
import { InputError } from "../../base/errors.ts";
import { quoted } from "../../base/quoted.ts";
import { counted } from "../blocks.ts";
import { type Emit, LARGEST_RECORD, type ReadOptions } from "../reader.ts";
import { vectorsHeader, type WordVector } from "./vectors.ts";

const NEWLINE = 10;
const BLANK = 32;
/** No word of any language is longer; a longer one means that the file is of another kind. */
const LONGEST_WORD = 10_000;
/** Two whole numbers and a blank are shorter. */
const LONGEST_HEADER = 64;
const FLOAT_BYTES = 4;

/**
 * Takes the bytes of a file in pieces of any size; hands over each vector when it is complete, with its number (from 1)
 * in place of a line. Each byte is looked at once.
 */
export class BinaryVectorsReader {
  #state: "header" | "word" | "numbers" | "after" = "header";
  /** The beginning of the current header, word or numbers; grows by doubling. */
  #kept = new Uint8Array(LONGEST_HEADER);
  #size = 0;
  #count = 0;
  #dimension = 0;
  #read = 0;
  #word = "";
  readonly #decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

  constructor(
    readonly emit: Emit<WordVector>,
    readonly options: Omit<ReadOptions, "onBad"> = {},
  ) {}

  push(piece: Uint8Array): void {
    let at = 0;
    while (at < piece.length) {
      if (this.#state === "header") at = this.#takeHeader(piece, at);
      else if (this.#state === "word") at = this.#takeWord(piece, at);
      else if (this.#state === "numbers") at = this.#takeNumbers(piece, at);
      else if (piece[at++] !== NEWLINE)
        throw this.#error(`there is more after the ${counted(this.#count, "vector")} the header promises.`);
    }
  }

  end(): void {
    if (this.#state === "header" && this.#size === 0)
      throw this.#error("there is no header; expected the number of words and of dimensions.");
    if (this.#state === "header") throw this.#badHeader();
    if (this.#read < this.#count) {
      throw this.#error(
        `the file ends inside vector ${this.#read + 1}; the header promises ${counted(this.#count, "vector")}.`,
      );
    }
  }

  #takeHeader(piece: Uint8Array, at: number): number {
    const end = piece.indexOf(NEWLINE, at);
    this.#keep(piece, at, end < 0 ? piece.length : end, LONGEST_HEADER, () => this.#badHeader());
    if (end < 0) return piece.length;
    const match = /^(\d+) +(\d+)\s*$/.exec(String.fromCharCode(...this.#taken()));
    const [count, dimension] = [Number(match?.[1]), Number(match?.[2])];
    if (match === null || !Number.isSafeInteger(count) || dimension < 1) throw this.#badHeader();
    const most = Math.floor((this.options.largestRecord ?? LARGEST_RECORD) / FLOAT_BYTES);
    if (dimension > most)
      throw this.#error(`the header gives ${dimension} dimensions; expected at most ${most}, what is read at once.`);
    this.#count = count;
    this.#dimension = dimension;
    this.#state = count === 0 ? "after" : "word";
    return end + 1;
  }

  #takeWord(piece: Uint8Array, from: number): number {
    let at = from;
    // Line ends after the numbers before.
    if (this.#size === 0) while (piece[at] === NEWLINE) at++;
    const blank = piece.indexOf(BLANK, at);
    const number = this.#read + 1;
    const endless = () => this.#error(`word ${number} has no end; this is not a word2vec file.`);
    this.#keep(piece, at, blank < 0 ? piece.length : blank, LONGEST_WORD, endless);
    if (blank < 0) return piece.length;
    const bytes = this.#taken();
    if (bytes.length === 0)
      throw this.#error(`word ${number} is empty; expected a word, a blank and ${counted(this.#dimension, "number")}.`);
    if (bytes.includes(NEWLINE)) throw this.#error(`word ${number} has a line end in it; expected a blank after it.`);
    try {
      this.#word = this.#decoder.decode(bytes);
    } catch {
      throw this.#error(`word ${number} is not UTF-8.`);
    }
    this.#state = "numbers";
    return blank + 1;
  }

  #takeNumbers(piece: Uint8Array, at: number): number {
    const wanted = FLOAT_BYTES * this.#dimension;
    const end = Math.min(piece.length, at + wanted - this.#size);
    this.#keep(piece, at, end, wanted);
    if (this.#size < wanted) return end;
    const bytes = this.#taken();
    const view = new DataView(bytes.buffer, bytes.byteOffset, wanted);
    const vector = new Float32Array(this.#dimension);
    for (let i = 0; i < vector.length; i++) {
      const value = view.getFloat32(FLOAT_BYTES * i, true);
      if (!Number.isFinite(value))
        throw this.#error(`number ${i + 1} of vector ${this.#read + 1} (${quoted(this.#word)}) is ${value}.`);
      vector[i] = value;
    }
    this.#read++;
    this.#state = this.#read === this.#count ? "after" : "word";
    this.emit({ word: this.#word, vector }, this.#read, 1);
    return end;
  }

  /** Adds bytes to those kept, at most `largest` of them. */
  #keep(piece: Uint8Array, from: number, to: number, largest: number, excess?: () => InputError): void {
    const size = this.#size + to - from;
    if (excess !== undefined && size > largest) throw excess();
    if (size > this.#kept.length) {
      const grown = new Uint8Array(Math.min(Math.max(size, 2 * this.#kept.length), Math.max(largest, size)));
      grown.set(this.#kept.subarray(0, this.#size));
      this.#kept = grown;
    }
    this.#kept.set(piece.subarray(from, to), this.#size);
    this.#size = size;
  }

  /** The bytes kept, which are then forgotten. */
  #taken(): Uint8Array {
    const bytes = this.#kept.subarray(0, this.#size);
    this.#size = 0;
    return bytes;
  }

  #badHeader(): InputError {
    return this.#error("the header is wrong; expected the number of words and of dimensions, as in 1000 300.");
  }

  #error(reason: string): InputError {
    return new InputError(reason, { file: this.options.file });
  }
}

/** All vectors of a binary file. */
export function readVectorsBinary(bytes: Uint8Array, options: Omit<ReadOptions, "onBad"> = {}): WordVector[] {
  const all: WordVector[] = [];
  const reader = new BinaryVectorsReader((vector) => all.push(vector), options);
  reader.push(bytes);
  reader.end();
  return all;
}

/** The bytes of a binary file, header first, then a piece for each word. */
export function* writeVectorsBinary(
  all: Iterable<WordVector>,
  size: { readonly count: number; readonly dimension: number },
): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(vectorsHeader(size.count, size.dimension));
  for (const { word, vector } of all) {
    const shown = quoted(word);
    if (word === "" || /[ \n]/.test(word))
      throw new InputError(`word2vec files cannot hold the word ${shown}: it is empty or has a blank in it.`);
    if (vector.length !== size.dimension || !vector.every(Number.isFinite)) {
      const expected = `${counted(size.dimension, "finite number")}`;
      throw new InputError(`word2vec files cannot hold the vector of ${shown}; expected ${expected}.`);
    }
    const name = encoder.encode(`${word} `);
    if (name.length > LONGEST_WORD)
      throw new InputError(`word2vec files cannot hold the word ${shown}: it has more than ${LONGEST_WORD} bytes.`);
    const bytes = new Uint8Array(name.length + FLOAT_BYTES * size.dimension + 1);
    bytes.set(name);
    const view = new DataView(bytes.buffer, name.length);
    for (let i = 0; i < size.dimension; i++) view.setFloat32(FLOAT_BYTES * i, vector[i]!, true);
    bytes[bytes.length - 1] = NEWLINE;
    yield bytes;
  }
}
