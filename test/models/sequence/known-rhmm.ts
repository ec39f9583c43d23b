/**
 * Refinement HMMs with known parameters: exact probabilities by enumeration, and samples weighted by their exact
 * probabilities.
 */
import { Random } from "../../../src/base/random.ts";
import { matrix, transpose } from "../../../src/linalg/matrix.ts";
import { solve } from "../../../src/linalg/regression/least-squares.ts";
import { sparseFromRows } from "../../../src/linalg/sparse.ts";
import type { Samples } from "../../../src/models/sequence/data/samples.ts";

export interface KnownRhmm {
  readonly l: number;
  readonly m: number;
  readonly n: number;
  /** π(a, h) at a·m + h. */
  readonly start: Float64Array;
  /** o(x | a, h) at (a·m + h)·n + x. */
  readonly emission: Float64Array;
  /** t(b, h' | a, h) at (a·m + h)·(l·m + 1) + b·m + h'; f(* | a, h) last. */
  readonly transition: Float64Array;
}

export function randomRhmm(l: number, m: number, n: number, seed: number): KnownRhmm {
  const random = new Random(seed);
  const rows = (count: number, size: number) => {
    const table = new Float64Array(count * size);
    for (let r = 0; r < count; r++) table.set(random.dirichlet(size, 0.5), r * size);
    return table;
  };
  const transition = rows(l * m, l * m + 1);
  const size = l * m + 1;
  // A fair share of stops, so that sequences are short.
  for (let s = 0; s < l * m; s++) {
    for (let e = 0; e < size; e++)
      transition[s * size + e] = 0.8 * transition[s * size + e]! + (e === size - 1 ? 0.2 : 0);
  }
  return { l, m, n, start: random.dirichlet(l * m), emission: rows(l * m, n), transition };
}

const toward = ({ l, m, transition }: KnownRhmm, s: number, t: number) => transition[s * (l * m + 1) + t]!;
const emits = ({ n, emission }: KnownRhmm, s: number, x: number) => emission[s * n + x]!;

/** p(a₁…a_N, x₁…x_N), summing over every sequence of hidden states. */
export function jointByEnumeration(model: KnownRhmm, labels: readonly number[], words: readonly number[]): number {
  const { m } = model;
  let total = 0;
  const visit = (i: number, state: number, probability: number): void => {
    const here = probability * emits(model, state, words[i]!);
    if (i + 1 === labels.length) {
      total += here * toward(model, state, model.l * m);
      return;
    }
    for (let h = 0; h < m; h++)
      visit(i + 1, labels[i + 1]! * m + h, here * toward(model, state, labels[i + 1]! * m + h));
  };
  for (let h = 0; h < m; h++) visit(0, labels[0]! * m + h, model.start[labels[0]! * m + h]!);
  return total;
}

/** μ(a, i) at i·l + a, and the probability of the words, over every sequence of labels. */
export function marginalsByEnumeration(
  model: KnownRhmm,
  words: readonly number[],
): { marginals: Float64Array; probability: number } {
  const marginals = new Float64Array(words.length * model.l);
  let probability = 0;
  const visit = (labels: number[]): void => {
    if (labels.length === words.length) {
      const joint = jointByEnumeration(model, labels, words);
      probability += joint;
      labels.forEach((a, i) => {
        marginals[i * model.l + a]! += joint;
      });
      return;
    }
    for (let a = 0; a < model.l; a++) visit([...labels, a]);
  };
  visit([]);
  return { marginals, probability };
}

/** Expected visits to every state of a sequence: v = π + Tᵀv. */
function expectedVisits(model: KnownRhmm): Float64Array {
  const size = model.l * model.m;
  const a = matrix(size, size);
  for (let s = 0; s < size; s++)
    for (let t = 0; t < size; t++) a.data[s * size + t] = (s === t ? 1 : 0) - toward(model, s, t);
  return solve(transpose(a), matrix(size, 1, model.start.slice())).data;
}

export interface PopulationSamples extends Samples {
  /** Observation of each sample. */
  readonly observations: Int32Array;
}

