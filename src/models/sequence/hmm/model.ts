/**
 * Plain hidden Markov models over symbols, as observable operators: Jaeger 2000; Hsu, Kakade and Zhang 2012. A tool of
 * the library, without a kind, a file or a command of its own: examples/hmm.ts shows its use.
 *
 *   p(x₁ … x_T) = final · B(x_T) ⋯ B(x₁) · initial
 *   state after a prefix   s_t = B(x_t) s_{t−1} / (final · B(x_t) s_{t−1})
 *   p(x | prefix) = final · B(x) · s_t
 *
 * For known parameters B(x) = T·diag(o_x), initial = π, final = 1ᵀ; the spectral learner (learn-spectral.ts) gives the
 * same products in another basis.
 */
import type { Random } from "../../../base/random.ts";

/** A hidden Markov model by its operators. */
export interface OperatorHmm {
  readonly states: number;
  readonly symbols: number;
  readonly initial: Float64Array;
  readonly final: Float64Array;
  /** symbols × states × states: B(x), row-major. */
  readonly operators: Float64Array;
}

/**
 * A hidden Markov model by its parameters; `emission` is symbols × states, `transition[i·m + j]` = p(next i | now j).
 */
export interface Hmm {
  readonly states: number;
  readonly symbols: number;
  readonly start: Float64Array;
  readonly transition: Float64Array;
  readonly emission: Float64Array;
}

/** The operators of a model whose parameters are known. */
export function operatorsOf({ states: m, symbols, start, transition, emission }: Hmm): OperatorHmm {
  const operators = new Float64Array(symbols * m * m);
  for (let x = 0; x < symbols; x++) {
    for (let i = 0; i < m; i++)
      for (let j = 0; j < m; j++) operators[(x * m + i) * m + j] = transition[i * m + j]! * emission[x * m + j]!;
  }
  return { states: m, symbols, initial: start.slice(), final: new Float64Array(m).fill(1), operators };
}

function step({ states: m, operators }: OperatorHmm, x: number, state: Float64Array): Float64Array {
  const next = new Float64Array(m);
  for (let i = 0; i < m; i++) for (let j = 0; j < m; j++) next[i]! += operators[(x * m + i) * m + j]! * state[j]!;
  return next;
}

const dot = (a: Float64Array, b: Float64Array) => a.reduce((sum, value, h) => sum + value * b[h]!, 0);

/** What is known after a sequence. */
export interface Filtered {
  /** The state after the sequence, scaled to mass 1. */
  readonly state: Float64Array;
  /** log p(sequence); −∞ where an estimate gives no positive probability. */
  readonly logProbability: number;
}

/** The state after a sequence, and its probability; rescaled at every step, so that no length underflows. O(T·m²). */
export function filterHmm(model: OperatorHmm, sequence: ArrayLike<number>): Filtered {
  let state: Float64Array = model.initial;
  let logProbability = 0;
  for (let t = 0; t < sequence.length; t++) {
    const next = step(model, sequence[t]!, state);
    const mass = dot(model.final, next);
    logProbability += mass > 0 ? Math.log(mass) : Number.NEGATIVE_INFINITY;
    const scale = Math.abs(mass) > 0 ? mass : 1;
    state = next.map((value) => value / scale);
  }
  return { state, logProbability };
}

/** What may follow a sequence. */
export interface Prediction {
  /** p(x | prefix) of every symbol. */
  readonly probabilities: Float64Array;
  /** Estimates below zero that were set to it before the rest was scaled to sum 1. */
  readonly clipped: number;
}

/** The probability of every symbol after a prefix. O(T·m² + symbols·m²). */
export function predictNext(model: OperatorHmm, prefix: ArrayLike<number>): Prediction {
  const { state } = filterHmm(model, prefix);
  const probabilities = new Float64Array(model.symbols);
  let clipped = 0;
  let sum = 0;
  for (let x = 0; x < model.symbols; x++) {
    const value = dot(model.final, step(model, x, state));
    if (value < 0) clipped++;
    sum += probabilities[x] = Math.max(0, value);
  }
  for (let x = 0; x < model.symbols; x++) probabilities[x] = sum > 0 ? probabilities[x]! / sum : 1 / model.symbols;
  return { probabilities, clipped };
}

/** A random model: Dirichlet rows, started in its stationary distribution. */
export function randomHmm(states: number, symbols: number, random: Random, concentration = 0.5): Hmm {
  const transition = new Float64Array(states * states);
  const emission = new Float64Array(symbols * states);
  for (let j = 0; j < states; j++) {
    random.dirichlet(states, concentration).forEach((value, i) => {
      transition[i * states + j] = 0.9 * value + 0.1 / states; // no state is a trap
    });
    random.dirichlet(symbols, concentration).forEach((value, x) => {
      emission[x * states + j] = value;
    });
  }
  let start: Float64Array = new Float64Array(states).fill(1 / states);
  for (let round = 0; round < 1000; round++) {
    const next = new Float64Array(states);
    for (let i = 0; i < states; i++)
      for (let j = 0; j < states; j++) next[i]! += transition[i * states + j]! * start[j]!;
    start = next;
  }
  return { states, symbols, start, transition, emission };
}

/** A sequence drawn from a model. */
export function drawHmm(
  { states: m, symbols, start, transition, emission }: Hmm,
  length: number,
  random: Random,
): Int32Array {
  const column = (table: Float64Array, rows: number, j: number) =>
    Float64Array.from({ length: rows }, (_, i) => table[i * m + j]!);
  const sequence = new Int32Array(length);
  let state = random.categorical(start);
  for (let t = 0; t < length; t++) {
    sequence[t] = random.categorical(column(emission, symbols, state));
    state = random.categorical(column(transition, m, state));
  }
  return sequence;
}
