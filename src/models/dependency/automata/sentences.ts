/**
 * Probabilities of dependency trees under spectral head automata: the inside pass over their derivations
 * (derivations.ts), shared by the trees of one sentence.
 */
import { SharedDerivations, type SignedLog } from "../../../charts/phrases/derivations.ts";
import type { TaggedSentence } from "../../../trees/sentence.ts";
import {
  DirectionTable,
  type GrammarModel,
  Lexicon,
  leafVectors,
  type Reading,
  residentGrammar,
} from "../../grammar/index.ts";
import { derive, VALENCES, type Valence, valenceLabel } from "./derivations.ts";

/** What every user of the automata over a sentence needs: symbols by tag and valence, and the vectors of the words. */
export class AutomataSentence {
  /** By word, then by valence; −1 where training never saw the valence. */
  readonly symbols: readonly Readonly<Record<Valence, number>>[];
  readonly leaf: ReturnType<typeof leafVectors>;

  constructor(lexicon: AutomataLexicon, { words, tags }: TaggedSentence) {
    const readings = words.map((word, i) => [lexicon.reading(word, i === 0, tags[i]!)]);
    this.symbols = readings.map(([reading]) => lexicon.valences(reading!.symbol));
    this.leaf = leafVectors(lexicon.grammar, lexicon.directions, words, readings);
  }
}

export class AutomataLexicon {
  readonly lexicon: Lexicon;
  readonly directions: DirectionTable;
  readonly grammar: GrammarModel["grammar"];
  /** By preterminal. */
  readonly #valences: readonly Readonly<Record<Valence, number>>[];

  constructor(readonly model: GrammarModel) {
    const { symbols } = model;
    this.lexicon = new Lexicon(symbols, model.lexicon, model.lexiconOptions);
    this.directions = new DirectionTable(model.directions, model.lexicon.known);
    this.grammar = residentGrammar(model.grammar);
    const inner = new Map(symbols.labels.flatMap((label, id) => (symbols.preterminal[id] === 0 ? [[label, id]] : [])));
    this.#valences = symbols.labels.map((_, id) => {
      const tag = symbols.tags[symbols.tagOf[id]!] ?? "";
      const of = (valence: Valence) => (valence === "word" ? id : (inner.get(valenceLabel(tag, valence)) ?? -1));
      return Object.fromEntries(VALENCES.map((valence) => [valence, of(valence)])) as Record<Valence, number>;
    });
  }

  /** The word as this tag, with p(word | tag); of a tag that training did not know, the likeliest reading instead. */
  reading(word: string, first: boolean, tag: string): Reading {
    const { tags, tagOf } = this.model.symbols;
    const own = this.lexicon.readings(word, first).find(({ symbol }) => tags[tagOf[symbol]!] === tag);
    if (own !== undefined) return own;
    return this.lexicon
      .readings(word, first, tag)
      .reduce((best, reading) => (reading.score > best.score ? reading : best));
  }

  valences(preterminal: number): Readonly<Record<Valence, number>> {
    return this.#valences[preterminal]!;
  }
}

export class AutomataTrees {
  readonly #lexicon: AutomataLexicon;
  readonly #derivations: SharedDerivations;

  constructor(model: GrammarModel) {
    this.#lexicon = new AutomataLexicon(model);
    this.#derivations = new SharedDerivations(this.#lexicon.grammar);
  }

  /** Several trees over one sentence, each with one root; what has no words has no probability. */
  score(sentence: TaggedSentence, trees: readonly ArrayLike<number>[]): SignedLog[] {
    if (sentence.words.length === 0) return trees.map(() => ({ log: Number.NEGATIVE_INFINITY, sign: 0 }));
    const { symbols, leaf } = new AutomataSentence(this.#lexicon, sentence);
    const derivations = this.#derivations;
    derivations.clear();
    const leaves = symbols.map((of, i) => derivations.leaf(of.word, (into, offset) => leaf(i, of.word, into, offset)));
    return trees.map((heads) => {
      const top = derive<number>(
        heads,
        (word) => leaves[word - 1]!,
        (head, valence, left, right) => derivations.join(symbols[head - 1]![valence], left, right),
      );
      return derivations.total(top);
    });
  }
}
