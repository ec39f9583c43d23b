/**
 * Praat TextGrid, long and short text form. Only interval tiers are read; one is chosen by name, else the first whose
 * name has "phon" in it, else the first. Empty intervals are gaps. Both forms are the same list of quoted texts,
 * numbers and flags once the long form's names are dropped.
 */
import { InputError } from "../../base/errors.ts";
import { quoted } from "../../base/quoted.ts";
import { BYTE_ORDER_MARK, LARGEST_RECORD, tooLarge } from "../reader.ts";
import { addSegment, type Segment, type SegmentReadOptions } from "./segments.ts";

interface Token {
  readonly value: string | number;
  readonly line: number;
}

const NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** Digits of a time; what is longer is not a number. */
const LONGEST_NUMBER = 64;
const NEWLINE = 10;
const QUOTE = 34;
const EQUALS = 61;
const isSpace = (code: number) => code === 32 || (code >= 9 && code <= 13) || code === 0xfeff || code === 0xa0;

/** Quoted texts ("" inside is a quote) and numbers; names, brackets and flags as <exists> are decoration. */
function tokens(text: string, file: string | undefined): Token[] {
  const found: Token[] = [];
  let line = 1;
  for (let at = text.startsWith(BYTE_ORDER_MARK) ? 1 : 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const end = closingQuote(text, at);
      if (end < 0) throw new InputError('a quote opened here is never closed; expected another ".', { file, line });
      if (end - at > LARGEST_RECORD) throw tooLarge("the text that begins here", "shorten it", line, 1, { file });
      const content = text.slice(at + 1, end);
      found.push({ value: content.replaceAll('""', '"'), line });
      line += content.split("\n").length - 1;
      at = end + 1;
    } else if (code === NEWLINE) {
      line++;
      at++;
    } else if (isSpace(code) || code === EQUALS) at++;
    else {
      const start = at;
      for (; at < text.length; at++) {
        const next = text.charCodeAt(at);
        if (next === QUOTE || next === EQUALS || isSpace(next)) break;
      }
      const word = at - start <= LONGEST_NUMBER ? text.slice(start, at) : "";
      if (NUMBER.test(word)) found.push({ value: Number(word), line });
    }
  }
  return found;
}

/** The index of the quote that closes the one at `open`, or −1. */
function closingQuote(text: string, open: number): number {
  let end = text.indexOf('"', open + 1);
  while (end >= 0 && text.charCodeAt(end + 1) === QUOTE) end = text.indexOf('"', end + 2);
  return end;
}

/** The intervals of a tier of a Praat TextGrid. */
export function readTextGrid(text: string, options: SegmentReadOptions & { readonly tier?: string } = {}): Segment[] {
  const { file } = options;
  const list = tokens(text, file);
  let at = 0;
  const fail = (reason: string, line: number | undefined): never => {
    throw new InputError(reason, { file, line });
  };
  const next = (kind: "string" | "number", what: string): Token => {
    const token = list[at++];
    if (token === undefined) return fail(`the file ends before ${what}; the TextGrid is cut short.`, list.at(-1)?.line);
    const { value, line } = token;
    const shown = typeof value === "string" ? quoted(value) : `${value}`;
    if (typeof value !== kind) fail(`found ${shown} where ${what} should stand; expected a ${kind}.`, line);
    if (typeof value === "number" && !Number.isFinite(value)) fail(`${what} is too large a number.`, line);
    return token;
  };
  const count = (what: string): number => {
    const { value, line } = next("number", what);
    return Number.isSafeInteger(value) && (value as number) >= 0
      ? (value as number)
      : fail(`${what} is ${value}; expected a whole number from 0.`, line);
  };
  if (list[0]?.value !== "ooTextFile" || list[1]?.value !== "TextGrid")
    fail('this is not a TextGrid: expected File type = "ooTextFile" and Object class = "TextGrid" first.', 1);
  at = 2;
  next("number", "the start time");
  next("number", "the end time");
  const tiers = new Map<string, Segment[]>();
  for (let left = count("the number of tiers"); left > 0; left--) {
    const kind = next("string", "the class of a tier").value;
    const name = next("string", "the name of a tier").value as string;
    next("number", "the tier's start time");
    next("number", "the tier's end time");
    const segments: Segment[] = [];
    for (let items = count("the tier's number of items"); items > 0; items--) {
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
  if (segments !== undefined) return segments;
  const others = names.slice(0, MOST_LISTED).map(quoted);
  const listed = [...others, ...(names.length > MOST_LISTED ? ["…"] : [])].join(", ");
  return fail(`no interval tier ${quoted(options.tier ?? "")}; the file has ${listed || "none"}.`, undefined);
}

/** Names of tiers that a message lists. */
const MOST_LISTED = 8;

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
  const between = (label: string) => `"${label.replaceAll('"', '""')}"`;
  const items = filled.map(({ start, end, label }, i) => {
    return `        intervals [${i + 1}]:\n            xmin = ${start}\n            xmax = ${end}\n            text = ${between(label)}\n`;
  });
  return (
    'File type = "ooTextFile"\nObject class = "TextGrid"\n\n' +
    `xmin = 0\nxmax = ${duration}\ntiers? <exists>\nsize = 1\nitem []:\n    item [1]:\n        class = "IntervalTier"\n` +
    `        name = ${between(tier)}\n        xmin = 0\n        xmax = ${duration}\n        intervals: size = ${filled.length}\n${items.join("")}`
  );
}
