/**
 * Operators of a refinement HMM from moments of projected features: Stratos et al. 2013, figure 4, in two factors.
 *
 *   F, P, R, D   projected future, past, present, destiny of a sample (spectral/projections.ts, per label a); F₂ the future of its successor
 *   Σ = E[F Pᵀ | a]      Λ = E[R Dᵀ | a]      S^{b|a} = E[[A₂=b] F₂ Pᵀ | a] Σ⁺      S^{*|a} = E[[A₂=*] Pᵀ | a] Σ⁺
 *
 * All C^{b|a}(v) of one label a share the column space of the stacked S^{·|a} = U·(…): with C^{b|a}(v) = G_b T^{b|a} diag(vH) G_a⁻¹ (theorem 4.1), stacking over
 * b gives S^{·|a}·G_a diag(vH) G_a⁻¹. So C^{·|a}(v) = U·(Uᵀ C^{·|a}(v)) exactly, and the third moment is needed once per label instead of once per pair of
 * labels, over g = U_{A₂}ᵀ F₂:
 *
 *   transitions  U_b (states × states)        emissions  E(x) = Σ_q d̄_q Ẽ_q,   Ẽ_q = Σ_k E[g Pᵀ R_k | a] Σ⁺ (Λ⁺)_{qk},   d̄ = E[D | X=x, a]
 *
 * C^{b|a}(c^a_x) = p(x|a)·U_b·E(x). The last slice of each label's tensor is E[g Pᵀ | a] Σ⁺, the emission that tells nothing about the state: what is
 * smoothed towards. With exact moments and no smoothing the operators are exact. Time: O(samples·m³) for the third moments, and the projections.
 */
import { kernels } from "../../linalg/kernels/kernels.ts";
import { pseudoInverse } from "../../linalg/least-squares.ts";
import { type Matrix, matrix } from "../../linalg/matrix.ts";
import { multiply } from "../../linalg/multiply.ts";
import type { SparseMatrix } from "../../linalg/sparse.ts";
import { svd } from "../../linalg/svd.ts";
import { type ProjectionOptions, projectViews } from "../../spectral/projections.ts";
import { selectRows } from "../../spectral/rows.ts";

/** Samples of the random variables of Stratos et al. 2013, §5.1: one per position of the training data, or weighted ones of a known distribution. */
export interface Samples {
  readonly labelCount: number;
  readonly labels: Int32Array;
  /** The sample whose future is this one's skip-future; −1 where the sequence ends. */
  readonly successors: Int32Array;
  /** 1 for samples at the start of a sequence. */
  readonly first: Uint8Array;
  /** All one when left out. */
  readonly weights?: Float64Array | undefined;
  readonly future: SparseMatrix;
  readonly past: SparseMatrix;
  readonly present: SparseMatrix;
  readonly destiny: SparseMatrix;
}

export interface MomentOptions {
  readonly states: number;
  /** κ of the feature scaling; undefined leaves features unscaled. */
  readonly kappa: number | undefined;
  /** Samples at which a transition's hidden part is trusted by half; 0 trusts every one fully. */
  readonly transitionPrior: number;
  /** Singular values of Σ and Λ below this share of the largest are taken for noise. */
  readonly smallest: number;
  readonly tolerance?: number;
  readonly iterations?: number;
  readonly seed?: number;
}

/** Blocks of one label after another; every state dimension is padded to `states`. */
export interface Operators {
  readonly states: number;
  readonly labelCount: number;
  /** labels × states */
  readonly start: Float64Array;
  readonly stop: Float64Array;
  /** (a · labels + b) × states × states */
  readonly transitions: Float64Array;
  readonly stored: Uint8Array;
  /** labels × (states + 1) × states × states: the slices Ẽ_q, and the uninformative emission last. */
  readonly emissions: Float64Array;
  /** E[F | a]: the state in which a label is entered on average. labels × states */
  readonly means: Float64Array;
  /** e_a with e_a·α_a = the probability of the words so far and label a. labels × states */
  readonly masses: Float64Array;
  /** The same after the emission. labels × states */
  readonly massesAfter: Float64Array;
  /** labels × states × states: Σ⁺. */
  readonly inverses: Float64Array;
  /** Σ weights of each label. */
  readonly totals: Float64Array;
  /** Projected samples, samples × states: destinies D, pasts P, and g, the state after the emission. */
  readonly destinies: Float64Array;
  readonly pasts: Float64Array;
  readonly after: Float64Array;
  readonly diagnostics: readonly LabelDiagnostics[];
}

