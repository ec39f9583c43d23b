/**
 * The words of a grammar. A leaf's inside vector is a scalar times a direction:
 *
 *   α(a → x) = score(a, x) · direction(a, x),     score(a, x) = p(a | x)·p(x) / p(a) = p(x | a)
 *
 * The score is what a PCFG has; it says which symbols a word may have. p(a | x) is counted, smoothed with the looks of the word and shared along the
 * chains of one tag:
 *
 *   p(t | x) = (count(t, x) + k(x)·p(t | looks)) / (count(x) + k(x)),    k(x) = unknown / (1 + count(x)/10)²
 *   p(a | t, x) = (count(a, x) + chain·p(a | t)) / (count(t, x) + chain)
 *
 * The direction says which hidden states the word prefers: learnt by the model's own method for symbol and word, for symbol and word class, and for the
 * symbol alone, in this order of trust. A given tag is trusted: then p(t | x) is 1 for it.
 */
import type { Vocabulary } from "../../base/vocabulary.ts";
import type { Floats } from "../../linalg/kernels/interface.ts";
import { signature } from "./signatures.ts";
import type { Symbols } from "./symbols.ts";
import type { Treebank, Weights } from "./treebank.ts";
import { learnUnknownWords, type RareToken, tagsByLooks, type UnknownWords } from "./unknown-words.ts";

/** Vectors for (symbol, key) pairs, of the symbol's number of states; keys are words or classes. */
export interface Directions {
  readonly keys: Vocabulary;
  readonly symbol: Int32Array;
  readonly key: Int32Array;
  /** Where each pair's vector starts in `data`. */
  readonly offset: Int32Array;
  readonly data: Floats;
}

export interface LexiconCounts {
  readonly words: Vocabulary;
  readonly wordCount: Float64Array;
  /** Row w: symbols and counts from starts[w] up to starts[w + 1]. */
  readonly starts: Int32Array;
  readonly symbol: Int32Array;
  readonly count: Float64Array;
  readonly unknown: UnknownWords;
}

export interface LexiconOptions {
  /** What the looks of a word seen once weigh, in observations. */
  readonly unknown: number;
  /** What the usual chain of a tag weighs, in observations. */
  readonly chain: number;
}

export const LEXICON_DEFAULTS: LexiconOptions = { unknown: 3, chain: 3 };

/** Words of at most this count teach the looks of unknown words. */
const RARE = 3;

/** Nodes may weigh differently: `weights` then replaces the count of one that each has. */
export function countLexicon(treebank: Treebank, weights?: Weights): LexiconCounts {
  const { words, symbols } = treebank;
  const wordCount = new Float64Array(words.size);
  const rows: Map<number, number>[] = Array.from({ length: words.size }, () => new Map());
  for (let node = 0; node < treebank.size; node++) {
    const word = treebank.word[node]!;
    if (word < 0) continue;
    const weight = weights?.node[node] ?? 1;
    if (weight === 0) continue;
    wordCount[word]! += weight;
    const symbol = treebank.symbol[node]!;
    rows[word]!.set(symbol, (rows[word]!.get(symbol) ?? 0) + weight);
  }
  const starts = new Int32Array(words.size + 1);
  for (let word = 0; word < words.size; word++) starts[word + 1] = starts[word]! + rows[word]!.size;
  const symbol = new Int32Array(starts[words.size]!);
  const count = new Float64Array(symbol.length);
  for (let word = 0, at = 0; word < words.size; word++) {
    for (const [of, times] of rows[word]!) {
      symbol[at] = of;
      count[at++] = times;
    }
  }
  return { words, wordCount, starts, symbol, count, unknown: learnUnknownWords(rareTokens(treebank, wordCount), symbols.tags.length) };
}

function* rareTokens(treebank: Treebank, wordCount: Float64Array): Generator<RareToken> {
  for (let node = 0; node < treebank.size; node++) {
    const word = treebank.word[node]!;
    if (word < 0 || wordCount[word]! > RARE) continue;
    const tag = treebank.symbols.tagOf[treebank.symbol[node]!]!;
    yield { word: treebank.words.word(word), first: treebank.start[node] === 0, tag };
  }
}

