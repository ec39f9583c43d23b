/**
 * A latent-variable grammar over binary trees: symbols, rules with their tensors, words with their directions. Every
 * learner of this folder makes one, and one chart parser reads them all. Constituency parsers are such grammars over
 * binarized trees, head automata (models/dependency) over derivations.
 */
import type { Report } from "../../base/learning.ts";
import type { LeafVector } from "../../charts/phrases/latent-chart.ts";
import type { LatentGrammar } from "../../charts/phrases/latent-grammar.ts";
import type { Floats } from "../../linalg/kernels/interface.ts";
import type { Branching } from "../../trees/binarize.ts";
import type { Representations } from "../representations/index.ts";
import type { BoundaryModel } from "./boundaries/boundaries.ts";
import type { CompactTensors } from "./compact-tensors.ts";
import type { Directions, DirectionTable } from "./lexicon/directions.ts";
import type { LexiconCounts, LexiconOptions, Reading } from "./lexicon/lexicon.ts";
import type { FeatureSet } from "./spectral/features.ts";
import type { MarkOptions, Weights } from "./treebank/binary-treebank.ts";
import type { Symbols } from "./treebank/symbols.ts";

/** One set of hidden states over rules and words. The symbols and words of all members are the same. */
export interface Member {
  readonly grammar: LatentGrammar;
  readonly directions: Directions;
  /** What the tensors of its rules were made of; undefined where they are stored whole. */
  readonly compact?: CompactTensors | undefined;
}

/** A latent-variable grammar over binary trees with its lexicon. */
export interface GrammarModel extends Member {
  readonly symbols: Symbols;
  /** Markov marks of the symbols. */
  readonly marks: MarkOptions;
  /** How the trees of the first member were cut in two. */
  readonly branching: Branching;
  readonly lexicon: LexiconCounts;
  readonly lexiconOptions: LexiconOptions;
  /**
   * Further members of an ensemble: other hidden states, over the rules of the first (the same object) or over rules of
   * their own, learnt from the same trees cut in another way.
   */
  readonly others: readonly Member[];
  /** Where constituents may begin and end; undefined where nothing is known about it. */
  readonly boundaries?: BoundaryModel | undefined;
}

/** Sizes that every learner of grammars reports. */
export interface GrammarReport extends Report {
  readonly trees: number;
  readonly nodes: number;
  readonly rules: number;
  readonly words: number;
}

/** A grammar and what its learner reports. */
export interface LearntGrammar<R extends GrammarReport> {
  readonly model: GrammarModel;
  readonly report: R;
}

/** What learning a grammar takes that is neither a number nor a name. */
export interface GrammarSettings {
  /** Features of one's own, instead of a named set. */
  readonly features?: FeatureSet | undefined;
  readonly lexicon?: LexiconOptions | undefined;
  /** Classes and vectors of words, which the grammar keeps. */
  readonly known?: Representations | undefined;
  /** How much nodes and trees count; by default every one counts once. */
  readonly weights?: Weights | undefined;
}

/** The same model with its tensors and vectors rounded to single precision: half the size, and enough to parse. */
export function toSinglePrecision<M extends GrammarModel>(model: M): M {
  return { ...model, ...roundMember(model), others: model.others.map(roundMember) };
}

const rounded = (numbers: Floats): Float32Array =>
  numbers instanceof Float32Array ? numbers : Float32Array.from(numbers);

const roundMember = ({ grammar, directions, compact }: Member): Member => ({
  compact,
  grammar: {
    ...grammar,
    numbers: rounded(grammar.numbers),
    meanInside: rounded(grammar.meanInside),
    meanOutside: rounded(grammar.meanOutside),
    root: rounded(grammar.root),
  },
  directions: {
    ...directions,
    data: rounded(directions.data),
    maps: directions.maps === undefined ? undefined : { ...directions.maps, data: rounded(directions.maps.data) },
  },
});

/**
 * The inside vectors of a sentence's leaves: score times direction, the symbol's mean outside vector standing in for an
 * unknown direction.
 */
export function leafVectors(
  grammar: LatentGrammar,
  directions: DirectionTable,
  words: readonly string[],
  readings: readonly (readonly Reading[])[],
): LeafVector {
  const { vectorOffset, meanOutside, states } = grammar;
  return (position, symbol, work, offset) => {
    const { score } = readings[position]!.find((reading) => reading.symbol === symbol)!;
    const own = directions.of(symbol, words[position]!, position === 0, states[symbol]!);
    const from = own ?? meanOutside;
    const start = own === undefined ? vectorOffset[symbol]! : 0;
    for (let i = 0; i < states[symbol]!; i++) work[offset + i] = score * from[start + i]!;
  };
}
