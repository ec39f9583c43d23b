/**
 * Tensors of rules in less room: a core between three bases (linalg/decompositions/tucker.ts) wherever that takes fewer
 * numbers than the tensor. What rises little above noise lies outside of the bases. A grammar is compacted when it is
 * learnt, and from then on has the tensors that its cores and bases stand for: a model is the same before it is written
 * and after it is read.
 */
import { ModelFileError } from "../../base/errors.ts";
import { breathe, type StopSignal } from "../../base/stopping.ts";
import { type LatentGrammar, tensorLength } from "../../charts/phrases/latent-grammar.ts";
import type { Rules } from "../../charts/phrases/rules.ts";
import { type Sizes, type Tucker, tucker, tuckerProduct } from "../../linalg/decompositions/tucker.ts";

/** The compacted tensors of a grammar. */
export interface CompactTensors {
  /** Rules × 3: the sizes of a core; zeros for a rule that is not compacted. */
  readonly ranks: Int32Array;
  /** Of one compacted rule after another: the core, then the bases of parent, left and right. */
  readonly numbers: Float32Array;
}

/** A tensor has at most this many times the numbers that it is made of: a small file cannot ask for endless memory. */
const MOST_EXPANDED = 1000;

/** Numbers of a core and its bases. */
const compactLength = ([a, b, c]: Sizes, [p, q, r]: Sizes): number => p * q * r + a * p + b * q + c * r;

const sizesOf = (states: Int32Array, rules: Rules, rule: number): Sizes => [
  states[rules.parent[rule]!]!,
  states[rules.left[rule]!]!,
  states[rules.right[rule]!]!,
];

const ranksOf = (ranks: Int32Array, rule: number): Sizes => [
  ranks[3 * rule]!,
  ranks[3 * rule + 1]!,
  ranks[3 * rule + 2]!,
];

/** The grammar with its tensors compacted, of each at most the share `error` left out; O(m⁴) for a rule. */
export async function compacted(
  grammar: LatentGrammar,
  error: number,
  signal?: StopSignal,
): Promise<{ readonly grammar: LatentGrammar; readonly compact: CompactTensors }> {
  const { rules, states, samples, offset } = grammar;
  const ranks = new Int32Array(3 * rules.size);
  const numbers: number[] = [];
  for (let rule = 0; rule < rules.size; rule++) {
    if (samples[rule] !== 0) continue;
    const sizes = sizesOf(states, rules, rule);
    const tensor = Float64Array.from(grammar.numbers.subarray(offset[rule]!, offset[rule + 1]!));
    const { core, bases } = tucker(tensor, sizes, error);
    const own = bases.map(({ columns }) => columns);
    const length = compactLength(sizes, own as unknown as Sizes);
    if (length >= tensor.length || length * MOST_EXPANDED < tensor.length) continue;
    ranks.set(own, 3 * rule);
    for (const part of [core, ...bases.map(({ data }) => data)]) for (const value of part) numbers.push(value);
    await breathe(signal);
  }
  const compact = { ranks, numbers: Float32Array.from(numbers) };
  const full = Float32Array.from(grammar.numbers);
  expand(compact, rules, states, offset, full);
  return { grammar: { ...grammar, numbers: full }, compact };
}

/** Writes the tensors of the compacted rules to their places. */
export function expand(
  { ranks, numbers }: CompactTensors,
  rules: Rules,
  states: Int32Array,
  offset: Float64Array,
  into: Float32Array,
): void {
  let at = 0;
  const take = (rows: number, columns: number) => ({
    ...{ rows, columns },
    data: numbers.subarray(at, (at += rows * columns)),
  });
  for (let rule = 0; rule < rules.size; rule++) {
    const [p, q, r] = ranksOf(ranks, rule);
    if (p === 0) continue;
    const [a, b, c] = sizesOf(states, rules, rule);
    const core = take(p * q, r).data;
    const compact: Tucker<Float32Array> = { core, bases: [take(a, p), take(b, q), take(c, r)] };
    tuckerProduct(compact, into.subarray(offset[rule]!, offset[rule + 1]!));
  }
}

/** The numbers of a grammar that are stored as they are: those of rules that are not compacted. */
export function notCompacted({ ranks }: CompactTensors, { rules, offset, numbers }: LatentGrammar): Float32Array {
  const parts: Float32Array[] = [];
  for (let rule = 0; rule < rules.size; rule++)
    if (ranks[3 * rule] === 0) parts.push(Float32Array.from(numbers.subarray(offset[rule]!, offset[rule + 1]!)));
  const all = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** How many numbers the compacted rules and the others must have in a file. */
export function storedLengths(
  ranks: Int32Array,
  rules: Rules,
  states: Int32Array,
  samples: Int32Array,
): { readonly compact: number; readonly others: number } {
  let [compact, others] = [0, 0];
  for (let rule = 0; rule < rules.size; rule++) {
    if (ranks[3 * rule] === 0) others += tensorLength(states, rules, rule, samples[rule]!);
    else compact += compactLength(sizesOf(states, rules, rule), ranksOf(ranks, rule));
  }
  return { compact, others };
}

/** What is wrong with the ranks of a file, if anything. */
export function defectOfRanks(
  ranks: Int32Array,
  rules: Rules,
  states: Int32Array,
  samples: Int32Array,
): string | undefined {
  for (let rule = 0; rule < rules.size; rule++) {
    const own = ranksOf(ranks, rule);
    if (own.every((rank) => rank === 0)) continue;
    const sizes = sizesOf(states, rules, rule);
    const fits = own.every((rank, axis) => rank >= 1 && rank <= sizes[axis]!);
    const [a, b, c] = sizes;
    if (!fits || samples[rule] !== 0 || compactLength(sizes, own) * MOST_EXPANDED < a * b * c)
      return `has a core of ${own.join(" × ")} for rule ${rule}`;
  }
  return undefined;
}

/** All numbers of a grammar, from those that are stored as they are and the compacted ones. */
export function allNumbers(
  compact: CompactTensors,
  others: Float32Array,
  { rules, states, offset }: Pick<LatentGrammar, "rules" | "states" | "offset">,
): Float32Array {
  const length = offset[rules.size]!;
  const numbers = memoryFor(length);
  let at = 0;
  for (let rule = 0; rule < rules.size; rule++) {
    if (compact.ranks[3 * rule] !== 0) continue;
    const own = offset[rule + 1]! - offset[rule]!;
    numbers.set(others.subarray(at, at + own), offset[rule]!);
    at += own;
  }
  expand(compact, rules, states, offset, numbers);
  return numbers;
}

function memoryFor(length: number): Float32Array {
  try {
    return new Float32Array(length);
  } catch {
    const found = `stands for ${length} numbers of tensors, more than memory can hold`;
    throw new ModelFileError("too-large", `${found}; use a machine with more memory, or train a smaller model.`);
  }
}
