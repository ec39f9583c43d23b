/** Trees against trees, by the rules of EVALB. */
import {
  BracketScorer,
  type BracketSummary,
  COLLINS_UNNAMED_TOP,
  formatBracketReport,
  readBracketParameters,
} from "../../evaluation/index.ts";
import { displayName, readFileText } from "../../files/index.ts";
import type { OpenText } from "../data.ts";
import { formatTable } from "../numbers.ts";
import { treesOf } from "../trees.ts";
import { pairs, type Scoring } from "./scoring.ts";

/** Brackets without words, as some parsers write for a sentence they could not parse, are accepted and count as no parse. */
const READ = { allowEmpty: true };

async function readParameters(path: string) {
  let text = "";
  for await (const piece of readFileText(path)) text += piece;
  return readBracketParameters(text, { file: displayName(path) });
}

export async function scoreBrackets(predicted: OpenText, gold: OpenText, parameters?: string): Promise<Scoring> {
  const scorer = new BracketScorer(parameters === undefined ? COLLINS_UNNAMED_TOP : await readParameters(parameters));
  const problems: string[] = [];
  for await (const [p, g] of pairs(treesOf(predicted, READ), treesOf(gold, READ), { predicted, gold }, "tree")) {
    const { problem } = scorer.add(g.record, p.record);
    if (problem !== undefined) problems.push(`${predicted.file}:${p.line}: ${problem} (${gold.file}:${g.line}).`);
  }
  const { all, short, cutoff } = scorer.summary();
  return {
    facts: { measure: "brackets", all, short, cutoff, problems },
    summary: summaryText(all, short, cutoff, problems),
    sentences: () => formatBracketReport(scorer).trimEnd(),
  };
}

const SHOWN_PROBLEMS = 5;

function summaryText(all: BracketSummary, short: BracketSummary, cutoff: number, problems: readonly string[]): string {
  const row = (name: string, value: (summary: BracketSummary) => string | number) => [name, value(all), value(short)];
  const percent = (value: number) => value.toFixed(2).padStart(6);
  const table = formatTable([
    ["", "   all", `≤ ${cutoff} words`],
    row("labelled recall", ({ recall }) => percent(recall)),
    row("labelled precision", ({ precision }) => percent(precision)),
    row("labelled F1", ({ f1 }) => percent(f1)),
    row("unlabelled F1", ({ unlabelled }) => percent(unlabelled.f1)),
    row("exact match", ({ completeMatch }) => percent(completeMatch)),
    row("tag accuracy", ({ tagAccuracy }) => percent(tagAccuracy)),
    row("no crossing", ({ noCrossing }) => percent(noCrossing)),
    row("crossing per tree", ({ averageCrossing }) => percent(averageCrossing)),
    row("trees", ({ sentences }) => String(sentences).padStart(6)),
    row("not comparable", ({ errors, skipped }) => String(errors + skipped).padStart(6)),
  ]);
  const more = problems.length > SHOWN_PROBLEMS ? [`… ${problems.length - SHOWN_PROBLEMS} more`] : [];
  const told =
    problems.length === 0 ? [] : ["", "Not comparable", ...[...problems.slice(0, SHOWN_PROBLEMS), ...more].map((line) => `  ${line}`)];
  return [table, ...told].join("\n");
}
