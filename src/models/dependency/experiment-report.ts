/** The re-ranking experiment as Markdown. */
import type { DependencyExperiment } from "./experiment.ts";

const NAMES = {
  base: "base parser",
  reranked: "re-ranked, base features",
  "reranked with log p̂": "re-ranked, base features + log p̂",
  oracle: "best of the list",
} as const;

const fixed = (value: number) => value.toFixed(2);

const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;

export function dependencyMarkdown({ sentences, rows, comparisons, spectral, negative, stages }: DependencyExperiment): string {
  const header = ["order", "system", "UAS", "LAS", "complete", "UAS without punctuation", "complete without punctuation"];
  const scores = rows.map(({ order, system, scores: { uas, las, complete, withoutPunctuation: bare } }) =>
    row([order, NAMES[system], fixed(uas.f1), fixed(las.f1), fixed(complete), fixed(bare.uas.f1), fixed(bare.complete)]),
  );
  const tests = comparisons.map(({ order, better, than, difference, p, errorReduction }) =>
    row([order, `${NAMES[better]} − ${NAMES[than]}`, difference.toFixed(3), `${fixed(errorReduction)} %`, p.toFixed(4)]),
  );
  const times = stages.map(({ stage, seconds, parts, recalled }) =>
    row([stage, seconds.toFixed(1), recalled === 0 ? "" : `${recalled} of ${parts} from an earlier run`]),
  );
  return `${[
    `Trained on ${sentences.train} sentences, tested on ${sentences.test}.`,
    [row(header), row(["---", "---", ...header.slice(2).map(() => "---:")]), ...scores].join("\n"),
    [row(["order", "difference", "UAS", "fewer errors", "p"]), row(["---", "---", "---:", "---:", "---:"]), ...tests].join("\n"),
    `p by approximate randomization over sentences, two-sided. Spectral model: ${spectral.automata === undefined ? "arcs" : "automata"}, estimated in ${spectral.seconds.toFixed(1)} s; ` +
      `p̂ is not positive for ${negative.toFixed(1)} % of the trees in the test lists.`,
    [row(["stage", "seconds", ""]), row(["---", "---:", "---"]), ...times].join("\n"),
  ].join("\n\n")}\n`;
}
