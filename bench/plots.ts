/**
 * Hidden states against accuracy, drawn from recorded tables: bench/results/NAME.json → docs/images/states-NAME.svg.
 * Rows whose method names a number of states are the points; a plain HMM has one state.
 *
 *   npx tsx bench/plots.ts [NAME…]
 */
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { chartSvg } from "../src/evaluation/index.ts";
import { cellText, RESULTS, type RecordedResult } from "./result.ts";

const given = process.argv.slice(2);
for (const name of given.length > 0 ? given : ["sequence-upos", "parser-wsj", "experiment-rhmm"]) {
  const { title, rows, columns } = JSON.parse(readFileSync(resolve(RESULTS, `${name}.json`), "utf8")) as RecordedResult;
  const lines = new Map<string, (readonly [number, number])[]>();
  for (const [method, value] of rows) {
    const text = cellText(method!);
    const [, kind, first, second, rest = ""] = /^(\w+), (?:m = (\d+)|(\d+) states)(.*)$/.exec(text) ?? [];
    const states = text === "hmm" ? 1 : Number(first ?? second);
    if (!Number.isFinite(states)) continue;
    const line = `${kind ?? "spectral"}${rest}`;
    lines.set(line, [...(lines.get(line) ?? []), [states, Number(value)]]);
  }
  const picture = chartSvg({
    title,
    xTitle: "hidden states",
    yTitle: columns[1]!,
    logarithmic: true,
    lines: Array.from(lines, ([line, points]) => ({ name: line, points: points.toSorted((a, b) => a[0] - b[0]) })),
  });
  writeFileSync(resolve(import.meta.dirname, `../docs/images/states-${name}.svg`), picture);
}
