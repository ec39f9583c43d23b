/** The re-ranking experiment as Markdown. */
import type { Interval } from "../../../evaluation/index.ts";
import type { DependencyExperiment } from "./experiment.ts";
import type { SweepRow } from "./one-order.ts";

const NAMES = {
  base: "base parser",
  reranked: "re-ranked, base features",
  "reranked with log p̂": "re-ranked, base features + log p̂",
  oracle: "best of the list",
} as const;

const fixed = (value: number) => value.toFixed(2);

const range = ({ low, high }: Interval) => `${low.toFixed(1)}–${high.toFixed(1)}`;

const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;

/** The tables of the experiment as Markdown. */
export function dependencyMarkdown({
  sentences,
  sweep,
  rows,
  comparisons,
  spectral,
  negative,
  times: stages,
}: DependencyExperiment): string {
  const header = [
    "order",
    "system",
    "UAS",
    "95 %",
    "LAS",
    "complete",
    "UAS without punctuation",
    "complete without punctuation",
  ];
  const scores = rows.map(({ order, system, interval, scores: { uas, las, complete, withoutPunctuation: bare } }) =>
    row([
      order,
      NAMES[system],
      fixed(uas.f1),
      range(interval),
      fixed(las.f1),
      fixed(complete),
      fixed(bare.uas.f1),
      fixed(bare.complete),
    ]),
  );
  const tests = comparisons.map(({ order, better, than, difference, p, errorReduction }) =>
    row([
      order,
      `${NAMES[better]} − ${NAMES[than]}`,
      difference.toFixed(3),
      `${fixed(errorReduction)} %`,
      p.toFixed(4),
    ]),
  );
  const times = stages.map(({ stage, seconds, parts, recalled }) =>
    row([stage, seconds.toFixed(1), recalled === 0 ? "" : `${recalled} of ${parts} from an earlier run`]),
  );
  return `${[
    `Trained on ${sentences.train} sentences, ${sentences.dev === undefined ? "" : `choices on ${sentences.dev} others, `}tested on ${sentences.test}.`,
    ...(sweep.length === 0 ? [] : [sweepTable(sweep, sentences.dev === undefined)]),
    [row(header), row(["---", "---", ...header.slice(2).map(() => "---:")]), ...scores].join("\n"),
    [
      row(["order", "difference", "UAS", "fewer errors", "p"]),
      row(["---", "---", "---:", "---:", "---:"]),
      ...tests,
    ].join("\n"),
    `p by approximate randomization over sentences, two-sided. Spectral model: ${spectral.automata === undefined ? "arcs" : "automata"}; ` +
      `p̂ is not positive for ${negative.toFixed(1)} % of the trees in the test lists.`,
    [row(["stage", "seconds", ""]), row(["---", "---:", "---"]), ...times].join("\n"),
  ].join("\n\n")}\n`;
}

/** What each number of hidden states gives; the best of an order is the one that the table is about. */
function sweepTable(sweep: readonly SweepRow[], onTest: boolean): string {
  const cells = sweep.map(({ order, states, uas, interval, negative }) =>
    row([order, String(states), fixed(uas), range(interval), negative.toFixed(1)]),
  );
  return [
    `Re-ranked with log p̂, by hidden states, on the ${onTest ? "test" : "development"} trees:`,
    "",
    row(["order", "k", "UAS", "95 %", "p̂ ≤ 0, %"]),
    row(["---", "---:", "---:", "---:", "---:"]),
    ...cells,
  ].join("\n");
}
