/**
 * Small random latent-variable PCFGs, with everything about them by brute force: all trees, their probabilities, and
 * all marginals of a sentence. Rules only lead to deeper levels, so that there are finitely many trees.
 */
import { Random } from "../../src/base/random.ts";
import { isLeaf, type Tree, words } from "../../src/trees/tree.ts";

interface Rewrite {
  readonly left: string;
  readonly right: string;
  /** t(a→b c, h₂, h₃ | a, h₁) at (h₁·m + h₂)·m + h₃. */
  readonly tensor: Float64Array;
}

export interface RandomLpcfg {
  readonly states: number;
  readonly start: string;
  readonly root: Float64Array;
  readonly rewrites: ReadonlyMap<string, readonly Rewrite[]>;
  /** q(a→x | a, h) at h·words + x. */
  readonly emissions: ReadonlyMap<string, { readonly words: readonly string[]; readonly table: Float64Array }>;
}

/** Which pairs a symbol rewrites to. Ambiguous on purpose: "x x x" has several trees. */
const SHAPE: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  S: [
    ["A", "B"],
    ["B", "A"],
    ["A", "P"],
  ],
  A: [
    ["P", "Q"],
    ["Q", "P"],
  ],
  B: [
    ["Q", "Q"],
    ["P", "P"],
    ["P", "Q"],
  ],
};
const WORDS: Readonly<Record<string, readonly string[]>> = { P: ["u", "v", "w", "x"], Q: ["v", "w", "x", "y"] };

export function randomLpcfg({ seed, states }: { seed: number; states: number }): RandomLpcfg {
  const random = new Random(seed);
  const rewrites = new Map<string, Rewrite[]>();
  for (const [symbol, pairs] of Object.entries(SHAPE)) {
    const tensors = pairs.map(() => new Float64Array(states ** 3));
    for (let h = 0; h < states; h++) {
      const point = random.dirichlet(pairs.length * states * states, 0.3);
      for (let at = 0; at < point.length; at++)
        tensors[Math.floor(at / states ** 2)]![h * states ** 2 + (at % states ** 2)] = point[at]!;
    }
    rewrites.set(
      symbol,
      pairs.map(([left, right], r) => ({ left, right, tensor: tensors[r]! })),
    );
  }
  const emissions = new Map<string, { words: readonly string[]; table: Float64Array }>();
  for (const [symbol, list] of Object.entries(WORDS)) {
    const table = new Float64Array(states * list.length);
    for (let h = 0; h < states; h++) table.set(random.dirichlet(list.length, 0.3), h * list.length);
    emissions.set(symbol, { words: list, table });
  }
  return { states, start: "S", root: random.dirichlet(states), rewrites, emissions };
}

/** α_h = p(subtree | label, h). */
function insideOf(truth: RandomLpcfg, tree: Tree): Float64Array {
  const m = truth.states;
  const alpha = new Float64Array(m);
  if (isLeaf(tree)) {
    const emission = truth.emissions.get(tree.label)!;
    const word = emission.words.indexOf(tree.word);
    for (let h = 0; h < m; h++) alpha[h] = emission.table[h * emission.words.length + word]!;
    return alpha;
  }
  const [left, right] = tree.children as [Tree, Tree];
  const rule = truth.rewrites.get(tree.label)!.find((r) => r.left === left.label && r.right === right.label)!;
  const l = insideOf(truth, left);
  const r = insideOf(truth, right);
  for (let h = 0; h < m; h++) {
    for (let j = 0; j < m; j++)
      for (let k = 0; k < m; k++) alpha[h]! += rule.tensor[(h * m + j) * m + k]! * l[j]! * r[k]!;
  }
  return alpha;
}

export function trueProbability(truth: RandomLpcfg, tree: Tree): number {
  const alpha = insideOf(truth, tree);
  return alpha.reduce((sum, value, h) => sum + value * truth.root[h]!, 0);
}

/** Every tree of the grammar. */
export function allTrees(truth: RandomLpcfg, symbol = truth.start): Tree[] {
  const emission = truth.emissions.get(symbol);
  if (emission !== undefined) return emission.words.map((word) => ({ label: symbol, word }));
  const trees: Tree[] = [];
  for (const { left, right } of truth.rewrites.get(symbol)!) {
    const rights = allTrees(truth, right);
    for (const l of allTrees(truth, left)) for (const r of rights) trees.push({ label: symbol, children: [l, r] });
  }
  return trees;
}

/** Trees drawn from the grammar. */
export function drawTrees(truth: RandomLpcfg, count: number, random: Random): Tree[] {
  const m = truth.states;
  const draw = (symbol: string, h: number): Tree => {
    const emission = truth.emissions.get(symbol);
    if (emission !== undefined) {
      const size = emission.words.length;
      return {
        label: symbol,
        word: emission.words[random.categorical(emission.table.subarray(h * size, (h + 1) * size))]!,
      };
    }
    const rules = truth.rewrites.get(symbol)!;
    const weights = rules.flatMap(({ tensor }) => Array.from(tensor.subarray(h * m * m, (h + 1) * m * m)));
    const chosen = random.categorical(weights);
    const rule = rules[Math.floor(chosen / (m * m))]!;
    const pair = chosen % (m * m);
    return { label: symbol, children: [draw(rule.left, Math.floor(pair / m)), draw(rule.right, pair % m)] };
  };
  return Array.from({ length: count }, () => draw(truth.start, random.categorical(truth.root)));
}

/** p(label over [start, end) | sentence), by listing all trees of the sentence: `label start end` → probability. */
export function trueMarginals(
  truth: RandomLpcfg,
  trees: readonly Tree[],
  sentence: readonly string[],
): Map<string, number> {
  const marginals = new Map<string, number>();
  let total = 0;
  const visit = (tree: Tree, start: number, probability: number): number => {
    let end = start;
    if (isLeaf(tree)) end++;
    else for (const child of tree.children) end = visit(child, end, probability);
    const key = `${tree.label} ${start} ${end}`;
    marginals.set(key, (marginals.get(key) ?? 0) + probability);
    return end;
  };
  for (const tree of trees) {
    if (words(tree).join(" ") !== sentence.join(" ")) continue;
    const probability = trueProbability(truth, tree);
    total += probability;
    visit(tree, 0, probability);
  }
  for (const [key, value] of marginals) marginals.set(key, value / total);
  return marginals;
}
