/**
 * Measured tables. A benchmark hands its table to `record`, which prints it and writes bench/results/NAME.json;
 * `npm run results` turns all of these files into docs/results.md.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { basename, dirname, resolve } from "node:path";

export type Cell = string | number | null;

export interface Result {
  /** The section of docs/results.md it belongs to: "Parser", "Tagger" … */
  readonly section: string;
  readonly title: string;
  /** What a reader types to measure it again; data by their folder names. */
  readonly command: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** What must be known to read the table. */
  readonly notes?: readonly string[];
  /** Everything else that was measured, for programs. */
  readonly details?: unknown;
}

export interface RecordedResult extends Result {
  readonly measured: {
    readonly date: string;
    readonly node: string;
    readonly processor: string;
    /** Programs that wanted a processor, on average over the last five minutes: above the cores, times are too long. */
    readonly load?: number;
  };
}

export const RESULTS = resolve(import.meta.dirname, "results");

/** A data file by the name that tables and commands have for it: the folder and the file. */
export const shortPath = (path: string) => `${basename(dirname(resolve(path)))}/${basename(path)}`;

/** Processor seconds of this process and its threads so far. */
export function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

export const cellText = (cell: Cell): string => (cell === null ? "" : String(cell));

/** Columns that a text takes: marks that stand over a letter, as in p̂, take none. */
const width = (text: string) => text.replace(/\p{M}/gu, "").length;

/** A Markdown table; columns of numbers stand to the right. */
export function markdownTable(columns: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const right = columns.map((_, i) => rows.every((row) => row[i] === null || /^[−–\d]/.test(cellText(row[i]!))));
  const texts = rows.map((row) => row.map(cellText));
  const widths = columns.map((name, i) => Math.max(3, width(name), ...texts.map((row) => width(row[i]!))));
  const line = (cells: readonly string[]) =>
    `| ${cells
      .map((cell, i) => {
        const blanks = " ".repeat(widths[i]! - width(cell));
        return right[i] ? blanks + cell : cell + blanks;
      })
      .join(" | ")} |`;
  const rule = `| ${widths.map((width, i) => (right[i] ? `${"-".repeat(width - 1)}:` : "-".repeat(width))).join(" | ")} |`;
  return [line(columns), rule, ...texts.map(line)].join("\n");
}

/** Prints the table and keeps it as bench/results/NAME.json. */
export function record(name: string, result: Result): void {
  const measured = {
    date: new Date().toISOString().slice(0, 10),
    node: process.version,
    processor: `${cpus().length} cores`,
    load: Math.round(loadavg()[1]!),
  };
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(resolve(RESULTS, `${name}.json`), `${JSON.stringify({ ...result, measured }, null, 2)}\n`);
  console.log(`${result.title}\n${result.command}\n\n${markdownTable(result.columns, result.rows)}\n`);
  for (const note of result.notes ?? []) console.log(note);
}
