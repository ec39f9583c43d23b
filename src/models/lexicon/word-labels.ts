/**
 * p(label | word) for every word, whether training saw it or not: what parsers and sequence models know about words.
 * Counts, smoothed with the spelling, which weighs less the more often a word was seen:
 *
 *   p(a | w) = (count(w, a) + k(w)·q(a | w)) / (count(w) + k(w)),      k(w) = prior / (1 + count(w)/10)
 *
 * q is p(a | spelling of w); for a word that opens its sentence, the same formula for the word in small letters, where
 * training saw that, and its spelling behind it.
 */
import type { WordFeatures } from "./features.ts";
import { KnownForms } from "./known-forms.ts";
import { type LabelCounts, wordTotals } from "./label-counts.ts";
import { type SpellingExample, SpellingModel, type SpellingOptions, type SpellingWeights } from "./spelling-model.ts";

/** Words seen up to this often teach the spelling model. */
const RARE = 8;
/** A word seen this often trusts its spelling half as much. */
const HALF_TRUST = 10;

/** p(a | spelling) of every label. */
export interface LabelsBySpelling {
  posterior(word: string, first: boolean): Float64Array;
}

/** One occurrence of a word in training. */
export interface LabelledToken {
  /** The number of the word. */
  readonly word: number;
  readonly first: boolean;
  readonly label: number;
  /** One when left out. */
  readonly weight?: number;
}

/** Learns p(label | spelling) from the rare words among the tokens. */
export function learnSpelling(
  counts: LabelCounts,
  tokens: Iterable<LabelledToken>,
  options: SpellingOptions = {},
): SpellingModel {
  return SpellingModel.learn(rareExamples(counts, tokens), counts.labelCount, new KnownForms(counts), options);
}

/** The same model again from its weights. */
export const spellingFromWeights = (
  counts: LabelCounts,
  weights: SpellingWeights,
  more?: WordFeatures,
): SpellingModel => new SpellingModel(counts.labelCount, new KnownForms(counts), weights, more);

function rareExamples(counts: LabelCounts, tokens: Iterable<LabelledToken>): SpellingExample[] {
  const totals = wordTotals(counts);
  const examples = new Map<number, SpellingExample & { readonly labels: Map<number, number> }>();
  for (const { word, first, label, weight = 1 } of tokens) {
    if (totals[word]! > RARE || weight === 0) continue;
    const key = 2 * word + (first ? 1 : 0);
    let example = examples.get(key);
    if (example === undefined)
      examples.set(key, (example = { word: counts.words.word(word), first, labels: new Map() }));
    example.labels.set(label, (example.labels.get(label) ?? 0) + weight);
  }
  // In the order of their letters: what is learnt does not depend on the order of the data.
  return [...examples.values()].sort((x, y) =>
    x.word === y.word ? Number(x.first) - Number(y.first) : x.word < y.word ? -1 : 1,
  );
}

export class WordLabels {
  readonly #totals: Float64Array;
  readonly #cache = new Map<number, Float64Array>();

  constructor(
    readonly counts: LabelCounts,
    readonly spelling: LabelsBySpelling,
    readonly prior: number,
  ) {
    this.#totals = wordTotals(counts);
  }

  /** p(a | word) of every label; `first` in its sentence. The array is shared: do not change it. */
  posterior(word: string, first: boolean): Float64Array {
    const id = this.counts.words.id(word);
    const key = 2 * id + (first ? 1 : 0);
    const kept = id < 0 ? undefined : this.#cache.get(key);
    if (kept !== undefined) return kept;
    const result = this.spelling.posterior(word, first);
    if (first) {
      const lower = word.toLowerCase();
      if (lower !== word) this.#smooth(this.counts.words.id(lower), result);
    }
    this.#smooth(id, result);
    if (id >= 0) this.#cache.set(key, result);
    return result;
  }

  /** Adds the counts of a word, where it is known, to what stands behind them, in place. */
  #smooth(word: number, shares: Float64Array): void {
    if (word < 0) return;
    const { starts, labels, counts } = this.counts;
    const total = this.#totals[word]!;
    const weight = this.prior / (1 + total / HALF_TRUST);
    if (total + weight === 0) return;
    for (let a = 0; a < shares.length; a++) shares[a]! *= weight / (total + weight);
    for (let e = starts[word]!; e < starts[word + 1]!; e++) shares[labels[e]!]! += counts[e]! / (total + weight);
  }
}
