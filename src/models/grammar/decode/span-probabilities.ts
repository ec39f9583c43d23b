/**
 * Probabilities of labelled spans, read off a parse's charts. A symbol of the grammar may stand for a chain of labels
 * (`S|VP`) and several symbols for one label (Markov marks), so
 *
 *   p(label, i, j) = |Σ μ(a, i, j)| over the symbols a whose chain holds the label, cut to [0, 1];
 *
 * symbols that only binarization made are left out. A tag is the last label of a preterminal's chain. Charts of members
 * that cut trees differently have no items in common, but the same labelled spans: their probabilities are averaged,
 *
 *   P = Σ_c w_c·p_c / Σ_c w_c,     w_c = 1 / max(1, max |μ_c|)
 *
 * so that a member whose marginals leave [0, 1], a sign of a badly conditioned total, counts less. O(items).
 */
import type { Marginals } from "../../../charts/phrases/best-tree.ts";
import { spanCount, spanId } from "../../../charts/phrases/span-index.ts";
import { isLeaf, type Tree } from "../../../trees/tree.ts";
import type { GrammarModel } from "../model.ts";
import { type ChainLabels, chainLabelsOf } from "./chain-labels.ts";
import type { ChartParse } from "./chart-parser.ts";

/** A labelled span and how probable it is. */
export interface SpanProbability {
  readonly label: string;
  readonly start: number;
  /** One past the last word. */
  readonly end: number;
  /** A word's tag, not a constituent. */
  readonly tag: boolean;
  readonly probability: number;
}

/** P of every labelled span that some chart has, by span · labels + label. */
export type SpanTable = ReadonlyMap<number, number>;

/** w_c / Σ w of every chart. */
export function chartShares(charts: readonly Marginals[]): number[] {
  const weights = charts.map(
    ({ itemMarginal }) => 1 / itemMarginal.reduce((most, μ) => Math.max(most, Math.abs(μ)), 1),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}

export function spanTable(labels: ChainLabels, charts: readonly Marginals[]): SpanTable {
  const shares = chartShares(charts);
  const table = new Map<number, number>();
  for (const [at, { skeleton, itemMarginal }] of charts.entries()) {
    const own = charts.length === 1 ? table : new Map<number, number>();
    for (let item = 0; item < skeleton.items; item++) {
      const span = spanId(skeleton.start[item]!, skeleton.end[item]!, skeleton.words);
      for (const label of labels.ofSymbol[skeleton.symbol[item]!]!) {
        const key = span * labels.size + label;
        own.set(key, (own.get(key) ?? 0) + itemMarginal[item]!);
      }
    }
    const share = shares[at]!;
    for (const [key, sum] of own) {
      const probability = Math.min(1, Math.abs(sum));
      table.set(key, charts.length === 1 ? probability : (table.get(key) ?? 0) + share * probability);
    }
  }
  return table;
}

/**
 * The labelled spans of a parse's charts, by start, then longest first; those below `least` are left out, and all where
 * the parse has no chart.
 */
export function spanProbabilities(
  model: GrammarModel,
  { charts }: Pick<ChartParse, "charts">,
  least = 0.01,
): SpanProbability[] {
  if (charts.length === 0) return [];
  const labels = chainLabelsOf(model.symbols);
  const { words } = charts[0]!.skeleton;
  const [starts, ends] = placesOf(words);
  const found: SpanProbability[] = [];
  for (const [key, probability] of spanTable(labels, charts)) {
    if (probability < least) continue;
    const label = key % labels.size;
    const span = (key - label) / labels.size;
    const [start, end] = [starts[span]!, ends[span]!];
    found.push({ label: labels.names[label]!, start, end, tag: labels.isTag[label]!, probability });
  }
  return found.sort(
    (x, y) => x.start - y.start || y.end - x.end || Number(x.tag) - Number(y.tag) || y.probability - x.probability,
  );
}

/** Start and end of every span. */
function placesOf(words: number): [Int32Array, Int32Array] {
  const starts = new Int32Array(spanCount(words));
  const ends = new Int32Array(starts.length);
  for (let start = 0, span = 0; start < words; start++) {
    for (let end = start + 1; end <= words; end++, span++) {
      starts[span] = start;
      ends[span] = end;
    }
  }
  return [starts, ends];
}

/** The probability of every node of a tree, parents first, left before right; undefined where the chart has none. */
export function nodeProbabilities(tree: Tree, spans: readonly SpanProbability[]): (number | undefined)[] {
  const known = new Map(
    spans.map((span) => [`${span.start} ${span.end} ${span.tag ? "." : "/"}${span.label}`, span.probability]),
  );
  const found: (number | undefined)[] = [];
  const visit = (node: Tree, start: number): number => {
    const place = found.push(undefined) - 1;
    let end = start;
    if (isLeaf(node)) end++;
    else for (const child of node.children) end = visit(child, end);
    found[place] = known.get(`${start} ${end} ${isLeaf(node) ? "." : "/"}${node.label}`);
    return end;
  };
  visit(tree, 0);
  return found;
}
