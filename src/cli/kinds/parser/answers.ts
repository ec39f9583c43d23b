/** A parsed sentence as `parse` writes it, in each of its formats. A sentence without words, or one that could not be read, is answered with an empty record. */
import { formatPenn } from "../../../formats/index.ts";
import { nodeProbabilities, type ParsedSentence } from "../../../models/parser/index.ts";
import { drawSvg, drawText, spans as spansOf, type Tree } from "../../../trees/index.ts";
import type { Sentence } from "./sentences.ts";

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

/** Digits of scores and probabilities in JSON and comments: more would be noise of single precision. */
const rounded = (value: number) => Number(value.toPrecision(6));

/** The text of one answer with its final line end. */
export function answerText(sentence: Sentence, parsed: ParsedSentence | undefined, options: AnswerOptions): string {
  return WRITERS[options.format](sentence, parsed, options);
}

const WRITERS: Readonly<Record<AnswerFormat, (sentence: Sentence, parsed: ParsedSentence | undefined, options: AnswerOptions) => string>> =
  {
    brackets: (_, parsed, { kBest }) => {
      if (parsed === undefined) return "\n";
      if (kBest === 1) return `${formatPenn(parsed.trees[0]!.tree)}\n`;
      // Comments, which every reader of brackets here skips.
      const lines = parsed.trees.map(({ tree, score }, at) => `# tree ${at + 1}, score ${rounded(score)}\n${formatPenn(tree)}\n`);
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

function answerFacts(sentence: Sentence, parsed: ParsedSentence | undefined, { kBest, marginals }: AnswerOptions): object {
  const { file, line, words, error } = sentence;
  if (parsed === undefined) return { file, line, words, ...(error === undefined ? {} : { error: error.message }) };
  const { trees, fallback, logProbability } = parsed;
  const best = trees[0]!;
  const known = new Map(parsed.spans.map((span) => [`${span.start} ${span.end} ${span.tag} ${span.label}`, span.probability]));
  const leafTags = new Set<number>();
  const spans = spansOf(best.tree, { leaves: true }).map(({ label, start, end }) => {
    // A word's tag comes first of the spans over it: children before parents.
    const tag = end === start + 1 && !leafTags.has(start);
    if (tag) leafTags.add(start);
    const probability = known.get(`${start} ${end} ${tag} ${label}`);
    return { label, start, end, ...(tag ? { tag } : {}), ...(probability === undefined ? {} : { probability: rounded(probability) }) };
  });
  return {
    file,
    line,
    words,
    brackets: formatPenn(best.tree),
    score: rounded(best.score),
    fallback,
    ...(logProbability === undefined ? {} : { logProbability: rounded(logProbability) }),
    spans,
    ...(kBest === 1 ? {} : { trees: trees.map(({ tree, score }) => ({ brackets: formatPenn(tree), score: rounded(score) })) }),
    ...(marginals === undefined
      ? {}
      : {
          marginals: parsed.spans
            .filter(({ probability }) => probability >= marginals)
            .map(({ label, start, end, tag, probability }) => ({
              label,
              start,
              end,
              ...(tag ? { tag } : {}),
              probability: rounded(probability),
            })),
        }),
  };
}
