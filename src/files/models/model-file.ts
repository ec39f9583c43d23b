/**
 * Model files: the container of base/container/model-container.ts on the disk, written atomically, read tensor by
 * tensor.
 */
import { type FileHandle, open, stat } from "node:fs/promises";
import { totalmem } from "node:os";
import { promisify } from "node:util";
import { inflateRaw } from "node:zlib";
import {
  type ByteSource,
  decodeModel,
  decodeModelKind,
  type EncodingOptions,
  encodeModel,
  InputError,
  inModelFile,
  ModelFileError,
  type ModelParts,
} from "../../base/index.ts";
import { readableError } from "../file-errors.ts";
import { type Written, writeAtomically } from "../writing/atomic-write.ts";

/** One system call reads less than 2 GiB. */
const LARGEST_READ = 1 << 28;

/** What `loadModel` expects of a file. */
export interface LoadOptions {
  /** Refuse models of any other kind. */
  readonly kind?: string;
  /** The newest version of the kind's layout that the caller reads. */
  readonly version?: number;
  /** Put the tensors into shared memory, so that worker threads can be given the parts without copies. */
  readonly shared?: boolean;
}

/** Writes the parts of a model to a file, beside it first and then renamed. */
export async function saveModel(path: string, parts: ModelParts, options: EncodingOptions = {}): Promise<Written> {
  return writeAtomically(path, await inModelFile(path, () => encodeModel(parts, options)));
}

/** Reads the parts of a model file and checks every byte. */
export async function loadModel(path: string, { shared = false, ...expected }: LoadOptions = {}): Promise<ModelParts> {
  return withFile(path, shared, (source) => decodeModel(source, { ...expected, file: path }));
}

/**
 * The kind of the model in a file; undefined for a file that is no model, and for a path where there is no file. A
 * damaged model throws.
 */
export async function modelKindOf(path: string): Promise<string | undefined> {
  try {
    return await withFile(path, false, async (source) =>
      source.size === 0 ? undefined : decodeModelKind(source, path),
    );
  } catch (error) {
    if (error instanceof InputError || (error instanceof ModelFileError && error.defect === "foreign"))
      return undefined;
    throw error;
  }
}

async function withFile<T>(path: string, shared: boolean, use: (source: ByteSource) => Promise<T>): Promise<T> {
  try {
    const details = await stat(path);
    if (details.isDirectory()) throw Object.assign(new Error(), { code: "EISDIR" });
    // Not even opened: what is read from a pipe is gone, and opening one waits for its writer.
    if (!details.isFile())
      throw new InputError("is a pipe or a device; a model must be in a regular file.", { file: path });
    const file = await open(path, "r");
    try {
      return await use(fileSource(file, details.size, shared));
    } finally {
      await file.close();
    }
  } catch (error) {
    throw readableError(error, path, "read");
  }
}

/** In Node's threads, in one piece: three times as fast as streams. No Buffer: the `slice` of one is a view. */
async function inflate(deflated: Uint8Array, size: number): Promise<Uint8Array> {
  const room = Math.max(64, size);
  const { buffer, byteOffset, length } = await promisify(inflateRaw)(deflated, {
    chunkSize: room,
    maxOutputLength: room,
  });
  return new Uint8Array(buffer, byteOffset, length);
}

function fileSource(file: FileHandle, size: number, shared: boolean): ByteSource {
  return {
    size,
    // What is larger than all memory would be read for minutes, and then end the process.
    capacity: totalmem(),
    inflate,
    async read(begin, end) {
      const bytes = new Uint8Array(shared ? new SharedArrayBuffer(end - begin) : new ArrayBuffer(end - begin));
      let filled = 0;
      while (filled < bytes.length) {
        const { bytesRead } = await file.read(
          bytes,
          filled,
          Math.min(LARGEST_READ, bytes.length - filled),
          begin + filled,
        );
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
      return bytes.subarray(0, filled);
    },
  };
}

/** The same parts with their tensors in shared memory. */
export function shareModel(parts: ModelParts): ModelParts {
  const tensors = Object.entries(parts.tensors).map(([name, { shape, data }]) => {
    if (data.buffer instanceof SharedArrayBuffer) return [name, { shape, data }] as const;
    const memory = new SharedArrayBuffer(data.byteLength);
    const copy = new (data.constructor as new (buffer: SharedArrayBuffer) => typeof data)(memory);
    copy.set(data);
    return [name, { shape, data: copy }] as const;
  });
  return { ...parts, tensors: Object.fromEntries(tensors) };
}
