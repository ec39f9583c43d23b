/** Tokenised text: one sentence a line, words separated by blanks or tabs. */
import { blankSeparated, checkField, lineReader } from "./blocks.ts";
import { type ReadOptions, readText, type TextFormat, writeText } from "./reader.ts";

export interface TokensReadOptions extends ReadOptions {
  /** Give an empty sentence for an empty line, so that line n stays sentence n (false). */
  readonly keepEmpty?: boolean;
}

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
  write: (words) => `${words.map((word) => checkField("tokenised text", "word", word)).join(" ")}\n`,
};

/** All sentences of a tokenised text. */
export const readTokens = (text: string, options: TokensReadOptions = {}): (readonly string[])[] => readText(tokens, text, options);

export const writeTokens = (sentences: Iterable<readonly string[]>): string => writeText(tokens, sentences);
