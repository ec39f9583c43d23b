/**
 * Files that appear whole or not at all: the content goes to a `.partial` file beside the target, which takes the
 * target's name once everything is on the disk. What is still partial when the process exits or gets SIGINT, SIGTERM or
 * SIGHUP is removed; a process that is killed outright leaves the partial file, which the next write tells of, and
 * never a damaged target.
 */
import { closeSync, openSync, rmSync } from "node:fs";
import { type FileHandle, open, realpath, rename, rm, stat } from "node:fs/promises";
import { readableError } from "../file-errors.ts";
import { type Leftover, leftoversOf, partialName } from "./leftovers.ts";

/** One system call writes less than 2 GiB. */
const LARGEST_WRITE = 1 << 28;

const partialFiles = new Set<string>();

function removePartialFiles(): void {
  for (const partial of partialFiles) rmSync(partial, { force: true });
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Removes the files and lets the signal do what it would have done. A program with a handler of its own goes on to
 * decide for itself.
 */
function onSignal(signal: NodeJS.Signals): void {
  removePartialFiles();
  process.removeListener(signal, onSignal);
  if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
}

/**
 * Listens only while something is partial: a listener would keep Ctrl-C from ending a program that is busy computing.
 */
function remember(path: string): void {
  if (partialFiles.size === 0) {
    process.on("exit", removePartialFiles);
    for (const signal of SIGNALS) process.on(signal, onSignal);
  }
  partialFiles.add(path);
}

function forget(path: string): void {
  partialFiles.delete(path);
  if (partialFiles.size > 0) return;
  process.removeListener("exit", removePartialFiles);
  for (const signal of SIGNALS) process.removeListener(signal, onSignal);
}

/** The contents of a file, in pieces. */
export type Pieces = Iterable<Uint8Array | string> | AsyncIterable<Uint8Array | string>;

/** What came of a write. */
export interface Written {
  /** Partial files of the same name that killed processes left; see `leftoverNotice`. */
  readonly leftovers: readonly Leftover[];
}

/** Writes the pieces one after another. Pipes and devices, which cannot be replaced, are written directly. */
export async function writeAtomically(path: string, pieces: Pieces): Promise<Written> {
  try {
    const target = await realpath(path).catch(() => path);
    const existing = await stat(target).catch(() => undefined);
    if (existing?.isDirectory()) throw Object.assign(new Error(), { code: "EISDIR" });
    if (existing !== undefined && !existing.isFile()) {
      await writeDirectly(target, pieces);
      return { leftovers: [] };
    }
    await writeBeside(target, pieces);
    return { leftovers: await leftoversOf(target) };
  } catch (error) {
    throw readableError(error, path, "written");
  }
}

async function writeDirectly(path: string, pieces: Pieces): Promise<void> {
  const file = await open(path, "w");
  try {
    await writePieces(file, pieces);
  } finally {
    await file.close();
  }
}

async function writeBeside(target: string, pieces: Pieces): Promise<void> {
  const partial = partialName(target);
  // Remembered before it exists, and created in one step: a signal finds either nothing or what it has to remove.
  remember(partial);
  try {
    closeSync(openSync(partial, "wx"));
    const file = await open(partial, "r+");
    try {
      await writePieces(file, pieces);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(partial, target);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  } finally {
    forget(partial);
  }
}

async function writePieces(file: FileHandle, pieces: Pieces): Promise<void> {
  for await (const piece of pieces) {
    const bytes = typeof piece === "string" ? Buffer.from(piece) : piece;
    for (let written = 0; written < bytes.length; ) {
      const { bytesWritten } = await file.write(bytes, written, Math.min(LARGEST_WRITE, bytes.length - written));
      written += bytesWritten;
    }
  }
}
