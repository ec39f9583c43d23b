/**
 * Checkpoints in a folder, a file each: a model file of kind "checkpoint" whose options hold a fingerprint of the name
 * and key. A file with another fingerprint, or one that cannot be read, counts as missing and is overwritten.
 */
import { mkdir, readdir, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import {
  type Checkpoint,
  type CheckpointStore,
  Checksum,
  InputError,
  type Json,
  ModelFileError,
} from "../../base/index.ts";
import { readableError } from "../file-errors.ts";
import { loadModel, saveModel } from "./model-file.ts";

const KIND = "checkpoint";
const VERSION = 1;
const ENDING = ".checkpoint";
/** Checkpoints, and halves of checkpoints that a killed process left behind. */
const OWN = /\.checkpoint$|^\..*\.checkpoint\..*\.partial$/;

interface Sealed {
  readonly fingerprint: string;
  readonly options: Json;
}

const fingerprintOf = (name: string, key: Json): string =>
  new Checksum().add(new TextEncoder().encode(JSON.stringify([name, key]))).toString();

/** A `CheckpointStore` in a folder, which is made when the first result is kept. */
export class CheckpointFolder implements CheckpointStore {
  constructor(readonly path: string) {}

  #file(name: string): string {
    return join(this.path, name + ENDING);
  }

  async recall(name: string, key: Json): Promise<Checkpoint | undefined> {
    try {
      const { options, report, symbols, tensors } = await loadModel(this.#file(name), { kind: KIND, version: VERSION });
      const { fingerprint, options: own } = options as unknown as Sealed;
      return fingerprint === fingerprintOf(name, key) ? { options: own, report, symbols, tensors } : undefined;
    } catch (error) {
      if (error instanceof ModelFileError || error instanceof InputError) return undefined;
      throw error;
    }
  }

  async keep(name: string, key: Json, { options, report, symbols, tensors }: Checkpoint): Promise<void> {
    await mkdir(this.path, { recursive: true }).catch((error) => {
      throw readableError(error, this.path, "written");
    });
    const sealed = { fingerprint: fingerprintOf(name, key), options };
    await saveModel(this.#file(name), { kind: KIND, version: VERSION, options: sealed, report, symbols, tensors });
  }

  /** Removes the checkpoints, and the folder if nothing else is in it. */
  async remove(): Promise<void> {
    const names = await readdir(this.path).catch(() => []);
    for (const name of names) if (OWN.test(name)) await rm(join(this.path, name), { force: true });
    await rmdir(this.path).catch(() => {});
  }
}
