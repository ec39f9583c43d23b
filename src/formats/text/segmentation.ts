/**
 * How running text of a language is cut into words and sentences: the conventions of a treebank, so that text reaches a
 * model in the words the model knows. Plain data that JSON can hold; `defaultSegmentation` has those of languages,
 * `learnSegmentation` takes them from a treebank.
 */
import { InputError, OptionError } from "../../base/errors.ts";
import { quoted } from "../../base/quoted.ts";

/** What to do at a mark inside a word: nothing, cut before it, cut behind it, or both. */
export type Cut = 0 | 1 | 2 | 3;

/** How running text is cut into words and sentences: plain data that JSON can hold. */
export interface Segmentation {
  /** A language tag, as `en` or `zh-Hant`. */
  readonly language: string;
  /** How double and single quotation marks are spelled, opening and closing; null, and those `kept`: as in the text. */
  readonly quotes: {
    readonly double: readonly [string, string] | null;
    readonly single: readonly [string, string] | null;
    readonly kept: readonly string[];
  };
  /** Other marks that are spelled otherwise: `{ "(": "-LRB-", "…": "..." }`. */
  readonly spellings: Readonly<Record<string, string>>;
  /** Endings that are words of their own, in small letters: n't, 's. */
  readonly suffixes: readonly string[];
  /** Beginnings that are words of their own, in small letters: d', l'. */
  readonly prefixes: readonly string[];
  /** Words that are several, in small letters, and where they are cut: `{ cannot: [3] }`. */
  readonly contractions: Readonly<Record<string, readonly number[]>>;
  /** Words that stay whole with the marks they have: 'em, :), Yahoo! */
  readonly wholes: readonly string[];
  /** What follows a number without a blank and is a word of its own, in small letters: km, pm. */
  readonly units: readonly string[];
  /**
   * Where words are cut at a mark, by the mark and what stands on both sides, in small letters or as a shape, `*` for
   * anything: `{ "- non *": 0, "- <a> <a>": 3 }`.
   */
  readonly joints: Readonly<Record<string, Cut>>;
  /** Words that keep their period inside a sentence, in small letters and without it: dr, etc. */
  readonly abbreviations: readonly string[];
  /** Where a number keeps its period: nowhere, at the start of a sentence (1. First), or also inside (am 3. Mai). */
  readonly ordinals: "none" | "start" | "inside";
  /** What becomes of the period of an abbreviation that ends a sentence: U.S. and a period, U.S and it, U.S. alone. */
  readonly finalPeriod: "doubled" | "apart" | "kept";
  /** What speaks for and against the end of a sentence, by feature; null: rules for the language decide. */
  readonly boundaries: Readonly<Record<string, number>> | null;
}

/** Throws an `OptionError` unless the engine knows such a tag; gives its usual spelling. */
export function checkLanguage(language: string): string {
  try {
    return new Intl.Locale(language).toString();
  } catch {
    throw new OptionError(
      "language",
      `raw text: language must be a language tag such as en or zh-Hant; got ${quoted(language)}.`,
    );
  }
}

/** Scripts without blanks between words: Chinese, Japanese, Thai, Lao, Khmer, Burmese, Tibetan. */
const WITHOUT_BLANKS = new Set(["Hans", "Hant", "Hani", "Jpan", "Thai", "Laoo", "Khmr", "Mymr", "Tibt"]);

/** Whether a language is written without blanks between words; the engine's own rules then find them. */
export const isWithoutBlanks = (language: string): boolean =>
  WITHOUT_BLANKS.has(new Intl.Locale(language).maximize().script ?? "");

const isTexts = (value: unknown) => Array.isArray(value) && value.every((item) => typeof item === "string");
const isPair = (value: unknown) => value === null || (isTexts(value) && (value as unknown[]).length === 2);
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isRecordOf = (value: unknown, test: (item: unknown) => boolean) =>
  isRecord(value) && Object.values(value).every(test);
const isPlaces = (value: unknown) =>
  Array.isArray(value) && value.every((place, i) => Number.isInteger(place) && place > (i === 0 ? 0 : value[i - 1]));

const CHECKS: Readonly<Record<keyof Segmentation, (value: unknown) => boolean>> = {
  language: (value) => typeof value === "string",
  quotes: (value) => isRecord(value) && isPair(value.double) && isPair(value.single) && isTexts(value.kept),
  spellings: (value) => isRecordOf(value, (item) => typeof item === "string" && item !== ""),
  suffixes: isTexts,
  prefixes: isTexts,
  contractions: (value) => isRecordOf(value, isPlaces),
  wholes: isTexts,
  units: isTexts,
  joints: (value) => isRecordOf(value, (item) => item === 0 || item === 1 || item === 2 || item === 3),
  abbreviations: isTexts,
  ordinals: (value) => value === "none" || value === "start" || value === "inside",
  finalPeriod: (value) => value === "doubled" || value === "apart" || value === "kept",
  boundaries: (value) => value === null || isRecordOf(value, Number.isFinite),
};

/** A segmentation from JSON; throws an `InputError` that names the part that is wrong. */
export function checkSegmentation(value: unknown, file?: string): Segmentation {
  const names = Object.keys(CHECKS) as (keyof Segmentation)[];
  const wrong = isRecord(value) ? names.find((name) => !CHECKS[name](value[name])) : "language";
  if (wrong !== undefined)
    throw new InputError(`the segmentation has no sound ${wrong}; expected what learnSegmentation gives.`, { file });
  const { language } = value as unknown as Segmentation;
  return { ...(value as unknown as Segmentation), language: checkLanguage(language) };
}
