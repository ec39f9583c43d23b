/**
 * Pairs of sentences with a score of how alike they are, as in SemEval's tasks on textual similarity: score, sentence,
 * sentence, separated by tabs, one pair a line; or the two sentences alone.
 */
import { InputError, OptionError } from "../../base/errors.ts";
import { counted, fieldColumn, isBlank, type Line, lineReader } from "../blocks.ts";
import { type ReadOptions, readText, type TextFormat, writeText } from "../reader.ts";

/** Two sentences and how similar people find them. */
export interface SentencePair {
  /** Undefined where the file has no scores. */
  readonly score: number | undefined;
  readonly first: string;
  readonly second: string;
}

/** How pairs of sentences are read. */
export interface StsReadOptions extends ReadOptions {
  /** Whether lines have a score; `auto`: as the first line has (auto). */
  readonly scores?: "auto" | "yes" | "no";
  /** Lowest and highest score (0 and 5). */
  readonly scale?: readonly [lowest: number, highest: number];
}

const SCALE: readonly [number, number] = [0, 5];
const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;

function openReader(options: StsReadOptions) {
  const { file, scale: [lowest, highest] = SCALE } = options;
  if (!(lowest < highest && Number.isFinite(lowest) && Number.isFinite(highest)))
    throw new OptionError("scale", `sts: scale must be two numbers, the lower first; got ${lowest} and ${highest}.`);
  let scored = options.scores === undefined || options.scores === "auto" ? undefined : options.scores === "yes";
  return ({ text, number }: Line): SentencePair | undefined => {
    if (isBlank(text)) return undefined;
    const fields = text.split("\t");
    const fail = (reason: string, field = 0): never => {
      throw new InputError(reason, { file, line: number, column: fieldColumn(fields, field) });
    };
    scored ??= fields.length !== 2;
    if (fields.length !== (scored ? 3 : 2)) {
      const wanted = scored
        ? "3: a score and two sentences, with tabs between"
        : "2: two sentences, with a tab between";
      fail(`this line has ${counted(fields.length, "column")}; expected ${wanted}.`, fields.length > 3 ? 3 : 0);
    }
    const [first, second] = fields.slice(-2) as [string, string];
    let score: number | undefined;
    if (scored) {
      const written = fields[0]!.trim();
      score = Number(written);
      if (!NUMBER.test(written))
        fail(`"${written.slice(0, 40)}" is not a score; expected a number from ${lowest} to ${highest}.`);
      if (!(score >= lowest && score <= highest))
        fail(`the score ${written} is outside the scale; expected a number from ${lowest} to ${highest}.`);
    }
    for (const [i, sentence] of [first, second].entries())
      if (isBlank(sentence))
        fail(`the ${i === 0 ? "first" : "second"} sentence is empty; expected words.`, fields.length - 2 + i);
    return { score, first, second };
  };
}

/** Throws when a text cannot be one field. */
function checkSentence(sentence: string): string {
  if (isBlank(sentence)) throw new InputError("pairs cannot hold an empty sentence; leave the pair out.");
  if (/[\t\n\r]/.test(sentence))
    throw new InputError(
      `pairs cannot hold the sentence "${sentence.slice(0, 40)}" with a tab or line end in it; replace it before writing.`,
    );
  return sentence;
}

/** Pairs of sentences with a score, as SemEval's similarity tasks have them. */
export const sts: TextFormat<SentencePair, StsReadOptions> = {
  name: "sts",
  reader: (emit, options) => lineReader(openReader(options), emit, options),
  write({ score, first, second }) {
    if (score !== undefined && !Number.isFinite(score))
      throw new InputError(`pairs cannot hold the score ${score}; only finite numbers can be written.`);
    const fields = [...(score === undefined ? [] : [`${score}`]), checkSentence(first), checkSentence(second)];
    return `${fields.join("\t")}\n`;
  },
};

/** All pairs of a text. */
export const readSts = (text: string, options: StsReadOptions = {}): SentencePair[] => readText(sts, text, options);

/** Pairs of sentences as text. */
export const writeSts = (pairs: Iterable<SentencePair>): string => writeText(sts, pairs);
