/**
 * The words of a grammar. A leaf's inside vector is a scalar times a direction:
 *
 *   α(a → x) = score(a, x) · direction(a, x),     score(a, x) = p(a | x)·p(x) / p(a) = p(x | a)
 *
 * The score is what a PCFG has; it says which symbols a word may have. p(t | x) of its tag t comes from
 * models/lexicon/word-labels.ts and is shared along the chains of the tag:
 *
 *   p(a | t, x) = (count(a, x) + chain·p(a | t)) / (count(t, x) + chain)
 *
 * The direction says which hidden states the word prefers (directions.ts). A given tag is trusted: then p(t | x) is 1
 * for it.
 */
import { broaden, LabelCounter, type LabelCounts, wordTotals } from "../../lexicon/label-counts.ts";
import type { SpellingModel, SpellingWeights } from "../../lexicon/spelling-model.ts";
import { type LabelledToken, learnSpelling, spellingFromWeights, WordLabels } from "../../lexicon/word-labels.ts";
import type { Representations } from "../../representations/index.ts";
import type { BinaryTreebank as Treebank, Weights } from "../treebank/binary-treebank.ts";
import type { Symbols } from "../treebank/symbols.ts";
import { knownFeatures } from "./knowledge.ts";

/** Counts of words with their symbols, and what the spelling of a word tells about its tag. */
export interface LexiconCounts extends LabelCounts {
  readonly wordCount: Float64Array;
  readonly spelling: SpellingModel;
  /** Classes and vectors of words; undefined where only spelling is known. */
  readonly known?: Representations | undefined;
}

/** How word forms are weighed. */
export interface LexiconOptions {
  /** What the spelling of a word weighs, in observations; less the more often the word was seen. */
  readonly unknown: number;
  /** What the usual chain of a tag weighs, in observations. */
  readonly chain: number;
}

/** How word forms are weighed by default. */
export const LEXICON_DEFAULTS: LexiconOptions = { unknown: 2, chain: 3 };

/** Nodes may weigh differently: `weights` then replaces the count of one that each has. */
export function countLexicon(treebank: Treebank, weights?: Weights, known?: Representations): LexiconCounts {
  const { words, symbols } = treebank;
  const counter = new LabelCounter();
  for (let node = 0; node < treebank.size; node++) {
    const weight = weights?.node[node] ?? 1;
    if (treebank.word[node]! >= 0 && weight !== 0) counter.add(treebank.word[node]!, treebank.symbol[node]!, weight);
  }
  const counts = counter.finish(words, symbols.size);
  const more = known === undefined ? undefined : knownFeatures(known);
  const spelling = learnSpelling(tagCounts(counts, symbols), taggedTokens(treebank, weights), { more });
  return { ...counts, wordCount: wordTotals(counts), spelling, known };
}

function* taggedTokens(treebank: Treebank, weights: Weights | undefined): Generator<LabelledToken> {
  const { size, word, start, symbol, symbols } = treebank;
  for (let node = 0; node < size; node++) {
    if (word[node]! < 0) continue;
    const label = symbols.tagOf[symbol[node]!]!;
    yield { word: word[node]!, first: start[node] === 0, label, weight: weights?.node[node] ?? 1 };
  }
}

const tagCounts = (counts: LabelCounts, { tagOf, tags }: Symbols): LabelCounts => broaden(counts, tagOf, tags.length);

/** The lexicon that was stored as these counts and weights. */
export function restoreLexicon(
  counts: LabelCounts,
  symbols: Symbols,
  weights: SpellingWeights,
  known: Representations,
): LexiconCounts {
  const spelling = spellingFromWeights(tagCounts(counts, symbols), weights, knownFeatures(known));
  return { ...counts, wordCount: wordTotals(counts), spelling, known };
}

/** One reading of a word. */
export interface Reading {
  readonly symbol: number;
  readonly score: number;
}

/** Tags less likely than this for a word are not tried: they would only widen the chart. */
const NEGLIGIBLE = 1e-4;

/** Probabilities of the tags of words, unknown ones included. */
export class Lexicon {
  readonly #symbols: Symbols;
  readonly #counts: LexiconCounts;
  readonly #options: LexiconOptions;
  /** p(a) among words, p(a | tag of a). */
  readonly #symbolShare: Float64Array;
  readonly #chainShare: Float64Array;
  readonly #total: number;
  readonly #tagIds: Map<string, number>;
  readonly #tags: WordLabels;

  constructor(symbols: Symbols, counts: LexiconCounts, options: LexiconOptions = LEXICON_DEFAULTS) {
    this.#symbols = symbols;
    this.#counts = counts;
    this.#options = options;
    this.#tags = new WordLabels(tagCounts(counts, symbols), counts.spelling, options.unknown);
    this.#tagIds = new Map(symbols.tags.map((tag, id) => [tag, id]));
    this.#symbolShare = new Float64Array(symbols.size);
    this.#chainShare = new Float64Array(symbols.size);
    const perTag = new Float64Array(symbols.tags.length);
    let total = 0;
    for (let at = 0; at < counts.labels.length; at++) {
      this.#symbolShare[counts.labels[at]!]! += counts.counts[at]!;
      perTag[symbols.tagOf[counts.labels[at]!]!]! += counts.counts[at]!;
      total += counts.counts[at]!;
    }
    for (let symbol = 0; symbol < symbols.size; symbol++) {
      if (symbols.preterminal[symbol] === 0) continue;
      this.#chainShare[symbol] = this.#symbolShare[symbol]! / perTag[symbols.tagOf[symbol]!]!;
      this.#symbolShare[symbol]! /= total;
    }
    this.#total = total;
  }

  get counts(): LexiconCounts {
    return this.#counts;
  }

  /** The readings of a word with their scores; with a tag that training knew, only that tag's. */
  readings(word: string, first: boolean, tag?: string): Reading[] {
    const id = this.#counts.words.id(word);
    const seen = this.#seen(id);
    const given = tag === undefined ? undefined : this.#tagIds.get(tag);
    const found: Reading[] = [];
    // An unknown word counts as one that was seen once more.
    const wordShare = (id < 0 ? 1 : this.#counts.wordCount[id]!) / this.#total;
    if (given !== undefined) this.#addTag(given, wordShare, seen, found);
    else {
      const shares = this.#tags.posterior(word, first);
      for (let of = 0; of < shares.length; of++)
        if (shares[of]! > NEGLIGIBLE) this.#addTag(of, wordShare * shares[of]!, seen, found);
    }
    return found;
  }

  #seen(word: number): Map<number, number> {
    const { starts, labels, counts } = this.#counts;
    const seen = new Map<number, number>();
    if (word >= 0) for (let at = starts[word]!; at < starts[word + 1]!; at++) seen.set(labels[at]!, counts[at]!);
    return seen;
  }

  #addTag(tag: number, share: number, seen: Map<number, number>, found: Reading[]): void {
    const chain = this.#options.chain;
    let ofTag = 0;
    for (const symbol of this.#symbols.symbolsOfTag[tag]!) ofTag += seen.get(symbol) ?? 0;
    for (const symbol of this.#symbols.symbolsOfTag[tag]!) {
      const weight = ofTag + chain;
      if (weight === 0) continue;
      const given = ((seen.get(symbol) ?? 0) + chain * this.#chainShare[symbol]!) / weight;
      if (given > 0) found.push({ symbol, score: (share * given) / this.#symbolShare[symbol]! });
    }
  }
}
