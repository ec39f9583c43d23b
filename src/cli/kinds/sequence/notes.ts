/** What reading labelled sequences did, on standard error. */
import type { TaggedSequences } from "../../../data/index.ts";
import type { Context } from "../../frame/context.ts";
import { counted, formatCount } from "../../frame/numbers.ts";

/** How many sequences there are, which were skipped, and what preparation did to trees. */
export function noteReading(context: Context, { sequences, sources, skipped, preparation }: TaggedSequences): void {
  for (const message of skipped) context.note(`skipped: ${message}`);
  const bad = sources.reduce((sum, source) => sum + source.skipped, 0);
  context.note(`${counted(sequences.length, "sequence")}${bad > 0 ? `, ${counted(bad, "bad one")} skipped` : ""}`);
  const done = Object.values(preparation).flatMap((counts) => Object.entries(counts));
  if (done.length > 0)
    context.note(`trees were prepared: ${done.map(([what, times]) => `${what}: ${formatCount(times)}`).join(", ")}`);
}
