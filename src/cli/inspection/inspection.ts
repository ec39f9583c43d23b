/** What the inspections of all formats have in common, and how they are laid out. */
import { wrap } from "../frame/help.ts";
import { formatCount } from "../frame/numbers.ts";
import type { Oddities } from "./counts.ts";

/** What --json writes. */
export type Facts = Readonly<Record<string, unknown>>;

export interface Inspection<T> {
  readonly oddities: Oddities;
  /** `place` is where the record begins: "dev.mrg:41". */
  add(record: T, place: string): void;
  facts(): Facts;
  sections(): string[];
}

const NAMES = 22;
const WIDTH = 120;

/** A heading with lines of names and values below it. */
export function section(title: string, rows: readonly (readonly [string, string | number])[]): string {
  const lines = rows.map(([name, value]) => {
    const text = typeof value === "number" ? formatCount(value) : value;
    const width = name.replace(/\p{M}/gu, "").length;
    return `  ${name}${" ".repeat(Math.max(0, NAMES - width))}${wrap(text, WIDTH, NAMES + 2)
      .trimStart()
      .replaceAll("\u00A0", " ")}`;
  });
  return [title, ...lines].join("\n");
}
