/**
 * HMMs by the spectral method, from windows of three neighbouring symbols. U: the leading left singular vectors of
 * E[δ₂δ₁ᵀ]; y = Uᵀδ.
 *
 *   observable (Hsu, Kakade and Zhang, "A spectral algorithm for learning hidden Markov models", JCSS 2012):
 *     initial = Uᵀ E[δ₁]     final = (E[δ₂δ₁ᵀ]ᵀ U)⁺ E[δ₁]     B(x) = (Uᵀ E[[x₂=x] δ₃δ₁ᵀ]) (Uᵀ E[δ₂δ₁ᵀ])⁺
 *   reduced (Foster, Rodu and Ungar, "Spectral dimensionality reduction for HMMs", 2012): m³ numbers instead of n·m²
 *     μ = E[y₁]   Σ = E[y₂y₁ᵀ]   K(v) = E[y₃y₁ᵀ (y₂·v)]
 *     initial = μ   final = μᵀΣ⁻¹   B(x) = K(y_x) Σ⁻¹
 *
 * U may also be given: a dictionary of eigenwords, learnt from more text than the windows come from (`projection`). Any
 * U for which UᵀO is invertible will do for the observable form, O the emissions; the reduced form needs the span of O.
 *
 * Windows are taken at every position, so that a stationary process is assumed. O(windows·m³) at most.
 */
import { InputError, OptionError, ShapeError } from "../../../base/errors.ts";
import { type LearnContext, type Report, StageClock } from "../../../base/learning.ts";
import { checkOptions, choice, type OptionsOf, whole } from "../../../base/options.ts";
import type { WordVectors } from "../../../data/word-vectors.ts";
import { qr } from "../../../linalg/decompositions/qr.ts";
import { svd } from "../../../linalg/decompositions/svd.ts";
import { firstColumns } from "../../../linalg/elementary.ts";
import { type Matrix, matrix } from "../../../linalg/matrix.ts";
import { multiply } from "../../../linalg/multiply.ts";
import { sparseOperator } from "../../../linalg/operators.ts";
import { pseudoInverse } from "../../../linalg/regression/least-squares.ts";
import { sparseFromCounts } from "../../../linalg/sparse.ts";
import { truncatedSvd } from "../../../linalg/truncated/truncated-svd.ts";
import type { OperatorHmm } from "./model.ts";
import { countSymbols, SYMBOLS_OPTION, type SymbolSequences } from "./symbols.ts";

/** Three neighbouring symbols each, with weights that sum to 1. */
export interface Windows {
  readonly symbols: number;
  readonly first: Uint32Array;
  readonly second: Uint32Array;
  readonly third: Uint32Array;
  readonly weights: Float64Array;
}

/** Options of `learnSpectralHmm`. */
export const SPECTRAL_HMM_OPTIONS = {
  states: whole("hidden states; never more than there are symbols", { default: 4, min: 1 }),
  form: choice("observable (Hsu et al.) or reduced (Foster et al.)", ["observable", "reduced"], {
    default: "observable",
  }),
  ...SYMBOLS_OPTION,
};

/** Options of `learnSpectralHmm`, complete. */
export type SpectralHmmOptions = OptionsOf<typeof SPECTRAL_HMM_OPTIONS>;

/** What learning an HMM by the spectral method reports. */
export interface SpectralHmmReport extends Report {
  readonly windows: number;
  /** Singular values of E[δ₂δ₁ᵀ]: those that are noise say how many states the data supports. */
  readonly singularValues: readonly number[];
}

/** Every window of three symbols, with equal weights. */
export function windowsOf(sequences: SymbolSequences, symbols = 0): Windows {
  const size = countSymbols("windowsOf", sequences, symbols);
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
  return { symbols: size, ...windows, weights: new Float64Array(count).fill(1 / count) };
}

/** An HMM from sequences of symbols, or from windows with their probabilities: one decomposition, nothing iterated. */
export async function learnSpectralHmm(
  data: SymbolSequences | Windows,
  { projection, ...given }: Partial<SpectralHmmOptions> & { readonly projection?: Matrix | undefined } = {},
  context: LearnContext = {},
): Promise<{ readonly model: OperatorHmm; readonly report: SpectralHmmReport }> {
  const { states, form, symbols } = checkOptions("learnSpectralHmm", SPECTRAL_HMM_OPTIONS, given);
  const windows = "weights" in data ? data : windowsOf(data, symbols);
  const { symbols: n, first, second, weights } = windows;
  if (states > n) {
    throw new OptionError(
      "states",
      `learnSpectralHmm: states must be a whole number from 1 to ${n}, the number of symbols; got ${states}.`,
    );
  }
  const clock = new StageClock(context);
  const { left, values } =
    projection === undefined
      ? await clock.run("singular value decomposition", "windows", weights.length, () =>
          truncatedSvd(sparseOperator(sparseFromCounts(n, n, second, first, weights)), states, { tolerance: 1e-13 }),
        )
      : projectedMoments(windows, projection, states);
  const model = await clock.run("moments", "windows", weights.length, () =>
    form === "observable" ? observable(windows, left) : reduced(windows, left),
  );
  const report = { windows: weights.length, singularValues: Array.from(values), times: clock.times, warnings: [] };
  return { model: Object.freeze(model), report };
}

/** The given directions, made orthonormal, and the singular values of Uᵀ E[δ₂δ₁ᵀ]. */
function projectedMoments(windows: Windows, projection: Matrix, states: number) {
  const { symbols: n } = windows;
  if (projection.rows !== n || projection.columns < states) {
    throw new ShapeError(
      `learnSpectralHmm: the projection is ${projection.rows} × ${projection.columns}; ` +
        `expected a row for each of ${n} symbols and at least ${states} columns.`,
    );
  }
  const left = qr(firstColumns(projection, states)).orthonormal;
  return { left, values: svd(firstMoments(windows, left).projected).values };
}

/**
 * A projection for `learnSpectralHmm` from word vectors: the vector of each symbol's word. A symbol without one has
 * zeros, and is known by what surrounds it alone.
 */
export function projectionOf(vectors: WordVectors, words: readonly string[]): Matrix {
  const result = matrix(words.length, vectors.dimensions);
  for (const [i, word] of words.entries()) {
    const row = vectors.row(word);
    if (row >= 0) result.data.set(vectors.vector(row), i * vectors.dimensions);
  }
  return result;
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
