/**
 * HMMs by the spectral method, from windows of three neighbouring symbols. U: the leading left singular vectors of E[δ₂δ₁ᵀ]; y = Uᵀδ.
 *
 *   observable (Hsu, Kakade and Zhang, "A spectral algorithm for learning hidden Markov models", JCSS 2012):
 *     initial = Uᵀ E[δ₁]     final = (E[δ₂δ₁ᵀ]ᵀ U)⁺ E[δ₁]     B(x) = (Uᵀ E[[x₂=x] δ₃δ₁ᵀ]) (Uᵀ E[δ₂δ₁ᵀ])⁺
 *   reduced (Foster, Rodu and Ungar, "Spectral dimensionality reduction for HMMs", 2012): everything in m numbers, m³ of them instead of n·m²
 *     μ = E[y₁]   Σ = E[y₂y₁ᵀ]   K(v) = E[y₃y₁ᵀ (y₂·v)]        initial = μ   final = μᵀΣ⁻¹   B(x) = K(y_x) Σ⁻¹
 *
 * Windows are taken at every position, so that a stationary process is assumed. O(windows·m³) at most.
 */
import { InputError, OptionError } from "../../base/errors.ts";
import { pseudoInverse } from "../../linalg/least-squares.ts";
import { type Matrix, matrix } from "../../linalg/matrix.ts";
import { multiply } from "../../linalg/multiply.ts";
import { sparseOperator } from "../../linalg/operators.ts";
import { sparseFromCounts } from "../../linalg/sparse.ts";
import { truncatedSvd } from "../../linalg/truncated-svd.ts";
import type { OperatorHmm } from "./hmm.ts";

/** Three neighbouring symbols each, with weights that sum to 1. */
export interface Windows {
  readonly symbols: number;
  readonly first: Uint32Array;
  readonly second: Uint32Array;
  readonly third: Uint32Array;
  readonly weights: Float64Array;
}

export type HmmForm = "observable" | "reduced";

export function windowsOf(sequences: readonly ArrayLike<number>[], symbols: number): Windows {
  const count = sequences.reduce((sum, { length }) => sum + Math.max(0, length - 2), 0);
  if (count === 0) throw new InputError("windowsOf: no sequence has three symbols; expected longer ones.");
  const windows = { first: new Uint32Array(count), second: new Uint32Array(count), third: new Uint32Array(count) };
  let at = 0;
  for (const sequence of sequences) {
    for (let t = 0; t + 2 < sequence.length; t++, at++) {
      windows.first[at] = sequence[t]!;
      windows.second[at] = sequence[t + 1]!;
      windows.third[at] = sequence[t + 2]!;
    }
  }
  return { symbols, ...windows, weights: new Float64Array(count).fill(1 / count) };
}

export interface SpectralHmm {
  readonly model: OperatorHmm;
  /** Singular values of E[δ₂δ₁ᵀ]: those that are noise say how many states the data supports. */
  readonly values: Float64Array;
}

export function learnSpectralHmm(windows: Windows, states: number, form: HmmForm = "observable"): SpectralHmm {
  const { symbols: n, first, second, weights } = windows;
  if (!Number.isSafeInteger(states) || states < 1 || states > n) {
    throw new OptionError(
      "states",
      `learnSpectralHmm: states must be a whole number from 1 to ${n}, the number of symbols; got ${states}.`,
    );
  }
  const bigrams = sparseFromCounts(n, n, second, first, weights);
  const found = truncatedSvd(sparseOperator(bigrams), states, { tolerance: 1e-13 });
  const u = found.left;
  return { model: form === "observable" ? observable(windows, u) : reduced(windows, u), values: found.values };
}

const rowOf = ({ data, columns }: Matrix, i: number) => data.subarray(i * columns, (i + 1) * columns);

/** initial, Uᵀ P₂₁ as states × symbols, and P₁. */
function firstMoments({ symbols: n, first, second, weights }: Windows, u: Matrix) {
  const m = u.columns;
  const unigrams = new Float64Array(n);
  const projected = matrix(m, n);
  for (let w = 0; w < weights.length; w++) {
    unigrams[first[w]!]! += weights[w]!;
    const y = rowOf(u, second[w]!);
    for (let h = 0; h < m; h++) projected.data[h * n + first[w]!]! += weights[w]! * y[h]!;
  }
  return { unigrams, projected, initial: multiply(u, matrix(n, 1, unigrams), { transposeA: true }).data };
}

function observable(windows: Windows, u: Matrix): OperatorHmm {
  const { symbols: n, first, second, third, weights } = windows;
  const m = u.columns;
  const { unigrams, projected, initial } = firstMoments(windows, u);
  const inverse = pseudoInverse(projected).inverse; // symbols × states
  const final = multiply(matrix(1, n, unigrams), inverse).data; // (P₂₁ᵀU)⁺P₁ transposed
  const operators = new Float64Array(n * m * m);
  for (let w = 0; w < weights.length; w++) {
    const y = rowOf(u, third[w]!);
    const z = rowOf(inverse, first[w]!);
    const at = second[w]! * m * m;
    for (let i = 0; i < m; i++) for (let j = 0; j < m; j++) operators[at + i * m + j]! += weights[w]! * y[i]! * z[j]!;
  }
  return { states: m, symbols: n, initial, final, operators };
}

function reduced(windows: Windows, u: Matrix): OperatorHmm {
  const { symbols: n, first, second, third, weights } = windows;
  const m = u.columns;
  const { projected, initial } = firstMoments(windows, u);
  const sigmaInverse = pseudoInverse(multiply(projected, u)).inverse;
  const third3 = new Float64Array(m * m * m); // [k][i][j] = E[y₂ₖ y₃ᵢ y₁ⱼ]
  for (let w = 0; w < weights.length; w++) {
    const [y1, y2, y3] = [rowOf(u, first[w]!), rowOf(u, second[w]!), rowOf(u, third[w]!)];
    for (let k = 0; k < m; k++) {
      for (let i = 0; i < m; i++) {
        const value = weights[w]! * y2[k]! * y3[i]!;
        for (let j = 0; j < m; j++) third3[(k * m + i) * m + j]! += value * y1[j]!;
      }
    }
  }
  const slices = multiply(matrix(m * m, m, third3), sigmaInverse);
  const operators = multiply(u, matrix(m, m * m, slices.data)).data;
  return { states: m, symbols: n, initial, final: multiply(matrix(1, m, initial), sigmaInverse).data, operators };
}
