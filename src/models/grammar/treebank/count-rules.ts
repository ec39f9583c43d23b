/** The rules of a treebank with the nodes that use them, in the order of `charts/phrases/rules.ts`. */
import { indexRules, type Rules, ruleOrder } from "../../../charts/phrases/rules.ts";
import type { BinaryTreebank, Weights } from "./binary-treebank.ts";

export interface CountedRules {
  readonly rules: Rules;
  /** Nodes that use rule r: uses[starts[r]] … uses[starts[r + 1] − 1]. */
  readonly ruleCount: Float64Array;
  readonly starts: Int32Array;
  readonly uses: Int32Array;
  /** Nodes with each symbol. */
  readonly symbolCount: Float64Array;
  /** Share of trees with each symbol at the root. */
  readonly rootProbability: Float64Array;
}

/** Nodes may weigh differently: `weights` then replaces the count of one that each has. */
export function countRules(treebank: BinaryTreebank, weights?: Weights): CountedRules {
  const { symbol, left, right, symbols, roots } = treebank;
  const symbolCount = new Float64Array(symbols.size);
  const ids = new Map<number, number>();
  const nodesOf: number[][] = [];
  const ruleCount: number[] = [];
  const lists = { parent: [] as number[], left: [] as number[], right: [] as number[] };
  for (let node = 0; node < treebank.size; node++) {
    const weight = weights?.node[node] ?? 1;
    if (weight === 0) continue;
    symbolCount[symbol[node]!]! += weight;
    if (left[node]! < 0) continue;
    const b = symbol[left[node]!]!;
    const c = symbol[right[node]!]!;
    const key = (symbol[node]! * symbols.size + b) * symbols.size + c;
    let id = ids.get(key);
    if (id === undefined) {
      ids.set(key, (id = nodesOf.length));
      nodesOf.push([]);
      ruleCount.push(0);
      lists.parent.push(symbol[node]!);
      lists.left.push(b);
      lists.right.push(c);
    }
    nodesOf[id]!.push(node);
    ruleCount[id]! += weight;
  }
  const order = ruleOrder(lists);
  const pick = (list: readonly number[]) => order.map((rule) => list[rule]!);
  const probability = order.map((rule) => ruleCount[rule]! / symbolCount[lists.parent[rule]!]!);
  const starts = new Int32Array(order.length + 1);
  for (let at = 0; at < order.length; at++) starts[at + 1] = starts[at]! + nodesOf[order[at]!]!.length;
  const uses = new Int32Array(starts[order.length]!);
  for (let at = 0; at < order.length; at++) uses.set(nodesOf[order[at]!]!, starts[at]!);
  const rootProbability = new Float64Array(symbols.size);
  let trees = 0;
  for (let tree = 0; tree < roots.length; tree++) {
    const weight = weights?.tree[tree] ?? 1;
    rootProbability[symbol[roots[tree]!]!]! += weight;
    trees += weight;
  }
  for (let of = 0; of < symbols.size; of++) rootProbability[of]! /= trees;
  const rules = indexRules(symbols.size, {
    parent: pick(lists.parent),
    left: pick(lists.left),
    right: pick(lists.right),
    probability,
  });
  return { rules, ruleCount: Float64Array.from(pick(ruleCount)), starts, uses, symbolCount, rootProbability };
}
