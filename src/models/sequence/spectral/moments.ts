/**
 * Operators of a refinement HMM from moments of projected features: Stratos et al. 2013, figure 4, in two factors.
 *
 *   F, P', R', D   projected future, past, present, destiny of a sample (spectral/projections.ts, per label a)
 *   F₂             the future of its successor
 *   Σ = E[F P'ᵀ | a], Λ = E[R' Dᵀ | a]: diagonal, being the singular values of Ω₁ and Ω₂. Their inverses are put into
 *                  the samples: P = Σ⁻¹P', R = Λ⁻¹R'
 *   S^{b|a} = E[[A₂=b] F₂ Pᵀ | a]      S^{*|a} = E[[A₂=*] Pᵀ | a]
 *
 * All C^{b|a}(v) of one label a share the column space of the stacked S^{·|a} = U·(…): with C^{b|a}(v) = G_b T^{b|a}
 * diag(vH) G_a⁻¹ (theorem 4.1), stacking over b gives S^{·|a}·G_a diag(vH) G_a⁻¹. So C^{·|a}(v) = U·(Uᵀ C^{·|a}(v))
 * exactly, and the third moment is needed once per label instead of once per pair of labels, over g = U_{A₂}ᵀ F₂:
 *
 *   transitions  U_b (states × states)
 *   emissions    E(x) = Σ_q d̄_q Ẽ_q,   Ẽ_q = E[R_q g Pᵀ | a],   d̄ = E[D | X=x, a]
 *
 * C^{b|a}(c^a_x) = p(x|a)·U_b·E(x). The last slice of each label's tensor is E[g Pᵀ | a], the emission that tells
 * nothing about the state: what is smoothed towards. Of the m directions of Ω₂ that are in principle needed the r
 * largest are kept: what single observations tell about the state is little and noisy. F and P' are shrunk to
 * their means as far as their directions are noise (spectral/signal.ts), Σ is not, and directions of nothing but noise
 * are dropped. With exact moments, r = m and no smoothing the operators are exact. Time: O(samples·r·m²) for the third
 * moments, and the projections.
 */
import { scaleColumnsInPlace } from "../../../linalg/elementary.ts";
import type { SparseMatrix } from "../../../linalg/sparse.ts";
import { orderSamples, type SampleOrder, type Samples } from "../data/samples.ts";
import { estimateLabel } from "./label-moments.ts";
import { type LabelProjection, type LabelViews, placeSamples, projectLabel } from "./project-label.ts";

export interface MomentOptions extends LabelProjection {
  /** Hidden states of a label, at most. */
  readonly states: number;
  /** Directions in which observations tell about the state, at most; never more than there are states. */
  readonly emissionRank: number;
}

/** Blocks of one label after another; every state dimension is padded to `states`. */
export interface Operators {
  /** m: as many as the label with the most of them has. */
  readonly states: number;
  /** r: directions of present and destiny. */
  readonly rank: number;
  readonly labelCount: number;
  /** labels × states */
  readonly start: Float64Array;
  readonly stop: Float64Array;
  /** (a · labels + b) × states × states */
  readonly transitions: Float64Array;
  readonly stored: Uint8Array;
  /** labels × (rank + 1) × states × states: the slices Ẽ_q, and the uninformative emission last. */
  readonly emissions: Float64Array;
  /** E[F | a]: the state in which a label is entered on average. labels × states */
  readonly means: Float64Array;
  /** e_a with e_a·α_a = the probability of the words so far and label a. labels × states */
  readonly masses: Float64Array;
  /** The same after the emission. labels × states */
  readonly massesAfter: Float64Array;
  /** Σ weights of each label. */
  readonly totals: Float64Array;
  readonly order: SampleOrder;
  /**
   * Projected samples in that order, samples × states: futures F, pasts P = Σ⁻¹P', and g, the state after the emission.
   */
  readonly futures: Float64Array;
  readonly pasts: Float64Array;
  readonly after: Float64Array;
  /** Destinies D, samples × rank. */
  readonly destinies: Float64Array;
  readonly diagnostics: LabelDiagnostics[];
}

/** How far one label's estimates can be trusted. */
export interface LabelDiagnostics {
  readonly samples: number;
  /** Of Ω₁ = E[φψᵀ]: states supported. */
  readonly future: Float64Array;
  /** Σ w of spectral/signal.ts: how many states' worth of them is signal; undefined where that was not asked for. */
  readonly signal: number | undefined;
  /** Of Ω₂ = E[ξυᵀ]. */
  readonly present: Float64Array;
}

