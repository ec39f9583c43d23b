/** Parsed sentences as text: CoNLL-U, CoNLL-X, JSON, or drawings. */
import type { GivenSentence, TagColumn } from "../../../data/index.ts";
import {
  conllu,
  conlluFromDependencies,
  conllx,
  conllxFromDependencies,
  isWord,
  tagColumns,
} from "../../../formats/index.ts";
import type { ParsedDependencies } from "../../../models/dependency/index.ts";
import { drawArcs } from "../../../trees/index.ts";

export const ANSWER_FORMATS = ["conllu", "conllx", "json", "text"] as const;
export type AnswerFormat = (typeof ANSWER_FORMATS)[number];

export function answerText(
  sentence: GivenSentence,
  parsed: ParsedDependencies,
  format: AnswerFormat,
  column: TagColumn,
): string {
  if (format === "json") return `${JSON.stringify(parsed)}\n`;
  if (format === "conllx")
    return parsed.list.map(({ tree }) => conllx.write(conllxFromDependencies(tree, { tags: column }))).join("");
  if (format === "text") return parsed.list.map(({ tree }) => `${drawArcs(tree)}\n\n`).join("");
  return conlluText(sentence, parsed, column);
}

/** The given sentence with new heads and relations, and with new tags unless it had its own; or a new one. */
function conlluText(
  { conllu: source, tags: given }: GivenSentence,
  { list }: ParsedDependencies,
  column: TagColumn,
): string {
  return list
    .map(({ tree, score }, i) => {
      const rank = list.length > 1 ? [`# rank = ${i + 1}`] : [];
      const remarks = list.length > 1 && score !== undefined ? [...rank, `# score = ${score.toFixed(4)}`] : rank;
      if (source === undefined) return conllu.write(conlluFromDependencies(tree, { tags: column, comments: remarks }));
      let word = 0;
      const rows = source.tokens.map((token) => {
        if (!isWord(token)) return token;
        const at = word++;
        const changed = { ...token, head: String(tree.heads[at]), deprel: tree.labels[at]! };
        return given === undefined ? { ...changed, ...tagColumns(tree.tags[at]!, column) } : changed;
      });
      return conllu.write({ comments: [...source.comments, ...remarks], tokens: rows });
    })
    .join("");
}
