/** What a preparation did to trees, in words. */
import type { StepCounts } from "../../trees/index.ts";
import { formatCount } from "../frame/numbers.ts";

/** "prepared 12 traces, 40 function tags", or "nothing to prepare". The names of the counts are plurals. */
export function preparationText(counts: Readonly<Record<string, Readonly<StepCounts>>>): string {
  const done = Object.values(counts).flatMap((step) => Object.entries(step));
  if (done.length === 0) return "nothing to prepare";
  return `prepared ${done.map(([name, count]) => `${formatCount(count)} ${name}`).join(", ")}`;
}
