/** Trees against trees, by the rules of EVALB. */

import { type OpenSource, prepareGold, STANDARD_PREPARATION, streamRecords, treeReader } from "../../data/index.ts";
import {
  BracketScorer,
  type BracketSummary,
  COLLINS_UNNAMED_TOP,
  formatBracketReport,
  readBracketParameters,
} from "../../evaluation/index.ts";
import { displayName, readFileText } from "../../files/index.ts";
import type { StepCounts, Tree } from "../../trees/index.ts";
import { preparationText } from "../data/preparation-text.ts";
import { formatTable } from "../frame/numbers.ts";
import { pairs, type Scoring } from "./scoring.ts";

/**
 * Brackets without words, as some parsers write for a sentence they could not parse, are accepted and count as no
 * parse.
 */
const treesOf = (source: OpenSource) =>
  streamRecords(source, { input: source.format }, treeReader({ allowEmpty: true }));

export interface BracketScoring {
  /** A file of EVALB's parameters; COLLINS.prm, with an unnamed top taken for TOP, unless given. */
  readonly parameters?: string | undefined;
  /** Prepare both sides as training prepares trees. */
  readonly prepare: boolean;
  /** Keep what is needed for a line for every sentence. */
  readonly sentences: boolean;
}

/** Prepares the trees of one side and counts what that did. A tree of which nothing is left stays as it is. */
class Side {
  readonly counts: Record<string, StepCounts> = {};

  constructor(readonly prepare: boolean) {}

  prepared(tree: Tree): Tree {
    return this.prepare ? (prepareGold(tree, STANDARD_PREPARATION, this.counts) ?? tree) : tree;
  }
}

async function readParameters(path: string) {
  let text = "";
  for await (const piece of readFileText(path)) text += piece;
  return readBracketParameters(text, { file: displayName(path) });
}

export async function scoreBrackets(
  predicted: OpenSource,
  gold: OpenSource,
  { parameters, prepare, sentences }: BracketScoring,
): Promise<Scoring> {
  const used = parameters === undefined ? COLLINS_UNNAMED_TOP : await readParameters(parameters);
  const scorer = new BracketScorer(used, { keepSentences: sentences });
  const problems: string[] = [];
  const sides = { predicted: new Side(prepare), gold: new Side(prepare) };
  for await (const [p, g] of pairs(treesOf(predicted), treesOf(gold), { predicted, gold }, "tree")) {
    const { problem } = scorer.add(sides.gold.prepared(g.record), sides.predicted.prepared(p.record));
    if (problem !== undefined) problems.push(`${predicted.name}:${p.line}: ${problem} (${gold.name}:${g.line}).`);
  }
  const preparation = prepare ? { predicted: sides.predicted.counts, gold: sides.gold.counts } : null;
  const done = prepare
    ? [
        `predicted trees: ${preparationText(sides.predicted.counts)}`,
        `gold trees: ${preparationText(sides.gold.counts)}`,
      ]
    : ["no tree was prepared (--no-prepare)"];
  const { all, short, cutoff } = scorer.summary();
  return {
    facts: { measure: "brackets", all, short, cutoff, problems, preparation },
    summary: [summaryText(all, short, cutoff, problems), done.join("\n")].join("\n\n"),
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
    problems.length === 0
      ? []
      : ["", "Not comparable", ...[...problems.slice(0, SHOWN_PROBLEMS), ...more].map((line) => `  ${line}`)];
  return [table, ...told].join("\n");
}
