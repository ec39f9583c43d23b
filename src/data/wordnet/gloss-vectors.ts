/**
 * Gloss vectors: Patwardhan and Pedersen, "Using WordNet-based context vectors to estimate the semantic relatedness of
 * concepts", EACL workshop 2006. A word is the vector of the words that occur with it in WordNet's glosses, a synset
 * the sum of the words of its own and its neighbours' glosses; two synsets are as related as their vectors' cosine.
 *
 *   m(w, v) = max(0, log(n(w, v)·G / (n(w)·n(v))))                   glosses with both; with each; G of all
 *   x(c)    = Σ_d Σ_{w in gloss of d} log(G / n(w)) · m(w)/|m(w)|    d: c and those it is directly related to
 *
 * The paper takes n(w, v) itself and leaves out frequent words. Mutual information does that by degrees and agrees
 * better with people (Spearman on RG-65 and WordSim-353: .88 and .63 against .83 and .59). A gloss is the definition
 * without its examples, and the synset's own words; words are reduced to base forms. Words in too few or too many
 * glosses are left out, and only the largest entries of a vector are kept: 300, since 100 cost .07 and .02 on those
 * sets. Unlike the measures of the taxonomy it compares synsets of any parts of speech.
 *
 * Only the inverted index of glosses is made in advance; vectors are made when they are asked for, and remembered.
 */
import { checkOptions, type OptionsOf, real, whole } from "../../base/options.ts";
import { Vocabulary } from "../../base/vocabulary.ts";
import { type Lists, reversed } from "./reversed.ts";
import type { SynsetSimilarity } from "./similarity.ts";
import type { Synset, WordNet } from "./wordnet.ts";

/** Options of `GlossVectors`, declared. */
export const GLOSS_VECTOR_OPTIONS = {
  minGlosses: whole("glosses in which a word must occur to count", { default: 3, min: 1 }),
  maxShare: real("largest share of all glosses in which a word may occur", { default: 0.01, min: 0, max: 1 }),
  kept: whole("entries of a vector that are kept, the largest", { default: 300, min: 1 }),
  related: whole("related synsets whose glosses count at most, the first ones of the database", {
    default: 1_000_000,
    min: 0,
  }),
};

/** Options of `GlossVectors`. */
export type GlossVectorOptions = Partial<OptionsOf<typeof GLOSS_VECTOR_OPTIONS>>;

/** A vector of length 1 (or 0) by its entries that are not 0, by rising id. */
export interface SparseVector {
  readonly ids: Uint32Array;
  readonly weights: Float32Array;
}

