/**
 * HMMs by EM (Baum, Petrie, Soules and Weiss 1970), scaled as in Rabiner 1989, §V. The likelihood never falls; where it
 * ends depends on the start.
 *
 *   γ_t(j) = p(state j at t | x)     ξ_t(i, j) = p(j at t, i at t+1 | x)
 *   start ∝ γ₁     T(i|j) = Σξ(i, j) / Σγ(j)     o(x|j) = Σ_{t: x_t = x} γ_t(j) / Σγ(j)
 */
import { InputError } from "../../../base/errors.ts";
import { type LearnContext, type Report, StageClock } from "../../../base/learning.ts";
import { checkOptions, type OptionsOf, real, whole } from "../../../base/options.ts";
import { DEFAULT_SEED, Random } from "../../../base/random.ts";
import { breathe, type StopSignal } from "../../../base/stopping.ts";
import { type Hmm, randomHmm } from "./model.ts";
import { countSymbols, SYMBOLS_OPTION, type SymbolSequences } from "./symbols.ts";

/** Options of `learnBaumWelch`. */
export const BAUM_WELCH_OPTIONS = {
  states: whole("hidden states", { default: 4, min: 1, max: 1000 }),
  iterations: whole("passes over the data, at most", { default: 100, min: 1 }),
  tolerance: real("stop when the log-likelihood per symbol rises by less", { default: 1e-6, min: 0 }),
  seed: whole("seed of the random start", { default: DEFAULT_SEED }),
  ...SYMBOLS_OPTION,
};

/** Options of `learnBaumWelch`, complete. */
export type BaumWelchOptions = OptionsOf<typeof BAUM_WELCH_OPTIONS>;

/** What learning an HMM by EM reports. */
export interface BaumWelchReport extends Report {
  /** log p(sequences) before each iteration. */
  readonly logLikelihood: readonly number[];
}

/** An HMM from sequences of symbols by EM, from a random start. */
export async function learnBaumWelch(
  sequences: SymbolSequences,
  given: Partial<BaumWelchOptions> = {},
  context: LearnContext = {},
): Promise<{ readonly model: Hmm; readonly report: BaumWelchReport }> {
  const options = checkOptions("learnBaumWelch", BAUM_WELCH_OPTIONS, given);
  const symbols = countSymbols("learnBaumWelch", sequences, options.symbols);
  const length = sequences.reduce((sum, sequence) => sum + sequence.length, 0);
  if (length === 0)
    throw new InputError("learnBaumWelch: no symbols; expected at least one sequence that is not empty.");
  const clock = new StageClock(context);
  let model = randomHmm(options.states, symbols, new Random(options.seed).stream("baum-welch"), 2);
  const logLikelihood: number[] = [];
  let converged = false;
  await clock.run("expectation maximisation", "iterations", options.iterations, async (meter) => {
    for (let iteration = 0; iteration < options.iterations && !converged; iteration++) {
      const { next, value } = await reestimate(model, sequences, context.signal);
      const rise = (value - (logLikelihood.at(-1) ?? Number.NEGATIVE_INFINITY)) / length;
      logLikelihood.push(value);
      model = next;
      converged = rise < options.tolerance;
      meter.advance();
    }
  });
  const warnings = converged ? [] : [`EM was still rising after ${options.iterations} iterations.`];
  return { model: Object.freeze(model), report: { logLikelihood, times: clock.times, warnings } };
}

async function reestimate(
  model: Hmm,
  sequences: SymbolSequences,
  signal: StopSignal | undefined,
): Promise<{ next: Hmm; value: number }> {
  const { states: m, symbols } = model;
  const start = new Float64Array(m);
  const transition = new Float64Array(m * m);
  const emission = new Float64Array(symbols * m);
  let value = 0;
  for (const sequence of sequences) {
    if (sequence.length > 0) value += addCounts(model, sequence, start, transition, emission);
    await breathe(signal);
  }
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
    for (let i = 0; i < rows; i++)
      table[i * columns + j] = sum > 0 ? table[i * columns + j]! / sum : old[i * columns + j]!;
  }
}
