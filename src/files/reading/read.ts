/**
 * Text from files and standard input as a stream of pieces: gz by its first bytes, UTF-8 checked unless another
 * encoding is named, byte-order mark taken off. Memory does not grow with the file: one piece is held at a time.
 */
import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { InputError } from "../../base/errors.ts";
import { type Located, type ReadOptions, readChunks, readLocated, type TextFormat } from "../../formats/reader.ts";
import { readableError } from "../file-errors.ts";
import { decodeText } from "./decode.ts";
import { claim, STANDARD_INPUT } from "./once.ts";

/** How a text file is read. */
export interface FileReadOptions {
  /** A label of the WHATWG encoding standard: utf-8 (the default), latin1, utf-16, gbk … */
  readonly encoding?: string | undefined;
  /** Called with the number of bytes read from disk so far, after each piece. */
  readonly onBytes?: ((bytes: number) => void) | undefined;
}

/** The name errors give for a path. */
export const displayName = (path: string): string => (path === STANDARD_INPUT ? "standard input" : path);

/** Bytes per read: large enough that the cost per piece does not show, small enough for a browser-sized heap. */
const PIECE = 1 << 18;

/** The bytes of a file, unpacked if they are gz. Standard input, and any other pipe, can be read once. */
export async function* readBytes(
  path: string,
  options: FileReadOptions = {},
): AsyncGenerator<Uint8Array, void, undefined> {
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
  await claim(path);
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

/**
 * The same bytes, the first piece long enough, if the whole is, to tell the kind of file: a pipe may deliver one byte
 * at a time.
 */
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
  if (code === "EISDIR")
    return new InputError(`is a folder; name the files in it, as in ${name.replace(/\/+$/, "")}/*.`, { file: name });
  const reason = Object.hasOwn(PACKED_REASONS, code) ? PACKED_REASONS[code] : undefined;
  return reason === undefined ? readableError(error, name, "read") : new InputError(reason, { file: name });
}

/** The text of a file in pieces, without a byte-order mark; pieces end between characters. */
export function readFileText(path: string, options: FileReadOptions = {}): AsyncGenerator<string, void, undefined> {
  return decodeText(readBytes(path, options), displayName(path), options.encoding);
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
