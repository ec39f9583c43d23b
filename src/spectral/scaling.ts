/**
 * Feature scaling: Cohen, Stratos, Collins, Foster and Ungar, "Experiments with spectral learning of latent-variable
 * PCFGs", NAACL 2013, §5.1.
 *
 *   φ̂ᵢ = φᵢ · √(M / (count(i) + κ))
 *
 * where M is the number of samples. Rare features would otherwise drown in frequent ones, whose singular vectors they
 * could have shared. This is the whitening of CCA with everything off the diagonal dropped. O(non-zeros).
 */
import type { SparseMatrix } from "../linalg/sparse.ts";

/** κ of the paper. */
export const DEFAULT_KAPPA = 5;

/**
 * The scale of every column. Rows may weigh differently: `weights` then replaces the count of one that each sample has.
 */
export function featureScales(features: SparseMatrix, kappa = DEFAULT_KAPPA, weights?: Float64Array): Float64Array {
  const { rows, columns, starts, ids, values } = features;
  const counts = new Float64Array(columns);
  let total = 0;
  for (let row = 0; row < rows; row++) {
    const weight = weights?.[row] ?? 1;
    total += weight;
    for (let e = starts[row]!; e < starts[row + 1]!; e++) counts[ids[e]!]! += weight * (values?.[e] ?? 1);
  }
  return counts.map((count) => Math.sqrt(total / (count + kappa)));
}
