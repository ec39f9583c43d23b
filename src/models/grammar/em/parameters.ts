/** The parameters of an L-PCFG as EM keeps them: probabilities, all non-negative. */
import type { Random } from "../../../base/random.ts";
import { tensorLength, vectorOffsets } from "../../../charts/phrases/latent-grammar.ts";
import type { Block } from "../../../linalg/kernels/interface.ts";
import { kernels } from "../../../linalg/kernels/kernels.ts";
import type { BinaryTreebank } from "../treebank/binary-treebank.ts";
import type { CountedRules } from "../treebank/count-rules.ts";

export interface EmParameters {
  readonly states: Int32Array;
  readonly vectorOffset: Int32Array;
  /** t(a→b c, h₂, h₃ | a, h₁) of every rule, from offset[rule] on. */
  readonly offset: Float64Array;
  readonly tensors: Block<Float64Array>;
  /** q(a→x | a, h) of every lexical production, from emissionOffset[production] on. */
  readonly emissionOffset: Int32Array;
  readonly emissions: Float64Array;
  /** π(a, h), at the places of `vectorOffset`. */
  readonly root: Float64Array;
}

/** The lexical productions a → x of a treebank: which one each leaf uses. */
export interface LexicalProductions {
  readonly size: number;
  readonly symbol: Int32Array;
  /** By node; −1 for inner nodes. */
  readonly ofNode: Int32Array;
}

/**
 * Distinct (symbol, production) pairs of leaves; `production` is the numbering of features.ts, in which rare words
 * share classes.
 */
export function lexicalProductions(treebank: BinaryTreebank, production: Int32Array): LexicalProductions {
  const ids = new Map<number, number>();
  const symbol: number[] = [];
  const ofNode = new Int32Array(treebank.size).fill(-1);
  for (let node = 0; node < treebank.size; node++) {
    if (treebank.word[node]! < 0) continue;
    let id = ids.get(production[node]!);
    if (id === undefined) {
      ids.set(production[node]!, (id = symbol.length));
      symbol.push(treebank.symbol[node]!);
    }
    ofNode[node] = id;
  }
  return { size: symbol.length, symbol: Int32Array.from(symbol), ofNode };
}

/** Room for all parameters: at most `limit` states per symbol, and no more than the symbol has nodes. */
export function emptyParameters(counted: CountedRules, lexical: LexicalProductions, limit: number): EmParameters {
  const { rules, symbolCount } = counted;
  const states = Int32Array.from(symbolCount, (count) => Math.max(1, Math.min(limit, count)));
  const vectorOffset = vectorOffsets(states);
  const offset = new Float64Array(rules.size + 1);
  for (let rule = 0; rule < rules.size; rule++) offset[rule + 1] = offset[rule]! + tensorLength(states, rules, rule, 0);
  const emissionOffset = new Int32Array(lexical.size + 1);
  for (let id = 0; id < lexical.size; id++) emissionOffset[id + 1] = emissionOffset[id]! + states[lexical.symbol[id]!]!;
  return {
    states,
    vectorOffset,
    offset,
    tensors: kernels().allocate("f64", offset[rules.size]!),
    emissionOffset,
    emissions: new Float64Array(emissionOffset[lexical.size]!),
    root: new Float64Array(vectorOffset.at(-1)!),
  };
}

/** Matsuzaki et al. 2005: relative frequencies times e^u with u uniform in [−log 3, log 3], normalised. */
export function perturb(
  parameters: EmParameters,
  counted: CountedRules,
  lexical: LexicalProductions,
  lexicalCounts: Float64Array,
  random: Random,
): void {
  const factor = () => 3 ** (2 * random.uniform() - 1);
  const { states, offset, emissionOffset, emissions, root, vectorOffset } = parameters;
  const tensors = parameters.tensors.view;
  const { rules } = counted;
  for (let rule = 0; rule < rules.size; rule++) {
    const pairs = states[rules.left[rule]!]! * states[rules.right[rule]!]!;
    for (let at = offset[rule]!; at < offset[rule + 1]!; at++)
      tensors[at] = (rules.probability[rule]! / pairs) * factor();
  }
  for (let id = 0; id < lexical.size; id++) {
    for (let at = emissionOffset[id]!; at < emissionOffset[id + 1]!; at++)
      emissions[at] = lexicalCounts[id]! * factor();
  }
  for (let symbol = 0; symbol < states.length; symbol++) {
    for (let at = vectorOffset[symbol]!; at < vectorOffset[symbol + 1]!; at++) {
      root[at] = (counted.rootProbability[symbol]! / states[symbol]!) * factor();
    }
  }
  normalize(parameters, counted, lexical);
}

/** Divides by the sums over everything that a symbol's state can rewrite to, and root weights by theirs. */
export function normalize(parameters: EmParameters, { rules }: CountedRules, lexical: LexicalProductions): void {
  const { states, vectorOffset, offset, emissionOffset, emissions, root } = parameters;
  const tensors = parameters.tensors.view;
  const sums = new Float64Array(vectorOffset.at(-1)!);
  const eachRow = (visit: (rule: number, state: number, from: number, to: number) => void) => {
    for (let rule = 0; rule < rules.size; rule++) {
      const rows = states[rules.parent[rule]!]!;
      const width = (offset[rule + 1]! - offset[rule]!) / rows;
      for (let h = 0; h < rows; h++) visit(rule, h, offset[rule]! + h * width, offset[rule]! + (h + 1) * width);
    }
  };
  eachRow((rule, h, from, to) => {
    let sum = 0;
    for (let at = from; at < to; at++) sum += tensors[at]!;
    sums[vectorOffset[rules.parent[rule]!]! + h]! += sum;
  });
  for (let id = 0; id < lexical.size; id++) {
    const base = vectorOffset[lexical.symbol[id]!]!;
    for (let at = emissionOffset[id]!, h = 0; at < emissionOffset[id + 1]!; at++, h++)
      sums[base + h]! += emissions[at]!;
  }
  eachRow((rule, h, from, to) => {
    const sum = sums[vectorOffset[rules.parent[rule]!]! + h]!;
    if (sum > 0) kernels().scale(to - from, 1 / sum, tensors, from);
  });
  for (let id = 0; id < lexical.size; id++) {
    const base = vectorOffset[lexical.symbol[id]!]!;
    for (let at = emissionOffset[id]!, h = 0; at < emissionOffset[id + 1]!; at++, h++)
      if (sums[base + h]! > 0) emissions[at]! /= sums[base + h]!;
  }
  let total = 0;
  for (const weight of root) total += weight;
  for (let at = 0; at < root.length; at++) root[at]! /= total;
}
