/** The experiment's tables as Markdown. */
import type { Interval } from "../../../evaluation/bootstrap.ts";
import type { ScoresWithIntervals } from "../scores/official.ts";
import type { SimilarityExperiment } from "./experiment.ts";

const half = ({ low, high }: Interval): string => ((high - low) / 2).toFixed(3).replace(/^0/, "");
const number = (value: number): string => value.toFixed(4).replace(/^(-?)0/, "$1");
const cell = (interval: Interval): string => `${number(interval.value)} ±${half(interval)}`;

function markdown([header, ...rows]: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(header!), line(header!.map((_, i) => (i === 0 ? "---" : "---:"))), ...rows.map(line)].join("\n");
}

const scoreCells = ({ sets, all, allNormalized, mean }: ScoresWithIntervals): string[] => [
  ...sets.map(({ pearson }) => cell(pearson)),
  ...[all, allNormalized, mean].map(cell),
];

/** Pearson's r with half of the 95 % interval. */
export function similarityMarkdown({ measured, pairs, rows, gains, unknown, warnings }: SimilarityExperiment): string {
  const sets = rows[0]!.scores.sets.map(({ name }) => name || "(no name)");
  const how = measured === "test" ? "test pairs" : "pairs by cross-validation";
  const tables = [
    `Pearson's r on ${pairs} ${how}, with half of the 95 % interval`,
    markdown([
      ["groups", ...sets, "ALL", "ALLnrm", "Mean"],
      ...rows.map(({ groups, scores }) => [groups.join(" + "), ...scoreCells(scores)]),
      ...(unknown === null ? [] : [["all, each set as an unknown source", ...scoreCells(unknown)]]),
    ]),
  ];
  if (gains.length > 1) {
    tables.push(
      "What each group adds to all others",
      markdown([
        ["group", ...sets],
        ...gains.map(({ group, sets: own }) => [
          group,
          ...own.map(
            ({ gain }) =>
              `${gain.value >= 0 ? "+" : ""}${number(gain.value)} (${number(gain.low)} to ${number(gain.high)})`,
          ),
        ]),
      ]),
    );
  }
  return [...tables, ...warnings.map((warning) => `warning: ${warning}`)].join("\n\n");
}
