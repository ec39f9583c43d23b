/**
 * Praat TextGrid, long and short text form. Only interval tiers are read; one is chosen by name, else the first whose name has "phon" in it, else the first.
 * Empty intervals are gaps. Both forms are the same list of quoted texts, numbers and flags once the long form's names are dropped.
 */
import { InputError } from "../base/errors.ts";
import { addSegment, type Segment, type SegmentReadOptions } from "./segments.ts";

interface Token {
  readonly value: string | number;
  readonly line: number;
}

/** Quoted texts ("" inside is a quote), numbers and flags as <exists>; everything else is decoration. */
function tokens(text: string, file: string | undefined): Token[] {
  const found: Token[] = [];
  let line = 1;
  const pattern = /\n|"((?:[^"]|"")*)"|(?:^|(?<=[\s=]))(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)(?=\s|$)|<\w+>|"/g;
  for (const match of text.matchAll(pattern)) {
    const [all, quoted, number] = match;
    if (all === "\n") line++;
    else if (all === '"') throw new InputError('a quote opened here is never closed; expected another ".', { file, line });
    else if (quoted !== undefined) {
      found.push({ value: quoted.replaceAll('""', '"'), line });
      line += quoted.split("\n").length - 1;
    } else if (number !== undefined) found.push({ value: Number(number), line });
  }
  return found;
}

export function readTextGrid(text: string, options: SegmentReadOptions & { readonly tier?: string } = {}): Segment[] {
  const { file } = options;
  const list = tokens(text, file);
  let at = 0;
  const next = (kind: "string" | "number", what: string): Token => {
    const token = list[at++];
    if (token === undefined)
      throw new InputError(`the file ends before ${what}; the TextGrid is cut short.`, { file, line: list.at(-1)?.line });
    if (typeof token.value !== kind) {
      throw new InputError(`found ${JSON.stringify(token.value)} where ${what} should stand; expected a ${kind}.`, {
        file,
        line: token.line,
      });
    }
    return token;
  };
  const isGrid = list[0]?.value === "ooTextFile" && list[1]?.value === "TextGrid";
  if (!isGrid)
    throw new InputError('this is no TextGrid: expected File type = "ooTextFile" and Object class = "TextGrid" first.', { file, line: 1 });
  at = 2;
  next("number", "the start time");
  next("number", "the end time");
  const count = next("number", "the number of tiers").value as number;
  const tiers = new Map<string, Segment[]>();
  for (let t = 0; t < count; t++) {
    const kind = next("string", "the class of a tier").value;
    const name = next("string", "the name of a tier").value as string;
    next("number", "the tier's start time");
    next("number", "the tier's end time");
    const size = next("number", "the tier's number of items").value as number;
    const segments: Segment[] = [];
    for (let i = 0; i < size; i++) {
      const start = next("number", "an item's time");
      const end = kind === "IntervalTier" ? next("number", "an interval's end") : start;
      const label = next("string", "an item's text").value as string;
      if (kind !== "IntervalTier" || label.trim() === "") continue;
      const segment = { start: start.value as number, end: end.value as number, label: label.trim() };
      addSegment(segments, segment, { file, line: start.line });
    }
    if (kind === "IntervalTier") tiers.set(name, segments);
  }
  const names = [...tiers.keys()];
  const chosen = options.tier ?? names.find((name) => /phon/i.test(name)) ?? names[0];
  const segments = chosen === undefined ? undefined : tiers.get(chosen);
  if (segments === undefined) {
    throw new InputError(
      `no interval tier "${options.tier ?? ""}"; the file has ${names.map((name) => `"${name}"`).join(", ") || "none"}.`,
      { file },
    );
  }
  return segments;
}

/** One interval tier in the long form; gaps become empty intervals. */
export function writeTextGrid(segments: readonly Segment[], duration: number, tier = "phones"): string {
  const filled: Segment[] = [];
  let time = 0;
  for (const segment of segments) {
    if (segment.start > time) filled.push({ start: time, end: segment.start, label: "" });
    filled.push(segment);
    time = segment.end;
  }
  if (time < duration) filled.push({ start: time, end: duration, label: "" });
  const quoted = (label: string) => `"${label.replaceAll('"', '""')}"`;
  const items = filled.map(({ start, end, label }, i) => {
    return `        intervals [${i + 1}]:\n            xmin = ${start}\n            xmax = ${end}\n            text = ${quoted(label)}\n`;
  });
  return (
    'File type = "ooTextFile"\nObject class = "TextGrid"\n\n' +
    `xmin = 0\nxmax = ${duration}\ntiers? <exists>\nsize = 1\nitem []:\n    item [1]:\n        class = "IntervalTier"\n` +
    `        name = ${quoted(tier)}\n        xmin = 0\n        xmax = ${duration}\n        intervals: size = ${filled.length}\n${items.join("")}`
  );
}
