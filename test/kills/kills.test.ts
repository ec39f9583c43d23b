/** A few kills; `npm run kills` has a hundred for each command, those with checkpoints among them. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { Random } from "../../src/base/index.ts";
import { MAIN } from "../built.ts";
import { killedCommands } from "./commands.ts";
import { brokenPromises, killOften } from "./kill.ts";

const MOMENTS = 2;
const folder = mkdtempSync(join(tmpdir(), "eigentree-kills-"));
afterAll(() => rmSync(folder, { recursive: true }));
const commands = killedCommands(folder);
/** One that writes a model, one that writes a text, and one that writes as it goes; all of them take too long here. */
const CHOSEN = ["train sequence", "train clusters", "parse -o"];

describe.runIf(process.platform !== "win32").each(["SIGKILL", "SIGINT"] as const)("%s", (signal) => {
  test.each(CHOSEN)("%s leaves the old file or the new one", async (name) => {
    const command = commands.find((candidate) => candidate.name === name)!;
    const tally = await killOften(MAIN, command, signal, MOMENTS, new Random(3), join(folder, `${name} ${signal}`));
    expect(brokenPromises(tally)).toEqual([]);
    expect(tally.old + tally.new).toBe(MOMENTS);
  });
});
