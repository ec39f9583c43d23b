/** The items and edges of a pruned chart, found before any vector is computed. */
import type { CoarseChart } from "./coarse-chart.ts";
import type { Rules } from "./rules.ts";
import { spanCount, spanId } from "./span-index.ts";

/**
 * Items are (symbol, span), children before parents; edges are uses of rules, those of one item together and by rule.
 */
export interface Skeleton {
  readonly words: number;
  readonly items: number;
  readonly symbol: Int32Array;
  readonly start: Int32Array;
  readonly end: Int32Array;
  /** Edges of item x: from edgeStarts[x] up to edgeStarts[x + 1]. */
  readonly edgeStarts: Int32Array;
  readonly edgeRule: Int32Array;
  readonly edgeLeft: Int32Array;
  readonly edgeRight: Int32Array;
  /** Items of each span: from firstItem up to firstItem + itemCount. */
  readonly firstItem: Int32Array;
  readonly itemCount: Int32Array;
}

/**
 * The items that the coarse pass kept and the uses of rules that it listed between them, without items that no use
 * reaches. An item keeps the order of its edges among those of one rule.
 */
export function buildSkeleton(rules: Rules, coarse: CoarseChart): Skeleton {
  const { words, columns, items, threshold } = coarse;
  const { firstItem, itemCount, firstUse, useCount, symbol, inside, outside, parent, left, right, rule } = columns;
  const skeleton = SkeletonColumns.begin(items, coarse.uses);
  const bins = binsFor(rules, coarse.uses);
  const { newItem } = skeleton;
  const first = new Int32Array(spanCount(words));
  const count = new Int32Array(first.length);
  for (let length = 1; length <= words; length++) {
    for (let start = 0; start + length <= words; start++) {
      const span = spanId(start, start + length, words);
      const before = skeleton.items;
      if (length === 1) {
        for (let item = firstItem[span]!; item < firstItem[span]! + itemCount[span]!; item++) {
          const kept = outside[item]! > 0 && inside[item]! * outside[item]! >= threshold;
          if (kept) newItem[item] = skeleton.item(symbol[item]!, start, start + 1);
        }
      } else {
        const uses = bins.sort(rule, firstUse[span]!, firstUse[span]! + useCount[span]!);
        for (let at = 0; at < uses; at++) {
          const use = bins.sorted[at]!;
          const [l, r] = [newItem[left[use]!]!, newItem[right[use]!]!];
          if (l < 0 || r < 0) continue;
          const above = parent[use]!;
          if (newItem[above]! < 0) newItem[above] = skeleton.item(symbol[above]!, start, start + length);
          skeleton.edge(rule[use]!, l, r);
        }
      }
      count[span] = skeleton.items - before;
      if (count[span]! > 0) first[span] = before;
    }
  }
  return skeleton.build(words, first, count);
}

/** Sorts the uses of one span by rule, rules by parent, in linear time but for the rules that there are. */
class RuleBins {
  readonly rules: Rules;
  /** Uses in order. */
  sorted = new Int32Array(0);
  /** By rule: how many, then where the next goes; 0 between spans. */
  readonly #places: Int32Array;
  readonly #found: Int32Array;

  constructor(rules: Rules) {
    this.rules = rules;
    this.#places = new Int32Array(rules.size);
    this.#found = new Int32Array(rules.size);
  }

  sort(rule: Int32Array, from: number, to: number): number {
    if (to === from) return 0;
    const [places, list, sorted] = [this.#places, this.#found, this.sorted];
    const { parent } = this.rules;
    let found = 0;
    for (let use = from; use < to; use++) {
      const own = rule[use]!;
      if (places[own]!++ > 0) continue;
      let at = found++;
      for (; at > 0; at--) {
        const other = list[at - 1]!;
        if (parent[other]! < parent[own]! || (parent[other] === parent[own] && other < own)) break;
        list[at] = other;
      }
      list[at] = own;
    }
    for (let at = 0, place = 0; at < found; at++) {
      const own = list[at]!;
      const next = place + places[own]!;
      places[own] = place;
      place = next;
    }
    for (let use = from; use < to; use++) sorted[places[rule[use]!]!++] = use;
    for (let at = 0; at < found; at++) places[list[at]!] = 0;
    return to - from;
  }
}

const knownBins = new WeakMap<Rules, RuleBins>();

function binsFor(rules: Rules, uses: number): RuleBins {
  let bins = knownBins.get(rules);
  if (bins === undefined) knownBins.set(rules, (bins = new RuleBins(rules)));
  if (bins.sorted.length < uses) bins.sorted = new Int32Array(2 * uses);
  return bins;
}

/** Columns in the making; they pass from sentence to sentence, and a finished skeleton has copies. */
class SkeletonColumns {
  items = 0;
  #edges = 0;
  /** By old item: the new one, or −1. */
  newItem = new Int32Array(0);
  #symbol = new Int32Array(0);
  #start = new Int32Array(0);
  #end = new Int32Array(0);
  #edgeStarts = new Int32Array(0);
  #edgeRule = new Int32Array(0);
  #edgeLeft = new Int32Array(0);
  #edgeRight = new Int32Array(0);

