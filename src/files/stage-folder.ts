/**
 * Results of stages in a folder, a file each: a model file of kind "stage" whose options hold a fingerprint of the stage's name and key. A file with another fingerprint, or one that
 * cannot be read, is as good as none and is overwritten.
 */
import { mkdir, readdir, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { Checksum, InputError, type Json, ModelFileError, type StageResult, type StageStore } from "../base/index.ts";
import { readableError } from "./file-errors.ts";
import { loadModel, saveModel } from "./model-file.ts";

const KIND = "stage";
const VERSION = 1;
const ENDING = ".stage";
/** Results, and halves of results that a killed process left. */
const OWN = /\.stage$|^\..*\.stage\..*\.partial$/;

interface Sealed {
  readonly fingerprint: string;
  readonly options: Json;
}

const fingerprintOf = (name: string, key: Json): string =>
  new Checksum().add(new TextEncoder().encode(JSON.stringify([name, key]))).toString();

export class StageFolder implements StageStore {
  constructor(readonly path: string) {}

  #file(name: string): string {
    return join(this.path, name + ENDING);
  }

  async recall(name: string, key: Json): Promise<StageResult | undefined> {
    try {
      const { options, report, symbols, tensors } = await loadModel(this.#file(name), { kind: KIND, version: VERSION });
      const { fingerprint, options: own } = options as unknown as Sealed;
      return fingerprint === fingerprintOf(name, key) ? { options: own, report, symbols, tensors } : undefined;
    } catch (error) {
      if (error instanceof ModelFileError || error instanceof InputError) return undefined;
      throw error;
    }
  }

  async keep(name: string, key: Json, { options, report, symbols, tensors }: StageResult): Promise<void> {
    await mkdir(this.path, { recursive: true }).catch((error) => {
      throw readableError(error, this.path, "written");
    });
    const sealed = { fingerprint: fingerprintOf(name, key), options };
    await saveModel(this.#file(name), { kind: KIND, version: VERSION, options: sealed, report, symbols, tensors });
  }

  /** Removes what was kept, and the folder when nothing else is in it. */
  async remove(): Promise<void> {
    const names = await readdir(this.path).catch(() => []);
    for (const name of names) if (OWN.test(name)) await rm(join(this.path, name), { force: true });
    await rmdir(this.path).catch(() => {});
  }
}
