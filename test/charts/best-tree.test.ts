/** The best tree under each objective, against all trees of a sentence: marginals may be negative, as estimates are. */
import { describe, expect, test } from "vitest";
import { Random } from "../../src/base/index.ts";
import { bestTrees, type Derivation, type Marginals, type Objective } from "../../src/charts/phrases/best-tree.ts";
import type { Skeleton } from "../../src/charts/phrases/skeleton.ts";
import { spanCount, spanId } from "../../src/charts/phrases/span-index.ts";

/** A chart with one symbol over every span and every way to part it. */
function fullChart(words: number): Skeleton {
  const [symbol, start, end, edgeStarts]: number[][] = [[], [], [], []];
  const [edgeRule, edgeLeft, edgeRight]: number[][] = [[], [], []];
  const firstItem = new Int32Array(spanCount(words));
  for (let length = 1; length <= words; length++) {
    for (let from = 0; from + length <= words; from++) {
      firstItem[spanId(from, from + length, words)] = symbol!.length;
      symbol!.push(0);
      start!.push(from);
      end!.push(from + length);
      edgeStarts!.push(edgeRule!.length);
      for (let split = from + 1; split < from + length; split++) {
        edgeRule!.push(0);
        edgeLeft!.push(firstItem[spanId(from, split, words)]!);
        edgeRight!.push(firstItem[spanId(split, from + length, words)]!);
      }
    }
  }
  edgeStarts!.push(edgeRule!.length);
  const table = (values: number[] | undefined) => Int32Array.from(values!);
  return {
    ...{ words, items: symbol!.length, symbol: table(symbol), start: table(start), end: table(end) },
    ...{ edgeStarts: table(edgeStarts), edgeRule: table(edgeRule), edgeLeft: table(edgeLeft) },
    ...{ edgeRight: table(edgeRight), firstItem, itemCount: new Int32Array(spanCount(words)).fill(1) },
  };
}

const GAIN: Readonly<Record<Objective, (marginal: number) => number>> = {
  sum: Math.abs,
  signed: (marginal) => marginal,
  product: (marginal) => Math.log(Math.abs(marginal)),
};

/** Every tree of an item with the marginals that it uses. */
function allOf({ skeleton, itemMarginal, edgeMarginal }: Marginals, item: number): { text: string; used: number[] }[] {
  const [from, to] = [skeleton.edgeStarts[item]!, skeleton.edgeStarts[item + 1]!];
  if (from === to) return [{ text: String(item), used: [itemMarginal[item]!] }];
  return Array.from({ length: to - from }, (_, e) => from + e).flatMap((edge) =>
    allOf({ skeleton, itemMarginal, edgeMarginal }, skeleton.edgeLeft[edge]!).flatMap((left) =>
      allOf({ skeleton, itemMarginal, edgeMarginal }, skeleton.edgeRight[edge]!).map((right) => ({
        text: `(${left.text} ${right.text})`,
        used: [edgeMarginal[edge]!, ...left.used, ...right.used],
      })),
    ),
  );
}

const textOf = ({ item, left, right }: Derivation): string =>
  left === undefined ? String(item) : `(${textOf(left)} ${textOf(right!)})`;

describe.each(["sum", "signed", "product"] as const)("objective %s", (objective) => {
  test.each([1, 2, 3, 4, 5, 6])("finds the best of all trees of five words, and the next ones, seed %i", (seed) => {
    const random = new Random(seed);
    const skeleton = fullChart(5);
    const marginals: Marginals = {
      skeleton,
      itemMarginal: Float64Array.from({ length: skeleton.items }, () => random.normal()),
      edgeMarginal: Float64Array.from({ length: skeleton.edgeRule.length }, () => random.normal()),
    };
    const all = allOf(marginals, skeleton.items - 1)
      .map(({ text, used }) => ({ text, score: used.reduce((sum, value) => sum + GAIN[objective](value), 0) }))
      .sort((a, b) => b.score - a.score);
    expect(all.length).toBe(14);
    const found = bestTrees(marginals, () => true, objective, 5);
    expect(found.map(({ derivation }) => textOf(derivation))).toEqual(all.slice(0, 5).map(({ text }) => text));
    for (const [rank, { score }] of found.entries()) expect(score).toBeCloseTo(all[rank]!.score, 9);
  });
});

test("a large negative marginal speaks for a tree by its size, and against it by its sign", () => {
  const skeleton = fullChart(3);
  const top = skeleton.edgeStarts[skeleton.items - 1]!;
  const edgeMarginal = new Float64Array(skeleton.edgeRule.length);
  const inner = (start: number, end: number) => skeleton.edgeStarts[skeleton.firstItem[spanId(start, end, 3)]!]!;
  edgeMarginal[top] = 0.1; // 0 | 1 2
  edgeMarginal[top + 1] = 0.3; // 0 1 | 2
  edgeMarginal[inner(1, 3)] = 0.2;
  edgeMarginal[inner(0, 2)] = -0.4;
  const marginals = { skeleton, itemMarginal: new Float64Array(skeleton.items).fill(1), edgeMarginal };
  const best = (objective: Objective) => textOf(bestTrees(marginals, () => true, objective)[0]!.derivation);
  expect(best("sum")).toBe("((0 1) 2)");
  expect(best("signed")).toBe("(0 (1 2))");
});