  static readonly #shared = new SkeletonColumns();

  /** For at most this many items and edges. */
  static begin(items: number, edges: number): SkeletonColumns {
    const columns = SkeletonColumns.#shared;
    columns.items = 0;
    columns.#edges = 0;
    if (columns.newItem.length < items) {
      columns.newItem = new Int32Array(2 * items);
      columns.#symbol = new Int32Array(2 * items);
      columns.#start = new Int32Array(2 * items);
      columns.#end = new Int32Array(2 * items);
      columns.#edgeStarts = new Int32Array(2 * items);
    }
    if (columns.#edgeRule.length < edges) {
      columns.#edgeRule = new Int32Array(2 * edges);
      columns.#edgeLeft = new Int32Array(2 * edges);
      columns.#edgeRight = new Int32Array(2 * edges);
    }
    columns.newItem.fill(-1, 0, items);
    return columns;
  }

  item(symbol: number, start: number, end: number): number {
    this.#symbol[this.items] = symbol;
    this.#start[this.items] = start;
    this.#end[this.items] = end;
    this.#edgeStarts[this.items] = this.#edges;
    return this.items++;
  }

  /** Of the last item. */
  edge(rule: number, left: number, right: number): void {
    this.#edgeRule[this.#edges] = rule;
    this.#edgeLeft[this.#edges] = left;
    this.#edgeRight[this.#edges++] = right;
  }

  build(words: number, firstItem: Int32Array, itemCount: Int32Array): Skeleton {
    const [items, edges] = [this.items, this.#edges];
    const edgeStarts = new Int32Array(items + 1);
    edgeStarts.set(this.#edgeStarts.subarray(0, items));
    edgeStarts[items] = edges;
    return {
      words,
      items,
      symbol: this.#symbol.slice(0, items),
      start: this.#start.slice(0, items),
      end: this.#end.slice(0, items),
      edgeStarts,
      edgeRule: this.#edgeRule.slice(0, edges),
      edgeLeft: this.#edgeLeft.slice(0, edges),
      edgeRight: this.#edgeRight.slice(0, edges),
      firstItem,
      itemCount,
    };
  }
}

/**
 * The items with a marginal of at least `leastItem`, either sign, and the edges between them with at least `leastEdge`.
 * Items that no edge reaches any more go too.
 */
export function pruneSkeleton(
  skeleton: Skeleton,
  { itemMarginal, edgeMarginal }: { readonly itemMarginal: Float64Array; readonly edgeMarginal: Float64Array },
  leastItem: number,
  leastEdge: number,
): Skeleton {
  const { words, items, symbol, start, end, edgeStarts, edgeRule, edgeLeft, edgeRight } = skeleton;
  const pruned = SkeletonColumns.begin(items, edgeRule.length);
  const { newItem } = pruned;
  const first = new Int32Array(skeleton.firstItem.length);
  const count = new Int32Array(first.length);
  for (let item = 0; item < items; item++) {
    if (Math.abs(itemMarginal[item]!) < leastItem) continue;
    const isLeaf = edgeStarts[item] === edgeStarts[item + 1];
    for (let edge = edgeStarts[item]!; edge < edgeStarts[item + 1]!; edge++) {
      const left = newItem[edgeLeft[edge]!]!;
      const right = newItem[edgeRight[edge]!]!;
      if (left < 0 || right < 0 || Math.abs(edgeMarginal[edge]!) < leastEdge) continue;
      if (newItem[item]! < 0) newItem[item] = pruned.item(symbol[item]!, start[item]!, end[item]!);
      pruned.edge(edgeRule[edge]!, left, right);
    }
    if (isLeaf) newItem[item] = pruned.item(symbol[item]!, start[item]!, end[item]!);
    if (newItem[item]! < 0) continue;
    const span = spanId(start[item]!, end[item]!, words);
    if (count[span]!++ === 0) first[span] = newItem[item]!;
  }
  return pruned.build(words, first, count);
}
