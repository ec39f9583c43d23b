/**
 * A grammar cut to the first states of every symbol, those of the largest singular values: a pass with it says cheaply
 * which items the whole grammar need not look at. Sampled rules become dense, unless the sample is smaller than the
 * tensor:
 *
 *   T_ijk = w₁·Σ z_i y_j x_k + w₂·(Σ z_i y_j·x̄_k + Σ z_i x_k·ȳ_j + z̄_i·Σ y_j x_k) + n·w₃·z̄_i ȳ_j x̄_k + w₄·h_i f_j g_k
 *
 * (latent-grammar.ts has the letters). O(occurrences·m³) for m states, once for each rule.
 */

import type { Floats } from "../../linalg/kernels/interface.ts";
import { type LatentGrammar, tensorLength, vectorOffsets } from "./latent-grammar.ts";

/** A grammar cut to its first states whose tensors are still to come. */
export interface Narrowing {
  /** Its numbers are zeros. */
  readonly grammar: LatentGrammar;
  /** Puts the numbers of a rule at their place among those of the narrow grammar. */
  readonly form: (rule: number, numbers: Floats) => void;
}

/** The first `most` states of every symbol; the grammar itself where it has no more. */
export function narrowGrammar(wide: LatentGrammar, most: number): LatentGrammar {
  const narrowing = narrowingOf(wide, most);
  if (narrowing === undefined) return wide;
  const { grammar, form } = narrowing;
  for (let rule = 0; rule < grammar.rules.size; rule++) form(rule, grammar.numbers);
  return grammar;
}

/** The same with every tensor left for later; undefined where the grammar has no more states. */
export function narrowingOf(wide: LatentGrammar, most: number): Narrowing | undefined {
  const { rules } = wide;
  const states = wide.states.map((m) => Math.min(m, most));
  if (states.every((m, symbol) => m === wide.states[symbol])) return undefined;
  const samples = new Int32Array(rules.size);
  const offset = new Float64Array(rules.size + 1);
  for (let rule = 0; rule < rules.size; rule++) {
    const n = wide.samples[rule]!;
    const sampled = n > 0 && tensorLength(states, rules, rule, n) < tensorLength(states, rules, rule, 0);
    samples[rule] = sampled ? n : 0;
    offset[rule + 1] = offset[rule]! + tensorLength(states, rules, rule, samples[rule]!);
  }
  const vectorOffset = vectorOffsets(states);
  const narrow = (vectors: Floats): Float32Array => {
    const cut = new Float32Array(vectorOffset[rules.symbols]!);
    for (let symbol = 0; symbol < rules.symbols; symbol++) {
      const from = wide.vectorOffset[symbol]!;
      cut.set(vectors.subarray(from, from + states[symbol]!), vectorOffset[symbol]!);
    }
    return cut;
  };
  const sizes = (of: Int32Array, rule: number): Sizes => [
    of[rules.parent[rule]!]!,
    of[rules.left[rule]!]!,
    of[rules.right[rule]!]!,
  ];
  return {
    grammar: {
      rules,
      states,
      samples,
      offset,
      weights: wide.weights,
      vectorOffset,
      numbers: new Float32Array(offset[rules.size]!),
      meanInside: narrow(wide.meanInside),
      meanOutside: narrow(wide.meanOutside),
      root: narrow(wide.root),
      rootProbability: wide.rootProbability,
    },
    form(rule, numbers) {
      const cut: Cut = { rule, wide: sizes(wide.states, rule), narrow: sizes(states, rule), to: offset[rule]! };
      if (wide.samples[rule] === 0) cutTensor(wide.numbers, wide.offset[rule]!, numbers, cut);
      else if (samples[rule]! > 0) cutSample(wide.numbers, wide.offset[rule]!, numbers, cut, samples[rule]!);
      else formTensor(wide, numbers, cut);
    },
  };
}

type Sizes = readonly [number, number, number];

interface Cut {
  readonly rule: number;
  /** ma, mb, mc of the whole grammar and of the narrow one. */
  readonly wide: Sizes;
  readonly narrow: Sizes;
  /** Where its numbers go. */
  readonly to: number;
}

function cutTensor(wide: Floats, from: number, numbers: Floats, { wide: [, mb, mc], narrow, to }: Cut): void {
  const [na, nb, nc] = narrow;
  for (let i = 0, at = to; i < na; i++)
    for (let j = 0; j < nb; j++) for (let k = 0; k < nc; k++, at++) numbers[at] = wide[from + (i * mb + j) * mc + k]!;
}

/** Vectors of all occurrences, then their means: six tables in a row. */
function cutSample(wide: Floats, from: number, numbers: Floats, { wide: sizes, narrow, to }: Cut, n: number): void {
  for (const rows of [n, 1]) {
    for (const [side, size] of sizes.entries()) {
      for (let row = 0; row < rows; row++, from += size, to += narrow[side]!)
        numbers.set(wide.subarray(from, from + narrow[side]!), to);
    }
  }
}

function formTensor(grammar: LatentGrammar, numbers: Floats, { rule, wide: sizes, narrow, to }: Cut): void {
  const { numbers: wide, weights, meanInside, meanOutside, vectorOffset, rules } = grammar;
  const [ma, mb, mc] = sizes;
  const [na, nb, nc] = narrow;
  const n = grammar.samples[rule]!;
  const z = grammar.offset[rule]!;
  const y = z + n * ma;
  const x = y + n * mb;
  const zMean = x + n * mc;
  const yMean = zMean + ma;
  const xMean = yMean + mb;
  const [w1, w2, w3, w4] = weights.subarray(4 * rule, 4 * rule + 4) as unknown as [number, number, number, number];
  const tensor = new Float64Array(na * nb * nc);
  const yx = new Float64Array(nb * nc);
  for (let s = 0; s < n; s++) {
    for (let j = 0; j < nb; j++) {
      const yj = wide[y + s * mb + j]!;
      for (let k = 0; k < nc; k++) yx[j * nc + k]! += yj * wide[x + s * mc + k]!;
    }
  }
  for (let s = 0; s < n; s++) {
    for (let i = 0, at = 0; i < na; i++) {
      const zi = wide[z + s * ma + i]!;
      for (let j = 0; j < nb; j++) {
        const yj = wide[y + s * mb + j]!;
        const pair = w1 * zi * yj + w2 * zi * wide[yMean + j]!;
        const mean = w2 * zi * yj;
        for (let k = 0; k < nc; k++, at++) tensor[at]! += pair * wide[x + s * mc + k]! + mean * wide[xMean + k]!;
      }
    }
  }
  const h = vectorOffset[rules.parent[rule]!]!;
  const f = vectorOffset[rules.left[rule]!]!;
  const g = vectorOffset[rules.right[rule]!]!;
  for (let i = 0, at = 0; i < na; i++) {
    for (let j = 0; j < nb; j++) {
      const single = n * w3 * wide[zMean + i]! * wide[yMean + j]!;
      const free = w4 * meanOutside[h + i]! * meanInside[f + j]!;
      for (let k = 0; k < nc; k++, at++)
        tensor[at]! += w2 * wide[zMean + i]! * yx[j * nc + k]! + single * wide[xMean + k]! + free * meanInside[g + k]!;
    }
  }
  numbers.set(tensor, to);
}
