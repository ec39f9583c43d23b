/** The nonterminals of a grammar as a user inspects them: what their estimates rest on, and which are weak. */
import { type GrammarModel, WEAK_CONDITION } from "../models/grammar/index.ts";
import { theoremSampleSize } from "../spectral/sample-size.ts";

/** As training wrote it: numbers that are not finite are null. */
export interface SymbolReport {
  readonly symbol: string;
  readonly nodes: number;
  readonly singularValues: readonly number[];
  /** Missing in files of earlier versions. */
  readonly noise?: readonly number[];
  readonly signal: number;
  readonly condition: number | null;
}

export interface SymbolFacts {
  readonly symbol: string;
  readonly preterminal: boolean;
  readonly examples: number | undefined;
  readonly states: number;
  readonly singularValues: readonly number[] | undefined;
  /** What the same number of unrelated samples gives. */
  readonly noise: readonly number[] | undefined;
  readonly signal: number | undefined;
  readonly condition: number | undefined;
  /** The smallest singular value kept. */
  readonly smallest: number | undefined;
  /** Examples that theorem 3 of Cohen et al. 2012 asks for, at least (spectral/sample-size.ts). */
  readonly asked: number | undefined;
  /** Why its estimates are weak; none for most. */
  readonly weak: readonly string[];
  readonly id: number;
}

/** For readers, to whom the number of a symbol says nothing. */
export type ListedSymbol = Omit<SymbolFacts, "id">;

/** Fewer examples for each state than this make a tensor of them mostly noise. */
const FEW_EXAMPLES_PER_STATE = 5;

/** How near p̂ of a tree should be to p, and with what certainty. */
export interface Accuracy {
  /** ε of p̂ = (1 ± ε)p. */
  readonly error: number;
  /** δ: the probability that it is not. */
  readonly risk: number;
  /** Words of the sentence. */
  readonly sentence: number;
}

/** What is asked of the theorem unless something else is. */
export const USUAL_ACCURACY: Accuracy = { error: 0.1, risk: 0.05, sentence: 20 };

/**
 * Those with most examples first; `reported` in the order of the model's symbols, missing where the method reports
 * none.
 */
export function symbolFacts(
  model: GrammarModel,
  reported: readonly SymbolReport[] | undefined,
  { error, risk, sentence }: Accuracy = USUAL_ACCURACY,
): SymbolFacts[] {
  const { symbols, grammar, lexicon } = model;
  const rules = grammar.rules.size + lexicon.labels.length;
  const leaves = new Float64Array(symbols.size);
  for (let at = 0; at < lexicon.labels.length; at++) leaves[lexicon.labels[at]!]! += lexicon.counts[at]!;
  const facts = symbols.names.map((symbol, id) => {
    const own = reported?.[id];
    const preterminal = symbols.preterminal[id] === 1;
    const examples = own?.nodes ?? (preterminal ? leaves[id]! : undefined);
    const states = grammar.states[id]!;
    const weak: string[] = [];
    if (examples !== undefined && states > 1 && examples < FEW_EXAMPLES_PER_STATE * states)
      weak.push(`${examples} examples for ${states} states`);
    const condition = own?.condition ?? undefined;
    const smallest = own?.singularValues.at(-1);
    const question = { states, rules, treeRules: 2 * sentence - 1, error, risk };
    if (condition !== undefined && condition > WEAK_CONDITION)
      weak.push(`condition number ${condition.toPrecision(3)}`);
    return {
      symbol,
      preterminal,
      examples,
      states,
      singularValues: own?.singularValues,
      noise: own?.noise,
      signal: own?.signal,
      condition,
      smallest,
      asked: smallest === undefined ? undefined : theoremSampleSize({ ...question, smallest }),
      weak,
      id,
    };
  });
  return facts.sort((x, y) => (y.examples ?? 0) - (x.examples ?? 0));
}
