/**
 * `eigentree inspect MODEL` for parsers: sizes, and for every nonterminal how far its estimates can be trusted
 * and what its states stand for.
 */
import { type Json, optional, quoted, real, suggestion, text, whole } from "../../../base/index.ts";
import { chartSvg } from "../../../evaluation/index.ts";
import { checkWritable, writeFileText } from "../../../files/index.ts";
import {
  type ParserModel,
  type ParserReport,
  parserFromParts,
  type StateLoadings,
  stateLoadings,
} from "../../../models/parser/index.ts";
import { type SymbolFacts, type SymbolReport, symbolFacts, USUAL_ACCURACY } from "../../../verbs/symbol-facts.ts";
import { defineVerb } from "../../frame/command.ts";
import { FailedError } from "../../frame/failures.ts";
import { file, shared } from "../../frame/flags.ts";
import { formatCount, formatTable } from "../../frame/numbers.ts";
import { fallbackText } from "./scores.ts";
import { symbolTable, weakLines } from "./symbol-table.ts";

/** The report as training wrote it; what a method does not report is missing. */
interface Report
  extends Partial<Pick<ParserReport, "trees" | "nodes" | "words" | "warnings" | "sources" | "preparation">> {
  readonly symbols?: readonly SymbolReport[];
  readonly dev?: {
    readonly file: string;
    readonly f1: number;
    readonly sentences: number;
    readonly fallbacks: Readonly<Record<string, number>>;
  };
}

export const inspect = defineVerb({
  description:
    "For every nonterminal: examples, states kept, how many states' worth of them is signal rather than sampling noise, singular values and condition number of the cross " +
    "moment of its inside and outside features; and the examples that theorem 3 of Cohen et al. 2012 asks for, so that p̂ of a sentence's tree is within 1 ± --error of p with probability 1 − --risk. " +
    "That is a worst case over all grammars, far above what is needed; it compares nonterminals. For its states: the " +
    "words or rules that load highest (+) and lowest (−). The loading of a word or rule r of nonterminal a on state i is √p(r | a) · (z − h): z the i-th coordinate of " +
    "the mean outside vector of the nodes that use r, h of all nodes of a. States of spectral models are directions, with a meaning at both ends; their signs are arbitrary.",
  options: {
    symbol: optional(text("show this nonterminal with all its states", { default: "" })),
    top: whole("nonterminals to list, those with most examples first", { default: 20, min: 1 }),
    states: whole("states to explain for each of the first few nonterminals", { default: 3, min: 0 }),
    words: whole("words or rules for each end of a state", { default: 5, min: 1, max: 100 }),
    plot: file("also draw singular values against noise here, as SVG: of --symbol, or of the two largest nonterminals"),
    error: real("ε of theorem 3", { default: USUAL_ACCURACY.error, min: 1e-6, max: 1 }),
    risk: real("δ of theorem 3", { default: USUAL_ACCURACY.risk, min: 1e-9, max: 1 }),
    sentence: whole("words of the sentence that theorem 3 is asked about", {
      default: USUAL_ACCURACY.sentence,
      min: 1,
      max: 1000,
    }),
    ...shared("json", "quiet"),
  },
  examples: [
    [
      "eigentree inspect english.model",
      "sizes, the largest nonterminals, what their first states stand for, weak estimates",
    ],
    ["eigentree inspect english.model --symbol NP --words 8", "all states of one nonterminal"],
    ["eigentree inspect english.model --plot values.svg", "how far singular values rise above noise, as a picture"],
    [
      "eigentree inspect english.model --json | jq '.nonterminals[] | select(.weak != [])'",
      "every nonterminal with a weak estimate",
    ],
  ],
  async run(context, { path, parts }, _, options) {
    const model = parserFromParts(parts);
    const report = (model.report ?? {}) as Report;
    if (options.plot !== undefined) await checkWritable(options.plot);
    const facts = symbolFacts(model, report.symbols, options);
    const chosen = options.symbol === undefined ? facts : facts.filter(({ symbol }) => symbol === options.symbol);
    if (chosen.length === 0) {
      const names = facts.map(({ symbol }) => symbol);
      throw new FailedError(
        `${path}: there is no nonterminal ${quoted(options.symbol!)}.${suggestion(options.symbol!, names)}`,
      );
    }
    if (options.plot !== undefined) {
      await writeFileText(options.plot, [valuesPlot(path, chosen.slice(0, options.symbol === undefined ? 2 : 1))]);
      context.note(`wrote ${options.plot}`);
    }
    const explain = ({ id }: SymbolFacts) => stateLoadings(model, id, options.words);
    await context.report(
      {
        kind: "parser",
        method: model.options.method,
        options: model.options,
        report: { ...report, symbols: undefined },
        rules: model.grammar.rules.size,
        nonterminals: (options.symbol === undefined ? facts : chosen).map((each) => ({
          ...each,
          id: undefined,
          ...(options.symbol === undefined ? {} : { loadings: explain(each) }),
        })),
      },
      () =>
        (options.symbol === undefined
          ? overview(path, model, report, facts, options, explain)
          : chosen.flatMap((each) => [symbolTable([each]), statesText(each, explain(each))])
        ).join("\n\n"),
    );
  },
});

