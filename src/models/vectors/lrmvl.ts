/**
 * LR-MVL, low-rank multi-view learning. Dhillon, Foster, Ungar, "Multi-view learning of word embeddings via CCA", NIPS 2011, algorithm 1.
 *
 *   A        words × k: the context-oblivious dictionary, drawn from N(0, 1) at first
 *   L, R     tokens × (rates · k): smoothed states of A before and after each token (smoothing.ts)
 *   1. CCA between L and R gives Φ_L and Φ_R with k/2 columns each
 *   2. the state of a token is (L·Φ_L, R·Φ_R), and A[w] the mean state of the tokens of w
 *   repeated until A settles or the rounds are over.
 *
 * As the mean is linear, A[w] = (mean L over w's tokens)·Φ_L: projections are taken of words, not of tokens. Covariances come from every s-th token, as many
 * as COVARIANCE_TOKENS; the means from all. O(tokens · rates · k) and O(sampled tokens · (rates · k)²) a round.
 */
import { Random, Stage } from "../../base/index.ts";
import { firstColumns } from "../../linalg/elementary.ts";
import { cholesky, kernels, type Matrix, matrix, multiply, solveLower, solveLowerTransposed, svd, transpose } from "../../linalg/index.ts";
import type { Corpus, Running } from "./corpus.ts";
import { smoothStates } from "./smoothing.ts";
import { LINE_END } from "./tokens.ts";

/** What turns the smoothed states of a token into its context's vector. */
export interface ContextProjections {
  readonly rates: readonly number[];
  /** rates · k rows and k/2 columns; the second half of a state comes from the right. */
  readonly left: Matrix;
  readonly right: Matrix;
  /** Mean states, taken off before projecting. */
  readonly leftMean: Float64Array;
  readonly rightMean: Float64Array;
}

export interface LowRankResult {
  /** (words + 1) × k; the last row is that of all other words. */
  readonly dictionary: Matrix;
  readonly projections: ContextProjections;
  /** Canonical correlations of the last round. */
  readonly correlations: Float64Array;
  /** ‖A·Aᵀ-subspace change‖ of each round: 1 − mean squared cosine between the old and the new column spaces. */
  readonly changes: readonly number[];
}

/** Slow, medium and fast: memories of about ten, three and one words. */
export const RATES: readonly number[] = [0.1, 0.3, 0.8];
/** Tokens that covariances are estimated from: several hundred for each of their rows. */
const COVARIANCE_TOKENS = 200_000;
/** Tokens of a block, and what is read beyond it on either side: the slowest rate has forgotten all but (1 − 0.1)^128 = 10⁻⁶ by then. */
const BLOCK_TOKENS = 1 << 15;
const MARGIN = 128;
/** Ridge on the covariances as a share of their mean variance: the first rounds' random dictionary has directions without variance. */
const RIDGE = 1e-6;
/** A dictionary whose column space moves less than this in a round has settled. */
const SETTLED = 1e-4;

export function lowRankMultiView(
  corpus: Corpus,
  { dim, iterations, seed }: { readonly dim: number; readonly iterations: number; readonly seed: number },
  running: Running = {},
): LowRankResult {
  const half = Math.ceil(dim / 2);
  const size = 2 * half;
  const words = corpus.words.length + 1;
  const stage = new Stage("LR-MVL rounds", "tokens", corpus.length * iterations, running.progress);
  let dictionary = randomDictionary(words, size, seed);
  const changes: number[] = [];
  for (;;) {
    const moments = gather(corpus, dictionary, stage);
    const { projections, correlations } = canonicalProjections(moments, half);
    const next = project(moments, projections, size);
    changes.push(subspaceChange(dictionary, next));
    dictionary = next;
    if (changes.length >= iterations || changes.at(-1)! < SETTLED) {
      stage.finish();
      return { dictionary, projections, correlations, changes };
    }
  }
}

function randomDictionary(rows: number, columns: number, seed: number): Matrix {
  const random = new Random(seed).stream("lrmvl");
  const dictionary = matrix(rows, columns);
  for (let i = 0; i < dictionary.data.length; i++) dictionary.data[i] = random.normal();
  return dictionary;
}

