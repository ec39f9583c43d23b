/**
 * Labelled stretches of time: TIMIT `.phn` (start end label, in samples), HTK `.lab` (the same in units of 100 ns), and what both share. Intervals must go
 * forward and may not overlap; gaps are allowed.
 */
import { InputError } from "../base/errors.ts";
import { blankSeparated } from "./blocks.ts";

/** Times in seconds. */
export interface Segment {
  readonly start: number;
  readonly end: number;
  readonly label: string;
}

export interface SegmentReadOptions {
  readonly file?: string | undefined;
}

/** HTK counts time in units of 100 ns. */
const HTK_UNITS = 1e7;

/** TIMIT `.phn`; `rate` is that of the sound, 16,000 samples a second in TIMIT. */
export const readPhn = (text: string, options: SegmentReadOptions & { readonly rate?: number } = {}): Segment[] =>
  readIntervals(text, options.rate ?? 16_000, "start, end and phone, in samples", options);

/** HTK `.lab`: start, end, label; further columns (scores) are ignored. */
export const readLab = (text: string, options: SegmentReadOptions = {}): Segment[] =>
  readIntervals(text, HTK_UNITS, "start, end and label, in units of 100 ns", options);

function readIntervals(text: string, unitsPerSecond: number, expected: string, { file }: SegmentReadOptions): Segment[] {
  const segments: Segment[] = [];
  for (const [i, line] of text.split("\n").entries()) {
    const fields = blankSeparated(line.replace(/\r$/, ""));
    if (fields.length === 0) continue;
    const [start, end, label] = fields;
    const wellFormed = fields.length >= 3 && /^\d+$/.test(start!) && /^\d+$/.test(end!);
    if (!wellFormed) throw new InputError(`"${line.trim()}" is no interval; expected ${expected}.`, { file, line: i + 1 });
    addSegment(
      segments,
      { start: Number(start) / unitsPerSecond, end: Number(end) / unitsPerSecond, label: label! },
      { file, line: i + 1 },
    );
  }
  return segments;
}

/** Adds an interval, or throws when it is empty, runs backward or overlaps the one before. */
export function addSegment(segments: Segment[], segment: Segment, position: { file?: string | undefined; line?: number }): void {
  const { start, end, label } = segment;
  const seconds = (time: number) => `${+time.toFixed(6)} s`;
  if (!(end > start)) {
    throw new InputError(
      `the interval "${label}" runs from ${seconds(start)} to ${seconds(end)}; expected it to end after its start.`,
      position,
    );
  }
  const last = segments.at(-1);
  if (last !== undefined && start < last.end) {
    throw new InputError(
      `the interval "${label}" starts at ${seconds(start)}, before "${last.label}" ends at ${seconds(last.end)}; intervals may not overlap.`,
      position,
    );
  }
  segments.push(segment);
}

export const writePhn = (segments: readonly Segment[], rate = 16_000): string =>
  segments.map(({ start, end, label }) => `${Math.round(start * rate)} ${Math.round(end * rate)} ${label}\n`).join("");

export const writeLab = (segments: readonly Segment[]): string =>
  segments.map(({ start, end, label }) => `${Math.round(start * HTK_UNITS)} ${Math.round(end * HTK_UNITS)} ${label}\n`).join("");