/** How far one label's estimates can be trusted. */
export interface LabelDiagnostics {
  readonly samples: number;
  /** Of Ω₁ = E[φψᵀ]: states supported. */
  readonly future: Float64Array;
  /** Of Ω₂ = E[ξυᵀ]. */
  readonly present: Float64Array;
  readonly converged: boolean;
}

export function estimateOperators(samples: Samples, options: MomentOptions, onLabel: () => void = () => {}): Operators {
  const { labelCount: l } = samples;
  const m = options.states;
  const count = samples.labels.length;
  const rowsOf = groupByLabel(samples);
  const futures = new Float64Array(count * m);
  const result: Mutable = {
    states: m,
    labelCount: l,
    start: new Float64Array(l * m),
    stop: new Float64Array(l * m),
    transitions: new Float64Array(l * l * m * m),
    stored: new Uint8Array(l * l),
    emissions: new Float64Array(l * (m + 1) * m * m),
    means: new Float64Array(l * m),
    masses: new Float64Array(l * m),
    massesAfter: new Float64Array(l * m),
    inverses: new Float64Array(l * m * m),
    totals: new Float64Array(l),
    destinies: new Float64Array(count * m),
    pasts: new Float64Array(count * m),
    after: new Float64Array(count * m),
    diagnostics: [],
  };
  for (let a = 0; a < l; a++) {
    if (rowsOf[a]!.length > 0) projectLabel(samples, rowsOf[a]!, a, futures, result, options);
    onLabel();
  }
  scaleStart(samples, result.start, futures, m);
  for (let a = 0; a < l; a++) {
    if (rowsOf[a]!.length > 0) estimateLabel(samples, rowsOf[a]!, a, futures, result, options);
    onLabel();
  }
  carryMasses(result);
  return result;
}

type Mutable = { -readonly [K in keyof Operators]: Operators[K] } & { diagnostics: LabelDiagnostics[] };

function groupByLabel({ labels, labelCount }: Samples): Int32Array[] {
  const sizes = new Int32Array(labelCount);
  for (const a of labels) sizes[a]!++;
  const groups = Array.from(sizes, (size) => new Int32Array(size));
  sizes.fill(0);
  for (let n = 0; n < labels.length; n++) groups[labels[n]!]![sizes[labels[n]!]!++] = n;
  return groups;
}

const weightsOf = ({ weights }: Samples, rows: Int32Array) =>
  weights === undefined ? undefined : Float64Array.from(rows, (n) => weights[n]!);

/** Projects all four views of one label's samples; keeps futures, pasts and destinies, and the presents' part in the third moment's place. */
function projectLabel(samples: Samples, rows: Int32Array, a: number, futures: Float64Array, result: Mutable, options: MomentOptions): void {
  const m = options.states;
  const settings: ProjectionOptions = {
    kappa: options.kappa,
    weights: weightsOf(samples, rows),
    smallest: options.smallest,
    ...(options.tolerance === undefined ? {} : { tolerance: options.tolerance }),
    ...(options.iterations === undefined ? {} : { maxIterations: options.iterations }),
    ...(options.seed === undefined ? {} : { seed: options.seed }),
  };
  const project = (left: SparseMatrix, right: SparseMatrix) =>
    projectViews(selectRows(left, rows).matrix, selectRows(right, rows).matrix, m, settings);
  const one = project(samples.future, samples.past);
  const two = project(samples.present, samples.destiny);
  spread(one.left, rows, futures, m);
  spread(one.right, rows, result.pasts, m);
  spread(two.left, rows, result.after, m); // R, until estimateLabel replaces it by g
  spread(two.right, rows, result.destinies, m);
  result.diagnostics[a] = {
    samples: rows.length,
    future: one.values,
    present: two.values,
    converged: one.converged && two.converged,
  };
}

function spread(from: Matrix, rows: Int32Array, to: Float64Array, m: number): void {
  const k = from.columns;
  for (let r = 0; r < rows.length; r++) for (let h = 0; h < k; h++) to[rows[r]! * m + h] = from.data[r * k + h]!;
}

