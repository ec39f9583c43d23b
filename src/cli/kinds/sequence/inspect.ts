/** `eigentree inspect MODEL` for sequence models: sizes, and how far the estimates of each label can be trusted. */
import { type LabelReport, type SequenceReport, taggerFromParts } from "../../../models/sequence/index.ts";
import { defineVerb } from "../../command.ts";
import { shared } from "../../flags.ts";
import { formatSeconds, formatTable } from "../../numbers.ts";

export const inspect = defineVerb({
  description:
    "For spectral models the singular values of both decompositions are shown per label: few large ones mean few hidden states are supported.",
  options: shared("json"),
  examples: [["eigentree inspect tags.model", "labels, words, states, singular values"]],
  async run(context, { parts }) {
    const model = taggerFromParts(parts);
    const report = parts.report as unknown as SequenceReport & { readonly diagnostics?: readonly LabelReport[] };
    const { method, states } = parts.options as { method: string; states: number };
    await context.report({ kind: parts.kind, method, states, options: model.options, report }, () => {
      const facts = formatTable([
        ["method", method],
        ["labels", report.labels],
        ["hidden states", states],
        ["observations", report.observations],
        ["sequences", report.sequences],
        ["positions", report.positions],
        ["learnt in", formatSeconds(report.seconds)],
      ]);
      if (report.diagnostics === undefined) return facts;
      const shown = (values: readonly number[]) =>
        `${values
          .slice(0, 4)
          .map((value) => value.toFixed(2))
          .join(" ")} … ${values.at(-1)!.toFixed(2)}`;
      const labels = formatTable([
        ["label", "samples", "states", "condition", "future × past", "present × destiny"],
        ...report.diagnostics.map(({ label, samples, future, present, condition }) => {
          return [label, samples, future.length, condition.toFixed(1).padStart(9), shown(future), shown(present)];
        }),
      ]);
      return [facts, labels, ...report.warnings.map((warning) => `warning: ${warning}`)].join("\n\n");
    });
  },
});
