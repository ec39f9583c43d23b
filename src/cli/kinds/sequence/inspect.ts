/** `eigentree inspect MODEL` for sequence models: sizes, and how far the estimates of each label can be trusted. */
import type { Model } from "../../../base/index.ts";
import { isChain, type LabelReport, type SequenceReport, sequenceFromParts } from "../../../models/sequence/index.ts";
import { defineVerb } from "../../frame/command.ts";
import { shared } from "../../frame/flags.ts";
import { formatTable } from "../../frame/numbers.ts";

type Row = readonly [string, string | number];

/** What every kind of model over labels tells: a table of facts, `more` first among them, and one of labels. */
export function chainFacts(
  { kind, options, report }: Model,
  states: number | undefined,
  more: readonly Row[],
): { facts: object; text: string } {
  const told = (report ?? {}) as unknown as Partial<SequenceReport>;
  const method = String(options.method);
  const counts: readonly (readonly [string, number | undefined])[] = [
    ["labels", told.labels],
    ["hidden states", states],
    ["observations", told.observations],
    ["sequences", told.sequences],
    ["positions", told.positions],
  ];
  const table = formatTable([
    ["method", method],
    ...more,
    ...counts.flatMap(([name, count]): Row[] => (count === undefined ? [] : [[name, count]])),
  ]);
  const warnings = (told.warnings ?? []).map((warning) => `warning: ${warning}`);
  const labels = told.diagnostics === undefined ? [] : [labelTable(told.diagnostics)];
  return { facts: { kind, method, states, options, report }, text: [table, ...labels, ...warnings].join("\n\n") };
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
    "For spectral models every label is shown with its samples, the states kept, how many states' worth of them is " +
    "signal rather than sampling noise, and the singular values of both decompositions.",
  options: shared("json"),
  examples: [["eigentree inspect tags.model", "labels, words, states, singular values"]],
  async run(context, { parts }) {
    const model = sequenceFromParts(parts);
    const chain = isChain(model) ? model : "chain" in model ? model.chain : undefined;
    const { facts, text } = chainFacts(model, chain?.states, []);
    await context.report(facts, () => text);
  },
});
