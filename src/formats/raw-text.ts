/**
 * Running text → sentences of words, by the conventions of a language or of a treebank (`Segmentation`, see text/). A
 * language without blanks between words, and any line mostly in another script than the language's, goes to the
 * engine's `Intl.Segmenter`, line by line. A line end is a blank unless `lines` says otherwise; a blank line ends a
 * sentence.
 */
import { type Emit, type Reader, type ReadOptions, readText, reportBad, type TextFormat, writeText } from "./reader.ts";
import { defaultSegmentation } from "./text/defaults.ts";
import { detokenize } from "./text/detokenize.ts";
import { splitMarkup } from "./text/markup.ts";
import { isWithoutBlanks, type Segmentation } from "./text/segmentation.ts";
import { SegmentedLines } from "./text/segmented-lines.ts";
import { SentenceCutter } from "./text/sentence-cutter.ts";
import { LONGEST_STRETCH, type Stretch, TextSplitter } from "./text/text-splitter.ts";

/** How running text is read. */
export interface RawTextReadOptions extends ReadOptions {
  /** A language tag (en). */
  readonly language?: string | undefined;
  /** How text is cut, as a model's treebank has it; left out: as is usual for the language. */
  readonly segmentation?: Segmentation | undefined;
  /** What a line end means: nothing, the end of a sentence, or that every line is one sentence (wrapped). */
  readonly lines?: "wrapped" | "paragraphs" | "sentences" | undefined;
  /** With `lines: "sentences"`: give an empty sentence for an empty line, so that line n stays sentence n (false). */
  readonly keepEmpty?: boolean | undefined;
}

/**
 * What parts words in running text, as the inside of a class of a regular expression: white space, control characters,
 * zero-width blanks and byte order marks.
 */
export const PARTING = "\\s\\u0000-\\u001f\\u007f-\\u009f\\u200b\\ufeff";
const CHUNK = new RegExp(`[^${PARTING}]+`, "g");
const LATIN = /\p{Script=Latin}/u;
const LETTER = /\p{L}/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: everything up to the end of the Latin blocks
const ALL_LATIN = /^[\u0000-\u024f\u1e00-\u206f\u20a0-\u20bf]*$/;

/** Whether most letters are not Latin. */
function otherScript(text: string): boolean {
  if (ALL_LATIN.test(text)) return false;
  let latin = 0;
  let letters = 0;
  for (const character of text) {
    if (!LETTER.test(character)) continue;
    letters++;
    if (LATIN.test(character)) latin++;
  }
  return 2 * latin < letters;
}

/** Whether a language is written in Latin letters. */
const isLatin = (language: string) => new Intl.Locale(language).maximize().script === "Latn";

/** Scripts that have blanks between words are cut as any other text; only lines in these go to the engine. */
const WITHOUT_BLANKS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;

function openReader(emit: Emit<readonly string[]>, options: RawTextReadOptions): Reader {
  const segmentation = options.segmentation ?? defaultSegmentation(options.language ?? "en");
  const { language } = segmentation;
  const whole = options.lines === "sentences";
  const sentences = new SentenceCutter(emit, segmentation, { whole });
  const withoutBlanks = isWithoutBlanks(language);
  const latin = isLatin(language);
  let segmented: SegmentedLines | undefined;
  const isSegmented = (text: string) => withoutBlanks || (latin ? otherScript(text) : WITHOUT_BLANKS.test(text));
  /** Whether the current line had a word. */
  let filled = false;
  const stretch = ({ text, line, column, endsLine }: Stretch) => {
    if (isSegmented(text)) {
      filled = true;
      sentences.finish();
      segmented ??= new SegmentedLines(emit, withoutBlanks ? language : undefined);
      segmented.accept(text, line, column, whole);
    } else {
      CHUNK.lastIndex = 0;
      for (let match = CHUNK.exec(text); match !== null; match = CHUNK.exec(text)) {
        filled = true;
        const start = column + match.index;
        splitMarkup(match[0], (part, from) => sentences.accept(part, line, start + from));
      }
    }
    if (!endsLine) return;
    if (!filled || (options.lines ?? "wrapped") !== "wrapped") sentences.finish();
    if (!filled && whole && options.keepEmpty) emit([], line, 1);
    filled = false;
  };
  const endless = (line: number, column: number) => {
    filled = true;
    const most = (options.largestRecord ?? LONGEST_STRETCH).toLocaleString("en-US");
    reportBad(options, `this word has more than ${most} characters; expected text with blanks in it.`, line, column);
  };
  return new TextSplitter({ stretch, mayCut: isSegmented, endless, end: () => sentences.finish() }, options);
}

/** Running text, cut into sentences and words. */
export const rawText: TextFormat<readonly string[], RawTextReadOptions> = {
  name: "text",
  reader: openReader,
  write: (words) => `${detokenize(words)}\n`,
};

/** The sentences of running text, as words. */
export const readRawText = (text: string, options: RawTextReadOptions = {}): (readonly string[])[] =>
  readText(rawText, text, options);

/** Sentences as running text, one per line. */
export const writeRawText = (sentences: Iterable<readonly string[]>): string => writeText(rawText, sentences);
