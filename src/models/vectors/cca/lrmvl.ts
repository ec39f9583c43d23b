/**
 * LR-MVL, low-rank multi-view learning. Dhillon, Foster, Ungar, "Multi-view learning of word embeddings via CCA", NIPS
 * 2011, algorithm 1.
 *
 *   A        words × k: the context-oblivious dictionary; at first vectors of one-step CCA, or drawn from N(0, 1)
 *   L, R     tokens × (rates · k): smoothed states of A before and after each token (smoothing.ts)
 *   1. CCA between L and R gives Φ_L and Φ_R with k/2 columns each
 *   2. the state of a token is (L·Φ_L, R·Φ_R), and A[w] the mean state of the tokens of w
 *   repeated until A settles or the rounds are over; then step 1 once more, for contexts under the last A.
 *
 * As the mean is linear, A[w] = (mean L over w's tokens)·Φ_L: projections are taken of words, not of tokens. The passes
 * over the text are in smoothed-views.ts.
 */
import { type LearnContext, type Meter, NumericalError, Random } from "../../../base/index.ts";
import type { CorpusView } from "../../../data/index.ts";
import { firstColumns } from "../../../linalg/elementary.ts";
import {
  cholesky,
  type Matrix,
  matrix,
  multiply,
  solveLower,
  solveLowerTransposed,
  svd,
  transpose,
} from "../../../linalg/index.ts";
import type { ContextProjections } from "../../representations/contexts.ts";
import { SIDES, type Side, SmoothedViews, unpanelled, type ViewMoments } from "./smoothed-views.ts";

export interface LowRankResult {
  /** (words + 1) × k; the last row is that of all other words. */
  readonly dictionary: Matrix;
  readonly projections: ContextProjections;
  /** Canonical correlations of what stands before and after tokens, under the dictionary. */
  readonly correlations: Float64Array;
  /** 1 − mean squared cosine between the column spaces of A before and after each round. */
  readonly changes: readonly number[];
}

/** Slow, medium and fast: memories of about ten, three and one words. */
export const RATES: readonly number[] = [0.1, 0.3, 0.8];
/**
 * Ridge on the covariances as a share of their mean variance: the first rounds' random dictionary has directions
 * without variance.
 */
const RIDGE = 1e-6;
const LARGEST_RIDGE = 1e-2;
/** A dictionary whose column space moves less than this in a round has settled. */
const SETTLED = 1e-4;
/** Words projected at a time. */
const WORDS_AT_ONCE = 1 << 11;

interface MultiViewSettings {
  readonly dim: number;
  readonly iterations: number;
  /** (words + 1) × 2⌈dim / 2⌉; random numbers where it is left out. */
  readonly start?: Matrix | undefined;
  readonly seed: number;
}

export async function lowRankMultiView(
  corpus: CorpusView,
  { dim, iterations, start, seed }: MultiViewSettings,
  { signal }: LearnContext,
  meter: Meter,
): Promise<LowRankResult> {
  const half = Math.ceil(dim / 2);
  let dictionary = start ?? randomDictionary(corpus.words.length + 1, 2 * half, seed);
  const changes: number[] = [];
  const views = new SmoothedViews(corpus, 2 * half, RATES);
  try {
    while (changes.length < iterations && (changes.at(-1) ?? 1) >= SETTLED) {
      const moments = await views.gather(dictionary, meter, signal);
      const { projections } = canonicalProjections(moments, half);
      const next = projectWords(views, corpus.counts, projections, moments.means);
      changes.push(subspaceChange(dictionary, next));
      dictionary = next;
    }
    // The projections so far are those of states of the dictionary before.
    const moments = await views.gather(dictionary, meter, signal);
    const { projections, correlations } = canonicalProjections(moments, half);
    return { dictionary, projections: byRate(projections, moments.means, dictionary.columns), correlations, changes };
  } finally {
    views.close();
  }
}

