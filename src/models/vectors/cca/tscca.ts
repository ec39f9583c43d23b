/**
 * Two-step CCA. Dhillon, Foster, Ungar, "Eigenwords: spectral word embeddings", JMLR 16 (2015), §4.2: first between
 * left and right contexts, which are frequent however rare the word between them is; then between the word and the
 * contexts' states.
 *
 *   D_L^(−½)·F_LR·D_R^(−½) = P·Σ·Qᵀ                              left × right contexts, the trivial triplet left out
 *   S = (L·D_L^(−½)·P, R·D_R^(−½)·Q)                             states of the two contexts of a token, k numbers each
 *   C_SS = [I Σ; Σ I]                                            with the one-hot covariances D_L and D_R, as above
 *   D_W^(−½)·(F_WL·D_L'^(−½)·P, F_WR·D_R'^(−½)·Q)·C_SS^(−½) = U·T·Vᵀ
 *
 * F_WL and F_WR are counts of words with left and right contexts; each is whitened by its own sums, regularized as in
 * oscca.ts. C_SS^(−½) has a closed form, as C_SS is two-by-two blocks (1 σ; σ 1), and the last matrix has 2k columns,
 * so that its right vectors are those of a 2k × 2k matrix. The vector of a word is its row of U·T^p.
 */
import { firstColumns, scaleColumnsInPlace } from "../../../linalg/elementary.ts";
import { type Matrix, matrix, multiply, symmetricEigen, type TruncatedSvd } from "../../../linalg/index.ts";
import type { CountTable } from "../counts/count-table.ts";
import type { DecompositionOptions, WhiteningOptions } from "../options.ts";
import { canonicalTriplets, type Pause, whitenedCounts } from "./oscca.ts";

export interface TwoStepTables {
  readonly leftRight: CountTable;
  readonly wordsLeft: CountTable;
  readonly wordsRight: CountTable;
}

export interface TwoStepResult {
  /** U, by descending T. */
  readonly left: Matrix;
  /** T. */
  readonly values: Float64Array;
  /** Of the first step. */
  readonly contextTriplets: TruncatedSvd;
}

export async function twoStepCca(
  tables: TwoStepTables,
  options: WhiteningOptions & DecompositionOptions & { readonly dim: number },
  pause: Pause,
): Promise<TwoStepResult> {
  const { dim } = options;
  const contextTriplets = await canonicalTriplets(tables.leftRight, dim, options, pause);
  const fromLeft = whitenedCounts(tables.wordsLeft, options).multiply(contextTriplets.left);
  const fromRight = whitenedCounts(tables.wordsRight, options).multiply(contextTriplets.right);
  const states = whitenedPairs(fromLeft, fromRight, contextTriplets.values);
  const { vectors, values } = symmetricEigen(multiply(states, states, { transposeA: true }));
  return { ...leadingColumns(states, vectors, values, dim), contextTriplets };
}

/**
 * (x, y) → (x, y)·(1 σ; σ 1)^(−½), column pair by column pair; the inverse root is (a b; b a) with a ± b = (1 ±
 * σ)^(−½).
 */
export function whitenedPairs(x: Matrix, y: Matrix, correlations: Float64Array): Matrix {
  const k = x.columns;
  const result = matrix(x.rows, 2 * k);
  for (let j = 0; j < k; j++) {
    // With a correlation of 1 (to rounding) the two columns are the same, and their mean is all there is.
    const sigma = Math.min(correlations[j]!, 1 - 1e-9);
    const plus = 1 / Math.sqrt(1 + sigma);
    const minus = correlations[j]! > 1 - 1e-9 ? 0 : 1 / Math.sqrt(1 - sigma);
    const a = (plus + minus) / 2;
    const b = (plus - minus) / 2;
    for (let row = 0; row < x.rows; row++) {
      const [u, v] = [x.data[row * k + j]!, y.data[row * k + j]!];
      result.data[row * 2 * k + j] = a * u + b * v;
      result.data[row * 2 * k + k + j] = b * u + a * v;
    }
  }
  return result;
}

/** The left singular vectors of `states` and its singular values, from the eigenvectors of its Gram matrix. */
function leadingColumns(states: Matrix, vectors: Matrix, eigenvalues: Float64Array, count: number) {
  const values = eigenvalues.slice(0, count).map((value) => Math.sqrt(Math.max(0, value)));
  const chosen = scaleColumnsInPlace(
    firstColumns(vectors, values.length),
    values.map((value) => (value > 0 ? 1 / value : 0)),
  );
  return { left: multiply(states, chosen), values };
}
