/**
 * Probabilities of labelled spans, read off a parse's chart. A symbol of the grammar may stand for a chain of labels (`S|VP`) and several symbols for one label
 * (Markov marks), so
 *
 *   p(label, i, j) = |Σ μ(a, i, j)| over the symbols a whose chain holds the label, cut to [0, 1];
 *
 * symbols that only binarization made are left out. A tag is the last label of a preterminal's chain. O(items).
 */
import { isIntermediate } from "../../trees/binarize.ts";
import { isLeaf, type Tree } from "../../trees/tree.ts";
import { splitChain } from "../../trees/unaries.ts";
import type { Parse } from "./decode.ts";
import type { ParserModel } from "./model.ts";

export interface SpanProbability {
  readonly label: string;
  readonly start: number;
  /** One past the last word. */
  readonly end: number;
  /** A word's tag, not a constituent. */
  readonly tag: boolean;
  readonly probability: number;
}

/** What a binarized and collapsed label stands for: the labels of its chain, without escapes; none for an intermediate one. */
function labelsOf(label: string): string[] {
  if (isIntermediate(label)) return [];
  const plain = label.replace(/^\\+@/, (mark) => mark.slice(1));
  return splitChain(plain);
}

/** The labelled spans of a parse's chart, by start, then longest first; those below `least` are left out, and all where the parse has no chart. */
export function spanProbabilities(model: ParserModel, { marginals }: Parse, least = 0.01): SpanProbability[] {
  if (marginals === undefined) return [];
  const { skeleton, itemMarginal } = marginals;
  const { labels, preterminal } = model.symbols;
  const sums = new Map<string, { -readonly [K in keyof SpanProbability]: SpanProbability[K] }>();
  for (let item = 0; item < skeleton.items; item++) {
    const symbol = skeleton.symbol[item]!;
    const chain = labelsOf(labels[symbol]!);
    const [start, end] = [skeleton.start[item]!, skeleton.end[item]!];
    // A label that stands twice in one chain is one labelled span.
    const once = new Set(chain.map((label, at) => `${preterminal[symbol] === 1 && at === chain.length - 1 ? "." : "/"}${label}`));
    for (const key of once) {
      const place = `${start} ${end} ${key}`;
      const known = sums.get(place);
      if (known !== undefined) known.probability += itemMarginal[item]!;
      else sums.set(place, { label: key.slice(1), start, end, tag: key[0] === ".", probability: itemMarginal[item]! });
    }
  }
  const found: SpanProbability[] = [];
  for (const span of sums.values()) {
    const probability = Math.min(1, Math.abs(span.probability));
    if (probability >= least) found.push({ ...span, probability });
  }
  return found.sort((x, y) => x.start - y.start || y.end - x.end || Number(x.tag) - Number(y.tag) || y.probability - x.probability);
}

/** The probability of every node of a tree, parents first, left before right; undefined where the chart has none. */
export function nodeProbabilities(tree: Tree, spans: readonly SpanProbability[]): (number | undefined)[] {
  const known = new Map(spans.map((span) => [`${span.start} ${span.end} ${span.tag ? "." : "/"}${span.label}`, span.probability]));
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
