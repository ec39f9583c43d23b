/**
 * Word vectors from word2vec files, text or binary: the one reader of them. Sources give bytes, since a binary file is
 * no text; which of the two it is shows in its beginning.
 */
import { InputError } from "../base/errors.ts";
import type { Watch } from "../base/progress.ts";
import { quoted } from "../base/quoted.ts";
import { breathe } from "../base/stopping.ts";
import type { Emit, Located } from "../formats/reader.ts";
import { vectors, type WordVector } from "../formats/words/vectors.ts";
import { BinaryVectorsReader } from "../formats/words/vectors-binary.ts";
import { type Folding, NO_FOLDING } from "./folding.ts";
import { WordVectors } from "./word-vectors.ts";

/** The forms of a word2vec file. */
export const VECTOR_INPUTS = ["auto", "text", "binary"] as const;

/** Bytes with the name that errors give them. */
export interface BytesSource {
  readonly name: string;
  readonly pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}

/** How a word2vec file is read. */
export interface VectorReadOptions {
  /** The name errors give for the file. */
  readonly file?: string | undefined;
  /** What the file is; `auto` looks at its beginning. */
  readonly input?: (typeof VECTOR_INPUTS)[number] | undefined;
  /** How the words were folded before they were counted, if that is known: look-ups fold the same way. */
  readonly folding?: Folding | undefined;
}

/** Bytes to tell the form from: a header and a few numbers. */
export const ENOUGH_FOR_VECTORS = 4096;

/** A header, or a word and too many numbers for anything else. */
const BEGINNING = /^\uFEFF?(\d+ +\d+\s*\n|\S+([ \t]+-?\d+(\.\d*)?(e[-+]?\d+)?){5})/i;

/** Whether a file that begins so is a word2vec file. */
export const looksLikeVectors = (beginning: Uint8Array): boolean =>
  BEGINNING.test(new TextDecoder().decode(beginning.subarray(0, ENOUGH_FOR_VECTORS)));

/** Text has no control characters; 32-bit floats soon have. */
export const looksBinary = (beginning: Uint8Array): boolean =>
  beginning.subarray(0, ENOUGH_FOR_VECTORS).some((byte) => byte < 32 && byte !== 9 && byte !== 10 && byte !== 13);

/** The table of a word2vec file in memory: its text, or its bytes. */
export function readVectors(content: string | Uint8Array, options: VectorReadOptions = {}): WordVectors {
  const { file } = options;
  const binary = typeof content !== "string" && isBinary(content, options);
  const table = new TableBuilder(file, binary, options.folding);
  if (typeof content === "string") {
    const reader = vectors.reader(table.add, { file });
    reader.push(content);
    reader.end();
  } else {
    const reader = bytesReader(table.add, file, binary);
    reader.push(content);
    reader.end();
  }
  return table.finish();
}

/** The table of a word2vec file of any size. */
export async function collectVectors(
  source: BytesSource,
  { input, folding }: Omit<VectorReadOptions, "file"> = {},
  watch: Watch = {},
): Promise<WordVectors> {
  let table: TableBuilder | undefined;
  for await (const { record, line, binary } of streamVectors(source, { input })) {
    table ??= new TableBuilder(source.name, binary, folding);
    table.add(record, line);
    await breathe(watch.signal);
  }
  return (table ?? new TableBuilder(source.name, false, folding)).finish();
}

/** The vectors of a file as they come; in a binary file the number of a vector stands in place of its line. */
export async function* streamVectors(
  { name, pieces }: BytesSource,
  { input }: Pick<VectorReadOptions, "input"> = {},
  onBad?: (error: InputError) => void,
): AsyncGenerator<Located<WordVector> & { readonly binary: boolean }> {
  let ready: (Located<WordVector> & { readonly binary: boolean })[] = [];
  let reader: BytesReader | undefined;
  for await (const piece of withBeginning(pieces)) {
    if (reader === undefined) {
      const binary = isBinary(piece, { input });
      reader = bytesReader((record, line, column) => ready.push({ record, line, column, binary }), name, binary, onBad);
    }
    reader.push(piece);
    yield* ready;
    ready = [];
  }
  reader?.end();
  yield* ready;
}

/** The same bytes, the first piece long enough to tell the form: a pipe may deliver a few bytes at a time. */
async function* withBeginning(pieces: BytesSource["pieces"]): AsyncGenerator<Uint8Array> {
  let beginning: Uint8Array[] | undefined = [];
  for await (const piece of pieces) {
    if (beginning === undefined) yield piece;
    else {
      beginning.push(piece);
      const head = joined(beginning);
      if (head.length < ENOUGH_FOR_VECTORS) continue;
      yield head;
      beginning = undefined;
    }
  }
  if (beginning !== undefined && beginning.length > 0) yield joined(beginning);
}

