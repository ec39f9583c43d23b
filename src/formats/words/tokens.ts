/** Tokenised text: one sentence per line, words separated by blanks or tabs. */
import { blankSeparated, checkField, checkStart, lineReader } from "../blocks.ts";
import { type ReadOptions, readText, type TextFormat, writeText } from "../reader.ts";

/** How sentences of words are read. */
export interface TokensReadOptions extends ReadOptions {
  /** Give an empty sentence for an empty line, so that line n stays sentence n (false). */
  readonly keepEmpty?: boolean;
}

const FORMAT = "tokenised text";

/** A sentence a line, its words between blanks. */
export const tokens: TextFormat<readonly string[], TokensReadOptions> = {
  name: "tokens",
  reader(emit, options) {
    const keepEmpty = options.keepEmpty ?? false;
    return lineReader(
      ({ text }) => {
        const words = blankSeparated(text);
        return words.length > 0 || keepEmpty ? words : undefined;
      },
      emit,
      options,
    );
  },
  write: (words) => `${checkStart(FORMAT, words.map((word) => checkField(FORMAT, "word", word)).join(" "))}\n`,
};

/** All sentences of a tokenised text. */
export const readTokens = (text: string, options: TokensReadOptions = {}): (readonly string[])[] =>
  readText(tokens, text, options);

/** Sentences as lines of words. */
export const writeTokens = (sentences: Iterable<readonly string[]>): string => writeText(tokens, sentences);
