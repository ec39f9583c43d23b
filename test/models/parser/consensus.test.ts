/** The tree on which several charts agree most. */
import { describe, expect, test } from "vitest";
import { Random } from "../../../src/base/index.ts";
import type { Derivation, Marginals } from "../../../src/charts/phrases/best-tree.ts";
import { spanCount } from "../../../src/charts/phrases/span-index.ts";
import { consensusTrees, ROW } from "../../../src/models/grammar/decode/consensus.ts";
import { makeSymbols } from "../../../src/models/grammar/treebank/symbols.ts";

const LABELS = ["S", "NP", "VP", "@NP", "S|VP", "NN", "NP|NN"];
const symbols = makeSymbols(LABELS, LABELS, Uint8Array.of(0, 0, 0, 0, 0, 1, 1));
const [S, , , , , NN, NP_NN] = LABELS.keys();
const PRICE = 0.45;

interface Item {
  readonly symbol: number;
  readonly start: number;
  readonly end: number;
  readonly marginal: number;
}

function chartOf(words: number, items: readonly Item[]): Marginals {
  const column = (pick: (item: Item) => number) => Int32Array.from(items, pick);
  return {
    skeleton: {
      words,
      items: items.length,
      symbol: column(({ symbol }) => symbol),
      start: column(({ start }) => start),
      end: column(({ end }) => end),
      edgeStarts: new Int32Array(items.length + 1),
      edgeRule: new Int32Array(0),
      edgeLeft: new Int32Array(0),
      edgeRight: new Int32Array(0),
      firstItem: new Int32Array(spanCount(words)),
      itemCount: new Int32Array(spanCount(words)),
    },
    itemMarginal: Float64Array.from(items, ({ marginal }) => marginal),
    edgeMarginal: new Float64Array(0),
  };
}

/** Random items over all spans, S over the sentence always among them. */
function randomChart(words: number, random: Random): Item[] {
  const items: Item[] = [];
  for (let start = 0; start < words; start++) {
    for (let end = start + 1; end <= words; end++) {
      const here = end === start + 1 ? [NN!, NP_NN!] : [0, 1, 2, 3, 4];
      for (const symbol of here) {
        const whole = symbol === S && end - start === words;
        if (symbol === NN || whole || random.uniform() < 0.5)
          items.push({ symbol, start, end, marginal: random.uniform() });
      }
    }
  }
  return items;
}

/** P(label, span) by the definition, with labels as text. */
function probabilities(charts: readonly (readonly Item[])[]): Map<string, number> {
  const weights = charts.map((items) => 1 / Math.max(1, ...items.map(({ marginal }) => Math.abs(marginal))));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const found = new Map<string, number>();
  for (const [at, items] of charts.entries()) {
    const own = new Map<string, number>();
    for (const { symbol, start, end, marginal } of items) {
      for (const key of keysOf(symbol, start, end)) own.set(key, (own.get(key) ?? 0) + marginal);
    }
    for (const [key, sum] of own)
      found.set(key, (found.get(key) ?? 0) + (weights[at]! / total) * Math.min(1, Math.abs(sum)));
  }
  return found;
}

function keysOf(symbol: number, start: number, end: number): string[] {
  if (LABELS[symbol]!.startsWith("@")) return [];
  return LABELS[symbol]!.split("|").map((label) => `${start} ${end} ${label}`);
}

const gainOf = (symbol: number, start: number, end: number, p: Map<string, number>): number =>
  keysOf(symbol, start, end).reduce((sum, key) => sum + p.get(key)! - (key.endsWith("NN") ? 0 : PRICE), 0);

/** The best score over all sets of spans that do not cross, by enumeration. */
function bestScore(words: number, charts: readonly (readonly Item[])[]): number {
  const p = probabilities(charts);
  const best = new Map<string, number>();
  for (const { symbol, start, end } of charts.flat()) {
    if (LABELS[symbol]!.startsWith("@") || (end - start === words && symbol !== S)) continue;
    const gain = gainOf(symbol, start, end, p);
    best.set(`${start} ${end}`, Math.max(best.get(`${start} ${end}`) ?? Number.NEGATIVE_INFINITY, gain));
  }
  const everywhere = (span: string) => isWord(span) || span === `0 ${words}`;
  const always = [...best].filter(([span]) => everywhere(span));
  const free = [...best].filter(([span]) => !everywhere(span));
  let most = Number.NEGATIVE_INFINITY;
  for (let chosen = 0; chosen < 2 ** free.length; chosen++) {
    const spans = free.filter((_, at) => (chosen >> at) & 1);
    if (spans.some(([x]) => spans.some(([y]) => crosses(x, y)))) continue;
    most = Math.max(
      most,
      [...always, ...spans].reduce((sum, [, gain]) => sum + gain, 0),
    );
  }
  return most;
}

