/** `eigentree inspect` of word vectors: sizes, options, singular values, and how many dimensions carry signal. */
import type { Json } from "../../../base/index.ts";
import { type ModelVectors, signalDimensions } from "../../../models/vectors/index.ts";
import { defineVerb } from "../../frame/command.ts";
import { shared } from "../../frame/flags.ts";
import { section } from "../../inspection/inspection.ts";
import { openVectors } from "./open.ts";

export const inspect = defineVerb({
  description:
    "Shows the words, the options, the singular values and how many dimensions carry signal: those whose singular " +
    "value is larger than that of the same rank in shuffled text.",
  options: shared("json", "quiet"),
  examples: [["eigentree inspect news.model", "singular values, dimensions that carry signal, options"]],
  async run(context, loaded) {
    const vectors = await openVectors(loaded);
    const { model } = vectors;
    const report = (model.report ?? {}) as Readonly<Record<string, Json>>;
    const facts = describe(vectors, report);
    const rows = (values: object) =>
      Object.entries(values).map(([name, value]): [string, string] => [name, JSON.stringify(value)]);
    await context.report({ ...facts, values: Array.from(model.values), options: model.options, report }, () =>
      [
        `${loaded.path}: word vectors, ${facts.words} words of ${facts.dimensions} dimensions`,
        section("Words", [
          ["most frequent", facts.mostFrequent.join(" ")],
          ["least frequent", facts.leastFrequent.join(" ")],
          ["unknown words", facts.unknown ? "share a vector of their own" : "have no vector"],
          [
            "contexts",
            model.projections === undefined
              ? "none: one vector for a word"
              : "known: eigentree embed gives tokens vectors in context",
          ],
        ]),
        ...(model.values.length === 0 ? [] : [section("Singular values", valueRows(model.values, facts))]),
        section("Options", rows(model.options)),
        section("Report", rows(report)),
      ].join("\n\n"),
    );
  },
});

interface Description {
  readonly words: number;
  readonly dimensions: number;
  readonly unknown: boolean;
  readonly mostFrequent: readonly string[];
  readonly leastFrequent: readonly string[];
  /** Singular values of shuffled text; null where they were not measured. */
  readonly noise: readonly number[] | null;
  readonly signalDimensions: number | null;
}

function describe(vectors: ModelVectors, report: Readonly<Record<string, Json>>): Description {
  const noise = Array.isArray(report.noise) ? (report.noise as number[]) : null;
  return {
    words: vectors.words.length,
    dimensions: vectors.dimensions,
    unknown: vectors.unknownRow >= 0,
    mostFrequent: vectors.words.slice(0, 10),
    leastFrequent: vectors.words.slice(-10),
    noise,
    signalDimensions: noise === null ? null : signalDimensions(vectors.model.values, noise),
  };
}

function valueRows(
  values: Float64Array,
  { noise, signalDimensions: count, dimensions }: Description,
): [string, string][] {
  const places = [0, 1, 2, 4, 9, 19, 49, 99, 199, 299, 499].filter((place) => place < values.length - 1);
  const shown = [...places, values.length - 1]
    .map((place) => `${place + 1}: ${values[place]!.toPrecision(3)}`)
    .join("  ");
  const signal =
    noise === null
      ? "not measured (methods oscca and ppmi with --noise do)"
      : `${count} of ${dimensions} dimensions carry signal: in shuffled text the values are ${shortened(noise)} …`;
  return [
    ["dimension: value", shown],
    ["signal", signal],
  ];
}

const shortened = (values: readonly number[]): string => values.map((value) => value.toPrecision(3)).join(" ");