const isBinary = (beginning: Uint8Array, { input = "auto" }: Pick<VectorReadOptions, "input">): boolean =>
  input === "binary" || (input === "auto" && looksBinary(beginning));

interface BytesReader {
  push(piece: Uint8Array): void;
  end(): void;
}

function bytesReader(
  emit: Emit<WordVector>,
  file: string | undefined,
  binary: boolean,
  onBad?: (error: InputError) => void,
): BytesReader {
  return binary ? new BinaryVectorsReader(emit, { file }) : new TextVectorsReader(emit, file, onBad);
}

const LINE_END = 10;

/** Bytes of UTF-8 text → vectors. Whole lines are decoded at a time: a line end is never part of a character. */
class TextVectorsReader implements BytesReader {
  readonly #reader;
  readonly #file: string | undefined;
  readonly #decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  /** Of a line that is not over yet. */
  #rest: Uint8Array[] = [];
  #line = 1;

  constructor(emit: Emit<WordVector>, file: string | undefined, onBad?: (error: InputError) => void) {
    this.#file = file;
    this.#reader = vectors.reader(emit, { file, onBad });
  }

  push(piece: Uint8Array): void {
    const end = piece.lastIndexOf(LINE_END) + 1;
    if (end > 0) {
      this.#read(joined([...this.#rest, piece.subarray(0, end)]));
      this.#rest = [];
    }
    if (end < piece.length) this.#rest.push(piece.slice(end));
  }

  end(): void {
    this.#read(joined(this.#rest));
    this.#reader.end();
  }

  #read(lines: Uint8Array): void {
    for (let start = 0; start < lines.length; ) {
      const stop = lines.indexOf(LINE_END, start) + 1 || lines.length;
      this.#reader.push(this.#decoded(lines.subarray(start, stop)));
      this.#line++;
      start = stop;
    }
  }

  #decoded(line: Uint8Array): string {
    try {
      return this.#decoder.decode(line);
    } catch {
      throw new InputError("the line is not UTF-8; save the file as UTF-8 (it may be Latin-1 or Windows-1252).", {
        file: this.#file,
        line: this.#line,
      });
    }
  }
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  if (pieces.length === 1) return pieces[0]!;
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** A table of records that were read or made otherwise. */
export function wordVectorsFrom(records: Iterable<WordVector>, folding: Folding = NO_FOLDING): WordVectors {
  const table = new TableBuilder(undefined, false, folding);
  let place = 0;
  for (const record of records) table.add(record, ++place);
  return table.finish();
}

/** Gathers the vectors of one file; a word that comes twice is an error with both places. */
class TableBuilder {
  readonly #words: string[] = [];
  readonly #firstAt = new Map<string, number>();
  #data = new Float32Array(0);
  #dimensions = 0;

  constructor(
    readonly file: string | undefined,
    readonly binary: boolean,
    readonly folding: Folding = NO_FOLDING,
  ) {}

  readonly add = ({ word, vector }: WordVector, place: number): void => {
    const first = this.#firstAt.get(word);
    if (first !== undefined) throw this.#twice(word, first, place);
    this.#firstAt.set(word, place);
    this.#dimensions ||= vector.length;
    const start = this.#words.length * this.#dimensions;
    if (start + this.#dimensions > this.#data.length) {
      const grown = new Float32Array(Math.max(1024 * this.#dimensions, 2 * this.#data.length));
      grown.set(this.#data);
      this.#data = grown;
    }
    this.#data.set(vector, start);
    this.#words.push(word);
  };

  #twice(word: string, first: number, place: number): InputError {
    const { file } = this;
    const where = this.binary ? `as vector ${first}` : `on line ${first}`;
    const found = `the word ${quoted(word)} appears twice, first ${where}; expected every word once.`;
    return this.binary
      ? new InputError(`vector ${place}: ${found}`, { file })
      : new InputError(found, { file, line: place, column: 1 });
  }

  finish(): WordVectors {
    if (this.#words.length === 0) {
      throw new InputError("holds no word vectors; expected lines of a word and its numbers.", { file: this.file });
    }
    const data = this.#data.slice(0, this.#words.length * this.#dimensions);
    return new WordVectors(this.#words, this.#dimensions, data, this.folding);
  }
}
