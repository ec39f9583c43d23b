/**
 * Selector similarity: two words in their places are as alike as the cosine of their selectors. A selector weighs
 *
 *   log(1 + count in this context) · information content
 *
 * The cosines enter as W of s(a, b), and as an alignment. Words with the same base form are the same.
 */
import type { FeatureGroup, WordMatch } from "../group.ts";
import type { Sentence } from "../sentence.ts";
import { align, bestMatches, matrixSimilarity, type WordTable, wordTable } from "../word-similarity/compare.ts";
import { type DistinctWords, distinctWords } from "../word-similarity/distinct.ts";
import type { Frequencies } from "../words/frequencies.ts";
import { SelectorIndex } from "./index-of-selectors.ts";
import type { SelectorTables } from "./tables.ts";

/** Selectors of length 1, by rising number. */
interface Profile {
  readonly fillers: Uint32Array;
  readonly weights: Float64Array;
}

interface Prepared {
  readonly distinct: DistinctWords;
  readonly profiles: readonly (Profile | undefined)[];
}

const LEAST_MATCH = 0.3;

export class SelectorFeatures implements FeatureGroup<Prepared> {
  readonly group = "selectors";
  readonly #index: SelectorIndex;
  readonly #information: Float64Array;

  constructor(tables: SelectorTables, frequencies: Frequencies) {
    this.#index = new SelectorIndex(tables);
    this.#information = Float64Array.from(tables.words, (word) => frequencies.information(word));
  }

  prepare(sentence: Sentence): Prepared {
    const distinct = distinctWords(sentence);
    return {
      distinct,
      profiles: distinct.places.map((place) => this.#profile(sentence.tokens, sentence.places[place]!)),
    };
  }

  compare(a: Prepared, b: Prepared): number[] {
    const table = tableOf(a, b);
    const { mean, least } = align(table, a.distinct.weights, b.distinct.weights);
    return [matrixSimilarity(table), mean, least, (knownShare(a) + knownShare(b)) / 2];
  }

  matches(a: Prepared, b: Prepared): WordMatch[] {
    return bestMatches(tableOf(a, b), LEAST_MATCH).map(({ first, second, similarity }) => ({
      first: a.distinct.places[first]!,
      second: b.distinct.places[second]!,
      similarity,
    }));
  }

  #profile(tokens: readonly string[], place: number): Profile | undefined {
    const found = this.#index.at(tokens, place);
    if (found === undefined) return undefined;
    const { fillers, counts } = found;
    const weights = new Float64Array(fillers.length);
    let squares = 0;
    for (let k = 0; k < fillers.length; k++) {
      const weight = Math.log1p(counts[k]!) * this.#information[fillers[k]!]!;
      weights[k] = weight;
      squares += weight * weight;
    }
    if (!(squares > 0)) return undefined;
    const norm = Math.sqrt(squares);
    for (let k = 0; k < weights.length; k++) weights[k]! /= norm;
    return { fillers, weights };
  }
}

const knownShare = ({ profiles }: Prepared): number =>
  profiles.length === 0 ? 0 : profiles.filter((profile) => profile !== undefined).length / profiles.length;

function tableOf(a: Prepared, b: Prepared): WordTable {
  return wordTable(a.profiles.length, b.profiles.length, (i, j) => {
    if (a.distinct.bases[i] === b.distinct.bases[j]) return 1;
    const [one, other] = [a.profiles[i], b.profiles[j]];
    return one === undefined || other === undefined ? 0 : Math.min(1, cosine(one, other));
  });
}

function cosine(a: Profile, b: Profile): number {
  let [i, j, sum] = [0, 0, 0];
  while (i < a.fillers.length && j < b.fillers.length) {
    const [one, other] = [a.fillers[i]!, b.fillers[j]!];
    if (one === other) sum += a.weights[i++]! * b.weights[j++]!;
    else if (one < other) i++;
    else j++;
  }
  return sum;
}
