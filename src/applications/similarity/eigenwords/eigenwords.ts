/**
 * Eigenword similarity: word vectors by CCA (OSCCA, TSCCA, LR-MVL) or any others. Cosines of words enter as W of
 * s(a, b) and as an alignment; sentences as weighted sums of vectors; of LR-MVL also the words in their contexts.
 */
import type { ModelVectors } from "../../../models/vectors/index.ts";
import type { FeatureGroup, GroupFeatures, WordMatch } from "../group.ts";
import type { Sentence } from "../sentence.ts";
import { align, bestMatches, matrixSimilarity, type WordTable, wordTable } from "../word-similarity/compare.ts";
import { type DistinctWords, distinctWords } from "../word-similarity/distinct.ts";
import type { Frequencies } from "../words/frequencies.ts";
import { addUnit, commonDirection, cosineOf, weightOf, withoutDirection } from "./sentence-vectors.ts";

interface Prepared {
  readonly distinct: DistinctWords;
  /** Unit vectors of the distinct words; undefined where one has none. */
  readonly units: readonly (Float64Array | undefined)[];
  readonly sum: Float64Array;
  /** The same of the words that carry content, weighted by what they say. */
  readonly informed: Float64Array;
  readonly contexts: Float64Array | undefined;
}

const NAMES = [
  "vectors, matrix",
  "vectors, alignment",
  "vectors, smaller share",
  "vectors, unmatched",
  "vectors, words of equal weight",
  "vectors, one to one",
  "sentence vectors",
  "sentence vectors, distance",
  "content vectors",
];
const IN_CONTEXT = "vectors in context";
const LEAST_MATCH = 0.4;

/** Of vectors that know contexts there is one more. */
export const eigenwordFeatures = (contexts: boolean): GroupFeatures => ({
  names: contexts ? [...NAMES, IN_CONTEXT] : NAMES,
  leading: ["vectors, alignment"],
  portable: ["vectors, smaller share"],
});

export class EigenwordFeatures implements FeatureGroup<Prepared> {
  readonly group = "eigenwords";

  /** `common` is the direction that sentences share, as `commonOf` finds it. */
  constructor(
    readonly vectors: ModelVectors,
    readonly frequencies: Frequencies,
    readonly common: Float64Array,
  ) {}

  /** The direction that the vectors of sentences share. */
  static commonOf(vectors: ModelVectors, frequencies: Frequencies, sentences: readonly Sentence[]): Float64Array {
    const bare = new EigenwordFeatures(vectors, frequencies, new Float64Array(vectors.dimensions));
    return commonDirection(
      sentences.map((sentence) => bare.#sum(sentence)),
      vectors.dimensions,
    );
  }

  prepare(sentence: Sentence): Prepared {
    const { vectors } = this;
    const distinct = distinctWords(sentence);
    const units = distinct.words.map((word) => this.#unit(word));
    const informed = new Float64Array(vectors.dimensions);
    for (const [i, unit] of units.entries()) if (unit !== undefined) addUnit(informed, unit, distinct.weights[i]!);
    return {
      distinct,
      units,
      sum: withoutDirection(this.#sum(sentence), this.common),
      informed: withoutDirection(informed, this.common),
      contexts: vectors.model.projections === undefined ? undefined : this.#contexts(sentence),
    };
  }

  compare(a: Prepared, b: Prepared): number[] {
    const table = tableOf(a, b);
    const { mean, least, unmatched, plain, paired } = align(table, a.distinct.weights, b.distinct.weights);
    const features = [
      matrixSimilarity(table),
      mean,
      least,
      unmatched,
      plain,
      paired,
      cosineOf(a.sum, b.sum),
      relativeDistance(a.sum, b.sum),
      cosineOf(a.informed, b.informed),
    ];
    if (a.contexts !== undefined && b.contexts !== undefined) features.push(cosineOf(a.contexts, b.contexts));
    return features;
  }

  matches(a: Prepared, b: Prepared): WordMatch[] {
    return bestMatches(tableOf(a, b), LEAST_MATCH).map(({ first, second, similarity }) => ({
      first: a.distinct.places[first]!,
      second: b.distinct.places[second]!,
      similarity,
    }));
  }

  #unit(word: string): Float64Array | undefined {
    const row = this.vectors.row(word);
    if (row < 0) return undefined;
    const unit = new Float64Array(this.vectors.dimensions);
    addUnit(unit, this.vectors.vector(row), 1);
    return unit;
  }

  #sum({ words }: Sentence): Float64Array {
    const sum = new Float64Array(this.vectors.dimensions);
    for (const word of words) {
      const row = this.vectors.row(word);
      if (row < 0) continue;
      addUnit(sum, this.vectors.vector(row), weightOf(word, this.frequencies));
    }
    return sum;
  }

  /** The words of content in their contexts, added up. */
  #contexts({ words, content, information }: Sentence): Float64Array {
    const { columns, data } = this.vectors.inContext(words);
    const sum = new Float64Array(columns);
    for (const i of content) addUnit(sum, data.subarray(i * columns, (i + 1) * columns), information[i]!);
    return sum;
  }
}

/** |a − b| / (|a| + |b|); 1 where both are zero. */
function relativeDistance(a: Float64Array, b: Float64Array): number {
  let [difference, aa, bb] = [0, 0, 0];
  for (let k = 0; k < a.length; k++) {
    difference += (a[k]! - b[k]!) ** 2;
    aa += a[k]! ** 2;
    bb += b[k]! ** 2;
  }
  const scale = Math.sqrt(aa) + Math.sqrt(bb);
  return scale === 0 ? 1 : Math.sqrt(difference) / scale;
}

/** Cosines cut at 0; the same base form is the same word, with a vector or without. */
function tableOf(a: Prepared, b: Prepared): WordTable {
  return wordTable(a.units.length, b.units.length, (i, j) => {
    if (a.distinct.bases[i] === b.distinct.bases[j]) return 1;
    const [one, other] = [a.units[i], b.units[j]];
    if (one === undefined || other === undefined) return 0;
    let dot = 0;
    for (let k = 0; k < one.length; k++) dot += one[k]! * other[k]!;
    return Math.max(0, dot);
  });
}
