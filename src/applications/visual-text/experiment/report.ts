/** The experiment as Markdown and as drawings. */
import { chartSvg } from "../../../evaluation/line-chart.ts";
import type { ComparedRow, VisualExperiment } from "./experiment.ts";

const percent = (share: number): string => (100 * share).toFixed(2);

const table = (rows: readonly (readonly string[])[]): string => {
  const [head, ...body] = rows as [readonly string[], ...(readonly string[])[]];
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map((_, i) => (i === 0 ? "---" : "---:"))), ...body.map(line)].join("\n");
};

const systemsTable = (rows: readonly ComparedRow[]): string =>
  table([
    ["", "AUC", "±", "difference", "p"],
    ...rows.map(({ name, auc, deviation, difference, p }, i) => [
      name,
      percent(auc),
      percent(deviation),
      i === 0 ? "" : percent(difference),
      i === 0 ? "" : p < 0.001 ? "< 0.001" : p.toFixed(3),
    ]),
  ]);

/** The tables of an experiment as Markdown. */
export function visualMarkdown({ phrases, visual, captions, rows, ablation, curve, test }: VisualExperiment): string {
  return [
    `${captions} captions, ${phrases} noun phrases, ${percent(visual)} % of them visual.`,
    systemsTable(rows),
    table([
      ["template", "information gain, bits", "AUC with all above", "±"],
      ...ablation.map(({ template, informationGain, auc, deviation }) => [
        template,
        informationGain.toFixed(4),
        percent(auc),
        percent(deviation),
      ]),
    ]),
    table([
      ["phrases to learn from", "text", "with image"],
      ...curve.map(({ phrases: count, text, image }) => [
        String(count),
        percent(text),
        image === undefined ? "" : percent(image),
      ]),
    ]),
    ...(test === undefined
      ? []
      : [`Test: ${test.captions} captions of other images, ${test.phrases} noun phrases.`, systemsTable(test.rows)]),
    "",
  ].join("\n\n");
}

/** AUC over the number of phrases to learn from, as figure 3. */
export const curveSvg = ({ curve }: VisualExperiment): string => {
  const points = (of: (point: VisualExperiment["curve"][number]) => number | undefined) =>
    curve.flatMap((point) => {
      const value = of(point);
      return value === undefined || Number.isNaN(value) ? [] : [[point.phrases, 100 * value] as const];
    });
  const lines = [
    { name: "text", points: points(({ text }) => text) },
    { name: "text and image", points: points(({ image }) => image) },
  ];
  return chartSvg({
    title: "Learning curves",
    xTitle: "phrases to learn from",
    yTitle: "AUC",
    logarithmic: true,
    lines: lines.filter((line) => line.points.length > 0),
  });
};

/** AUC as templates are added in the order of their information gain, as tables 5 and 6. */
export const ablationSvg = ({ ablation }: VisualExperiment): string =>
  chartSvg({
    title: "Templates added in the order of their information gain",
    xTitle: "",
    yTitle: "AUC",
    names: ablation.map(({ template }) => template),
    lines: [{ name: "AUC", points: ablation.map(({ auc }, i) => [i, 100 * auc] as const) }],
  });
