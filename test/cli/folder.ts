/** A folder for the files of a test, and commands that run without a process. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { EIGENTREE } from "../../src/cli/commands.ts";
import { type Outcome, runIn } from "./terminal.ts";

export function temporaryFolder(name: string): {
  readonly at: (file: string) => string;
  readonly run: (...words: readonly string[]) => Promise<Outcome>;
} {
  const folder = mkdtempSync(join(tmpdir(), `eigentree-${name}-`));
  afterAll(() => rmSync(folder, { recursive: true }));
  return { at: (file) => join(folder, file), run: (...words) => runIn(EIGENTREE, words) };
}
