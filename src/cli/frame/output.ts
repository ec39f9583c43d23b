/** The file that --output names must not be one that the command reads: it would replace the user's data. */
import { stat } from "node:fs/promises";
import { UsageError } from "./failures.ts";

/** Throws when one of the inputs is the file that `output` names, by whatever path. */
export async function checkOutput(output: unknown, inputs: readonly string[]): Promise<void> {
  const target = await identityOf(output);
  if (target === undefined) return;
  for (const input of inputs)
    if ((await identityOf(input)) === target)
      throw new UsageError(`--output ${output} would overwrite the input ${input}; choose another name.`);
}

/** The same text for the same file; undefined where there is no file, and for pipes, devices and folders. */
async function identityOf(path: unknown): Promise<string | undefined> {
  if (typeof path !== "string" || path === "") return undefined;
  const found = await stat(path, { bigint: true }).catch(() => undefined);
  return found?.isFile() ? `${found.dev}:${found.ino}` : undefined;
}
