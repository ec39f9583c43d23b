/**
 * Features of a word for p(label | spelling), as hashes with values: affixes, shape, case, parts between hyphens, and
 * the usual labels of known words that it resembles. Whether the word opens its sentence matters because a capital then
 * tells little.
 */
import { hashText } from "./hash.ts";
import type { KnownForms } from "./known-forms.ts";
import { caseOf, hasDigit, shapeOf } from "./spelling.ts";

/** Takes one feature. */
export type EmitFeature = (hash: number, value: number) => void;

/**
 * More features of words from elsewhere: coordinates of a word vector, prefixes of a cluster's path. The hashes must
 * differ from those here: `hashText` with a kind from 100 up. They are not stored with a model; who opens it gives the
 * same again.
 */
export interface WordFeatures {
  features(word: string, emit: EmitFeature): void;
}

const LONGEST_SUFFIX = 5;
const LONGEST_PREFIX = 4;
/** Longer words than this count as this long. */
const LONG = 12;

const KIND = {
  always: 1,
  shape: 2,
  case: 3,
  firstShape: 4,
  length: 5,
  /** Plus the length of the suffix or prefix. */
  suffix: 10,
  prefix: 20,
  digit: 30,
  lastPart: 31,
  caseSuffix: 32,
  firstPart: 33,
  lowerLabel: 60,
  firstLowerLabel: 61,
  partLabel: 62,
  capitalLabel: 63,
  relative: 69,
  endLabel: 71,
  beforeEnd: 72,
} as const;

export function spellingFeatures(word: string, first: boolean, known: KnownForms, emit: EmitFeature): void {
  const lower = word.toLowerCase();
  const shape = shapeOf(word);
  const letterCase = caseOf(word);
  const put = (kind: number, text: string | number) => emit(hashText(kind, String(text)), 1);
  put(KIND.always, "");
  put(KIND.shape, shape);
  put(KIND.case, `${letterCase}${first}`);
  put(KIND.firstShape, `${shape}${first}`);
  put(KIND.length, Math.min(word.length, LONG));
  for (let size = 1; size <= Math.min(LONGEST_SUFFIX, lower.length); size++)
    put(KIND.suffix + size, lower.slice(-size));
  for (let size = 1; size <= Math.min(LONGEST_PREFIX, lower.length); size++)
    put(KIND.prefix + size, lower.slice(0, size));
  if (hasDigit(word)) put(KIND.digit, "");
  put(KIND.caseSuffix, `${letterCase}${lower.slice(-2)}`);
  const hyphen = lower.lastIndexOf("-");
  if (hyphen >= 0) {
    const last = lower.slice(hyphen + 1);
    put(KIND.lastPart, last);
    put(KIND.firstPart, lower.slice(0, lower.indexOf("-")));
    put(KIND.partLabel, known.usual(last));
  }
  if (lower !== word) {
    const label = known.usual(lower);
    put(KIND.lowerLabel, `${label}${letterCase}`);
    put(KIND.firstLowerLabel, `${label}${letterCase}${first}`);
  }
  const capital = `${lower.slice(0, 1).toUpperCase()}${lower.slice(1)}`;
  if (capital !== word) {
    const label = known.usual(capital);
    if (label >= 0) put(KIND.capitalLabel, `${label}${letterCase}`);
  }
  for (const { ending, otherEnding, label } of known.relatives(lower))
    put(KIND.relative, `${ending}/${otherEnding}:${label}`);
  const end = known.knownEnd(lower);
  if (end !== undefined) {
    put(KIND.endLabel, end.label);
    put(KIND.beforeEnd, `${end.before}+${end.label}`);
  }
}
