/**
 * Trees where the fine pass gives none. Coarse marginals: what a PCFG without hidden states believes. Pieces: when the
 * grammar has no tree for the whole sentence, the fewest constituents of the coarse chart that cover it, the likeliest
 * among those, become the children of a root of the commonest label.
 */
import type { Marginals } from "../../../charts/phrases/best-tree.ts";
import { type CoarseChart, itemAt, likeliestUse, rulePosterior } from "../../../charts/phrases/coarse-chart.ts";
import type { Rules } from "../../../charts/phrases/rules.ts";
import { buildSkeleton } from "../../../charts/phrases/skeleton.ts";
import { spanId } from "../../../charts/phrases/span-index.ts";
import { isIntermediate } from "../../../trees/binarize.ts";
import type { Tree } from "../../../trees/tree.ts";
import { splitChain } from "../../../trees/unaries.ts";
import type { Reading } from "../lexicon/lexicon.ts";
import type { GrammarModel } from "../model.ts";
import { restoreTree } from "../treebank/binary-treebank.ts";

/** The marginals of the coarse pass on the items it kept. */
export function coarseMarginals(rules: Rules, coarse: CoarseChart): Marginals {
  const skeleton = buildSkeleton(rules, coarse);
  const { items, symbol, start, end, edgeStarts, edgeRule, edgeLeft } = skeleton;
  const { inside, outside } = coarse.columns;
  const itemMarginal = new Float64Array(items);
  const edgeMarginal = new Float64Array(edgeRule.length);
  for (let item = 0; item < items; item++) {
    const own = itemAt(coarse, start[item]!, end[item]!, symbol[item]!);
    itemMarginal[item] = inside[own]! * outside[own]!;
    for (let edge = edgeStarts[item]!; edge < edgeStarts[item + 1]!; edge++) {
      const split = end[edgeLeft[edge]!]!;
      edgeMarginal[edge] = rulePosterior(coarse, start[item]!, split, end[item]!, edgeRule[edge]!);
    }
  }
  return { skeleton, itemMarginal, edgeMarginal };
}

/**
 * The most probable subtree of a symbol over a span, by the inside values (of the rule that contributes most, all the
 * way down).
 */
function likelyTree(
  model: GrammarModel,
  rules: Rules,
  coarse: CoarseChart,
  words: readonly string[],
  symbol: number,
  start: number,
  end: number,
): Tree {
  const label = model.symbols.labels[symbol]!;
  if (end === start + 1) return { label, word: words[start]! };
  const { split, left, right } = likeliestUse(rules, coarse, start, end, symbol)!;
  const child = (of: number, from: number, to: number) => likelyTree(model, rules, coarse, words, of, from, to);
  return { label, children: [child(left, start, split), child(right, split, end)] };
}

/** The symbol of a span that makes the best piece, or −1: intermediate symbols are not constituents. */
function bestPiece(model: GrammarModel, coarse: CoarseChart, start: number, end: number): number {
  const span = spanId(start, end, coarse.words);
  let best = -1;
  let value = 0;
  const { firstItem, itemCount, inside, symbol: symbolOf } = coarse.columns;
  for (let item = firstItem[span]!; item < firstItem[span]! + itemCount[span]!; item++) {
    const symbol = symbolOf[item]!;
    if (isIntermediate(model.symbols.labels[symbol]!)) continue;
    const own = inside[item]!;
    if (own > value) {
      best = symbol;
      value = own;
    }
  }
  return best;
}

export function joinPieces(
  model: GrammarModel,
  rules: Rules,
  coarse: CoarseChart,
  words: readonly string[],
  readings: readonly (readonly Reading[])[],
  tags?: readonly (string | undefined)[],
): { readonly tree: Tree; readonly fallback: "pieces" | "flat" } {
  // fewest[e]: pieces that cover the first e words; from[e]: where the last of them starts.
  const fewest = new Int32Array(words.length + 1).fill(words.length + 1);
  const from = new Int32Array(words.length + 1);
  fewest[0] = 0;
  for (let end = 1; end <= words.length; end++) {
    for (let start = 0; start < end; start++) {
      const possible = end === start + 1 || bestPiece(model, coarse, start, end) >= 0;
      if (!possible || fewest[start]! + 1 >= fewest[end]!) continue;
      fewest[end] = fewest[start]! + 1;
      from[end] = start;
    }
  }
  const pieces: Tree[] = [];
  for (let end = words.length; end > 0; end = from[end]!) {
    const start = from[end]!;
    const symbol = bestPiece(model, coarse, start, end);
    if (end === start + 1) pieces.unshift(wordPiece(model, words[start]!, readings[start]!, tags?.[start]));
    else pieces.unshift(restoreTree(likelyTree(model, rules, coarse, words, symbol, start, end)));
  }
  const tree = { label: commonestRoot(model), children: pieces };
  return { tree, fallback: fewest[words.length] === words.length ? "flat" : "pieces" };
}

/** A word under its given or likeliest tag. */
function wordPiece(model: GrammarModel, word: string, readings: readonly Reading[], tag: string | undefined): Tree {
  if (tag !== undefined) return { label: tag, word };
  const { rootProbability } = model.grammar;
  const likeliest = readings.reduce<Reading | undefined>(
    (best, reading) => (best === undefined || reading.score > best.score ? reading : best),
    undefined,
  );
  if (likeliest === undefined) return { label: model.symbols.tags[0] ?? "X", word };
  return restoreTree({
    label:
      rootProbability[likeliest.symbol]! > 0
        ? model.symbols.labels[likeliest.symbol]!
        : model.symbols.tags[model.symbols.tagOf[likeliest.symbol]!]!,
    word,
  });
}

/** The label, without its chain, of the likeliest root that is a phrase. */
export function commonestRoot(model: GrammarModel): string {
  const { rootProbability } = model.grammar;
  let best = -1;
  for (let symbol = 0; symbol < rootProbability.length; symbol++) {
    if (model.symbols.preterminal[symbol] === 1) continue;
    if (best < 0 || rootProbability[symbol]! > rootProbability[best]!) best = symbol;
  }
  return best < 0 ? "S" : splitChain(model.symbols.labels[best]!)[0]!;
}
