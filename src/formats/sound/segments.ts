/**
 * Labelled stretches of time: TIMIT `.phn` (start end label, in samples), HTK `.lab` (the same in units of 100 ns), and
 * what both share. Intervals must go forward and may not overlap; gaps are allowed.
 */
import { InputError } from "../../base/errors.ts";
import { quoted } from "../../base/quoted.ts";
import { blankSeparated, checkField, lineReader } from "../blocks.ts";

/** Times in seconds. */
export interface Segment {
  readonly start: number;
  readonly end: number;
  readonly label: string;
}

/** How labelled intervals are read. */
export interface SegmentReadOptions {
  readonly file?: string | undefined;
}

/** HTK counts time in units of 100 ns. */
const HTK_UNITS = 1e7;
const TIMIT_RATE = 16_000;

/** TIMIT `.phn`; `rate` is that of the sound, 16,000 samples a second in TIMIT. */
export const readPhn = (text: string, options: SegmentReadOptions & { readonly rate?: number } = {}): Segment[] =>
  readIntervals(text, options.rate ?? TIMIT_RATE, "start, end and phone, in samples", options);

/** HTK `.lab`: start, end, label; further columns (scores) are ignored. */
export const readLab = (text: string, options: SegmentReadOptions = {}): Segment[] =>
  readIntervals(text, HTK_UNITS, "start, end and label, in units of 100 ns", options);

/** A whole number that is kept exactly. */
const isTime = (text: string) => /^\d+$/.test(text) && Number.isSafeInteger(Number(text));

function readIntervals(
  text: string,
  unitsPerSecond: number,
  expected: string,
  { file }: SegmentReadOptions,
): Segment[] {
  const segments: Segment[] = [];
  const reader = lineReader(
    (line) => {
      const fields = blankSeparated(line.text);
      if (fields.length === 0) return undefined;
      const [start = "", end = "", label] = fields;
      const position = { file, line: line.number };
      if (label === undefined || !isTime(start) || !isTime(end))
        throw new InputError(`${quoted(line.text.trim())} is not an interval; expected ${expected}.`, position);
      const segment = { start: Number(start) / unitsPerSecond, end: Number(end) / unitsPerSecond, label };
      addSegment(segments, segment, position);
      return undefined;
    },
    () => {},
    { file },
  );
  reader.push(text);
  reader.end();
  return segments;
}

/** Adds an interval, or throws when it is empty, runs backward or overlaps the one before. */
export function addSegment(
  segments: Segment[],
  segment: Segment,
  position: { file?: string | undefined; line?: number },
): void {
  const { start, end, label } = segment;
  const seconds = (time: number) => `${+time.toFixed(6)} s`;
  if (!(end > start)) {
    throw new InputError(
      `the interval ${quoted(label)} runs from ${seconds(start)} to ${seconds(end)}; expected it to end after its start.`,
      position,
    );
  }
  const last = segments.at(-1);
  if (last !== undefined && start < last.end) {
    throw new InputError(
      `the interval ${quoted(label)} starts at ${seconds(start)}, before ${quoted(last.label)} ends at ${seconds(last.end)}; intervals may not overlap.`,
      position,
    );
  }
  segments.push(segment);
}

/** Intervals as lines of whole numbers; throws where they could not be read again. */
function writeIntervals(segments: readonly Segment[], unitsPerSecond: number): string {
  const lines = segments.map(({ start, end, label }) => {
    const [from, to] = [Math.round(start * unitsPerSecond), Math.round(end * unitsPerSecond)];
    if (!(from >= 0 && to > from && Number.isSafeInteger(to))) {
      const found = `the interval ${quoted(label)} runs from ${start} s to ${end} s`;
      throw new InputError(`${found}; expected a start from 0 and an end at least 1/${unitsPerSecond} s later.`);
    }
    return `${from} ${to} ${checkField("an interval", "label", label)}\n`;
  });
  return lines.join("");
}

/** Intervals as TIMIT's .phn files have them. */
export const writePhn = (segments: readonly Segment[], rate = TIMIT_RATE): string => writeIntervals(segments, rate);

/** Intervals as HTK's label files have them. */
export const writeLab = (segments: readonly Segment[]): string => writeIntervals(segments, HTK_UNITS);
