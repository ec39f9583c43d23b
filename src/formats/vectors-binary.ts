/**
 * word2vec's binary format: the header `count dimension` as text and a line end; then for each word its bytes, a blank, and the numbers as 32-bit floats, low byte
 * first, with a line end after them or without.
 */
import { InputError } from "../base/errors.ts";
import { counted } from "./blocks.ts";
import type { Emit, ReadOptions } from "./reader.ts";
import type { WordVector } from "./vectors.ts";

const NEWLINE = 10;
const BLANK = 32;
/** No word of any language is longer; a longer one means that the file is of another kind. */
const LONGEST_WORD = 10_000;

/** Takes the bytes of a file in pieces of any size; hands over each vector when it is complete, with its number (from 1) in place of a line. */
export class BinaryVectorsReader {
  #rest = new Uint8Array(0);
  #count = -1;
  #dimension = 0;
  #read = 0;
  readonly #decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

  constructor(
    readonly emit: Emit<WordVector>,
    readonly options: Omit<ReadOptions, "onBad"> = {},
  ) {}

  push(piece: Uint8Array): void {
    const bytes = this.#rest.length === 0 ? piece : concatenate(this.#rest, piece);
    let at = this.#count < 0 ? this.#readHeader(bytes) : 0;
    if (this.#count >= 0) {
      const size = 4 * this.#dimension;
      while (this.#read < this.#count) {
        let start = at;
        while (bytes[start] === NEWLINE) start++;
        const blank = bytes.indexOf(BLANK, start);
        if (blank < 0 || blank - start > LONGEST_WORD) {
          if (bytes.length - start > LONGEST_WORD) throw this.#error(`word ${this.#read + 1} has no end; this is no word2vec file.`);
          break;
        }
        if (bytes.length < blank + 1 + size) break;
        this.#emitVector(bytes, start, blank);
        at = blank + 1 + size;
      }
      if (this.#read === this.#count) {
        const extra = bytes.subarray(at).findIndex((byte) => byte !== NEWLINE);
        if (extra >= 0) throw this.#error(`there is more after the ${counted(this.#count, "vector")} the header promises.`);
        at = bytes.length;
      }
    }
    this.#rest = bytes.slice(at);
  }

  end(): void {
    if (this.#count < 0) throw this.#error("there is no header; expected the number of words and of dimensions.");
    if (this.#read < this.#count) {
      throw this.#error(`the file ends inside vector ${this.#read + 1}; the header promises ${counted(this.#count, "vector")}.`);
    }
  }

  #readHeader(bytes: Uint8Array): number {
    const end = bytes.indexOf(NEWLINE);
    if (end < 0 && bytes.length < 64) return 0;
    const header = String.fromCharCode(...bytes.subarray(0, Math.min(end < 0 ? 64 : end, 64)));
    const match = /^(\d+) +(\d+)\s*$/.exec(header);
    if (end < 0 || match === null || Number(match[2]) < 1) {
      throw this.#error("the header is wrong; expected the number of words and of dimensions, as in 1000 300.");
    }
    this.#count = Number(match[1]);
    this.#dimension = Number(match[2]);
    return end + 1;
  }

  #emitVector(bytes: Uint8Array, start: number, blank: number): void {
    let word: string;
    try {
      word = this.#decoder.decode(bytes.subarray(start, blank));
    } catch {
      throw this.#error(`word ${this.#read + 1} is not UTF-8.`);
    }
    const view = new DataView(bytes.buffer, bytes.byteOffset + blank + 1, 4 * this.#dimension);
    const vector = new Float32Array(this.#dimension);
    for (let i = 0; i < vector.length; i++) {
      const value = view.getFloat32(4 * i, true);
      if (!Number.isFinite(value)) throw this.#error(`number ${i + 1} of vector ${this.#read + 1} ("${word}") is ${value}.`);
      vector[i] = value;
    }
    this.#read++;
    this.emit({ word, vector }, this.#read, 1);
  }

  #error(reason: string): InputError {
    return new InputError(reason, { file: this.options.file });
  }
}

function concatenate(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(a.length + b.length);
  joined.set(a);
  joined.set(b, a.length);
  return joined;
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
  yield encoder.encode(`${size.count} ${size.dimension}\n`);
  for (const { word, vector } of all) {
    if (word === "" || /[ \n]/.test(word))
      throw new InputError(`word2vec files cannot hold the word "${word}": it is empty or has a blank in it.`);
    const name = encoder.encode(`${word} `);
    const bytes = new Uint8Array(name.length + 4 * size.dimension + 1);
    bytes.set(name);
    const view = new DataView(bytes.buffer, name.length);
    for (let i = 0; i < size.dimension; i++) view.setFloat32(4 * i, vector[i]!, true);
    bytes[bytes.length - 1] = NEWLINE;
    yield bytes;
  }
}
