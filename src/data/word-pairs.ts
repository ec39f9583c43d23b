/** What word vectors are measured with: word pairs that people have judged, and analogies. */
import { InputError } from "../base/errors.ts";

/** Two words and how similar people find them. */
export interface ScoredPair {
  readonly first: string;
  readonly second: string;
  readonly score: number;
}

/** a is to b as c is to d. */
export type Analogy = readonly [a: string, b: string, c: string, d: string];

interface ReadOptions {
  readonly file?: string | undefined;
}

/** Lines with their numbers, without empty ones and those that begin with `skipped`. */
function* filledLines(text: string, skipped: string): Generator<readonly [line: string, number: number]> {
  for (const [i, raw] of text
    .replace(/^\uFEFF/, "")
    .split("\n")
    .entries()) {
    const line = raw.trim();
    if (line !== "" && !line.startsWith(skipped)) yield [line, i + 1];
  }
}

/**
 * Lines of `word word score`, separated by tabs or blanks. Empty lines, lines that begin with #, and a heading without
 * a number on line 1 are skipped.
 */
export function readWordPairs(text: string, { file }: ReadOptions = {}): readonly ScoredPair[] {
  const pairs: ScoredPair[] = [];
  for (const [content, line] of filledLines(text, "#")) {
    const fields = content.split(content.includes("\t") ? /\t+/ : /\s+/).map((field) => field.trim());
    const score = Number(fields[2]);
    if (line === 1 && fields.length >= 3 && Number.isNaN(score)) continue;
    if (fields.length !== 3 || !Number.isFinite(score) || fields[2] === "") {
      const found =
        fields.length === 3
          ? `"${fields[2]}" is not a number`
          : `${fields.length} ${fields.length === 1 ? "field" : "fields"}`;
      throw new InputError(`${found}; expected two words and a score, separated by tabs or blanks.`, { file, line });
    }
    pairs.push({ first: fields[0]!, second: fields[1]!, score });
  }
  if (pairs.length === 0)
    throw new InputError("there are no word pairs; expected lines of two words and a score.", { file });
  return Object.freeze(pairs);
}

/** Lines of four words; lines that begin with ":" name a section and are skipped, as in the usual files. */
export function readAnalogies(text: string, { file }: ReadOptions = {}): readonly Analogy[] {
  const analogies: Analogy[] = [];
  for (const [content, line] of filledLines(text, ":")) {
    const words = content.split(/\s+/);
    if (words.length !== 4)
      throw new InputError(`${words.length} words; expected four, a b c d: a is to b as c is to d.`, { file, line });
    analogies.push(words as unknown as Analogy);
  }
  if (analogies.length === 0) throw new InputError("there are no analogies; expected lines of four words.", { file });
  return Object.freeze(analogies);
}

/** Whether a text holds analogies, four words per line, and not word pairs. */
export const looksLikeAnalogies = (text: string): boolean =>
  /^\s*(:.*\n\s*)?\S+[ \t]+\S+[ \t]+\S+[ \t]+\S+[ \t]*\r?(\n|$)/.test(text);
