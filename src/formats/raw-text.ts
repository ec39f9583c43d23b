/**
 * Running text → sentences of words. English (and other text in Latin letters) by Penn's conventions, see english-tokens.ts and english-sentences.ts; lines
 * mostly in another script, or all lines when another language is named, by the engine's `Intl.Segmenter`, line by line. A line end is a blank
 * unless `lines` says otherwise; a blank line ends a sentence.
 */
import { OptionError } from "../base/errors.ts";
import { isBlank } from "./blocks.ts";
import { EnglishSentences } from "./english-sentences.ts";
import { detokenize } from "./english-tokens.ts";
import { type Emit, LineSplitter, type Reader, type ReadOptions, readText, type TextFormat, writeText } from "./reader.ts";

export interface RawTextReadOptions extends ReadOptions {
  /** A language tag; "en" (the default) for English. */
  readonly language?: string;
  /** What a line end means: `wrapped`: nothing; `paragraphs`: the end of a sentence (wrapped). */
  readonly lines?: "wrapped" | "paragraphs";
}

const CHUNK = /\S+/g;
const LATIN = /\p{Script=Latin}/gu;
const LETTER = /\p{L}/gu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: everything up to the end of the Latin blocks
const ALL_LATIN = /^[\u0000-\u024f\u1e00-\u206f\u20a0-\u20bf]*$/;

const otherScript = (text: string) => !ALL_LATIN.test(text) && 2 * (text.match(LATIN)?.length ?? 0) < (text.match(LETTER)?.length ?? 0);

/** Sentences of one line by the rules of its language, as the engine knows them. */
class SegmentedLines {
  readonly #sentences: Intl.Segmenter;
  readonly #words: Intl.Segmenter;

  constructor(
    readonly emit: Emit<readonly string[]>,
    language: string | undefined,
  ) {
    try {
      this.#sentences = new Intl.Segmenter(language, { granularity: "sentence" });
      this.#words = new Intl.Segmenter(language, { granularity: "word" });
    } catch {
      throw new OptionError("language", `raw text: language must be a language tag such as en or zh-Hant; got "${language}".`);
    }
  }

  accept(text: string, line: number): void {
    for (const { segment, index } of this.#sentences.segment(text)) {
      const words: string[] = [];
      for (const part of this.#words.segment(segment)) if (!isBlank(part.segment)) words.push(part.segment);
      if (words.length > 0) this.emit(words, line, index + segment.search(/\S/) + 1);
    }
  }
}

function openReader(emit: Emit<readonly string[]>, options: RawTextReadOptions): Reader {
  const language = options.language ?? "en";
  const english = language === "en" || language.startsWith("en-");
  const sentences = new EnglishSentences(emit);
  let segmented: SegmentedLines | undefined = english ? undefined : new SegmentedLines(emit, language);
  const onLine = (text: string, line: number) => {
    if (!english || otherScript(text)) {
      sentences.finish();
      segmented ??= new SegmentedLines(emit, undefined);
      segmented.accept(text, line);
      return;
    }
    let any = false;
    CHUNK.lastIndex = 0;
    for (let match = CHUNK.exec(text); match !== null; match = CHUNK.exec(text)) {
      any = true;
      sentences.accept(match[0], line, match.index + 1);
    }
    if (!any || options.lines === "paragraphs") sentences.finish();
  };
  return new LineSplitter(onLine, () => sentences.finish());
}

export const rawText: TextFormat<readonly string[], RawTextReadOptions> = {
  name: "text",
  reader: openReader,
  write: (words) => `${detokenize(words)}\n`,
};

/** The sentences of running text, as words. */
export const readRawText = (text: string, options: RawTextReadOptions = {}): (readonly string[])[] => readText(rawText, text, options);

/** Sentences as running text, one a line. */
export const writeRawText = (sentences: Iterable<readonly string[]>): string => writeText(rawText, sentences);