/** Sums over tokens. */
interface Moments {
  readonly left: Matrix;
  readonly right: Matrix;
  readonly tokens: Float64Array;
  /** Over the sampled tokens: LᵀL, RᵀR, LᵀR, and the sums of L and R. */
  readonly sampled: number;
  readonly leftLeft: Matrix;
  readonly rightRight: Matrix;
  readonly leftRight: Matrix;
  readonly leftSum: Float64Array;
  readonly rightSum: Float64Array;
}

function gather(corpus: Corpus, dictionary: Matrix, stage: Stage): Moments {
  const size = RATES.length * dictionary.columns;
  const words = dictionary.rows;
  const moments = {
    left: matrix(words, size),
    right: matrix(words, size),
    tokens: new Float64Array(words),
    sampled: 0,
    leftLeft: matrix(size, size),
    rightRight: matrix(size, size),
    leftRight: matrix(size, size),
    leftSum: new Float64Array(size),
    rightSum: new Float64Array(size),
  };
  const every = Math.max(1, Math.floor(corpus.tokens / COVARIANCE_TOKENS));
  const states = { dimensions: dictionary.columns, data: dictionary.data };
  for (let at = 0; at < corpus.length; at += BLOCK_TOKENS) {
    const from = Math.max(0, at - MARGIN);
    const end = Math.min(corpus.length, at + BLOCK_TOKENS);
    const tokens = corpus.read(from, Math.min(corpus.length, end + MARGIN));
    const [begin, stop] = [at - from, end - from];
    const rows = sampleRows(tokens, begin, stop, at, every);
    const views = { left: matrix(rows.count, size), right: matrix(rows.count, size) };
    for (const side of ["left", "right"] as const) {
      const sums = moments[side].data;
      const view = views[side].data;
      smoothStates(tokens, side, states, RATES, (t, state) => {
        if (t < begin || t >= stop) return;
        const row = tokens[t]! * size;
        for (let i = 0; i < size; i++) sums[row + i] = sums[row + i]! + state[i]!;
        const sampled = rows.rowOf[t]!;
        if (sampled >= 0) view.set(state, sampled * size);
      });
    }
    for (let t = begin; t < stop; t++) if (tokens[t] !== LINE_END) moments.tokens[tokens[t]!]!++;
    addMoments(moments, views.left, views.right);
    stage.advance(end - at);
  }
  return moments;
}

/** Rows of a block's sample by token, −1 for tokens outside it; `at` is the place of the block in the corpus. */
function sampleRows(tokens: Uint32Array, begin: number, stop: number, at: number, every: number) {
  const rowOf = new Int32Array(tokens.length).fill(-1);
  let count = 0;
  for (let t = begin; t < stop; t++) if ((at + t - begin) % every === 0 && tokens[t] !== LINE_END) rowOf[t] = count++;
  return { rowOf, count };
}

function addMoments(moments: Moments & { sampled: number }, left: Matrix, right: Matrix): void {
  const { rows, columns: size } = left;
  multiply(left, left, { transposeA: true, beta: 1, into: moments.leftLeft });
  multiply(right, right, { transposeA: true, beta: 1, into: moments.rightRight });
  multiply(left, right, { transposeA: true, beta: 1, into: moments.leftRight });
  for (let row = 0; row < rows; row++) {
    kernels().axpy(size, 1, left.data, row * size, moments.leftSum, 0);
    kernels().axpy(size, 1, right.data, row * size, moments.rightSum, 0);
  }
  moments.sampled += rows;
}

