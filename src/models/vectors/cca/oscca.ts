/**
 * One-step CCA: canonical correlation between a word and its context, both one-hot. Dhillon, Foster, Ungar,
 * "Eigenwords: spectral word embeddings", JMLR 16 (2015), §4; the square root of counts, which stabilizes their
 * variance, after Stratos, Collins, Hsu, "Model-based word embeddings from decompositions of count matrices", ACL 2015.
 *
 *   C        words × contexts, counts of a word w with a context c; F = f(C) entry by entry
 *   D₁, D₂   diagonals of the sums of F over rows and columns: the covariances of one-hot views
 *   κ₁, κ₂   regularization times the mean of each diagonal: rare words and contexts, whose counts are mostly
 *            chance, weigh less
 *   (D₁ + κ₁)^(−½)·F·(D₂ + κ₂)^(−½) = U·Σ·Vᵀ
 *
 * The first triplet says only that every word has contexts (without κ: σ = 1, and the sums themselves for vectors);
 * centring would remove it, and it is left out. The vector of w is row w of U·Σ^p, scaled to length 1. O(entries · dim)
 * a product, a few products a run.
 */
import { type LinearOperator, pausingTruncatedSvd, type TruncatedSvd } from "../../../linalg/index.ts";
import type { CountTable } from "../counts/count-table.ts";
import { type EntryValue, scaledCounts } from "../counts/scaled-counts.ts";
import type { DecompositionOptions, WhiteningOptions } from "../options.ts";

/** Called after every iteration of a decomposition: other work gets its turn there, or it throws to stop. */
export type Pause = () => Promise<void>;

const TRANSFORMS: Readonly<Record<WhiteningOptions["transform"], (count: number) => number>> = {
  sqrt: Math.sqrt,
  log: Math.log1p,
  raw: (count) => count,
};

/** (D₁ + κ₁)^(−½)·f(C)·(D₂ + κ₂)^(−½); rows and columns without counts are zero. */
export function whitenedCounts(table: CountTable, { transform, regularization }: WhiteningOptions): LinearOperator {
  const value = TRANSFORMS[transform];
  const { rowSums, columnSums } = transform === "raw" ? table : transformedSums(table, value);
  return scaledCounts(table, value, inverseRoots(rowSums, regularization), inverseRoots(columnSums, regularization));
}

function inverseRoots(sums: Float64Array, regularization: number): Float64Array {
  const ridge = (regularization * sums.reduce((total, sum) => total + sum, 0)) / sums.length;
  return sums.map((sum) => (sum > 0 ? 1 / Math.sqrt(sum + ridge) : 0));
}

function transformedSums(table: CountTable, value: (count: number) => number) {
  const rowSums = new Float64Array(table.rows);
  const columnSums = new Float64Array(table.columns);
  for (const { firstRow, rows, starts, ids, counts } of table.blocks()) {
    for (let row = 0; row < rows; row++) {
      for (let e = starts[row]!; e < starts[row + 1]!; e++) {
        const entry = value(counts[e]!);
        rowSums[firstRow + row]! += entry;
        columnSums[ids[e]!]! += entry;
      }
    }
  }
  return { rowSums, columnSums };
}

/** The triplets after the trivial one. */
export async function canonicalTriplets(
  table: CountTable,
  count: number,
  options: WhiteningOptions & DecompositionOptions,
  pause: Pause,
): Promise<TruncatedSvd> {
  const { tolerance, seed } = options;
  return withoutFirst(await pausingTruncatedSvd(whitenedCounts(table, options), count + 1, { tolerance, seed }, pause));
}

function withoutFirst(triplets: TruncatedSvd): TruncatedSvd {
  const { left, right, values, residuals, converged, iterations } = triplets;
  return {
    left: lastColumns(left),
    right: lastColumns(right),
    values: values.slice(1),
    residuals: residuals.slice(1),
    converged: Math.max(0, converged - 1),
    iterations,
  };
}

function lastColumns({ rows, columns, data }: TruncatedSvd["left"]): TruncatedSvd["left"] {
  const rest = new Float64Array(rows * (columns - 1));
  for (let row = 0; row < rows; row++)
    rest.set(data.subarray(row * columns + 1, (row + 1) * columns), row * (columns - 1));
  return { rows, columns: columns - 1, data: rest };
}

/**
 * The baseline: positive pointwise mutual information, max(0, log(n(w,c)·n / (n(w)·n(c)))), and its truncated SVD.
 * Levy, Goldberg, Dagan, "Improving distributional similarity with lessons learned from word embeddings", TACL 3
 * (2015).
 */
export function ppmiTriplets(
  table: CountTable,
  count: number,
  { tolerance, seed }: DecompositionOptions,
  pause: Pause,
): Promise<TruncatedSvd> {
  const { rowSums, columnSums, total, rows, columns } = table;
  const information: EntryValue = (n, row, column) =>
    Math.max(0, Math.log((n * total) / (rowSums[row]! * columnSums[column]!)));
  const operator = scaledCounts(table, information, new Float64Array(rows).fill(1), new Float64Array(columns).fill(1));
  return pausingTruncatedSvd(operator, count, { tolerance, seed }, pause);
}
