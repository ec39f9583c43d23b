/** Tests of word vectors against people's judgements: similarity of word pairs, and analogies. */
import { InputError } from "../../base/index.ts";
import { spearman } from "../../evaluation/index.ts";
import type { WordVectors } from "./word-vectors.ts";

export interface ScoredPair {
  readonly first: string;
  readonly second: string;
  readonly score: number;
}

/** Lines of `word word score`, parted by tabs or blanks; empty lines and lines that begin with # are skipped, and a heading without a number on line 1. */
export function readWordPairs(text: string, file?: string): ScoredPair[] {
  const pairs: ScoredPair[] = [];
  for (const [i, raw] of text.split("\n").entries()) {
    const line = raw.trim();
    if (line === "" || line.startsWith("#")) continue;
    const fields = line.split(line.includes("\t") ? /\t+/ : /\s+/).map((field) => field.trim());
    const score = Number(fields[2]);
    if (i === 0 && fields.length >= 3 && Number.isNaN(score)) continue;
    if (fields.length !== 3 || !Number.isFinite(score) || fields[2] === "") {
      const found = fields.length === 3 ? `"${fields[2]}" is no number` : `${fields.length} ${fields.length === 1 ? "field" : "fields"}`;
      throw new InputError(`${found}; expected two words and a score, parted by tabs or blanks.`, { file, line: i + 1 });
    }
    pairs.push({ first: fields[0]!, second: fields[1]!, score });
  }
  if (pairs.length === 0) throw new InputError("there are no word pairs; expected lines of two words and a score.", { file });
  return pairs;
}

export interface SimilarityScore {
  /** Spearman's ρ over the pairs whose words both have vectors; NaN for fewer than two. */
  readonly rho: number;
  readonly pairs: number;
  /** Pairs whose words both have vectors. */
  readonly covered: number;
}

/** A pair whose words both have vectors: people's score, and the cosine. */
export interface JudgedPair {
  readonly score: number;
  readonly cosine: number;
}

export function judgedPairs(vectors: WordVectors, pairs: readonly ScoredPair[]): JudgedPair[] {
  return pairs.flatMap(({ first, second, score }) => {
    const [a, b] = [vectors.row(first), vectors.row(second)];
    return a < 0 || b < 0 ? [] : [{ score, cosine: vectors.similarity(a, b) }];
  });
}

export const rankCorrelation = (judged: readonly JudgedPair[]): number =>
  spearman(
    judged.map(({ score }) => score),
    judged.map(({ cosine }) => cosine),
  );

export function evaluateSimilarity(vectors: WordVectors, pairs: readonly ScoredPair[]): SimilarityScore {
  const judged = judgedPairs(vectors, pairs);
  return { rho: rankCorrelation(judged), pairs: pairs.length, covered: judged.length };
}

export type Analogy = readonly [string, string, string, string];

/** Lines of four words, "a is to b as c is to d"; lines that begin with ":" name a section and are skipped, as in the usual files. */
export function readAnalogies(text: string, file?: string): Analogy[] {
  const analogies: Analogy[] = [];
  for (const [i, raw] of text.split("\n").entries()) {
    const line = raw.trim();
    if (line === "" || line.startsWith(":")) continue;
    const words = line.split(/\s+/);
    if (words.length !== 4)
      throw new InputError(`${words.length} words; expected four, a b c d: a is to b as c is to d.`, { file, line: i + 1 });
    analogies.push(words as unknown as Analogy);
  }
  if (analogies.length === 0) throw new InputError("there are no analogies; expected lines of four words.", { file });
  return analogies;
}

export interface AnalogyScore {
  /** Share of the covered analogies whose fourth word is found. */
  readonly accuracy: number;
  readonly analogies: number;
  readonly covered: number;
}

/** The words nearest to b − a + c, each at length 1, without the three themselves. Mikolov, Yih, Zweig, NAACL 2013. */
export function completeAnalogy(vectors: WordVectors, a: number, b: number, c: number, count = 1): { row: number; similarity: number }[] {
  const lengths = vectors.lengths();
  const target = new Float64Array(vectors.dimensions);
  const add = (row: number, sign: number) => {
    const factor = lengths[row] === 0 ? 0 : sign / lengths[row]!;
    for (const [i, x] of vectors.vector(row).entries()) target[i]! += factor * x;
  };
  add(a, -1);
  add(b, 1);
  add(c, 1);
  return vectors.nearest(target, count, new Set([a, b, c]));
}

export function evaluateAnalogies(vectors: WordVectors, analogies: readonly Analogy[]): AnalogyScore {
  let covered = 0;
  let right = 0;
  for (const words of analogies) {
    const [a, b, c, d] = words.map((word) => vectors.row(word)) as [number, number, number, number];
    if (Math.min(a, b, c, d) < 0) continue;
    covered++;
    if (completeAnalogy(vectors, a, b, c)[0]?.row === d) right++;
  }
  return { accuracy: right / covered, analogies: analogies.length, covered };
}
