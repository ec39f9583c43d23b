/**
 * Scratch numbers in temporary files. A file loses its name as soon as it is open, so that the system takes its space
 * back when the process ends, however it ends.
 */
import { randomBytes } from "node:crypto";
import { closeSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Scratch } from "../../data/corpus/scratch.ts";
import { readableError } from "../file-errors.ts";

/** One system call reads or writes less than 2 GiB. */
const LARGEST_TRANSFER = 1 << 28;

/** Room on the disk for what does not fit into memory; gone when the process ends. */
export class FileScratch implements Scratch {
  readonly #file: number;
  #bytes = 0;

  constructor(readonly folder: string = tmpdir()) {
    const path = join(folder, `eigentree-${randomBytes(6).toString("hex")}.scratch`);
    this.#file = this.#attempt("written", () => openSync(path, "wx+", 0o600));
    rmSync(path, { force: true });
  }

  get length(): number {
    return this.#bytes / 4;
  }

  append(numbers: Uint32Array): void {
    const bytes = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
    for (let done = 0; done < bytes.length; ) {
      const size = Math.min(LARGEST_TRANSFER, bytes.length - done);
      done += this.#attempt("written", () => writeSync(this.#file, bytes, done, size, this.#bytes + done));
    }
    this.#bytes += bytes.length;
  }

  read(begin: number, into: Uint32Array): void {
    const bytes = new Uint8Array(into.buffer, into.byteOffset, into.byteLength);
    for (let done = 0; done < bytes.length; ) {
      const size = Math.min(LARGEST_TRANSFER, bytes.length - done);
      const read = this.#attempt("read", () => readSync(this.#file, bytes, done, size, 4 * begin + done));
      if (read === 0)
        throw new RangeError(`numbers ${begin} to ${begin + into.length} of a scratch that has ${this.length}`);
      done += read;
    }
  }

  /** A file keeps its length until it is closed. */
  forget(): void {}

  close(): void {
    closeSync(this.#file);
  }

  /** The system's complaint about the folder of temporary files, as a sentence. */
  #attempt<T>(action: "read" | "written", call: () => T): T {
    try {
      return call();
    } catch (error) {
      throw readableError(error, this.folder, action);
    }
  }
}
