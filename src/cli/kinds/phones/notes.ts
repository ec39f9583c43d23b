/** What reading recordings did, on standard error. */
import type { Recordings } from "../../../data/index.ts";
import type { Context } from "../../frame/context.ts";
import { counted } from "../../frame/numbers.ts";

/** Which recordings were skipped, and what was repaired or left out. */
export function noteReading(context: Context, { sources, skipped, preparation }: Recordings): void {
  for (const message of skipped) context.note(`skipped: ${message}`);
  const bad = sources.reduce((sum, source) => sum + source.skipped, 0);
  if (bad > 0) context.note(`${counted(bad, "bad recording")} skipped`);
  noteCounts(context, Object.entries(preparation));
}

export function noteCounts(context: Context, counts: Iterable<readonly [string, number]>): void {
  for (const [what, times] of counts) context.note(`${what}: ${times}`);
}
