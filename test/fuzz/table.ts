/** Cases by family, as docs/results.md shows them. */
import type { Result } from "../../bench/result.ts";

export function fuzzResult(cases: Readonly<Record<string, number>>, found: number, command: string): Result {
  const names = Object.keys(cases).sort();
  const sum = names.reduce((all, name) => all + cases[name]!, 0);
  const shown = (count: number) => count.toLocaleString("en-US");
  return {
    section: "Faults",
    title: "Fuzzing: cases by family",
    command,
    columns: ["family", "cases"],
    rows: [...names.map((name) => [name, shown(cases[name]!)]), ["all", shown(sum)], ["found", found]],
    details: { cases, found },
  };
}