/** c¹_a = E[[A₁=a] F | i=1]. */
function scaleStart(samples: Samples, start: Float64Array, futures: Float64Array, m: number): void {
  let total = 0;
  for (let n = 0; n < samples.labels.length; n++) {
    if (samples.first[n] === 0) continue;
    const weight = samples.weights?.[n] ?? 1;
    total += weight;
    for (let h = 0; h < m; h++) start[samples.labels[n]! * m + h]! += weight * futures[n * m + h]!;
  }
  for (let e = 0; e < start.length; e++) start[e]! /= total;
}

function estimateLabel(
  samples: Samples,
  rows: Int32Array,
  a: number,
  futures: Float64Array,
  result: Mutable,
  options: MomentOptions,
): void {
  const m = options.states;
  const l = samples.labelCount;
  const weight = (n: number) => samples.weights?.[n] ?? 1;
  const total = rows.reduce((sum, n) => sum + weight(n), 0);
  const pasts = gather(rows, result.pasts, m);
  const presents = gather(rows, result.after, m);
  const weightedPasts = matrix(rows.length, m, pasts.data.slice());
  scaleRows(weightedPasts, (r) => weight(rows[r]!) / total);
  const sigma = multiply(gather(rows, futures, m), weightedPasts, { transposeA: true });
  const lambda = multiply(
    presents,
    scaledCopy(gather(rows, result.destinies, m), (r) => weight(rows[r]!) / total),
    { transposeA: true },
  );
  const sigmaInverse = pseudoInverse(sigma, { rankCut: options.smallest }).inverse;
  const lambdaInverse = pseudoInverse(lambda, { rankCut: options.smallest }).inverse;
  result.inverses.set(sigmaInverse.data, a * m * m);
  result.totals[a] = total;
  const meanPast = columnSums(weightedPasts);
  result.masses.set(multiply(matrix(1, m, meanPast), sigmaInverse).data, a * m);
  for (const n of rows) for (let h = 0; h < m; h++) result.means[a * m + h]! += (weight(n) / total) * futures[n * m + h]!;

  const stack = stackedTransitions(samples, rows, a, futures, weightedPasts, meanPast, total, options, result.stored);
  const { left: basis } = svd(multiply(stack.moments, sigmaInverse));
  const width = basis.columns;
  for (let h = 0; h < width; h++) {
    for (const [slot, b] of stack.followers.entries()) {
      const block = (a * l + b) * m * m;
      for (let i = 0; i < m; i++) result.transitions[block + i * m + h] = basis.data[(slot * m + i) * width + h]!;
    }
    result.stop[a * m + h] = basis.data[stack.followers.length * m * width + h]!;
  }
  const after = afterEmission(samples, rows, a, futures, result, m);
  emissionTensor(
    a,
    after,
    weightedPasts,
    presents,
    sigmaInverse,
    lambdaInverse,
    multiply(basis, stack.moments, { transposeA: true }),
    result,
  );
  spread(after, rows, result.after, m);
}

interface Stack {
  /** Labels seen after a. */
  readonly followers: readonly number[];
  /** E[[A₂=b] F₂ Pᵀ | a] of every follower b above one another, E[[A₂=*] Pᵀ | a] as the last row. */
  readonly moments: Matrix;
}

/** Smoothing: λ·moment + (1 − λ)·p(b|a)·E[F₂ | a, b]·E[P | a]ᵀ with λ = n / (n + prior), n the samples of a followed by b. */
function stackedTransitions(
  samples: Samples,
  rows: Int32Array,
  a: number,
  futures: Float64Array,
  weightedPasts: Matrix,
  meanPast: Float64Array,
  total: number,
  options: MomentOptions,
  stored: Uint8Array,
): Stack {
  const m = options.states;
  const l = samples.labelCount;
  const members: number[][] = Array.from({ length: l + 1 }, () => []);
  for (let r = 0; r < rows.length; r++) {
    const next = samples.successors[rows[r]!]!;
    members[next < 0 ? l : samples.labels[next]!]!.push(r);
  }
  const followers = Array.from({ length: l }, (_, b) => b).filter((b) => members[b]!.length > 0);
  const moments = matrix(followers.length * m + 1, m);
  for (const [slot, b] of followers.entries()) {
    stored[a * l + b] = 1;
    const group = members[b]!;
    const next = gather(
      Int32Array.from(group, (r) => samples.successors[rows[r]!]!),
      futures,
      m,
    );
    const pasts = matrix(group.length, m);
    for (const [g, r] of group.entries()) pasts.data.set(weightedPasts.data.subarray(r * m, r * m + m), g * m);
    const block = moments.data.subarray(slot * m * m, (slot + 1) * m * m);
    block.set(multiply(next, pasts, { transposeA: true }).data);
    const trust = group.length / (group.length + options.transitionPrior);
    if (trust === 1) continue;
    const mean = columnSums(scaledCopy(next, (g) => (samples.weights?.[rows[group[g]!]!] ?? 1) / total));
    for (let i = 0; i < m; i++) {
      for (let j = 0; j < m; j++) block[i * m + j] = trust * block[i * m + j]! + (1 - trust) * mean[i]! * meanPast[j]!;
    }
  }
  for (const r of members[l]!) {
    for (let j = 0; j < m; j++) moments.data[followers.length * m * m + j]! += weightedPasts.data[r * m + j]!;
  }
  return { followers, moments };
}

