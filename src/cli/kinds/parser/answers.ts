/**
 * A parsed sentence as `parse` writes it, in each of its formats. A sentence without words, or one that could not be
 * read, is answered with an empty record.
 */
import type { GivenSentence } from "../../../data/index.ts";
import { formatPenn } from "../../../formats/index.ts";
import { nodeProbabilities, type ParsedSentence } from "../../../models/parser/index.ts";
import { drawSvg, drawText, type Tree } from "../../../trees/index.ts";
import { parseFacts } from "../../../verbs/parse.ts";
import { rounded } from "../../../verbs/verb.ts";

export const FORMATS = ["brackets", "json", "text", "svg"] as const;
export type AnswerFormat = (typeof FORMATS)[number];

export interface AnswerOptions {
  readonly format: AnswerFormat;
  readonly kBest: number;
  /** JSON lists every constituent of the chart with at least this probability. */
  readonly marginals: number | undefined;
  readonly ascii: boolean;
  /** Columns for text drawings. */
  readonly width: number;
  /** Show probabilities in drawings. */
  readonly probabilities: boolean;
}

/** The text of one answer with its final line end. */
export function answerText(
  sentence: GivenSentence,
  parsed: ParsedSentence | undefined,
  options: AnswerOptions,
): string {
  return WRITERS[options.format](sentence, parsed, options);
}

const WRITERS: Readonly<
  Record<AnswerFormat, (sentence: GivenSentence, parsed: ParsedSentence | undefined, options: AnswerOptions) => string>
> = {
  brackets: (_, parsed, { kBest }) => {
    if (parsed === undefined) return "\n";
    if (kBest === 1) return `${formatPenn(parsed.trees[0]!.tree)}\n`;
    // Comments, which every reader of brackets here skips.
    const lines = parsed.trees.map(
      ({ tree, score }, at) => `# tree ${at + 1}, score ${rounded(score)}\n${formatPenn(tree)}\n`,
    );
    return `${lines.join("")}\n`;
  },
  json: (sentence, parsed, options) => `${JSON.stringify(answerFacts(sentence, parsed, options))}\n`,
  text: (_, parsed, { ascii, width }) => {
    if (parsed === undefined) return "\n";
    return parsed.trees.map(({ tree }) => `${drawText(tree, { ascii, width })}\n\n`).join("");
  },
  svg: (_, parsed, { probabilities }) => {
    if (parsed === undefined) return "\n";
    const of = (tree: Tree) => (probabilities ? { probabilities: nodeProbabilities(tree, parsed.spans) } : {});
    return parsed.trees.map(({ tree }) => `${drawSvg(tree, of(tree))}\n`).join("");
  },
};

function answerFacts(
  { file, line, words, error }: GivenSentence,
  parsed: ParsedSentence | undefined,
  options: AnswerOptions,
): object {
  if (parsed !== undefined) return { file, line, ...parseFacts(parsed, options) };
  return { file, line, words, ...(error === undefined ? {} : { error: error.message }) };
}
