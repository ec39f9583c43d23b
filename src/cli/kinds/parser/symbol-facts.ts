/** The nonterminals of a spectral grammar as a user inspects them: what their estimates rest on, and which are weak. */
import type { ParserModel } from "../../../models/parser/index.ts";
import { formatCount, formatTable } from "../../numbers.ts";

/** As training wrote it. */
export interface SymbolReport {
  readonly symbol: string;
  readonly nodes: number;
  readonly singularValues: readonly number[];
  /** Missing in models that older versions have written. */
  readonly signal?: number;
  readonly condition: number;
}

export interface SymbolFacts {
  readonly symbol: string;
  readonly preterminal: boolean;
  readonly examples: number | undefined;
  readonly states: number;
  readonly singularValues: readonly number[] | undefined;
  readonly signal: number | undefined;
  readonly condition: number | undefined;
  /** Why its estimates are weak; none for most. */
  readonly weak: readonly string[];
  readonly id: number;
}

/** For readers, to whom the number of a symbol says nothing. */
export type ListedSymbol = Omit<SymbolFacts, "id">;

/** Fewer examples for each state than this make a tensor of them mostly noise. */
const FEW_EXAMPLES_PER_STATE = 5;
/** Conditioning beyond which sampling errors of the moments grow more than a thousandfold. */
const WEAK_CONDITION = 1e3;
const SHOWN_WEAK = 12;

/** Those with most examples first; `reported` in the order of the model's symbols, missing where the method reports none. */
export function symbolFacts(model: ParserModel, reported: readonly SymbolReport[] | undefined): SymbolFacts[] {
  const { symbols, grammar, lexicon } = model;
  const leaves = new Float64Array(symbols.size);
  for (let at = 0; at < lexicon.symbol.length; at++) leaves[lexicon.symbol[at]!]! += lexicon.count[at]!;
  const facts = symbols.names.map((symbol, id) => {
    const own = reported?.[id];
    const preterminal = symbols.preterminal[id] === 1;
    const examples = own?.nodes ?? (preterminal ? leaves[id]! : undefined);
    const states = grammar.states[id]!;
    const weak: string[] = [];
    if (examples !== undefined && states > 1 && examples < FEW_EXAMPLES_PER_STATE * states)
      weak.push(`${examples} examples for ${states} states`);
    if (own !== undefined && own.condition > WEAK_CONDITION) weak.push(`condition number ${own.condition.toPrecision(3)}`);
    return {
      symbol,
      preterminal,
      examples,
      states,
      singularValues: own?.singularValues,
      signal: own?.signal,
      condition: own?.condition,
      weak,
      id,
    };
  });
  return facts.sort((x, y) => (y.examples ?? 0) - (x.examples ?? 0));
}

/** `0.93 0.71 0.55 … 0.02` */
export function valuesText(values: readonly number[] | undefined): string {
  if (values === undefined) return "–";
  const digits = values.map((value) => value.toPrecision(2));
  return digits.length <= 5 ? digits.join(" ") : `${digits.slice(0, 4).join(" ")} … ${digits.at(-1)}`;
}

export function symbolTable(facts: readonly ListedSymbol[], of = facts.length): string {
  const title = facts.length < of ? `nonterminal (${facts.length} of ${formatCount(of)})` : "nonterminal";
  return formatTable([
    [title, "examples", "states", "signal", "condition", "singular values"],
    ...facts.map(({ symbol, examples, states, signal, condition, singularValues }) => [
      symbol,
      (examples === undefined ? "–" : formatCount(examples)).padStart(8),
      String(states).padStart(6),
      (signal === undefined ? "–" : signal.toFixed(1)).padStart(6),
      (condition === undefined ? "–" : condition.toPrecision(3)).padStart(9),
      valuesText(singularValues),
    ]),
  ]);
}

/** The nonterminals with weak estimates, by name; nothing when there are none. */
export function weakLines(facts: readonly ListedSymbol[]): string[] {
  const weak = facts.filter((each) => each.weak.length > 0);
  if (weak.length === 0) return [];
  const named = weak.slice(0, SHOWN_WEAK).map(({ symbol, weak: reasons }) => `  ${symbol}: ${reasons.join(", ")}`);
  const more = weak.length > SHOWN_WEAK ? [`  … ${weak.length - SHOWN_WEAK} more; --json lists all`] : [];
  return [`weak estimates of ${formatCount(weak.length)} nonterminals:`, ...named, ...more];
}
