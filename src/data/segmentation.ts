/**
 * Running text cut into sentences and words as the model's own treebank cuts them. Learners take the conventions from
 * their data and keep them in the model; predictors that take a text, and commands that read one, use them from there.
 */

import type { PartsReader } from "../base/container/parts-reader.ts";
import { InputError, OptionError } from "../base/errors.ts";
import { sortOf } from "../base/guards.ts";
import type { OptionSpec } from "../base/options.ts";
import { readRawText } from "../formats/raw-text.ts";
import { defaultSegmentation } from "../formats/text/defaults.ts";
import { learnSegmentation } from "../formats/text/learn-segmentation.ts";
import { checkSegmentation, type Segmentation } from "../formats/text/segmentation.ts";

/** A sentence as predictors take it: running text, words, or words with tags where these are known. */
export type SentenceInput =
  | string
  | readonly string[]
  | { readonly words: readonly string[]; readonly tags?: readonly (string | undefined)[] | undefined };

const areWords = (value: unknown): boolean => Array.isArray(value) && value.every((word) => typeof word === "string");

/** For callers without types: what a predictor is given must be a sentence, or it would fail somewhere inside. */
export function checkSentence(sentence: unknown): void {
  if (typeof sentence === "string" || areWords(sentence)) return;
  const { words = undefined } = typeof sentence === "object" && sentence !== null ? (sentence as SentenceRecord) : {};
  if (areWords(words)) return;
  const found = words === undefined ? sortOf(sentence) : `words that are ${sortOf(words)}`;
  const what = Array.isArray(sentence) || Array.isArray(words) ? "a list of which not all are words" : found;
  throw new InputError(`expected a sentence: text, or a list of words; got ${what}.`);
}

interface SentenceRecord {
  readonly words?: unknown;
}

function isLanguageTag(tag: unknown): boolean {
  try {
    return typeof tag === "string" && tag !== "" && Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

/** The language of running text, wherever it is an option. */
export const languageOption = (meaning: string): OptionSpec<string> => ({
  meaning,
  default: "en",
  expected: "a language tag such as en or de-AT",
  accepts: isLanguageTag,
  fromText: (word) => word,
});

/** What is known of the text that words came from. */
interface GivenWords {
  readonly words: readonly string[];
  /** For each word whether a blank stands behind it; blanks are guessed when left out. */
  readonly spaces?: readonly boolean[] | undefined;
}

/** How the text of these sentences was cut into words and sentences: the conventions of their treebank. */
export function segmentationOf(sentences: Iterable<GivenWords>, language: string): Segmentation {
  const known = Array.from(sentences);
  // A file where every word has a blank behind it says nothing about blanks.
  const isTold = known.some(({ spaces }) => spaces?.includes(false));
  const given = ({ words, spaces }: GivenWords) => (isTold && spaces !== undefined ? { words, spaces } : words);
  return learnSegmentation(known.map(given), language);
}

/** The segmentation that is stored under the options of a model; throws a `ModelFileError` when it is damaged. */
export function storedSegmentation(reader: PartsReader): Segmentation {
  try {
    return checkSegmentation(reader.options.segmentation);
  } catch (error) {
    if (!(error instanceof InputError || error instanceof OptionError)) throw error;
    return reader.damaged(error.message.replace(/[.;].*$/s, ""));
  }
}

/** The usual conventions of a language where one is named, and a model's own otherwise. */
export const segmentationFor = (language: string | undefined, own: Segmentation): Segmentation =>
  language === undefined ? own : defaultSegmentation(language);

/** The sentences of a text, as words. */
export const sentencesOf = (text: string, segmentation: Segmentation): string[][] =>
  readRawText(text, { segmentation }).map((words) => [...words]);

/** The words of a text that is one sentence, whatever periods stand inside. */
export const wordsOf = (text: string, segmentation: Segmentation): string[] => sentencesOf(text, segmentation).flat();