/** g = U_{A₂}ᵀ F₂ of every sample; for the last of a sequence the row of the stop symbol. */
function afterEmission(samples: Samples, rows: Int32Array, a: number, futures: Float64Array, result: Operators, m: number): Matrix {
  const after = matrix(rows.length, m);
  const { transitions, stop } = result;
  for (let r = 0; r < rows.length; r++) {
    const next = samples.successors[rows[r]!]!;
    if (next < 0) {
      for (let h = 0; h < m; h++) after.data[r * m + h] = stop[a * m + h]!;
      continue;
    }
    const block = (a * samples.labelCount + samples.labels[next]!) * m * m;
    for (let i = 0; i < m; i++) {
      const value = futures[next * m + i]!;
      for (let h = 0; h < m; h++) after.data[r * m + h]! += transitions[block + i * m + h]! * value;
    }
  }
  return after;
}

/** Ẽ_q = Σ_k E[g Pᵀ R_k] Σ⁺ (Λ⁺)_{qk}, and E[g Pᵀ] Σ⁺ last. `uninformative` is Uᵀ·(stacked moments): E[g Pᵀ] with smoothed transitions. */
function emissionTensor(
  a: number,
  after: Matrix,
  weightedPasts: Matrix,
  presents: Matrix,
  sigmaInverse: Matrix,
  lambdaInverse: Matrix,
  uninformative: Matrix,
  result: Mutable,
): void {
  const m = result.states;
  const third = new Float64Array(m * m * m); // [k][i][j] = E[R_k g_i P_j]
  kernels().thirdMoment(after.rows, m, m, m, presents.data, 0, m, after.data, 0, m, weightedPasts.data, 0, m, third, 0);
  const bySlice = multiply(lambdaInverse, matrix(m, m * m, third));
  const slices = multiply(matrix(m * m, m, bySlice.data), sigmaInverse);
  const at = a * (m + 1) * m * m;
  result.emissions.set(slices.data, at);
  const whole = multiply(uninformative, sigmaInverse);
  result.emissions.set(whole.data, at + m * m * m);
}

/** e_a after the emission: Σ_b e_b U_b + U_*. */
function carryMasses({ labelCount: l, states: m, masses, massesAfter, transitions, stop, stored }: Mutable): void {
  for (let a = 0; a < l; a++) {
    for (let h = 0; h < m; h++) massesAfter[a * m + h] = stop[a * m + h]!;
    for (let b = 0; b < l; b++) {
      if (stored[a * l + b] === 0) continue;
      const block = (a * l + b) * m * m;
      for (let i = 0; i < m; i++) {
        for (let h = 0; h < m; h++) massesAfter[a * m + h]! += masses[b * m + i]! * transitions[block + i * m + h]!;
      }
    }
  }
}

function gather(rows: Int32Array, from: Float64Array, m: number): Matrix {
  const result = matrix(rows.length, m);
  for (let r = 0; r < rows.length; r++) result.data.set(from.subarray(rows[r]! * m, rows[r]! * m + m), r * m);
  return result;
}

function scaleRows(x: Matrix, factor: (row: number) => number): void {
  for (let r = 0; r < x.rows; r++) {
    const scale = factor(r);
    for (let h = 0; h < x.columns; h++) x.data[r * x.columns + h]! *= scale;
  }
}

function scaledCopy(x: Matrix, factor: (row: number) => number): Matrix {
  const copy = matrix(x.rows, x.columns, x.data.slice());
  scaleRows(copy, factor);
  return copy;
}

function columnSums(x: Matrix): Float64Array {
  const sums = new Float64Array(x.columns);
  for (let e = 0; e < x.data.length; e++) sums[e % x.columns]! += x.data[e]!;
  return sums;
}
