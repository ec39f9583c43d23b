/** Conventions of punctuation as a model file keeps them: plain JSON. */

import { isRecord } from "../../../base/container/nested-parts.ts";
import type { PartsReader } from "../../../base/container/parts-reader.ts";
import type { Json } from "../../../base/model-parts.ts";
import { CHOICES, type Choice } from "./marks.ts";
import type { Punctuation, PunctuationStyle } from "./punctuation.ts";
import type { Resemblance } from "./resemblance.ts";

export const punctuationJson = ({ styles, resemblance }: Punctuation): Json => ({
  styles: styles.map(({ sources, conventions }) => ({ sources, conventions: Object.fromEntries(conventions) })),
  resemblance: resemblance === undefined ? null : (resemblance as unknown as Json),
});

/** Undefined where the file has none. */
export function punctuationFrom(stored: Json | undefined, reader: PartsReader): Punctuation | undefined {
  if (stored === undefined || stored === null) return undefined;
  const damaged = () => reader.damaged("has conventions of punctuation that cannot be read");
  if (!isRecord(stored) || !Array.isArray(stored.styles) || stored.styles.length === 0) return damaged();
  const styles = stored.styles.map((style: Json): PunctuationStyle => {
    if (!isRecord(style) || !isTexts(style.sources) || !isRecord(style.conventions)) return damaged();
    const conventions = Object.entries(style.conventions);
    if (!conventions.every(([, choice]) => CHOICES.includes(choice as Choice))) return damaged();
    return { sources: style.sources, conventions: new Map(conventions as [string, Choice][]) };
  });
  if (styles.length === 1) return { styles, resemblance: undefined };
  const { resemblance } = stored;
  if (!isRecord(resemblance) || !isTexts(resemblance.words) || !Array.isArray(resemblance.odds)) return damaged();
  const { words, odds } = resemblance;
  const isRow = (row: Json) =>
    isRecord(row) && typeof row.own === "number" && isNumbers(row.values) && row.values.length === words.length;
  if (odds.length !== styles.length - 1 || !odds.every(isRow)) return damaged();
  return { styles, resemblance: { words, odds: odds as unknown as Resemblance["odds"] } };
}

const isTexts = (value: Json | undefined): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === "string");
const isNumbers = (value: Json | undefined): value is number[] =>
  Array.isArray(value) && value.every((item) => Number.isFinite(item));