function overview(
  path: string,
  model: ParserModel,
  report: Report,
  facts: readonly SymbolFacts[],
  options: { readonly top: number; readonly states: number },
  explain: (symbol: SymbolFacts) => StateLoadings[],
): string[] {
  const preterminals = facts.filter(({ preterminal }) => preterminal).length;
  const sizes: (readonly [string, string | number])[] = [
    ["trees", report.trees ?? "unknown"],
    ["nodes", report.nodes ?? "unknown"],
    ["words", report.words ?? model.lexicon.words.size],
    ["rules", model.grammar.rules.size],
    ["nonterminals", `${formatCount(facts.length)}, ${formatCount(preterminals)} of them over words`],
    ["head rules", model.options.heads],
    ["language", model.options.language],
  ];
  const sections = [
    `${path}: parser, method ${model.options.method}`,
    formatTable(sizes.map(([name, value]) => [name, plain(value)])),
    optionsText(model.options),
  ];
  if (report.sources !== undefined && report.sources.length > 0) {
    sections.push(
      formatTable([
        ["learnt from", "trees", "skipped"],
        ...report.sources.map(({ file, records, skipped }) => [file, records, skipped]),
      ]),
    );
  }
  const done = Object.values(report.preparation ?? {}).flatMap((counts) => Object.entries(counts));
  if (done.length > 0) sections.push(formatTable([["preparation", "times"], ...done]));
  if (report.dev !== undefined) {
    const { file, f1, sentences, fallbacks } = report.dev;
    sections.push(`${file}: F1 ${f1.toFixed(2)} on ${formatCount(sentences)} trees, ${fallbackText(fallbacks)}`);
  }
  sections.push(symbolTable(facts.slice(0, options.top), facts.length));
  const explained = options.states === 0 ? [] : firstOfEach(facts);
  for (const each of explained)
    if (each.states > 1) sections.push(statesText(each, explain(each).slice(0, options.states)));
  sections.push(warningsText(report, facts));
  return sections;
}

/** Singular values of the cross moments, and what permuted pairs of the same samples give. */
function valuesPlot(path: string, facts: readonly SymbolFacts[]): string {
  const points = (values: readonly number[] | undefined) => (values ?? []).map((value, at) => [at + 1, value] as const);
  const lines = facts.flatMap(({ symbol, singularValues, noise }) => [
    { name: symbol, points: points(singularValues) },
    { name: `${symbol}, noise`, points: points(noise) },
  ]);
  const drawn = lines.filter((line) => line.points.length > 0);
  if (drawn.length === 0)
    throw new FailedError(`${path}: has no singular values to draw; a model of --method spectral has.`);
  return chartSvg({
    title: "Singular values against noise",
    xTitle: "state",
    yTitle: "singular value",
    lines: drawn,
  });
}

const plain = (value: string | number) => (typeof value === "number" ? formatCount(value) : value);

/** Options that the table of sizes and the title show. */
const SHOWN_ABOVE = ["method", "heads", "language"];

const optionsText = (options: Readonly<Record<string, Json>>): string =>
  `options: ${Object.entries(options)
    .filter(([name, value]) => !SHOWN_ABOVE.includes(name) && typeof value !== "object")
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(", ")}`;

/** The three largest nonterminals over phrases and over words. */
const firstOfEach = (facts: readonly SymbolFacts[]): SymbolFacts[] =>
  [false, true].flatMap((preterminal) => facts.filter((each) => each.preterminal === preterminal).slice(0, 3));

function statesText({ symbol, preterminal }: SymbolFacts, states: readonly StateLoadings[]): string {
  // The left side of a rule is the nonterminal itself.
  const side = (loadings: StateLoadings["highest"]) =>
    loadings
      .map(({ name }) => (preterminal ? name : name.slice(name.indexOf(" → ") + 3)))
      .join(preterminal ? " " : ", ");
  const lines = states.flatMap(({ highest, lowest }, state) => [
    `  ${String(state + 1).padStart(3)} + ${side(highest) || "–"}`,
    ...(lowest.length === 0 ? [] : [`      − ${side(lowest)}`]),
  ]);
  return [`${symbol}: ${preterminal ? "words" : "rules"} on its states`, ...lines].join("\n");
}

function warningsText(report: Report, facts: readonly SymbolFacts[]): string {
  const lines = [...(report.warnings ?? []), ...weakLines(facts)];
  return lines.length === 0 ? "No warnings." : ["Warnings", ...lines].join("\n");
}
