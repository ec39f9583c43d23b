/** `eigentree inspect MODEL` for sequence models: sizes, and how far the estimates of each label can be trusted. */
import type { ModelParts } from "../../../base/index.ts";
import type { LabelReport, SequenceReport } from "../../../models/sequence/index.ts";
import { defineVerb } from "../../command.ts";
import { shared } from "../../flags.ts";
import { formatSeconds, formatTable } from "../../numbers.ts";

type Report = SequenceReport & { readonly diagnostics?: readonly LabelReport[] };
type Row = readonly [string, string | number];

/** What every kind of model over a chain of labels tells: a table of facts, `more` first among them, and one of labels. */
export function chainFacts(parts: ModelParts, sequence: unknown, more: readonly Row[]): { facts: object; text: string } {
  const report = parts.report as unknown as Report;
  const { method, states, learner } = sequence as { method: string; states: number; learner: object };
  const table = formatTable([
    ["method", method],
    ...more,
    ["labels", report.labels],
    ["hidden states", states],
    ["observations", report.observations],
    ["sequences", report.sequences],
    ["positions", report.positions],
    ["learnt in", formatSeconds(report.seconds)],
  ]);
  const warnings = report.warnings.map((warning) => `warning: ${warning}`);
  const text = [table, ...(report.diagnostics === undefined ? [] : [labelTable(report.diagnostics)]), ...warnings].join("\n\n");
  return { facts: { kind: parts.kind, method, states, options: learner, report }, text };
}

function labelTable(diagnostics: readonly LabelReport[]): string {
  const shown = (values: readonly number[]) => {
    const first = values.slice(0, 4).map((value) => value.toFixed(2));
    return `${first.join(" ")} … ${values.at(-1)!.toFixed(2)}`;
  };
  return formatTable([
    ["label", "samples", "states", "signal", "condition", "future × past", "present × destiny"],
    ...diagnostics.map(({ label, samples, future, signal, present, condition }) => {
      const worth = (signal === undefined ? "–" : signal.toFixed(1)).padStart(6);
      return [label, samples, future.length, worth, condition.toFixed(1).padStart(9), shown(future), shown(present)];
    }),
  ]);
}

export const inspect = defineVerb({
  description:
    "For spectral models every label is shown with its samples, the states kept, how many states' worth of them is signal rather than sampling noise, and the singular " +
    "values of both decompositions.",
  options: shared("json"),
  examples: [["eigentree inspect tags.model", "labels, words, states, singular values"]],
  async run(context, { parts }) {
    const { facts, text } = chainFacts(parts, parts.options, []);
    await context.report(facts, () => text);
  },
});
