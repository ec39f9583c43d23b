/** `eigentree inspect MODEL` for induction: how it was learnt, and the distances of neighbouring tags. */
import { BINS, type InductionReport, inductionFromParts } from "../../../models/induction/index.ts";
import { defineVerb } from "../../command.ts";
import { shared } from "../../flags.ts";
import { formatSeconds, formatTable } from "../../numbers.ts";

export const inspect = defineVerb({
  description: "Distances are those of neighbouring words, the left tag down, the right tag across; small ones belong together.",
  options: shared("json"),
  examples: [["eigentree inspect brackets.model", "tags, counts, distances"]],
  async run(context, { parts }) {
    const model = inductionFromParts(parts);
    const report = parts.report as unknown as InductionReport;
    const size = model.tags.length;
    await context.report({ kind: parts.kind, options: parts.options, report, tags: model.tags }, () => {
      const facts = formatTable([
        ["tag map", model.tagMap],
        ["tags", size],
        ["sentences", report.sentences],
        ["words", report.words],
        ["words without a vector", report.withoutVector],
        ["distances estimated", report.estimated],
        ["from other distances of their tags", report.widened],
        ["set to the largest", report.unseen],
        ["short sentences bracketed", report.bracketed],
        ["yields and contexts known", `${model.spans?.yields.size ?? 0} and ${model.spans?.contexts.size ?? 0}`],
        ["learnt in", formatSeconds(report.seconds)],
      ]);
      const rows = model.tags.map((tag, left) => [
        tag,
        ...model.tags.map((_, right) => model.distances[(left * size + right) * BINS + 1]!.toFixed(1).padStart(5)),
      ]);
      return [facts, formatTable([["", ...model.tags], ...rows]), ...report.warnings.map((warning) => `warning: ${warning}`)].join("\n\n");
    });
  },
});
