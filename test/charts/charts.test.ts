/**
 * The dynamic programs against enumeration: every tree of a short sentence, its probability, and what follows from the
 * list.
 */
import { describe, expect, test } from "vitest";
import { Random } from "../../src/base/random.ts";
import { bestTrees, type Derivation, type Marginals } from "../../src/charts/phrases/best-tree.ts";
import { coarseChart, itemAt, rulePosterior } from "../../src/charts/phrases/coarse-chart.ts";
import { expectedCounts, indexRules, pairOf, type Rules, ruleOrder } from "../../src/charts/phrases/rules.ts";
import { buildSkeleton, type Skeleton } from "../../src/charts/phrases/skeleton.ts";
import { spanCount, spanId } from "../../src/charts/phrases/span-index.ts";

/** Relative rounding of a few hundred products. */
const EXACT = 1e-10;
const SYMBOLS = 4;
const WORDS = 5;

/** All rules over a few symbols with random probabilities, some left out. */
function randomRules(seed: number): Rules {
  const random = new Random(seed);
  const lists = { parent: [] as number[], left: [] as number[], right: [] as number[], probability: [] as number[] };
  for (let a = 0; a < SYMBOLS; a++) {
    for (let b = 0; b < SYMBOLS; b++) {
      for (let c = 0; c < SYMBOLS; c++) {
        if (random.uniform() < 0.4) continue;
        lists.parent.push(a);
        lists.left.push(b);
        lists.right.push(c);
        lists.probability.push(random.uniform() / 8);
      }
    }
  }
  const order = ruleOrder(lists);
  const pick = (list: number[]) => order.map((rule) => list[rule]!);
  return indexRules(SYMBOLS, {
    parent: pick(lists.parent),
    left: pick(lists.left),
    right: pick(lists.right),
    probability: pick(lists.probability),
  });
}

interface Listed {
  readonly symbol: number;
  readonly probability: number;
  /** `symbol start end` of all nodes, and `rule start split end` of all inner ones. */
  readonly spans: readonly string[];
  readonly uses: readonly string[];
}

function listTrees(rules: Rules, scores: readonly number[][], start: number, end: number): Listed[] {
  if (end === start + 1) {
    return scores[start]!.map((score, symbol) => ({
      symbol,
      probability: score,
      spans: [`${symbol} ${start} ${end}`],
      uses: [],
    })).filter(({ probability }) => probability > 0);
  }
  const found: Listed[] = [];
  for (let split = start + 1; split < end; split++) {
    const rights = listTrees(rules, scores, split, end);
    for (const left of listTrees(rules, scores, start, split)) {
      for (const right of rights) {
        for (let rule = 0; rule < rules.size; rule++) {
          if (rules.left[rule] !== left.symbol || rules.right[rule] !== right.symbol) continue;
          const symbol = rules.parent[rule]!;
          found.push({
            symbol,
            probability: rules.probability[rule]! * left.probability * right.probability,
            spans: [`${symbol} ${start} ${end}`, ...left.spans, ...right.spans],
            uses: [`${rule} ${start} ${split} ${end}`, ...left.uses, ...right.uses],
          });
        }
      }
    }
  }
  return found;
}

describe.each([1, 2, 3])("a random PCFG (%i)", (seed) => {
  const random = new Random(100 + seed);
  const rules = randomRules(seed);
  const roots = random.dirichlet(SYMBOLS);
  // Some readings are missing, and the scores of one word are tiny: exponents must take care of that.
  const scores = Array.from({ length: WORDS }, (_, at) =>
    Array.from({ length: SYMBOLS }, () => (random.uniform() < 0.3 ? 0 : random.uniform() * (at === 2 ? 1e-200 : 1))),
  );
  const readings = scores.map((row) =>
    row.map((score, symbol) => ({ symbol, score })).filter(({ score }) => score > 0),
  );
  const trees = listTrees(rules, scores, 0, WORDS).map((tree) => ({
    ...tree,
    probability: tree.probability * roots[tree.symbol]!,
  }));
  const total = trees.reduce((sum, { probability }) => sum + probability, 0);
  const shares = new Map<string, number>();
  for (const { probability, spans, uses } of trees) {
    for (const key of [...spans, ...uses]) shares.set(key, (shares.get(key) ?? 0) + probability / total);
  }
  const share = (key: string) => shares.get(key) ?? 0;
  const coarse = coarseChart(rules, roots, readings, { threshold: 0 });

  test("has the posterior of every item and of every use of a rule", () => {
    expect(trees.length).toBeGreaterThan(100);
    const { inside, outside } = coarse.columns;
    for (let start = 0; start < WORDS; start++) {
      for (let end = start + 1; end <= WORDS; end++) {
        for (let symbol = 0; symbol < SYMBOLS; symbol++) {
          const item = itemAt(coarse, start, end, symbol);
          const posterior = item < 0 ? 0 : inside[item]! * outside[item]!;
          expect(posterior).toBeCloseTo(share(`${symbol} ${start} ${end}`), 10);
        }
        for (let split = start + 1; split < end; split++) {
          for (let rule = 0; rule < rules.size; rule++) {
            const expected = share(`${rule} ${start} ${split} ${end}`);
            expect(rulePosterior(coarse, start, split, end, rule)).toBeCloseTo(expected, 10);
          }
        }
      }
    }
  });

  test("keeps just the items that reach the threshold, and the uses between them", () => {
    const pruned = coarseChart(rules, roots, readings, { threshold: 0.05, least: 0.01 });
    const skeleton = buildSkeleton(rules, pruned);
    for (let item = 0; item < skeleton.items; item++) {
      const key = `${skeleton.symbol[item]} ${skeleton.start[item]} ${skeleton.end[item]}`;
      expect(share(key)).toBeGreaterThan(0.05 - EXACT);
    }
    expect(skeleton.items).toBeLessThan(buildSkeleton(rules, coarse).items);
  });

  test("has the trees with the largest sums of marginals, in order", () => {
    const skeleton = buildSkeleton(rules, coarse);
    const marginals = marginalsOf(skeleton, random);
    const all = listDerivations(skeleton, marginals).sort((x, y) => y - x);
    const found = bestTrees(marginals, () => true, "sum", 40);
    expect(found.length).toBe(Math.min(40, all.length));
    for (const [rank, { score, derivation }] of found.entries()) {
      expect(score).toBeCloseTo(all[rank]!, 10);
      expect(gainOf(derivation, skeleton, marginals)).toBeCloseTo(score, 10);
    }
  });
});

