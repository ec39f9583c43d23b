/**
 * Sentence vectors: the words' vectors at length 1, weighted by frequency, added up, with the direction that all
 * sentences share taken out (Arora, Liang and Ma, "A simple but tough-to-beat baseline", ICLR 2017).
 *
 *   x(s) = Σ_{w in s} α / (α + p(w)) · v(w)/|v(w)|,      x ← x − u·uᵀx,      u: first right singular vector of all x
 */
import { Random } from "../../../base/random.ts";
import { svd } from "../../../linalg/decompositions/svd.ts";
import { matrix } from "../../../linalg/matrix.ts";
import type { Frequencies } from "../words/frequencies.ts";

/** α of the paper, which finds 10⁻³ to 10⁻⁴ good. */
const SMOOTH = 1e-3;

/** α / (α + p(w)): rare words count nearly fully, frequent ones little. */
export function weightOf(folded: string, frequencies: Frequencies): number {
  const share = frequencies.count(folded) / Math.max(1, frequencies.counted.total);
  return SMOOTH / (SMOOTH + share);
}

/** Adds factor·v/|v| into a sum; a vector of zeros adds nothing. */
export function addUnit(sum: Float64Array, vector: ArrayLike<number>, factor: number): void {
  let squares = 0;
  for (let k = 0; k < vector.length; k++) squares += vector[k]! * vector[k]!;
  if (squares === 0) return;
  const scale = factor / Math.sqrt(squares);
  for (let k = 0; k < vector.length; k++) sum[k]! += scale * vector[k]!;
}

/** Sentences that are enough to find the common direction. */
const ENOUGH = 4000;

/** The first right singular vector of the rows, or zeros where they have none; a sample of them where they are many. */
export function commonDirection(rows: readonly Float64Array[], dimensions: number): Float64Array {
  const kept =
    rows.length > ENOUGH
      ? new Random(1)
          .stream("common")
          .shuffle([...rows])
          .slice(0, ENOUGH)
      : rows;
  // The second moments have the same right singular vectors and are small.
  const moments = matrix(dimensions, dimensions);
  for (const row of kept)
    for (let i = 0; i < dimensions; i++)
      for (let j = 0; j < dimensions; j++) moments.data[i * dimensions + j]! += row[i]! * row[j]!;
  const { values, left } = svd(moments);
  if (!(values[0]! > 0)) return new Float64Array(dimensions);
  return Float64Array.from({ length: dimensions }, (_, i) => left.data[i * left.columns]!);
}

/** x − u·uᵀx, in place. */
export function withoutDirection(x: Float64Array, direction: Float64Array): Float64Array {
  let dot = 0;
  for (let k = 0; k < x.length; k++) dot += x[k]! * direction[k]!;
  for (let k = 0; k < x.length; k++) x[k]! -= dot * direction[k]!;
  return x;
}

/** 0 where either is zero. */
export function cosineOf(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let [dot, aa, bb] = [0, 0, 0];
  for (let k = 0; k < a.length; k++) {
    dot += a[k]! * b[k]!;
    aa += a[k]! * a[k]!;
    bb += b[k]! * b[k]!;
  }
  return aa === 0 || bb === 0 ? 0 : dot / Math.sqrt(aa * bb);
}