const places = (span: string) => span.split(" ").map(Number) as [number, number];
const isWord = (span: string) => places(span)[1] - places(span)[0] === 1;
function crosses(x: string, y: string): boolean {
  const [[a, b], [c, d]] = [places(x), places(y)];
  return a < c && c < b && b < d;
}

describe("the tree on which charts agree", () => {
  test.each(Array.from({ length: 20 }, (_, seed) => seed))("is the best of all trees, by enumeration (%i)", (seed) => {
    const random = new Random(seed);
    const words = 2 + (seed % 4);
    const items = [randomChart(words, random), randomChart(words, random)];
    // One chart whose marginals leave [0, 1] counts less.
    if (seed % 3 === 0) items[1] = items[1]!.map((item) => ({ ...item, marginal: -2 * item.marginal }));
    const charts = items.map((each) => chartOf(words, each));
    const one = consensusTrees(symbols, charts, (symbol) => symbol === S, 1);
    const score = one.trees[0]!.score;
    expect(score).toBeCloseTo(bestScore(words, items), 10);
    const many = consensusTrees(symbols, charts, (symbol) => symbol === S, 30);
    expect(many.trees[0]!.score).toBeCloseTo(score, 10);
    const texts = many.trees.map(({ derivation }) => textOf(derivation, many.skeleton));
    expect(new Set(texts).size).toBe(texts.length);
  });
});

function textOf(derivation: Derivation, skeleton: Marginals["skeleton"]): string {
  const spans: string[] = [];
  const visit = ({ item, left, right }: Derivation): void => {
    if (skeleton.symbol[item] !== ROW)
      spans.push(`${skeleton.symbol[item]} ${skeleton.start[item]} ${skeleton.end[item]}`);
    if (left !== undefined) visit(left);
    if (right !== undefined) visit(right);
  };
  visit(derivation);
  return spans.join(", ");
}

describe("a word whose chain does not go with its parent", () => {
  const own = ["S", "NP", "VP", "NN", "NP|NN", "VP|VB", "DT"];
  const clauses = makeSymbols(own, own, Uint8Array.of(0, 0, 0, 1, 1, 1, 1));
  /** One chart over two words: S over DT and VP|VB with probability `clause`, else NP over DT and NN. */
  const chart = (clause: number): Marginals => ({
    skeleton: {
      words: 2,
      items: 5,
      symbol: Int32Array.of(6, 3, 5, 0, 1),
      start: Int32Array.of(0, 1, 1, 0, 0),
      end: Int32Array.of(1, 2, 2, 2, 2),
      edgeStarts: Int32Array.of(0, 0, 0, 0, 1, 2),
      edgeRule: new Int32Array(2),
      edgeLeft: Int32Array.of(0, 0),
      edgeRight: Int32Array.of(2, 1),
      firstItem: Int32Array.of(0, 3, 1),
      itemCount: Int32Array.of(1, 2, 2),
    },
    itemMarginal: Float64Array.of(1, 1 - clause, clause, clause, 1 - clause),
    edgeMarginal: Float64Array.of(clause, 1 - clause),
  });
  const labelsOf = (charts: readonly Marginals[], kBest: number) => {
    const { skeleton, trees } = consensusTrees(clauses, charts, (symbol) => symbol < 2, kBest);
    return trees.map(({ derivation: { item, right } }) => [item, right!.item].map((at) => own[skeleton.symbol[at]!]));
  };

  test("gets the chain that is best under it", () => {
    // In the second the noun is worth .9 by itself and the verb .45 + .45 − .45, but the noun never stands under S.
    expect(labelsOf([chart(0.52), chart(0.52)], 1)).toEqual([["S", "VP|VB"]]);
    const doubtful = { ...chart(0.55), itemMarginal: Float64Array.of(1, 0.9, 0.45, 0.55, 0.45) };
    expect(labelsOf([doubtful, doubtful], 1)).toEqual([["S", "VP|VB"]]);
    expect(labelsOf([doubtful, doubtful], 5)[0]).toEqual(["S", "VP|VB"]);
  });

  test("keeps its own where the charts rarely have that parent", () => {
    const rare = { ...chart(0.4), itemMarginal: Float64Array.of(1, 0.9, 0.4, 0.6, 0.4) };
    expect(labelsOf([rare, rare], 1)).toEqual([["S", "NN"]]);
  });
});
