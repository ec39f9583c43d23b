/**
 * The grammar that node vectors give: tensors of all rules, root vectors and mean vectors, in one pass over the
 * treebank.
 */
import { breathe, type StopSignal } from "../../../base/stopping.ts";
import { type LatentGrammar, tensorLength, vectorOffsets } from "../../../charts/phrases/latent-grammar.ts";
import type { BinaryTreebank, Weights } from "../treebank/binary-treebank.ts";
import type { CountedRules } from "../treebank/count-rules.ts";
import type { NodeVectors } from "./node-vectors.ts";
import { backoffWeights, meanRow, type RuleSample, smoothedTensor } from "./smoothing.ts";

export interface GrammarOptions {
  /** C. */
  readonly smoothing: number;
  readonly denseAbove: number;
}

export async function spectralGrammar(
  treebank: BinaryTreebank,
  nodes: readonly Int32Array[],
  counted: CountedRules,
  vectors: NodeVectors,
  { smoothing, denseAbove }: GrammarOptions,
  weights?: Weights,
  { signal, onRule }: { readonly signal?: StopSignal | undefined; readonly onRule?: () => void } = {},
): Promise<LatentGrammar> {
  const { rules, starts, uses, ruleCount } = counted;
  const { states } = vectors;
  const vectorOffset = vectorOffsets(states);
  const means = meanVectors(nodes, vectors, vectorOffset, weights);
  const samples = new Int32Array(rules.size);
  const offset = new Float64Array(rules.size + 1);
  for (let rule = 0; rule < rules.size; rule++) {
    const occurrences = starts[rule + 1]! - starts[rule]!;
    // Weighted occurrences are not exchangeable: their rules are dense, however rare.
    samples[rule] = occurrences > denseAbove || weights !== undefined ? 0 : occurrences;
    offset[rule + 1] = offset[rule]! + tensorLength(states, rules, rule, samples[rule]!);
  }
  const numbers = new Float64Array(offset[rules.size]!);
  const ruleWeights = new Float64Array(4 * rules.size);
  const meanOf = (all: Float64Array, symbol: number) => all.subarray(vectorOffset[symbol]!, vectorOffset[symbol + 1]!);
  for (let rule = 0; rule < rules.size; rule++) {
    const [a, b, c] = [rules.parent[rule]!, rules.left[rule]!, rules.right[rule]!];
    const nodesOfRule = uses.subarray(starts[rule]!, starts[rule + 1]!);
    const sample: RuleSample = {
      count: nodesOfRule.length,
      ma: states[a]!,
      mb: states[b]!,
      mc: states[c]!,
      z: vectors.gather("outside", nodesOfRule, a),
      y: vectors.gather(
        "inside",
        nodesOfRule.map((node) => treebank.left[node]!),
        b,
      ),
      x: vectors.gather(
        "inside",
        nodesOfRule.map((node) => treebank.right[node]!),
        c,
      ),
      weights: weights === undefined ? undefined : Float64Array.from(nodesOfRule, (node) => weights.node[node]!),
      total: ruleCount[rule]!,
    };
    const backoff = backoffWeights(ruleCount[rule]!, smoothing);
    const probability = rules.probability[rule]!;
    if (samples[rule] === 0) {
      const [h, f, g] = [meanOf(means.outside, a), meanOf(means.inside, b), meanOf(means.inside, c)];
      numbers.set(smoothedTensor(sample, backoff, probability, h, f, g), offset[rule]!);
    } else {
      storeSample(sample, numbers, offset[rule]!);
      const each = probability / sample.count;
      ruleWeights.set([each * backoff[0], each * backoff[1], each * backoff[2], probability * backoff[3]], 4 * rule);
    }
    onRule?.();
    await breathe(signal);
  }
  return {
    rules,
    states,
    samples,
    offset,
    weights: ruleWeights,
    numbers,
    vectorOffset,
    meanInside: means.inside,
    meanOutside: means.outside,
    root: rootVectors(treebank, vectors, vectorOffset, weights),
    rootProbability: counted.rootProbability,
  };
}

/** Vectors of all occurrences, then their means. */
function storeSample(sample: RuleSample, numbers: Float64Array, offset: number): void {
  const { ma, mb, mc, z, y, x, weights, total } = sample;
  const parts = [
    z,
    y,
    x,
    meanRow(z, ma, weights, total),
    meanRow(y, mb, weights, total),
    meanRow(x, mc, weights, total),
  ];
  for (const part of parts) {
    numbers.set(part, offset);
    offset += part.length;
  }
}

/** f and h of all symbols. */
function meanVectors(
  nodes: readonly Int32Array[],
  vectors: NodeVectors,
  vectorOffset: Int32Array,
  weights: Weights | undefined,
) {
  const inside = new Float64Array(vectorOffset.at(-1)!);
  const outside = new Float64Array(inside.length);
  for (let symbol = 0; symbol < nodes.length; symbol++) {
    let total = 0;
    for (const node of nodes[symbol]!) total += weights?.node[node] ?? 1;
    if (total === 0) continue;
    for (const node of nodes[symbol]!) {
      const share = (weights?.node[node] ?? 1) / total;
      vectors.add("inside", node, share, inside, vectorOffset[symbol]!);
      vectors.add("outside", node, share, outside, vectorOffset[symbol]!);
    }
  }
  return { inside, outside };
}

function rootVectors(
  treebank: BinaryTreebank,
  vectors: NodeVectors,
  vectorOffset: Int32Array,
  weights: Weights | undefined,
): Float64Array {
  const root = new Float64Array(vectorOffset.at(-1)!);
  const total = weights === undefined ? treebank.roots.length : weights.tree.reduce((sum, weight) => sum + weight, 0);
  for (let tree = 0; tree < treebank.roots.length; tree++) {
    const node = treebank.roots[tree]!;
    vectors.add("inside", node, (weights?.tree[tree] ?? 1) / total, root, vectorOffset[treebank.symbol[node]!]!);
  }
  return root;
}
