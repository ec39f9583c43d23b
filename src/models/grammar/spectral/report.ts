/** What spectral learning says about each symbol: what its estimates rest on, and how far they can be trusted. */
import type { StageTime } from "../../../base/learning.ts";
import type { GrammarReport } from "../model.ts";
import type { Decompositions } from "./decompositions.ts";
import type { SymbolVectors } from "./node-vectors.ts";

/** What is known about the estimates of a symbol. */
export interface SymbolReport {
  readonly symbol: string;
  readonly nodes: number;
  readonly states: number;
  readonly singularValues: readonly number[];
  /** What permuted pairs of the same samples give, at most the singular value itself: σ√(1 − w). */
  readonly noise: readonly number[];
  /** Σ w: how many states' worth of signal the states carry. */
  readonly signal: number;
  /** Largest singular value over the smallest kept. */
  readonly condition: number;
}

/** What the spectral method reports. */
export interface SpectralReport extends GrammarReport {
  readonly symbols: readonly SymbolReport[];
}

/** Conditioning beyond which small sampling errors in Ω turn into large ones in the model. */
export const WEAK_CONDITION = 1e3;

/** `found`: the vectors of every symbol, cut to the states that the model has. */
export function spectralReport(
  { treebank, nodes, counted }: Decompositions,
  found: readonly SymbolVectors[],
  times: readonly StageTime[],
): SpectralReport {
  const symbols = found.map(({ states, singularValues, shares }, symbol) => ({
    symbol: treebank.symbols.names[symbol]!,
    nodes: nodes[symbol]!.length,
    states,
    singularValues: Array.from(singularValues),
    noise: Array.from(singularValues, (value, i) => value * Math.sqrt(Math.max(0, 1 - (shares[i] ?? 0)))),
    signal: shares.reduce((sum, share) => sum + share, 0),
    condition: (singularValues[0] ?? 1) / (singularValues.at(-1) ?? 1),
  }));
  const warnings: string[] = [];
  const weak = symbols.filter(({ condition }) => condition > WEAK_CONDITION).length;
  if (weak > 0)
    warnings.push(`${weak} nonterminals have a condition number above ${WEAK_CONDITION}: fewer states would be safer.`);
  return {
    trees: treebank.roots.length,
    nodes: treebank.size,
    rules: counted.rules.size,
    words: treebank.words.size,
    symbols,
    times,
    warnings,
  };
}
