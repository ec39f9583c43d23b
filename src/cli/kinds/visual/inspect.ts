/** `eigentree inspect MODEL` of a classifier of noun phrases: what it learnt from, and its strongest features. */
import { visualFromParts } from "../../../applications/visual-text/index.ts";
import { whole } from "../../../base/index.ts";
import { defineVerb } from "../../frame/command.ts";
import { shared } from "../../frame/flags.ts";
import { section } from "../../inspection/inspection.ts";

export const inspect = defineVerb({
  description: "Shows options, report, features by template, and the features with the largest weights on either side.",
  options: {
    top: whole("features to list for either side", { default: 15, min: 0 }),
    ...shared("json", "quiet"),
  },
  examples: [["eigentree inspect seen.model", "what speaks for and against being visible"]],
  async run(context, { path, parts }, _, { top }) {
    const model = visualFromParts(parts);
    const order = [...model.features.keys()].sort((a, b) => model.weights[b]! - model.weights[a]! || a - b);
    const listed = (places: readonly number[]) =>
      places.map((place) => ({ feature: model.features[place]!, weight: model.weights[place]! }));
    const facts = {
      kind: "visual",
      features: model.features.length,
      visual: listed(order.slice(0, top)),
      nonvisual: listed(order.slice(Math.max(top, order.length - top)).reverse()),
      lists: model.lists === undefined ? null : model.lists.words.length,
      hypernyms: model.hypernyms === undefined ? null : model.hypernyms.words.length,
      parser: model.parser?.kind ?? null,
      options: model.options,
      report: model.report,
    };
    await context.report(facts, () => {
      const rows = (values: object) =>
        Object.entries(values).map(([name, value]): [string, string] => [name, JSON.stringify(value)]);
      const weights = (list: typeof facts.visual) =>
        list.map(({ feature, weight }): [string, string] => [feature, weight.toFixed(3)]);
      return [
        `${path}: classifier of noun phrases, ${facts.features} features`,
        section("Finds noun phrases", [["with", facts.parser ?? "nothing: phrases must be given"]]),
        section("Speak for visible", weights(facts.visual)),
        section("Speak against", weights(facts.nonvisual)),
        section("Options", rows(model.options)),
        section("Report", rows((model.report ?? {}) as object)),
      ].join("\n\n");
    });
  },
});