/** One reading of a word. */
export interface Reading {
  readonly symbol: number;
  readonly score: number;
}

/** Tags less likely than this for a word are not tried: they would only widen the chart. */
const NEGLIGIBLE = 1e-5;

export class Lexicon {
  readonly #symbols: Symbols;
  readonly #counts: LexiconCounts;
  readonly #options: LexiconOptions;
  /** p(a) among words, p(a | tag of a). */
  readonly #symbolShare: Float64Array;
  readonly #chainShare: Float64Array;
  readonly #total: number;
  readonly #tagIds: Map<string, number>;

  constructor(symbols: Symbols, counts: LexiconCounts, options: LexiconOptions = LEXICON_DEFAULTS) {
    this.#symbols = symbols;
    this.#counts = counts;
    this.#options = options;
    this.#tagIds = new Map(symbols.tags.map((tag, id) => [tag, id]));
    this.#symbolShare = new Float64Array(symbols.size);
    this.#chainShare = new Float64Array(symbols.size);
    const perTag = new Float64Array(symbols.tags.length);
    let total = 0;
    for (let at = 0; at < counts.symbol.length; at++) {
      this.#symbolShare[counts.symbol[at]!]! += counts.count[at]!;
      perTag[symbols.tagOf[counts.symbol[at]!]!]! += counts.count[at]!;
      total += counts.count[at]!;
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

  knowsTag(tag: string): boolean {
    return this.#tagIds.has(tag);
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
      const shares = this.#tagShares(word, first, id, seen);
      for (let of = 0; of < shares.length; of++) if (shares[of]! > NEGLIGIBLE) this.#addTag(of, wordShare * shares[of]!, seen, found);
    }
    return found;
  }

  /** p(tag | word) for every tag. */
  tagShares(word: string, first: boolean): Float64Array {
    const id = this.#counts.words.id(word);
    return this.#tagShares(word, first, id, this.#seen(id));
  }

  #seen(word: number): Map<number, number> {
    const { starts, symbol, count } = this.#counts;
    const seen = new Map<number, number>();
    if (word >= 0) for (let at = starts[word]!; at < starts[word + 1]!; at++) seen.set(symbol[at]!, count[at]!);
    return seen;
  }

  #tagShares(word: string, first: boolean, id: number, seen: Map<number, number>): Float64Array {
    const shares = tagsByLooks(this.#counts.unknown, word, first);
    if (id < 0) return shares;
    const total = this.#counts.wordCount[id]!;
    const weight = this.#options.unknown / (1 + total / 10) ** 2;
    for (let tag = 0; tag < shares.length; tag++) shares[tag]! *= weight / (total + weight);
    for (const [symbol, count] of seen) shares[this.#symbols.tagOf[symbol]!]! += count / (total + weight);
    return shares;
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

/** Finds the direction of a leaf: for the word, else for its class, else undefined. */
export class DirectionTable {
  readonly #places = new Map<number, number>();
  readonly #directions: Directions;

  constructor(directions: Directions) {
    this.#directions = directions;
    const { symbol, key, offset, keys } = directions;
    for (let at = 0; at < symbol.length; at++) this.#places.set(symbol[at]! * keys.size + key[at]!, offset[at]!);
  }

  get data(): Floats {
    return this.#directions.data;
  }

  /** Where the direction starts in `data`, or −1. */
  find(symbol: number, word: string, first: boolean): number {
    const { keys } = this.#directions;
    const own = keys.id(word);
    const place = own < 0 ? undefined : this.#places.get(symbol * keys.size + own);
    if (place !== undefined) return place;
    const ofClass = keys.id(signature(word, first));
    return ofClass < 0 ? -1 : (this.#places.get(symbol * keys.size + ofClass) ?? -1);
  }
}
