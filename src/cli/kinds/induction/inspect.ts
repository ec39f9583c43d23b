/** `eigentree inspect MODEL` for induction: how it was learnt, and the distances of neighbouring tags. */
import { type InductionReport, inductionFromParts } from "../../../models/induction/index.ts";
import { BINS } from "../../../models/induction/metric/distance-bins.ts";
import { defineVerb } from "../../frame/command.ts";
import { shared } from "../../frame/flags.ts";
import { formatTable } from "../../frame/numbers.ts";

export const inspect = defineVerb({
  description:
    "Distances are those of neighbouring words, the left tag down, the right tag across; words at small distances " +
    "belong together.",
  options: shared("json"),
  examples: [["eigentree inspect brackets.model", "tags, counts, distances"]],
  async run(context, { parts }) {
    const model = inductionFromParts(parts);
    const report = model.report as unknown as Omit<InductionReport, "times">;
    const size = model.tags.length;
    await context.report({ kind: model.kind, options: model.options, report, tags: model.tags }, () => {
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
      ]);
      const rows = model.tags.map((tag, left) => [
        tag,
        ...model.tags.map((_, right) => model.distances[(left * size + right) * BINS + 1]!.toFixed(1).padStart(5)),
      ]);
      return [
        facts,
        formatTable([["", ...model.tags], ...rows]),
        ...report.warnings.map((warning) => `warning: ${warning}`),
      ].join("\n\n");
    });
  },
});
