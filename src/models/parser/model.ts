/** A parser: symbols, rules with their tensors, words with their directions. Every learner of this folder makes one, and one decoder reads them all. */
import type { Json } from "../../base/model-parts.ts";
import type { LeafVector } from "../../charts/latent-chart.ts";
import type { LatentGrammar } from "../../charts/latent-grammar.ts";
import type { Directions, DirectionTable, LexiconCounts, LexiconOptions, Reading } from "./lexicon.ts";
import type { Symbols } from "./symbols.ts";
import type { MarkOptions } from "./treebank.ts";

export type ParserMethod = "spectral" | "em" | "pcfg" | "markov";

/** One set of hidden states over the rules and words of a parser. */
export interface Member {
  readonly grammar: LatentGrammar;
  readonly directions: Directions;
}

export interface ParserModel extends Member {
  readonly kind: "parser";
  readonly method: ParserMethod;
  readonly symbols: Symbols;
  /** Markov marks of the symbols. */
  readonly marks: MarkOptions;
  readonly lexicon: LexiconCounts;
  readonly lexiconOptions: LexiconOptions;
  /** Further members of an ensemble: other hidden states over the same rules, whose marginals are averaged with those of the first. */
  readonly others: readonly Member[];
  /** The options it was learnt with. */
  readonly options: Readonly<Record<string, Json>>;
}

/** Decoding needs no more than single precision: the same model with its tensors and vectors rounded, at half the size. */
export function toSinglePrecision(model: ParserModel): ParserModel {
  return { ...model, ...roundMember(model), others: model.others.map(roundMember) };
}

const roundMember = ({ grammar, directions }: Member): Member => ({
  grammar: {
    ...grammar,
    numbers: Float32Array.from(grammar.numbers),
    meanInside: Float32Array.from(grammar.meanInside),
    meanOutside: Float32Array.from(grammar.meanOutside),
    root: Float32Array.from(grammar.root),
  },
  directions: { ...directions, data: Float32Array.from(directions.data) },
});

/** The inside vectors of a sentence's leaves: score times direction, the symbol's mean outside vector standing in for an unknown direction. */
export function leafVectors(
  grammar: LatentGrammar,
  directions: DirectionTable,
  words: readonly string[],
  readings: readonly (readonly Reading[])[],
): LeafVector {
  const { vectorOffset, meanOutside, states } = grammar;
  return (position, symbol, work, offset) => {
    const { score } = readings[position]!.find((reading) => reading.symbol === symbol)!;
    const place = directions.find(symbol, words[position]!, position === 0);
    const from = place < 0 ? meanOutside : directions.data;
    const start = place < 0 ? vectorOffset[symbol]! : place;
    for (let i = 0; i < states[symbol]!; i++) work[offset + i] = score * from[start + i]!;
  };
}
