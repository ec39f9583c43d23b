/** `eigentree inspect MODEL` for sentence similarity: what was learnt from, weights, and what each group brings. */
import {
  describeRegressions,
  type SimilarityReport,
  similarityFromParts,
} from "../../../applications/similarity/index.ts";
import { whole } from "../../../base/index.ts";
import { defineVerb } from "../../frame/command.ts";
import { shared } from "../../frame/flags.ts";
import { formatTable } from "../../frame/numbers.ts";

const number = (value: number) => value.toFixed(3).padStart(7);

export const inspect = defineVerb({
  description:
    "A weight is what one standard deviation of a feature adds to the score, its square, root and products included, " +
    "for each source and for unknown ones. A group's share is its part in the spread of the scores.",
  options: { count: whole("features to list, the weightiest ones", { default: 20, min: 1 }), ...shared("json") },
  examples: [["eigentree inspect sim.model", "groups, weights, cross-validation"]],
  async run(context, { parts }, _files, { count }) {
    const model = similarityFromParts(parts);
    const report = model.report as unknown as Omit<SimilarityReport, "times">;
    const described = describeRegressions(model);
    const { options, sources, groups } = model;
    await context.report({ kind: model.kind, options, sources, groups, report, ...described }, () => {
      const columns = [...sources.map((name) => name || "(no name)"), "unknown"];
      const { known, unknown, official } = report.validation;
      return [
        formatTable([
          ["pairs", report.pairs],
          ["words counted", report.tokens],
          ["trigrams of selectors", report.trigrams],
          ["trees of the encoder", report.trees],
          ["features", report.features],
          ["columns", report.columns],
        ]),
        formatTable([
          ["Pearson's r by cross-validation", "known", "as unknown"],
          ...Object.entries(known).map(([name, r]) => [
            name || "(no name)",
            number(r),
            number(unknown?.[name] ?? Number.NaN),
          ]),
          ["ALL, ALLnrm, Mean", ...[official.all, official.allNormalized, official.mean].map(number)],
        ]),
        formatTable([
          ["share of the group", ...columns],
          ...described.shares.map(({ group, bySource }) => [group, ...bySource.map(number)]),
        ]),
        formatTable([
          ["weight of the feature", ...columns],
          ...described.weights
            .slice(0, count)
            .map(({ group, name, bySource }) => [`${group}: ${name}`, ...bySource.map(number)]),
        ]),
        ...report.warnings.map((warning) => `warning: ${warning}`),
      ].join("\n\n");
    });
  },
});