function randomDictionary(rows: number, columns: number, seed: number): Matrix {
  const random = new Random(seed).stream("lrmvl");
  const dictionary = matrix(rows, columns);
  for (let i = 0; i < dictionary.data.length; i++) dictionary.data[i] = random.normal();
  return dictionary;
}

type Projections = Readonly<Record<Side, Matrix>>;

/** CCA from moments: with C_LL = G·Gᵀ and C_RR = H·Hᵀ, G⁻¹·C_LR·H⁻ᵀ = P·diag(ρ)·Qᵀ, Φ_L = G⁻ᵀ·P, Φ_R = H⁻ᵀ·Q. */
function canonicalProjections({ leftLeft, rightRight, leftRight }: ViewMoments, count: number) {
  const g = factored(leftLeft);
  const h = factored(rightRight);
  const { left, values, right } = svd(transpose(solveLower(h, transpose(solveLower(g, leftRight)))));
  const projections: Projections = {
    left: solveLowerTransposed(g, firstColumns(left, count)),
    right: solveLowerTransposed(h, firstColumns(right, count)),
  };
  return { projections, correlations: values.slice(0, count) };
}

/** G with C = G·Gᵀ. A text of few words has covariances without full rank, which need a larger ridge. */
function factored(covariance: Matrix): Matrix {
  for (let ridge = RIDGE; ridge < LARGEST_RIDGE; ridge *= 10) {
    try {
      return cholesky(ridged(covariance, ridge));
    } catch (error) {
      if (!(error instanceof NumericalError)) throw error;
    }
  }
  return cholesky(ridged(covariance, LARGEST_RIDGE));
}

function ridged({ rows: n, columns, data: values }: Matrix, ridge = RIDGE): Matrix {
  const data = values.slice();
  let trace = 0;
  for (let i = 0; i < n; i++) trace += data[i * (n + 1)]!;
  for (let i = 0; i < n; i++) data[i * (n + 1)]! += (ridge * trace) / n + Number.MIN_VALUE;
  return matrix(n, columns, data);
}

/** A[w] = ((mean L of w) − mean L)·Φ_L, and the same on the right. */
function projectWords(
  views: SmoothedViews,
  counts: ArrayLike<number>,
  projections: Projections,
  means: ViewMoments["means"],
): Matrix {
  const half = projections.left.columns;
  const result = matrix(counts.length, 2 * half);
  for (let first = 0; first < counts.length; first += WORDS_AT_ONCE) {
    const end = Math.min(counts.length, first + WORDS_AT_ONCE);
    for (const [i, side] of SIDES.entries()) {
      const { data } = multiply(views.wordMeans(side, first, end, counts, means[side]), projections[side]);
      for (let row = 0; row < end - first; row++) {
        result.data.set(data.subarray(row * half, (row + 1) * half), (2 * (first + row) + i) * half);
      }
    }
  }
  return result;
}

/**
 * 1 − ‖Q₁ᵀQ₂‖²/k for orthonormal bases Qᵢ = Aᵢ·Gᵢ⁻ᵀ, AᵢᵀAᵢ = Gᵢ·Gᵢᵀ, of the two column spaces: 0 for equal spaces, 1
 * for orthogonal ones.
 */
function subspaceChange(before: Matrix, after: Matrix): number {
  const gram = (a: Matrix, b: Matrix) => multiply(a, b, { transposeA: true });
  const g = factored(gram(before, before));
  const h = factored(gram(after, after));
  const { data } = solveLower(h, transpose(solveLower(g, gram(before, after))));
  return Math.max(0, 1 - data.reduce((sum, x) => sum + x * x, 0) / before.columns);
}

/** As they are used with row-major dictionaries. */
function byRate({ left, right }: Projections, means: ViewMoments["means"], columns: number): ContextProjections {
  const mean = (values: Float64Array) => unpanelled(matrix(values.length, 1, values), columns).data;
  return {
    rates: RATES,
    left: unpanelled(left, columns),
    right: unpanelled(right, columns),
    leftMean: mean(means.left),
    rightMean: mean(means.right),
  };
}