const WORD = /[a-z]+(?:['_-][a-z]+)*/g;
/** Relations whose glosses do not count: antonyms, and the topic, region and usage of a synset or its members. */
const UNRELATED = /^[!;-]/;

/** Vectors of synsets from the words of their glosses and of the glosses around them. */
export class GlossVectors {
  readonly #options: OptionsOf<typeof GLOSS_VECTOR_OPTIONS>;
  readonly #vocabulary = new Vocabulary();
  /** Words of each gloss, each once; and the glosses with each word. */
  readonly #words: Lists;
  readonly #glosses: Lists;
  /** Of each word, whether it is neither too rare nor too frequent. */
  readonly #used: Uint8Array;
  /** Of each word, log(G / n(w)). */
  readonly #weights: Float64Array;
  readonly #wordVectors = new Map<number, SparseVector>();
  readonly #synsetVectors = new Map<Synset, SparseVector>();
  readonly #cooccurrences: Accumulator;
  readonly #sum: Accumulator;
  readonly #dense: Float32Array;
  #spreadSynset: Synset = -1;

  /** Reads every gloss: about a second for WordNet. */
  constructor(
    readonly wordnet: WordNet,
    options: GlossVectorOptions = {},
  ) {
    this.#options = checkOptions("GlossVectors", GLOSS_VECTOR_OPTIONS, options);
    this.#words = this.#readGlosses();
    this.#glosses = reversed(this.#words, this.#vocabulary.size);
    this.#used = Uint8Array.from({ length: this.#vocabulary.size }, (_, word) => (this.#isUsed(word) ? 1 : 0));
    this.#weights = Float64Array.from({ length: this.#vocabulary.size }, (_, word) =>
      Math.log(this.wordnet.size / this.#glossCount(word)),
    );
    this.#cooccurrences = new Accumulator(this.#vocabulary.size);
    this.#sum = new Accumulator(this.#vocabulary.size);
    this.#dense = new Float32Array(this.#vocabulary.size);
  }

  #readGlosses(): Lists {
    const { wordnet } = this;
    const starts = new Uint32Array(wordnet.size + 1);
    const ids: number[] = [];
    const idOfForm = new Map<string, number>();
    const own = new Set<number>();
    for (let s = 0; s < wordnet.size; s++) {
      own.clear();
      const text = `${wordnet.definition(s)} ${wordnet.lemmas(s).join(" ")}`.toLowerCase();
      for (const [form] of text.matchAll(WORD)) {
        let id = idOfForm.get(form);
        if (id === undefined) idOfForm.set(form, (id = this.#vocabulary.add(this.#baseForm(form))));
        own.add(id);
      }
      for (const id of own) ids.push(id);
      starts[s + 1] = ids.length;
    }
    return { starts, ids: Uint32Array.from(ids) };
  }

  /** As a noun if it can be one, else as a verb, else as it is; the form that differs most from the word. */
  #baseForm(form: string): string {
    return this.wordnet.baseForms(form, "noun").at(-1) ?? this.wordnet.baseForms(form, "verb").at(-1) ?? form;
  }

  /** The measure, for `WordSimilarity`. */
  get measure(): SynsetSimilarity {
    return (a, b) => this.similarity(a, b);
  }

  /** Cosine of the vectors of two synsets, from 0 to 1. */
  similarity(a: Synset, b: Synset): number {
    if (a === b) return 1;
    const { ids, weights } = this.vector(b);
    this.#spread(a);
    let sum = 0;
    for (let k = 0; k < ids.length; k++) sum += this.#dense[ids[k]!]! * weights[k]!;
    return Math.min(1, sum);
  }

  /** Writes the vector of a synset with its zeros: whoever compares words asks for one sense with many others. */
  #spread(synset: Synset): void {
    if (synset === this.#spreadSynset) return;
    if (this.#spreadSynset >= 0) for (const id of this.vector(this.#spreadSynset).ids) this.#dense[id] = 0;
    const { ids, weights } = this.vector(synset);
    for (let k = 0; k < ids.length; k++) this.#dense[ids[k]!] = weights[k]!;
    this.#spreadSynset = synset;
  }

  vector(synset: Synset): SparseVector {
    const known = this.#synsetVectors.get(synset);
    if (known !== undefined) return known;
    const { starts, ids: words } = this.#words;
    for (const related of this.#neighbourhood(synset)) {
      for (let e = starts[related]!; e < starts[related + 1]!; e++) {
        const word = words[e]!;
        if (this.#used[word] === 0) continue;
        this.#sum.addAll(this.wordVector(word), this.#weights[word]!);
      }
    }
    const vector = this.#sum.take(this.#options.kept, (value) => value);
    this.#synsetVectors.set(synset, vector);
    return vector;
  }

  /** The vector of a word, by its number in `vocabulary`. */
  wordVector(word: number): SparseVector {
    const known = this.#wordVectors.get(word);
    if (known !== undefined) return known;
    const { starts, ids: words } = this.#words;
    for (let g = this.#glosses.starts[word]!; g < this.#glosses.starts[word + 1]!; g++) {
      const gloss = this.#glosses.ids[g]!;
      for (let e = starts[gloss]!; e < starts[gloss + 1]!; e++) {
        const other = words[e]!;
        if (this.#used[other] === 1) this.#cooccurrences.add(other, 1);
      }
    }
    const perGloss = this.#glossCount(word) / this.wordnet.size;
    const vector = this.#cooccurrences.take(this.#options.kept, (together, other) =>
      Math.log(together / (perGloss * this.#glossCount(other))),
    );
    this.#wordVectors.set(word, vector);
    return vector;
  }

  /** The words of the glosses. */
  get vocabulary(): Vocabulary {
    return this.#vocabulary;
  }

  #glossCount(word: number): number {
    return this.#glosses.starts[word + 1]! - this.#glosses.starts[word]!;
  }

  #isUsed(word: number): boolean {
    const count = this.#glossCount(word);
    return count >= this.#options.minGlosses && count <= this.#options.maxShare * this.wordnet.size;
  }

  #neighbourhood(synset: Synset): Set<Synset> {
    const related = new Set([synset]);
    for (const relation of this.wordnet.relations(synset)) {
      if (related.size > this.#options.related) break;
      if (!UNRELATED.test(relation.symbol)) related.add(relation.synset);
    }
    return related;
  }
}

/** Sums by id, and the ids that have one. */
class Accumulator {
  readonly #sums: Float64Array;
  readonly #touched: Uint32Array;
  readonly #scratch: Float64Array;
  #count = 0;

  constructor(size: number) {
    this.#sums = new Float64Array(size);
    this.#touched = new Uint32Array(size);
    this.#scratch = new Float64Array(size);
  }

  /** `amount` above 0. */
  add(id: number, amount: number): void {
    if (this.#sums[id] === 0) this.#touched[this.#count++] = id;
    this.#sums[id]! += amount;
  }

  /** Adds a vector times a factor above 0. */
  addAll({ ids, weights }: SparseVector, factor: number): void {
    const [sums, touched] = [this.#sums, this.#touched];
    let count = this.#count;
    for (let k = 0; k < ids.length; k++) {
      const id = ids[k]!;
      const before = sums[id]!;
      if (before === 0) touched[count++] = id;
      sums[id] = before + factor * weights[k]!;
    }
    this.#count = count;
  }

  /** The `kept` largest values above 0 that `value` makes of the sums, as a vector of length 1; clears the sums. */
  take(kept: number, value: (sum: number, id: number) => number): SparseVector {
    const [sums, scratch, touched] = [this.#sums, this.#scratch, this.#touched];
    const count = this.#count;
    let positive = 0;
    for (let t = 0; t < count; t++) {
      const id = touched[t]!;
      const own = value(sums[id]!, id);
      sums[id] = Math.max(0, own);
      if (own > 0) scratch[positive++] = own;
    }
    const least = positive <= kept ? 0 : kthLargest(scratch, positive, kept);
    const chosen = new Uint32Array(Math.min(kept, positive));
    const equal: number[] = [];
    let taken = 0;
    for (let t = 0; t < count; t++) {
      const id = touched[t]!;
      if (sums[id]! > least) chosen[taken++] = id;
      else if (least > 0 && sums[id] === least) equal.push(id);
    }
    // Of values equal to the least, those with the lowest ids.
    equal.sort((a, b) => a - b);
    for (let e = 0; taken < chosen.length; e++) chosen[taken++] = equal[e]!;
    const ids = chosen.sort();
    let squares = 0;
    for (const id of ids) squares += sums[id]! ** 2;
    const norm = Math.sqrt(squares);
    const weights = Float32Array.from(ids, (id) => sums[id]! / norm);
    for (let t = 0; t < count; t++) sums[touched[t]!] = 0;
    this.#count = 0;
    return { ids, weights };
  }
}

/** The k-th largest of the first `count` values, which it rearranges (Hoare's selection): O(count) on average. */
function kthLargest(values: Float64Array, count: number, k: number): number {
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const pivot = values[(low + high) >> 1]!;
    let i = low;
    let j = high;
    while (i <= j) {
      while (values[i]! > pivot) i++;
      while (values[j]! < pivot) j--;
      if (i > j) break;
      const value = values[i]!;
      values[i++] = values[j]!;
      values[j--] = value;
    }
    if (k - 1 <= j) high = j;
    else if (k - 1 >= i) low = i;
    else break;
  }
  return values[k - 1]!;
}
