/** `eigentree inspect MODEL` for parsers: sizes, times, and for every nonterminal how far its estimates can be trusted and what its states stand for. */
import { type Json, optional, suggestion, text, whole } from "../../../base/index.ts";
import { type ParserModel, parserFromParts, type StateLoadings, stateLoadings } from "../../../models/parser/index.ts";
import { defineVerb } from "../../command.ts";
import { FailedError } from "../../failures.ts";
import { shared } from "../../flags.ts";
import { formatCount, formatSeconds, formatTable } from "../../numbers.ts";
import { fallbackText } from "./measure.ts";
import { type SymbolFacts, type SymbolReport, symbolFacts, symbolTable, weakLines } from "./symbol-facts.ts";

/** The report as training wrote it; what a method does not report is missing. */
interface Report {
  readonly trees?: number;
  readonly nodes?: number;
  readonly words?: number;
  readonly symbols?: readonly SymbolReport[] | number;
  readonly stages?: readonly { readonly stage: string; readonly seconds: number }[];
  readonly warnings?: readonly string[];
  readonly heads?: string;
  readonly files?: readonly { readonly file: string; readonly trees: number; readonly skipped: number }[];
  readonly preparation?: Readonly<Record<string, Readonly<Record<string, number>>>>;
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
    "moment of its inside and outside features. For its states: the " +
    "words or rules that load highest (+) and lowest (−). The loading of a word or rule r of nonterminal a on state i is √p(r | a) · (z − h): z the i-th coordinate of " +
    "the mean outside vector of the nodes that use r, h of all nodes of a. States of spectral models are directions, with a meaning at both ends; their signs are arbitrary.",
  options: {
    symbol: optional(text("show this nonterminal with all its states", { default: "" })),
    top: whole("nonterminals to list, those with most examples first", { default: 20, min: 1 }),
    states: whole("states to explain for each of the first few nonterminals", { default: 3, min: 0 }),
    words: whole("words or rules for each end of a state", { default: 5, min: 1, max: 100 }),
    ...shared("json", "quiet"),
  },
  examples: [
    ["eigentree inspect english.model", "sizes, the largest nonterminals, what their first states stand for, weak estimates"],
    ["eigentree inspect english.model --symbol NP --words 8", "all states of one nonterminal"],
    ["eigentree inspect english.model --json | jq '.nonterminals[] | select(.weak != [])'", "every nonterminal with a weak estimate"],
  ],
  async run(context, { path, parts }, _, options) {
    const model = parserFromParts(parts);
    const report = (parts.report ?? {}) as Report;
    const facts = symbolFacts(model, Array.isArray(report.symbols) ? (report.symbols as readonly SymbolReport[]) : undefined);
    const chosen = options.symbol === undefined ? facts : facts.filter(({ symbol }) => symbol === options.symbol);
    if (chosen.length === 0) {
      const names = facts.map(({ symbol }) => symbol);
      throw new FailedError(`${path}: there is no nonterminal "${options.symbol}".${suggestion(options.symbol!, names)}`);
    }
    const explain = ({ id }: SymbolFacts) => stateLoadings(model, id, options.words);
    await context.report(
      {
        kind: "parser",
        method: model.method,
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
    ["head rules", report.heads ?? "unknown"],
  ];
  const sections = [
    `${path}: parser, method ${model.method}`,
    formatTable(sizes.map(([name, value]) => [name, plain(value)])),
    optionsText(model.options),
  ];
  if (report.files !== undefined) {
    sections.push(
      formatTable([["learnt from", "trees", "skipped"], ...report.files.map(({ file, trees, skipped }) => [file, trees, skipped])]),
    );
  }
  const done = Object.values(report.preparation ?? {}).flatMap((counts) => Object.entries(counts));
  if (done.length > 0) sections.push(formatTable([["preparation", "times"], ...done]));
  if (report.stages !== undefined) {
    sections.push(formatTable([["stage", "time"], ...report.stages.map(({ stage, seconds }) => [stage, formatSeconds(seconds)])]));
  }
  if (report.dev !== undefined) {
    const { file, f1, sentences, fallbacks } = report.dev;
    sections.push(`${file}: F1 ${f1.toFixed(2)} on ${formatCount(sentences)} trees, ${fallbackText(fallbacks)}`);
  }
  sections.push(symbolTable(facts.slice(0, options.top), facts.length));
  const explained = options.states === 0 ? [] : firstOfEach(facts);
  for (const each of explained) if (each.states > 1) sections.push(statesText(each, explain(each).slice(0, options.states)));
  sections.push(warningsText(report, facts));
  return sections;
}

const plain = (value: string | number) => (typeof value === "number" ? formatCount(value) : value);

const optionsText = (options: Readonly<Record<string, Json>>): string =>
  `options: ${Object.entries(options)
    .filter(([name]) => name !== "method")
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(", ")}`;

/** The three largest nonterminals over phrases and over words. */
const firstOfEach = (facts: readonly SymbolFacts[]): SymbolFacts[] =>
  [false, true].flatMap((preterminal) => facts.filter((each) => each.preterminal === preterminal).slice(0, 3));

function statesText({ symbol, preterminal }: SymbolFacts, states: readonly StateLoadings[]): string {
  // The left side of a rule is the nonterminal itself.
  const side = (loadings: StateLoadings["highest"]) =>
    loadings.map(({ name }) => (preterminal ? name : name.slice(name.indexOf(" → ") + 3))).join(preterminal ? " " : ", ");
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
