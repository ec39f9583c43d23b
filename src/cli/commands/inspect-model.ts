/** `eigentree inspect MODEL` for kinds that say nothing of their own: what any model file holds. */
import type { Tensor } from "../../base/index.ts";
import { loadModel, modelPath } from "../../files/index.ts";
import { type CliCommand, defineCommand } from "../frame/command.ts";
import { shared } from "../frame/flags.ts";
import { formatTable } from "../frame/numbers.ts";
import { section } from "../inspection/inspection.ts";

function rangeOf({ data }: Tensor): { min: number; max: number } {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < data.length; i++) {
    const value = data[i]!;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return { min, max };
}

const typeOf = ({ data }: Tensor) => data.constructor.name.replace("Array", "").toLowerCase();

export const inspectModel: CliCommand = defineCommand({
  description: "Shows the kind, options, symbol tables and tensors of a model file.",
  arguments: ["MODEL"],
  options: shared("json", "quiet"),
  examples: [["eigentree inspect english.model", "what a model file holds"]],
  async run(context, [path]) {
    const { kind, version, options, report, symbols, tensors } = await loadModel(modelPath(path!));
    const tables = Object.entries(symbols).map(([name, words]) => [name, words.length] as const);
    const described = Object.entries(tensors).map(([name, tensor]) => ({
      name,
      type: typeOf(tensor),
      shape: tensor.shape,
      ...rangeOf(tensor),
    }));
    const facts = { kind, version, options, report, symbols: Object.fromEntries(tables), tensors: described };
    await context.report(facts, () =>
      [
        `${path}: a model of kind "${kind}", version ${version}`,
        section(
          "Options",
          Object.entries(options ?? {}).map(([name, value]) => [name, JSON.stringify(value)]),
        ),
        section("Symbols", tables),
        `Tensors\n${formatTable(
          described.map(({ name, type, shape, min, max }) => [
            name,
            type,
            shape.join(" × "),
            `${min.toPrecision(4)} to ${max.toPrecision(4)}`,
          ]),
          "  ",
        )}`,
        section(
          "Report",
          Object.entries(report ?? {}).map(([name, value]) => [name, JSON.stringify(value)]),
        ),
      ].join("\n\n"),
    );
  },
});
