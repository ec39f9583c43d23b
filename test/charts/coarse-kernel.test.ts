/** The coarse pass in WebAssembly against its twin in TypeScript. */
import { describe, expect, test } from "vitest";
import { Random } from "../../src/base/random.ts";
import { CoarseArena } from "../../src/charts/phrases/coarse-arena.ts";
import type { CoarseChart, CoarseTask, SpanFilter } from "../../src/charts/phrases/coarse-chart.ts";
import { coarseByKernel } from "../../src/charts/phrases/coarse-kernel.ts";
import { plainCoarseChart } from "../../src/charts/phrases/coarse-plain.ts";
import { expectedCounts, indexRules, type Rules, ruleOrder } from "../../src/charts/phrases/rules.ts";
import { openSpans } from "../../src/charts/phrases/span-filter.ts";
import { spanCount } from "../../src/charts/phrases/span-index.ts";
import { kernels } from "../../src/linalg/kernels/kernels.ts";

/** More than two words of 64 bits. */
const SYMBOLS = 150;
/** Symbols that words have; the others stand above them. */
const TAGS = 40;

function randomRules(random: Random): Rules {
  const lists = { parent: [] as number[], left: [] as number[], right: [] as number[], probability: [] as number[] };
  const seen = new Set<string>();
  for (let rule = 0; rule < 4000; rule++) {
    const [a, b, c] = [TAGS + random.integer(SYMBOLS - TAGS), random.integer(SYMBOLS), random.integer(SYMBOLS)];
    if (seen.has(`${a} ${b} ${c}`)) continue;
    seen.add(`${a} ${b} ${c}`);
    lists.parent.push(a);
    lists.left.push(b);
    lists.right.push(c);
    lists.probability.push(random.uniform() ** 4 / 20);
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

const random = new Random(11);
const rules = randomRules(random);
const roots = Float64Array.from(random.dirichlet(SYMBOLS));
const expected = expectedCounts(rules, roots);
const needs = Uint8Array.from({ length: SYMBOLS }, (_, symbol) => (symbol < TAGS ? 0 : random.integer(4)));

function task(words: number, pruning: Partial<CoarseTask>): CoarseTask {
  const readings = Array.from({ length: words }, () =>
    Array.from({ length: 3 }, (_, at) => ({
      symbol: (17 * at + random.integer(17)) % TAGS,
      score: random.uniform() * 1e-30,
    })).filter(({ symbol }, at, list) => list.findIndex((other) => other.symbol === symbol) === at),
  );
  const none = { threshold: 0, least: 0, beam: 0, expected, filter: undefined };
  return { rules, roots, readings, ...none, ...pruning };
}

function randomFilter(words: number): SpanFilter {
  const begins = Uint8Array.from({ length: words }, () => (random.uniform() < 0.8 ? 1 : 0));
  const ends = Uint8Array.from({ length: words + 1 }, () => (random.uniform() < 0.8 ? 1 : 0));
  return { needs, open: openSpans(begins, ends) };
}

/** All numbers of a chart. */
function contents({ words, items, uses, total, columns }: CoarseChart) {
  const [bySpan, { symbol, inside, outside }] = [spanCount(words), columns];
  const { firstItem, itemCount, firstUse, useCount, parent, left, right, rule, posterior } = columns;
  // Which span a use belongs to: spans without uses have no place of their own.
  const usesOf = Array.from({ length: bySpan }, (_, span) => (useCount[span] === 0 ? -1 : firstUse[span]!));
  return {
    words,
    total,
    spans: [firstItem, itemCount].map((column) => Array.from(column.subarray(0, bySpan))),
    usesOf,
    items: [symbol, inside, outside].map((column) => Array.from(column.subarray(0, items))),
    uses: [parent, left, right, rule, posterior].map((column) => Array.from(column.subarray(0, uses))),
  };
}

describe("the kernel's chart is that of the twin, number for number", () => {
  const arena = new CoarseArena();
  const same = (own: CoarseTask): CoarseChart => {
    const twin = plainCoarseChart(own, arena);
    const chart = coarseByKernel(kernels(), own, arena);
    expect(chart).toBeDefined();
    expect(contents(chart!)).toEqual(contents(twin));
    return chart!;
  };

  test.each([1, 2, 7, 15])("%i words without pruning", (words) => {
    same(task(words, {}));
  });

  test("pruned by posterior, by beam, and by what boundaries leave open", () => {
    for (let round = 0; round < 10; round++) {
      const words = 8 + round;
      const [whole, pruned] = [task(words, {}), { threshold: 1e-3, least: 1e-3, beam: 1e-3 }];
      const [all, few] = [same(whole), same({ ...whole, ...pruned })];
      expect(few.items).toBeLessThan(all.items);
      expect(few.uses).toBeLessThan(all.uses);
      const filtered = same({ ...whole, ...pruned, filter: randomFilter(words) });
      expect(filtered.items).toBeLessThan(few.items);
    }
  });

  test("where the arena must grow for items and for uses, and for shorter sentences after that", () => {
    const long = same(task(24, {}));
    expect(long.items).toBeGreaterThan(8192);
    expect(long.uses).toBeGreaterThan(8192);
    same(task(5, {}));
  });
});

test("uses that cannot be listed are passed over without harm to those that are", () => {
  const least = 1e-3;
  const whole = task(14, {});
  const all = contents(plainCoarseChart(whole, new CoarseArena())).uses[4]!;
  const some = contents(plainCoarseChart({ ...whole, least }, new CoarseArena())).uses[4]!;
  const likely = all.filter((posterior) => posterior >= least);
  expect(likely.length).toBeGreaterThan(20);
  expect(likely.length).toBeLessThan(all.length / 2);
  expect(some.length).toBe(likely.length);
  for (const [at, posterior] of likely.entries()) expect(some[at]).toBeCloseTo(posterior, 5);
});
