/** Bracket scores as text, in the layout of EVALB's output, so that whatever reads that reads this. */
import type { BracketScorer, BracketSummary } from "./bracket-scorer.ts";
import type { SentenceBrackets } from "./brackets.ts";
import { percentOf } from "./rates.ts";

const RULE = "=".repeat(76);
const HEAD = `  Sent.                        Matched  Bracket   Cross        Correct Tag
 ID  Len.  Stat. Recal  Prec.  Bracket gold test Bracket Words  Tags Accracy
${RULE}`;
/** EVALB's numbers for a sentence's status. */
const STATUS = { valid: 0, error: 1, skipped: 2 } as const;

const percent = (part: number, whole: number): string => percentOf(part, whole).toFixed(2).padStart(6);
const whole = (value: number, width: number): string => String(value).padStart(width);

/** One line of the table; `id` counts from 1. */
export function formatSentence(sentence: SentenceBrackets, id: number): string {
  const { status, length, words, gold, predicted, matched, crossing, correctTags } = sentence;
  return [
    `${whole(id, 4)}  ${whole(length, 3)}    ${STATUS[status]}  `,
    `${percent(matched, gold)} ${percent(matched, predicted)}   `,
    `${whole(matched, 3)}    ${whole(gold, 3)}  ${whole(predicted, 3)}    ${whole(crossing, 3)}`,
    `   ${whole(words, 4)}  ${whole(correctTags, 4)}   ${percent(correctTags, words)}`,
  ].join("");
}

function formatBlock(title: string, summary: BracketSummary): string {
  const rows: [string, number, number][] = [
    ["Number of sentence", summary.sentences, 0],
    ["Number of Error sentence", summary.errors, 0],
    ["Number of Skip  sentence", summary.skipped, 0],
    ["Number of Valid sentence", summary.valid, 0],
    ["Bracketing Recall", summary.recall, 2],
    ["Bracketing Precision", summary.precision, 2],
    ["Bracketing FMeasure", summary.f1, 2],
    ["Complete match", summary.completeMatch, 2],
    ["Average crossing", summary.averageCrossing, 2],
    ["No crossing", summary.noCrossing, 2],
    ["2 or less crossing", summary.twoOrLessCrossing, 2],
    ["Tagging accuracy", summary.tagAccuracy, 2],
  ];
  const lines = rows.map(([name, value, digits]) => `${name.padEnd(25)} = ${value.toFixed(digits).padStart(6)}`);
  return [`-- ${title} --`, ...lines].join("\n");
}

/** The whole report: a line per sentence, the totals, and the summaries of all and of short sentences. */
export function formatBracketReport(scorer: BracketScorer): string {
  const { all, short, cutoff } = scorer.summary();
  const { matched, gold, predicted, crossing, words, correctTags } = all.counts;
  const brackets =
    gold > 0 && predicted > 0
      ? `${" ".repeat(16)}${percent(matched, gold)} ${percent(matched, predicted)} ` +
        `${whole(matched, 6)} ${whole(gold, 5)} ${whole(predicted, 5)}  ${whole(crossing, 5)}`
      : "";
  const totals = `${brackets}  ${whole(words, 5)} ${whole(correctTags, 5)}   ${percent(correctTags, words)}`;
  const table = [HEAD, ...scorer.sentences.map((sentence, i) => formatSentence(sentence, i + 1)), RULE, totals].join(
    "\n",
  );
  return `${table}\n=== Summary ===\n\n${formatBlock("All", all)}\n\n${formatBlock(`len<=${cutoff}`, short)}\n`;
}
