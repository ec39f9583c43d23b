/** What a perceptron tags with. Of its hashed table of weights only what is not zero is kept. */
import type { Vocabulary } from "../../../base/vocabulary.ts";
import type { FeatureSetup } from "../features/setup.ts";
import type { FeatureSettings } from "./features.ts";

/**
 * A large table that is mostly zero: row rows[r] holds values[e] in column columns[e] for e from starts[r] up to
 * starts[r + 1].
 */
export interface SparseWeights {
  /** In rising order. */
  readonly rows: Uint32Array;
  readonly starts: Uint32Array;
  readonly columns: Uint16Array;
  readonly values: Float32Array;
}

export interface PerceptronTables extends FeatureSettings, FeatureSetup {
  readonly labels: Vocabulary;
  /** Words of the training data. */
  readonly words: Vocabulary;
  /** Frequent words and the number of their most frequent tag. */
  readonly usual: ReadonlyMap<string, number>;
  /** buckets × labels. */
  readonly weights: SparseWeights;
  /** Of the numbers of vectors and contexts: numbers × labels. */
  readonly realWeights: Float32Array;
}

/** What is not zero in a table of `width` columns. O(table). */
export function sparseWeights(table: Float32Array, width: number): SparseWeights {
  let [filledRows, filled] = [0, 0];
  for (let at = 0; at < table.length; at += width) {
    const before = filled;
    for (let e = at; e < at + width; e++) if (table[e] !== 0) filled++;
    if (filled > before) filledRows++;
  }
  const weights = {
    rows: new Uint32Array(filledRows),
    starts: new Uint32Array(filledRows + 1),
    columns: new Uint16Array(filled),
    values: new Float32Array(filled),
  };
  let [row, to] = [0, 0];
  for (let at = 0; at < table.length; at += width) {
    for (let column = 0; column < width; column++) {
      const value = table[at + column]!;
      if (value === 0) continue;
      weights.columns[to] = column;
      weights.values[to++] = value;
    }
    if (to === weights.starts[row]) continue;
    weights.rows[row++] = at / width;
    weights.starts[row] = to;
  }
  return weights;
}

/** table += scale · weights, `width` columns. */
export function addSparse(table: Float32Array, weights: SparseWeights, width: number, scale: number): void {
  const { rows, starts, columns, values } = weights;
  for (let r = 0; r < rows.length; r++)
    for (let e = starts[r]!; e < starts[r + 1]!; e++) table[rows[r]! * width + columns[e]!]! += scale * values[e]!;
}

/** For every row of the whole table its place among the rows kept, or −1. */
export function placesOfRows({ rows }: SparseWeights, tableRows: number): Int32Array {
  const places = new Int32Array(tableRows).fill(-1);
  for (let r = 0; r < rows.length; r++) places[rows[r]!] = r;
  return places;
}
