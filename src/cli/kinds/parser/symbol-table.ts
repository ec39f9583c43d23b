/** The nonterminals of a grammar as tables and lines of text. */
import type { ListedSymbol } from "../../../verbs/symbol-facts.ts";
import { formatCount, formatTable } from "../../frame/numbers.ts";

const SHOWN_WEAK = 12;

/** `0.93 0.71 0.55 … 0.02` */
export function valuesText(values: readonly number[] | undefined): string {
  if (values === undefined) return "–";
  const digits = values.map((value) => value.toPrecision(2));
  return digits.length <= 5 ? digits.join(" ") : `${digits.slice(0, 4).join(" ")} … ${digits.at(-1)}`;
}

export function symbolTable(facts: readonly ListedSymbol[], of = facts.length): string {
  const title = facts.length < of ? `nonterminal (${facts.length} of ${formatCount(of)})` : "nonterminal";
  return formatTable([
    [title, "examples", "theory asks", "states", "signal", "condition", "singular values"],
    ...facts.map(({ symbol, examples, asked, states, signal, condition, singularValues }) => [
      symbol,
      (examples === undefined ? "–" : formatCount(examples)).padStart(8),
      (asked === undefined ? "–" : asked.toExponential(0)).padStart(11),
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