/** Any numbers will do, negative ones as well. */
function marginalsOf(skeleton: Skeleton, random: Random): Marginals {
  return {
    skeleton,
    itemMarginal: Float64Array.from({ length: skeleton.items }, () => random.normal()),
    edgeMarginal: Float64Array.from(skeleton.edgeRule, () => random.normal()),
  };
}

function listDerivations(skeleton: Skeleton, { itemMarginal, edgeMarginal }: Marginals): number[] {
  const gains: number[][] = [];
  for (let item = 0; item < skeleton.items; item++) {
    gains[item] = skeleton.end[item]! - skeleton.start[item]! === 1 ? [Math.abs(itemMarginal[item]!)] : [];
    for (let edge = skeleton.edgeStarts[item]!; edge < skeleton.edgeStarts[item + 1]!; edge++) {
      for (const left of gains[skeleton.edgeLeft[edge]!]!) {
        for (const right of gains[skeleton.edgeRight[edge]!]!)
          gains[item]!.push(Math.abs(edgeMarginal[edge]!) + left + right);
      }
    }
  }
  const top = spanId(0, skeleton.words, skeleton.words);
  const first = skeleton.firstItem[top]!;
  return gains.slice(first, first + skeleton.itemCount[top]!).flat();
}

/** The gain of one derivation, from its own edges. */
function gainOf({ item, left, right }: Derivation, skeleton: Skeleton, marginals: Marginals): number {
  if (left === undefined || right === undefined) return Math.abs(marginals.itemMarginal[item]!);
  let own = Number.NEGATIVE_INFINITY;
  for (let edge = skeleton.edgeStarts[item]!; edge < skeleton.edgeStarts[item + 1]!; edge++) {
    if (skeleton.edgeLeft[edge] === left.item && skeleton.edgeRight[edge] === right.item)
      own = Math.abs(marginals.edgeMarginal[edge]!);
  }
  return own + gainOf(left, skeleton, marginals) + gainOf(right, skeleton, marginals);
}

test("span numbers are dense and unique", () => {
  for (const words of [1, 2, 7]) {
    const ids = new Set<number>();
    for (let start = 0; start < words; start++)
      for (let end = start + 1; end <= words; end++) ids.add(spanId(start, end, words));
    expect([...ids].sort((x, y) => x - y)).toEqual(Array.from({ length: spanCount(words) }, (_, id) => id));
  }
});

test("expected counts are those of the treebank that the rules were counted in", () => {
  // Trees (S (A a) (S (A a) (B b))) and (S (A a) (B b)): 3 of S, 3 of A, 2 of B in two trees; S → A S once, S → A B
  // twice.
  const [S, A, B] = [0, 1, 2];
  const rules = indexRules(3, { left: [A, A], right: [S, B], parent: [S, S], probability: [1 / 3, 2 / 3] });
  const counts = expectedCounts(rules, Float64Array.of(1, 0, 0));
  for (const [symbol, count] of [3, 3, 2].entries()) expect(counts[symbol]).toBeCloseTo(count / 2, 5);
});

test("pairs of children are found, and others are not", () => {
  const random = new Random(5);
  const pairs = new Set<string>();
  while (pairs.size < 300) pairs.add(`${random.integer(40)} ${random.integer(40)}`);
  const lists = { parent: [] as number[], left: [] as number[], right: [] as number[] };
  for (const pair of pairs) {
    const [left, right] = pair.split(" ").map(Number);
    lists.left.push(left!);
    lists.right.push(right!);
    lists.parent.push(0);
  }
  const order = ruleOrder(lists);
  const pick = (list: number[]) => order.map((at) => list[at]!);
  const rules = indexRules(40, {
    parent: pick(lists.parent),
    left: pick(lists.left),
    right: pick(lists.right),
    probability: order.map(() => 1),
  });
  for (let left = 0; left < 40; left++) {
    for (let right = 0; right < 40; right++) {
      const pair = pairOf(rules, left, right);
      expect(pair >= 0).toBe(pairs.has(`${left} ${right}`));
      if (pair >= 0) expect([rules.left[rules.ruleStarts[pair]!], rules.pairRight[pair]]).toEqual([left, right]);
    }
  }
});

test("a beam drops what is unlikely in its span, and nothing where it is 0", () => {
  const rules = indexRules(3, { left: [1], right: [2], parent: [0], probability: [1] });
  const readings = [
    [
      { symbol: 1, score: 1 },
      { symbol: 2, score: 1e-3 },
    ],
    [{ symbol: 2, score: 1 }],
  ];
  const items = (options: object) =>
    coarseChart(rules, Float64Array.of(1, 0, 0), readings, { threshold: 0, ...options }).items;
  expect(items({})).toBe(4);
  expect(items({ beam: 0.01 })).toBe(3);
  // A symbol that is frequent enough stays.
  expect(items({ beam: 0.01, expected: Float64Array.of(1, 1, 1000) })).toBe(4);
});
