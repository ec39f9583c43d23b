/**
 * What can be read only once: standard input, and other pipes that the process was given open (`<(command)` in a
 * shell). Whoever opens one a second time gets the rest, or nothing, and would take it for the whole. Here that is an
 * error, wherever in the process the two openings are. To look at the beginning and then read the whole, see peek.ts.
 */
import { stat } from "node:fs/promises";
import { OptionError } from "../../base/errors.ts";

/** The path that stands for standard input. */
export const STANDARD_INPUT = "-";

/** Descriptors that have been opened. */
const opened = new Set<number>();

/** The descriptor that a path stands for: 0 for `-` and /dev/stdin, 63 for /dev/fd/63; undefined for a file. */
function descriptorOf(path: string): number | undefined {
  if (path === STANDARD_INPUT || path === "/dev/stdin") return 0;
  const number = /^\/(?:dev|proc\/self)\/fd\/(\d+)$/.exec(path)?.[1];
  return number === undefined ? undefined : Number(number);
}

/** To be called before every opening; throws an `OptionError` at the second of what can be read only once. */
export async function claim(path: string): Promise<void> {
  const descriptor = descriptorOf(path);
  if (descriptor === undefined) return;
  // A file under the name of a descriptor is opened again each time, and read from its beginning.
  if (path !== STANDARD_INPUT && (await stat(path).catch(() => undefined))?.isFile()) return;
  if (opened.has(descriptor)) {
    const what = descriptor === 0 ? "standard input (-) can" : `${path}: is a pipe, which can`;
    throw new OptionError(path, `${what} be read only once.`);
  }
  opened.add(descriptor);
}
