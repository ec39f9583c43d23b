/**
 * Text from files and standard input as a stream of pieces: gz by its first bytes, UTF-8 checked, byte-order mark taken off. Memory does not grow
 * with the file: one piece is held at a time.
 */
import { isUtf8 } from "node:buffer";
import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { InputError } from "../base/errors.ts";
import { type Located, type ReadOptions, readChunks, readLocated, type TextFormat } from "../formats/reader.ts";
import { readableError } from "./file-errors.ts";

/** The path that stands for standard input. */
export const STANDARD_INPUT = "-";

export interface FileReadOptions {
  /** Called with the number of bytes read from disk so far, after each piece. */
  readonly onBytes?: ((bytes: number) => void) | undefined;
}

/** The name errors give for a path. */
export const displayName = (path: string): string => (path === STANDARD_INPUT ? "standard input" : path);

/** Bytes per read: large enough that the cost per piece does not show, small enough for a browser-sized heap. */
const PIECE = 1 << 18;

/** The bytes of a file, unpacked if they are gz. */
export async function* readBytes(path: string, options: FileReadOptions = {}): AsyncGenerator<Uint8Array> {
  const name = displayName(path);
  try {
    const source = withHead(diskBytes(path, options.onBytes));
    const first = await source.next();
    if (first.done) return;
    const head = first.value;
    if (head[0] !== 0x1f || head[1] !== 0x8b) {
      yield head;
      yield* source;
      return;
    }
    yield* unpacked(head, source);
  } catch (error) {
    throw readError(error, name);
  }
}

async function* diskBytes(path: string, onBytes: ((bytes: number) => void) | undefined): AsyncGenerator<Uint8Array> {
  const stream = path === STANDARD_INPUT ? process.stdin : createReadStream(path, { highWaterMark: PIECE });
  let total = 0;
  for await (const piece of stream as AsyncIterable<Uint8Array>) {
    total += piece.length;
    yield piece;
    onBytes?.(total);
  }
}

/** Bytes that tell what kind of file it is. */
const HEAD = 8;

/** The same bytes, the first piece long enough, if the whole is, to tell the kind of file: a pipe may deliver one byte at a time. */
async function* withHead(source: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  let head = new Uint8Array(0);
  for await (const piece of source) {
    if (head.length >= HEAD) {
      yield piece;
      continue;
    }
    head = head.length === 0 ? Uint8Array.from(piece) : Buffer.concat([head, piece]);
    if (head.length >= HEAD) yield head;
  }
  if (head.length > 0 && head.length < HEAD) yield head;
}
async function* unpacked(head: Uint8Array, rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  async function* all() {
    yield head;
    yield* rest;
  }
  const gunzip = createGunzip({ chunkSize: PIECE });
  // An error of the source or of the data destroys `gunzip`, and the loop below throws it.
  const done = pipeline(Readable.from(all()), gunzip).catch(() => {});
  yield* gunzip as AsyncIterable<Uint8Array>;
  await done;
}

const PACKED_REASONS: Readonly<Record<string, string>> = {
  Z_BUF_ERROR: "the compressed data ends too early; the file is truncated. Copy or download it again.",
  Z_DATA_ERROR: "the compressed data is damaged; copy or download the file again.",
};

function readError(error: unknown, name: string): unknown {
  const code = (error as NodeJS.ErrnoException).code ?? "";
  if (code === "EISDIR") return new InputError(`is a folder; name the files in it, as in ${name.replace(/\/+$/, "")}/*.`, { file: name });
  const reason = Object.hasOwn(PACKED_REASONS, code) ? PACKED_REASONS[code] : undefined;
  return reason === undefined ? readableError(error, name, "read") : new InputError(reason, { file: name });
}

/** What the first bytes give away about a file that is not UTF-8 text. */
function foreignKind(bytes: Uint8Array): string | undefined {
  const starts = (...magic: number[]) => magic.every((byte, i) => bytes[i] === byte);
  if (starts(0xff, 0xfe) || starts(0xfe, 0xff)) return "this is UTF-16 text; save it as UTF-8.";
  if (starts(0x50, 0x4b, 3, 4)) return "this is a zip archive; unpack it first.";
  if (starts(0x42, 0x5a, 0x68)) return "this is a bzip2 file; unpack it first (gz is read as it is).";
  if (starts(0xfd, 0x37, 0x7a, 0x58)) return "this is an xz file; unpack it first (gz is read as it is).";
  if (starts(0x28, 0xb5, 0x2f, 0xfd)) return "this is a zstd file; unpack it first (gz is read as it is).";
  return bytes.subarray(0, 8192).includes(0) ? "this is a binary file; text in UTF-8 was expected." : undefined;
}

