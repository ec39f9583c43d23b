/** Text and bytes into files, whole or not at all, packed when the name ends in .gz; `-` is standard output. */
import { access, constants, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { InputError } from "../../base/errors.ts";
import { type Pieces, type Written, writeAtomically } from "./atomic-write.ts";
import { writeStandardOutput } from "./standard-output.ts";

/** The path that stands for standard output. */
export const STANDARD_OUTPUT = "-";

/**
 * Throws unless a file can be written at `path`: asked before long work, so that an hour's training is not lost to a
 * typing error.
 */
export async function checkWritable(path: string): Promise<void> {
  if (path === STANDARD_OUTPUT) return;
  const existing = await stat(path).catch(() => undefined);
  if (existing?.isDirectory()) throw new InputError("this is a directory; name a file in it.", { file: path });
  const folder = dirname(path);
  const parent = await stat(folder).catch(() => undefined);
  if (parent === undefined)
    throw new InputError(`the directory ${folder} does not exist; create it first.`, { file: path });
  if (!parent.isDirectory())
    throw new InputError(`${folder} is not a directory; choose another place.`, { file: path });
  const written = existing !== undefined && !existing.isFile() ? path : folder;
  await access(written, constants.W_OK).catch(() => {
    throw new InputError(`you may not write in ${folder}; choose another place.`, { file: path });
  });
}

/** Writes all pieces to `path`; the file appears when the last is on disk. */
export async function writeFileText(path: string, pieces: Pieces): Promise<Written> {
  if (path === STANDARD_OUTPUT) {
    await writeStandardOutput(gathered(pieces));
    return { leftovers: [] };
  }
  await checkWritable(path);
  return writeAtomically(path, path.endsWith(".gz") ? packed(gathered(pieces)) : gathered(pieces));
}

/** Characters gathered before they are passed on, so that one tree per line does not cost a system call a tree. */
const BATCH = 1 << 16;

async function* gathered(pieces: Pieces): AsyncGenerator<string | Uint8Array> {
  let batch: string[] = [];
  let length = 0;
  for await (const piece of pieces) {
    if (typeof piece === "string") {
      batch.push(piece);
      length += piece.length;
    }
    if (length >= BATCH || (typeof piece !== "string" && length > 0)) {
      yield batch.join("");
      batch = [];
      length = 0;
    }
    if (typeof piece !== "string") yield piece;
  }
  if (length > 0) yield batch.join("");
}

async function* packed(pieces: AsyncIterable<string | Uint8Array>): AsyncGenerator<Uint8Array> {
  const gzip = createGzip();
  // An error of the source destroys `gzip`, and the loop below throws it.
  const done = pipeline(Readable.from(pieces, { objectMode: true }), gzip).catch(() => {});
  yield* gzip as AsyncIterable<Uint8Array>;
  await done;
}