/** CCA from moments: with C_LL = G·Gᵀ and C_RR = H·Hᵀ, G⁻¹·C_LR·H⁻ᵀ = P·diag(ρ)·Qᵀ, Φ_L = G⁻ᵀ·P, Φ_R = H⁻ᵀ·Q. */
function canonicalProjections(moments: Moments, count: number) {
  const { sampled, leftSum, rightSum } = moments;
  const leftMean = leftSum.map((sum) => sum / sampled);
  const rightMean = rightSum.map((sum) => sum / sampled);
  const g = cholesky(ridged(centred(moments.leftLeft, leftMean, leftMean, sampled)));
  const h = cholesky(ridged(centred(moments.rightRight, rightMean, rightMean, sampled)));
  const cross = centred(moments.leftRight, leftMean, rightMean, sampled);
  const { left, values, right } = svd(transpose(solveLower(h, transpose(solveLower(g, cross)))));
  const projections: ContextProjections = {
    rates: RATES,
    left: solveLowerTransposed(g, firstColumns(left, count)),
    right: solveLowerTransposed(h, firstColumns(right, count)),
    leftMean,
    rightMean,
  };
  return { projections, correlations: values.slice(0, count) };
}

function centred(moment: Matrix, leftMean: Float64Array, rightMean: Float64Array, count: number): Matrix {
  const result = matrix(moment.rows, moment.columns);
  for (let i = 0; i < moment.rows; i++) {
    for (let j = 0; j < moment.columns; j++) {
      const place = i * moment.columns + j;
      result.data[place] = moment.data[place]! / count - leftMean[i]! * rightMean[j]!;
    }
  }
  return result;
}

function ridged(covariance: Matrix): Matrix {
  const { rows: n, data } = covariance;
  let trace = 0;
  for (let i = 0; i < n; i++) trace += data[i * (n + 1)]!;
  for (let i = 0; i < n; i++) data[i * (n + 1)]! += (RIDGE * trace) / n + Number.MIN_VALUE;
  return covariance;
}

/** A[w] = ((mean L of w) − mean L)·Φ_L, and the same on the right. */
function project({ left, right, tokens }: Moments, projections: ContextProjections, size: number): Matrix {
  const half = size / 2;
  const result = matrix(left.rows, size);
  const sides = [
    [left, projections.leftMean, projections.left, 0],
    [right, projections.rightMean, projections.right, half],
  ] as const;
  for (const [sums, mean, projection, offset] of sides) {
    for (let row = 0; row < sums.rows; row++) {
      const count = tokens[row]!;
      for (let i = 0; i < sums.columns; i++) {
        const place = row * sums.columns + i;
        sums.data[place] = count === 0 ? 0 : sums.data[place]! / count - mean[i]!;
      }
    }
    const projected = multiply(sums, projection);
    for (let row = 0; row < sums.rows; row++) {
      result.data.set(projected.data.subarray(row * half, (row + 1) * half), row * size + offset);
    }
  }
  return result;
}

/** 1 − ‖Q₁ᵀQ₂‖²/k for orthonormal bases of the two column spaces: 0 for equal spaces, 1 for orthogonal ones. */
function subspaceChange(before: Matrix, after: Matrix): number {
  const first = svd(before).left;
  const second = svd(after).left;
  const { data } = multiply(first, second, { transposeA: true });
  return Math.max(0, 1 - data.reduce((sum, x) => sum + x * x, 0) / before.columns);
}

/**
 * Context-specific vectors of the tokens of a sentence: the word's own k numbers, then k/2 of what stands before it and k/2 of what follows. `ids` are rows of the
 * dictionary.
 */
export function contextVectors(ids: Uint32Array, dictionary: Matrix, projections: ContextProjections): Matrix {
  const k = dictionary.columns;
  const result = matrix(ids.length, 2 * k);
  for (const [t, id] of ids.entries()) result.data.set(dictionary.data.subarray(id * k, (id + 1) * k), t * 2 * k);
  const states = { dimensions: k, data: dictionary.data };
  for (const side of ["left", "right"] as const) {
    const projection = projections[side];
    const mean = side === "left" ? projections.leftMean : projections.rightMean;
    smoothStates(ids, side, states, projections.rates, (t, state) => {
      const centre = matrix(
        1,
        state.length,
        state.map((x, i) => x - mean[i]!),
      );
      result.data.set(multiply(centre, projection).data, t * 2 * k + k + (side === "left" ? 0 : k / 2));
    });
  }
  return result;
}
