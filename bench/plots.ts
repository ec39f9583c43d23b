/**
 * Pictures of recorded tables, bench/results/*.json → docs/images/*.svg: hidden states against accuracy, and learning
 * curves, of EM over its iterations and of visual text over what there is to learn from.
 *
 *   npx tsx bench/plots.ts
 */
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { type ChartLine, chartSvg } from "../src/evaluation/index.ts";
import type { LpcfgExperiment } from "../src/models/parser/index.ts";
import { cellText, RESULTS, type RecordedResult } from "./result.ts";

type Point = readonly [x: number, y: number];

const read = (name: string) => JSON.parse(readFileSync(resolve(RESULTS, `${name}.json`), "utf8")) as RecordedResult;
const write = (name: string, svg: string) =>
  writeFileSync(resolve(import.meta.dirname, `../docs/images/${name}.svg`), svg);
const ascending = (points: readonly Point[]) => points.toSorted((a, b) => a[0] - b[0]);

/** Rows whose method names a number of states are the points; a plain HMM has one state. */
function statesChart({ title, rows, columns }: RecordedResult): string {
  const lines = new Map<string, Point[]>();
  for (const [method, value] of rows) {
    const text = cellText(method!);
    const [, kind, first, second, rest = ""] = /^(\w+), (?:m = (\d+)|(\d+) states)(.*)$/.exec(text) ?? [];
    const states = text === "hmm" ? 1 : Number(first ?? second);
    if (!Number.isFinite(states)) continue;
    const line = `${kind ?? "spectral"}${rest}`;
    lines.set(line, [...(lines.get(line) ?? []), [states, Number(value)]]);
  }
  return chartSvg({
    title,
    xTitle: "hidden states",
    yTitle: columns[1]!,
    logarithmic: true,
    lines: Array.from(lines, ([name, points]) => ({ name, points: ascending(points) })),
  });
}

/** F1 over the iterations of EM; the spectral method, which has none, as level lines. */
function emChart({ title, details }: RecordedResult): string {
  const { emCurves: all, spectral } = details as LpcfgExperiment;
  // Some were run for their time alone.
  const emCurves = all.filter(({ points }) => points.length > 0);
  const iterations = emCurves.flatMap(({ points }) => points.map(({ iteration }) => iteration));
  const [first, last] = [Math.min(...iterations), Math.max(...iterations)];
  const curves: ChartLine[] = emCurves.map(({ states, points }) => ({
    name: `em, m = ${states}`,
    points: points.map(({ iteration, f1 }) => [iteration, f1]),
  }));
  const levels = spectral
    .filter(({ states }) => emCurves.some((curve) => curve.states === states))
    .map(
      ({ states, f1 }): ChartLine => ({
        name: `spectral, m = ${states}`,
        points: [
          [first, f1],
          [last, f1],
        ],
      }),
    );
  return chartSvg({ title, xTitle: "iterations of EM", yTitle: "F1", lines: [...curves, ...levels] });
}

/** Columns over the first one. */
function columnsChart({ title, rows, columns }: RecordedResult): string {
  const lines = columns.slice(1).map((name, i) => ({
    name,
    points: ascending(rows.map((row): Point => [Number(row[0]), Number(row[i + 1])])),
  }));
  return chartSvg({ title, xTitle: columns[0]!, yTitle: "AUC", logarithmic: true, lines });
}

for (const name of ["sequence-upos", "parser-wsj", "experiment-rhmm", "experiment-lpcfg"])
  write(`states-${name}`, statesChart(read(name)));
write("curves-em", emChart(read("experiment-lpcfg")));
write("curves-visual", columnsChart(read("visual-curve")));