/** The text of a file in pieces, without a byte-order mark; pieces end between characters. */
export async function* readFileText(path: string, options: FileReadOptions = {}): AsyncGenerator<string> {
  const decoder = new Utf8Decoder(displayName(path));
  for await (const bytes of readBytes(path, options)) {
    const text = decoder.decode(bytes);
    if (text !== "") yield text;
  }
  decoder.end();
}

/** UTF-8 → text that says where a byte does not belong. */
export class Utf8Decoder {
  #rest: Uint8Array = new Uint8Array(0);
  #begun = false;
  #line = 1;
  /** Characters on the current line that were decoded with earlier pieces. */
  #column = 0;

  constructor(readonly name: string) {}

  decode(piece: Uint8Array): string {
    let bytes: Uint8Array = this.#rest.length === 0 ? piece : Buffer.concat([this.#rest, piece]);
    if (!this.#begun) {
      const foreign = foreignKind(bytes);
      if (foreign !== undefined) throw new InputError(foreign, { file: this.name });
      this.#begun = bytes.length >= 3;
      if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) bytes = bytes.subarray(3);
    }
    const end = completeEnd(bytes);
    this.#rest = Uint8Array.from(bytes.subarray(end));
    const whole = bytes.subarray(0, end);
    if (!isUtf8(whole)) this.#fail(whole);
    const text = Buffer.from(whole.buffer, whole.byteOffset, whole.byteLength).toString("utf8");
    this.#advance(text);
    return text;
  }

  end(): void {
    if (this.#rest.length > 0) this.#fail(this.#rest);
  }

  #advance(text: string): void {
    let at = text.indexOf("\n");
    let start = -1;
    for (; at >= 0; at = text.indexOf("\n", at + 1)) {
      this.#line++;
      start = at;
    }
    this.#column = start < 0 ? this.#column + text.length : text.length - start - 1;
  }

  #fail(bytes: Uint8Array): never {
    let good = 0;
    let bad = bytes.length;
    // The longest good beginning, by halving: validity of a beginning that ends between characters only falls off.
    while (good < bad) {
      const middle = (good + bad + 1) >> 1;
      if (isUtf8(bytes.subarray(0, completeEnd(bytes.subarray(0, middle))))) good = middle;
      else bad = middle - 1;
    }
    const end = completeEnd(bytes.subarray(0, good));
    this.#advance(Buffer.from(bytes.subarray(0, end)).toString("utf8"));
    const byte = (bytes[end] ?? 0).toString(16).toUpperCase().padStart(2, "0");
    throw new InputError(`byte 0x${byte} is not UTF-8; save the file as UTF-8 (it may be Latin-1 or Windows-1252).`, {
      file: this.name,
      line: this.#line,
      column: this.#column + 1,
    });
  }
}

/** Where the last complete character ends, if the bytes end inside one. */
function completeEnd(bytes: Uint8Array): number {
  const length = bytes.length;
  for (let back = 1; back <= 3 && back <= length; back++) {
    const byte = bytes[length - back]!;
    if (byte < 0x80) return length;
    if (byte >= 0xc0) {
      const size = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return size > back ? length - back : length;
    }
  }
  return length;
}

/** The records of files, in order; errors name the file. */
export async function* readFiles<T, R extends ReadOptions>(
  format: TextFormat<T, R>,
  paths: Iterable<string>,
  options: Omit<R, "file"> & FileReadOptions,
): AsyncGenerator<T> {
  for (const path of paths) {
    yield* readChunks(format, readFileText(path, options), { ...options, file: displayName(path) } as unknown as R);
  }
}

/** The records of files, in order, each with its file, line and column. */
export async function* readFilesLocated<T, R extends ReadOptions>(
  format: TextFormat<T, R>,
  paths: Iterable<string>,
  options: Omit<R, "file"> & FileReadOptions,
): AsyncGenerator<Located<T> & { readonly file: string }> {
  for (const path of paths) {
    const file = displayName(path);
    for await (const item of readLocated(format, readFileText(path, options), { ...options, file } as unknown as R)) {
      yield { file, ...item };
    }
  }
}