/**
 * Every window (a₀ x₀ | a₁ x₁ | a₂ x₂ a₃) with the expected number of its occurrences in a sequence as its weight.
 * Features: future (x₁, a₂), past (a₀, x₀), present x₁, destiny (a₀, x₀) and a₂; absent neighbours are features of
 * their own.
 */
export function populationSamples(model: KnownRhmm): PopulationSamples {
  const { l, m, n } = model;
  const visits = expectedVisits(model);
  const rows: { before: number; a1: number; x1: number; a2: number; x2: number; a3: number; weight: number }[] = [];
  // Vectors over h of label a: weight of the past `before`, having reached label a.
  const pasts = (a: number, before: number): Float64Array => {
    const vector = new Float64Array(m);
    for (let h = 0; h < m; h++) {
      if (before === l * n) vector[h] = model.start[a * m + h]!;
      else {
        const [a0, x0] = [Math.floor(before / n), before % n];
        for (let g = 0; g < m; g++)
          vector[h]! += visits[a0 * m + g]! * emits(model, a0 * m + g, x0) * toward(model, a0 * m + g, a * m + h);
      }
    }
    return vector;
  };
  const step = (vector: Float64Array, a: number, x: number, b: number): Float64Array => {
    const next = new Float64Array(m);
    for (let g = 0; g < m; g++)
      for (let h = 0; h < m; h++)
        next[h]! += vector[g]! * emits(model, a * m + g, x) * toward(model, a * m + g, b * m + h);
    return next;
  };
  const end = (vector: Float64Array, a: number, x: number): number =>
    vector.reduce((sum, value, h) => sum + value * emits(model, a * m + h, x) * toward(model, a * m + h, l * m), 0);
  for (let before = 0; before <= l * n; before++) {
    for (let a1 = 0; a1 < l; a1++) {
      const past = pasts(a1, before);
      for (let x1 = 0; x1 < n; x1++) {
        rows.push({ before, a1, x1, a2: l, x2: n, a3: l, weight: end(past, a1, x1) });
        for (let a2 = 0; a2 < l; a2++) {
          const second = step(past, a1, x1, a2);
          for (let x2 = 0; x2 < n; x2++) {
            rows.push({ before, a1, x1, a2, x2, a3: l, weight: end(second, a2, x2) });
            for (let a3 = 0; a3 < l; a3++) {
              const weight = step(second, a2, x2, a3).reduce((sum, value) => sum + value, 0);
              rows.push({ before, a1, x1, a2, x2, a3, weight });
            }
          }
        }
      }
    }
  }
  const withFuture = new Map<string, number>();
  rows.forEach(({ a1, x1, a2 }, i) => {
    withFuture.set(`${a1} ${x1} ${a2}`, i);
  });
  return {
    labelCount: l,
    labels: Int32Array.from(rows, ({ a1 }) => a1),
    observations: Int32Array.from(rows, ({ x1 }) => x1),
    successors: Int32Array.from(rows, ({ a2, x2, a3 }) => (a2 === l ? -1 : withFuture.get(`${a2} ${x2} ${a3}`)!)),
    first: Uint8Array.from(rows, ({ before }) => (before === l * n ? 1 : 0)),
    weights: Float64Array.from(rows, ({ weight }) => weight),
    future: sparseFromRows(
      rows.map(({ x1, a2 }) => [x1 * (l + 1) + a2]),
      n * (l + 1),
    ),
    past: sparseFromRows(
      rows.map(({ before }) => [before]),
      l * n + 1,
    ),
    present: sparseFromRows(
      rows.map(({ x1 }) => [x1]),
      n,
    ),
    destiny: sparseFromRows(
      rows.map(({ before, a2 }) => [before, l * n + 1 + a2]),
      l * n + 1 + l + 1,
    ),
  };
}

/** A sequence drawn from the model. */
export function drawSequence(model: KnownRhmm, random: Random): { labels: number[]; words: number[] } {
  const { l, m, n } = model;
  const labels: number[] = [];
  const words: number[] = [];
  for (let state = random.categorical(model.start); state < l * m; ) {
    labels.push(Math.floor(state / m));
    words.push(random.categorical(model.emission.subarray(state * n, (state + 1) * n)));
    state = random.categorical(model.transition.subarray(state * (l * m + 1), (state + 1) * (l * m + 1)));
  }
  return { labels, words };
}
