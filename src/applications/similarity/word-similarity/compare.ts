/**
 * From how alike words are to how alike sentences are, in two ways.
 *
 * By the matrix W of word similarities (Stevenson and Greenwood 2005), where a and b are the sentences' sets of words
 * as vectors of 0 and 1. W is never formed: only the entries of the two sentences' words are asked for.
 *
 *   s(a, b) = aᵀWb / (|a||b|) = Σ_{x in a} Σ_{y in b} W(x, y) / √(#a·#b)
 *
 * By alignment: each word with its best counterpart, weighted by what the word says (weights u, v).
 *
 *   p = Σ_i u_i·max_j W(a_i, b_j) / Σ_i u_i,     r the same from b;      2pr / (p + r)
 */
import type { WordMatch } from "../group.ts";

/** How alike words are, one row for each word of the first sentence. */
export interface WordTable {
  readonly rows: number;
  readonly columns: number;
  readonly values: Float64Array;
}

export function wordTable(
  rows: number,
  columns: number,
  similarity: (row: number, column: number) => number,
): WordTable {
  const values = new Float64Array(rows * columns);
  for (let i = 0; i < rows; i++) for (let j = 0; j < columns; j++) values[i * columns + j] = similarity(i, j);
  return { rows, columns, values };
}

/** aᵀWb / (|a||b|); the words of a row or column must differ from each other. 0 for a sentence without words. */
export function matrixSimilarity({ rows, columns, values }: WordTable): number {
  let sum = 0;
  for (const value of values) sum += value;
  return rows === 0 || columns === 0 ? 0 : sum / Math.sqrt(rows * columns);
}

export interface Aligned {
  /** 2pr / (p + r). */
  readonly mean: number;
  /** The smaller of p and r. */
  readonly least: number;
  /** Weight of the words whose best counterpart is worse than a half, as a share of all. */
  readonly unmatched: number;
  /** 2pr / (p + r) with all words of the same weight. */
  readonly plain: number;
  /** Weight of one-to-one matches, each by how similar its words are, as a share of the larger side. */
  readonly paired: number;
}

/** Below this a word has no counterpart. */
const HALF = 0.5;
/** Pairs that are less similar add nothing to `paired`. */
const LEAST_PAIRED = 0.1;

export function align(table: WordTable, rowWeights: ArrayLike<number>, columnWeights: ArrayLike<number>): Aligned {
  const { rows, columns, values } = table;
  const bestOfRow = new Float64Array(rows);
  const bestOfColumn = new Float64Array(columns);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) {
      const value = values[i * columns + j]!;
      if (value > bestOfRow[i]!) bestOfRow[i] = value;
      if (value > bestOfColumn[j]!) bestOfColumn[j] = value;
    }
  }
  const one = weighted(bestOfRow, rowWeights);
  const other = weighted(bestOfColumn, columnWeights);
  const [p, r] = [one.mean, other.mean];
  const total = one.total + other.total;
  let pairs = 0;
  for (const { first, second, similarity } of bestMatches(table, LEAST_PAIRED))
    pairs += (similarity * (rowWeights[first]! + columnWeights[second]!)) / 2;
  const larger = Math.max(one.total, other.total);
  return {
    mean: harmonic(p, r),
    least: Math.min(p, r),
    unmatched: total === 0 ? 0 : (one.lost + other.lost) / total,
    plain: harmonic(average(bestOfRow), average(bestOfColumn)),
    paired: larger === 0 ? 0 : pairs / larger,
  };
}

const harmonic = (p: number, r: number): number => (p + r === 0 ? 0 : (2 * p * r) / (p + r));

const average = (values: Float64Array): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

function weighted(best: Float64Array, weights: ArrayLike<number>) {
  let [sum, total, lost] = [0, 0, 0];
  for (let i = 0; i < best.length; i++) {
    sum += weights[i]! * best[i]!;
    total += weights[i]!;
    if (best[i]! < HALF) lost += weights[i]!;
  }
  return { mean: total === 0 ? 0 : sum / total, total, lost };
}

/** One-to-one matches, the most similar first; none below `least`. O(n log n) for n entries of the table. */
export function bestMatches({ rows, columns, values }: WordTable, least: number): WordMatch[] {
  const candidates: WordMatch[] = [];
  for (let first = 0; first < rows; first++) {
    for (let second = 0; second < columns; second++) {
      const similarity = values[first * columns + second]!;
      if (similarity >= least) candidates.push({ first, second, similarity });
    }
  }
  candidates.sort((x, y) => y.similarity - x.similarity || x.first - y.first || x.second - y.second);
  const [usedRows, usedColumns] = [new Uint8Array(rows), new Uint8Array(columns)];
  return candidates.filter(({ first, second }) => {
    if (usedRows[first] === 1 || usedColumns[second] === 1) return false;
    usedRows[first] = usedColumns[second] = 1;
    return true;
  });
}
