/**
 * HMMs by EM (Baum, Petrie, Soules and Weiss 1970), scaled as in Rabiner 1989, §V. The likelihood never falls; where it ends depends on the start.
 *
 *   γ_t(j) = p(state j at t | x)     ξ_t(i, j) = p(j at t, i at t+1 | x)     start ∝ γ₁,  T(i|j) = Σξ(i, j) / Σγ(j),  o(x|j) = Σ_{t: x_t = x} γ_t(j) / Σγ(j)
 */
import { InputError } from "../../base/errors.ts";
import { checkOptions, type OptionsOf, real, whole } from "../../base/options.ts";
import { DEFAULT_SEED, Random } from "../../base/random.ts";
import { type Hmm, randomHmm } from "./hmm.ts";

export const BAUM_WELCH_OPTIONS = {
  states: whole("hidden states", { default: 4, min: 1, max: 1000 }),
  iterations: whole("passes over the data, at most", { default: 100, min: 1 }),
  tolerance: real("ends when the log-likelihood per symbol rises by less", { default: 1e-6, min: 0 }),
  seed: whole("seed of the random start", { default: DEFAULT_SEED }),
};

export type BaumWelchOptions = OptionsOf<typeof BAUM_WELCH_OPTIONS>;

export interface BaumWelchReport {
  /** log p(sequences) before each iteration. */
  readonly logLikelihood: readonly number[];
}

export function learnBaumWelch(
  sequences: readonly ArrayLike<number>[],
  symbols: number,
  given: Partial<BaumWelchOptions> = {},
): { model: Hmm; report: BaumWelchReport } {
  const options = checkOptions("learnBaumWelch", BAUM_WELCH_OPTIONS, given);
  const length = sequences.reduce((sum, sequence) => sum + sequence.length, 0);
  if (length === 0) throw new InputError("learnBaumWelch: no symbols; expected at least one sequence that is not empty.");
  let model = randomHmm(options.states, symbols, new Random(options.seed).stream("baum-welch"), 2);
  const logLikelihood: number[] = [];
  for (let iteration = 0; iteration < options.iterations; iteration++) {
    const { next, value } = reestimate(model, sequences);
    const rise = (value - (logLikelihood.at(-1) ?? Number.NEGATIVE_INFINITY)) / length;
    logLikelihood.push(value);
    model = next;
    if (rise < options.tolerance) break;
  }
  return { model: Object.freeze(model), report: { logLikelihood } };
}

function reestimate(model: Hmm, sequences: readonly ArrayLike<number>[]): { next: Hmm; value: number } {
  const { states: m, symbols } = model;
  const start = new Float64Array(m);
  const transition = new Float64Array(m * m);
  const emission = new Float64Array(symbols * m);
  let value = 0;
  for (const sequence of sequences) if (sequence.length > 0) value += addCounts(model, sequence, start, transition, emission);
  normaliseColumns(start, 1, m, model.start);
  normaliseColumns(transition, m, m, model.transition);
  normaliseColumns(emission, m, symbols, model.emission);
  return { next: { states: m, symbols, start, transition, emission }, value };
}

function addCounts(
  { states: m, start, transition, emission }: Hmm,
  sequence: ArrayLike<number>,
  startCounts: Float64Array,
  transitionCounts: Float64Array,
  emissionCounts: Float64Array,
): number {
  const length = sequence.length;
  const alpha = new Float64Array(length * m); // after the emission, scaled to sum 1
  const scales = new Float64Array(length);
  let logLikelihood = 0;
  for (let t = 0; t < length; t++) {
    let sum = 0;
    for (let i = 0; i < m; i++) {
      let value = t === 0 ? start[i]! : 0;
      if (t > 0) for (let j = 0; j < m; j++) value += transition[i * m + j]! * alpha[(t - 1) * m + j]!;
      sum += alpha[t * m + i] = value * emission[sequence[t]! * m + i]!;
    }
    scales[t] = sum;
    logLikelihood += Math.log(sum);
    for (let i = 0; i < m; i++) alpha[t * m + i]! /= sum;
  }
  let beta: Float64Array = new Float64Array(m).fill(1);
  for (let t = length - 1; t >= 0; t--) {
    const x = sequence[t]!;
    for (let j = 0; j < m; j++) {
      const posterior = alpha[t * m + j]! * beta[j]!;
      emissionCounts[x * m + j]! += posterior;
      if (t === 0) startCounts[j]! += posterior;
    }
    if (t === 0) break;
    const before = new Float64Array(m);
    for (let i = 0; i < m; i++) {
      const incoming = (emission[x * m + i]! * beta[i]!) / scales[t]!;
      for (let j = 0; j < m; j++) {
        const flow = transition[i * m + j]! * incoming;
        before[j]! += flow;
        transitionCounts[i * m + j]! += flow * alpha[(t - 1) * m + j]!;
      }
    }
    beta = before;
  }
  return logLikelihood;
}

/** Columns to sum 1; a state that was never visited keeps what it had. */
function normaliseColumns(table: Float64Array, columns: number, rows: number, old: Float64Array): void {
  for (let j = 0; j < columns; j++) {
    let sum = 0;
    for (let i = 0; i < rows; i++) sum += table[i * columns + j]!;
    for (let i = 0; i < rows; i++) table[i * columns + j] = sum > 0 ? table[i * columns + j]! / sum : old[i * columns + j]!;
  }
}
