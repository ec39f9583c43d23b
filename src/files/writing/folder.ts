/** Folders for output of several files. */
import { mkdir } from "node:fs/promises";
import { InputError } from "../../base/errors.ts";
import { readableError } from "../file-errors.ts";

/** Makes a folder, and those above it, unless it is there; throws an `InputError` where it cannot be. */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST")
      throw new InputError("is a file; expected a folder, which gets a file for each drawing.", { file: path });
    throw readableError(error, path, "written");
  }
}