/** `onLabel` is awaited twice for every label. */
export async function estimateOperators(
  samples: Samples,
  options: MomentOptions,
  onLabel: () => void | Promise<void> = () => {},
): Promise<Operators> {
  const { labelCount: l } = samples;
  const order = orderSamples(samples);
  const placesOf = (a: number) => [order.starts[a * (l + 1)]!, order.starts[(a + 1) * (l + 1)]!] as const;
  const project = (
    a: number,
    left: SparseMatrix,
    right: SparseMatrix,
    most: number,
    shrinkage: boolean,
  ): LabelViews => {
    const rows = order.samples.subarray(...placesOf(a));
    const weights = samples.weights === undefined ? undefined : Float64Array.from(rows, (n) => samples.weights![n]!);
    return projectLabel(left, right, rows, weights, most, { ...options, shrinkage });
  };
  const labels = Array.from({ length: l }, (_, a) => a).filter(
    (a) => order.starts[a * (l + 1)]! < order.starts[(a + 1) * (l + 1)]!,
  );
  const states: LabelViews[] = [];
  for (const a of labels) {
    states[a] = project(
      a,
      samples.future,
      samples.past,
      Math.min(options.states, supported(samples, placesOf(a))),
      options.shrinkage,
    );
    await onLabel();
  }
  const m = labels.reduce((most, a) => Math.max(most, states[a]!.values.length), 1);
  const result = emptyOperators(samples, order, m, Math.min(m, options.emissionRank));
  for (const a of labels) {
    const { left, right, values } = states[a]!;
    placeSamples(left, result.futures, placesOf(a)[0], m);
    placeSamples(right, result.pasts, placesOf(a)[0], m, values);
  }
  startOf(samples, result);
  for (const a of labels) {
    const [begin, end] = placesOf(a);
    const { left, right, values } = project(a, samples.present, samples.destiny, result.rank, false);
    placeSamples(right, result.destinies, begin, result.rank);
    const { values: future, signal } = states[a]!;
    const inverses = values.map((value) => 1 / value);
    estimateLabel(samples, a, future.length, scaleColumnsInPlace(left.raw, inverses), result);
    result.diagnostics[a] = { samples: end - begin, future, signal, present: values };
    await onLabel();
  }
  carryMasses(result);
  return result;
}

/**
 * An operator of m states has m² numbers: a label gets as many states as leave two samples for each. A population
 * supports any number.
 */
const supported = ({ weights }: Samples, [begin, end]: readonly [number, number]): number =>
  weights === undefined ? Math.max(1, Math.floor(Math.sqrt((end - begin) / 2))) : Number.POSITIVE_INFINITY;

function emptyOperators({ labelCount: l, labels }: Samples, order: SampleOrder, m: number, rank: number): Operators {
  const numbers = (size: number) => new Float64Array(size);
  return {
    states: m,
    rank,
    labelCount: l,
    start: numbers(l * m),
    stop: numbers(l * m),
    transitions: numbers(l * l * m * m),
    stored: new Uint8Array(l * l),
    emissions: numbers(l * (rank + 1) * m * m),
    means: numbers(l * m),
    masses: numbers(l * m),
    massesAfter: numbers(l * m),
    totals: numbers(l),
    order,
    futures: numbers(labels.length * m),
    pasts: numbers(labels.length * m),
    after: numbers(labels.length * m),
    destinies: numbers(labels.length * rank),
    diagnostics: [],
  };
}

/** c¹_a = E[[A₁=a] F | i=1]. */
function startOf(samples: Samples, { start, futures, order, states: m }: Operators): void {
  let total = 0;
  for (let n = 0; n < samples.labels.length; n++) {
    if (samples.first[n] === 0) continue;
    const weight = samples.weights?.[n] ?? 1;
    total += weight;
    for (let h = 0; h < m; h++) start[samples.labels[n]! * m + h]! += weight * futures[order.places[n]! * m + h]!;
  }
  for (let e = 0; e < start.length; e++) start[e]! /= total;
}

/** How much of the mass of label a's average state an operator keeps: e·E·E[F | a], e after the emission. */
export function keptMass(
  operator: Float64Array,
  at: number,
  { states: m, massesAfter, means }: Operators,
  a: number,
): number {
  let mass = 0;
  for (let i = 0; i < m; i++) {
    for (let j = 0; j < m; j++) mass += massesAfter[a * m + i]! * operator[at + i * m + j]! * means[a * m + j]!;
  }
  return mass;
}

/** e_a after the emission: Σ_b e_b U_b + U_*. */
export function carryMasses(operators: Operators): void {
  const { labelCount: l, states: m, masses, massesAfter, transitions, stop, stored } = operators;
  massesAfter.set(stop);
  for (let a = 0; a < l; a++) {
    for (let b = 0; b < l; b++) {
      if (stored[a * l + b] === 0) continue;
      const block = (a * l + b) * m * m;
      for (let i = 0; i < m; i++) {
        for (let h = 0; h < m; h++) massesAfter[a * m + h]! += masses[b * m + i]! * transitions[block + i * m + h]!;
      }
    }
  }
}
