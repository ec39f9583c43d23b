/**
 * Partial files that a killed process left behind (see atomic-write.ts). Nothing uses them again; they only take room,
 * so the next write of the same file tells of them. They are never removed unasked.
 */
import { randomBytes } from "node:crypto";
import { readdir, realpath, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { processLives } from "./processes.ts";

/** A partial file that a killed process left behind. */
export interface Leftover {
  readonly path: string;
  readonly bytes: number;
}

/** A name for the partial file of `target` that this process writes: its number says later whose it was. */
export const partialName = (target: string): string =>
  join(dirname(target), `.${basename(target)}.${process.pid}-${randomBytes(4).toString("hex")}.partial`);

const ENDING = /^\.(\d+)-[0-9a-f]{8}\.partial$/;

/** The partial files of a file whose writers no longer live. */
export async function leftoversOf(path: string): Promise<readonly Leftover[]> {
  const target = await realpath(path).catch(() => path); // a partial file lies next to the file itself, not next to a link to it
  const folder = dirname(target);
  const start = `.${basename(target)}`;
  const found: Leftover[] = [];
  for (const name of await readdir(folder).catch(() => [])) {
    const pid = name.startsWith(start) ? ENDING.exec(name.slice(start.length))?.[1] : undefined;
    if (pid === undefined) continue;
    const half = join(folder, name);
    const details = await stat(half).catch(() => undefined); // another process may have renamed it just now
    // An earlier process may have had our own number, especially in a container.
    const older = details !== undefined && details.mtimeMs < performance.timeOrigin;
    const dead = Number(pid) === process.pid ? older : !processLives(Number(pid));
    if (details !== undefined && dead) found.push({ path: half, bytes: details.size });
  }
  return found;
}

/** What to tell a user of a leftover, and how to get rid of it. */
export const leftoverNotice = ({ path, bytes }: Leftover): string =>
  `${path}: ${bytes} bytes that a killed process left; nothing needs them. Remove the file with: rm ${quoted(path)}`;

/** Quoted as a word of a shell. */
const quoted = (path: string): string => (/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`);
