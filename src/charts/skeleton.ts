/** The items and edges of a pruned chart, found before any vector is computed. */
import { type CoarseChart, rulePosterior } from "./coarse-chart.ts";
import type { Rules } from "./rules.ts";
import { spanCount, spanId } from "./span-index.ts";

/** Items are (symbol, span), children before parents; edges are uses of rules, those of one item together and by rule. */
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

class SkeletonBuilder {
  readonly symbol: number[] = [];
  readonly start: number[] = [];
  readonly end: number[] = [];
  readonly edgeStarts: number[] = [];
  readonly edgeRule: number[] = [];
  readonly edgeLeft: number[] = [];
  readonly edgeRight: number[] = [];
  readonly firstItem: Int32Array;
  readonly itemCount: Int32Array;
  /** Item of (span, symbol), or −1. */
  readonly itemAt: Int32Array;

  constructor(
    readonly words: number,
    readonly symbols: number,
  ) {
    const spans = spanCount(words);
    this.firstItem = new Int32Array(spans);
    this.itemCount = new Int32Array(spans);
    this.itemAt = new Int32Array(spans * symbols).fill(-1);
  }

  addItem(symbol: number, start: number, end: number): void {
    const span = spanId(start, end, this.words);
    const item = this.symbol.length;
    if (this.itemCount[span]!++ === 0) this.firstItem[span] = item;
    this.itemAt[span * this.symbols + symbol] = item;
    this.symbol.push(symbol);
    this.start.push(start);
    this.end.push(end);
    this.edgeStarts.push(this.edgeRule.length);
  }

  build(): Skeleton {
    return {
      words: this.words,
      items: this.symbol.length,
      symbol: Int32Array.from(this.symbol),
      start: Int32Array.from(this.start),
      end: Int32Array.from(this.end),
      edgeStarts: Int32Array.from([...this.edgeStarts, this.edgeRule.length]),
      edgeRule: Int32Array.from(this.edgeRule),
      edgeLeft: Int32Array.from(this.edgeLeft),
      edgeRight: Int32Array.from(this.edgeRight),
      firstItem: this.firstItem,
      itemCount: this.itemCount,
    };
  }
}

interface Use {
  readonly rule: number;
  readonly left: number;
  readonly right: number;
}

/** Uses of rules whose coarse posterior is below `threshold` are left out, and so are items that no use reaches. */
export function buildSkeleton(rules: Rules, coarse: CoarseChart, threshold: number): Skeleton {
  const { words, symbols, kept } = coarse;
  const builder = new SkeletonBuilder(words, symbols);
  const wanted = new Uint8Array(symbols);
  for (let at = 0; at < words; at++) for (const symbol of kept[spanId(at, at + 1, words)]!) builder.addItem(symbol, at, at + 1);
  for (let length = 2; length <= words; length++) {
    for (let start = 0; start + length <= words; start++) {
      const end = start + length;
      const symbolsHere = kept[spanId(start, end, words)]!;
      if (symbolsHere.length === 0) continue;
      for (const symbol of symbolsHere) wanted[symbol] = 1;
      const uses = usesOver(rules, coarse, builder.itemAt, wanted, start, end, threshold);
      for (const symbol of symbolsHere) wanted[symbol] = 0;
      uses.sort((x, y) => rules.parent[x.rule]! - rules.parent[y.rule]! || x.rule - y.rule);
      for (let at = 0; at < uses.length; at++) {
        const { rule, left, right } = uses[at]!;
        const symbol = rules.parent[rule]!;
        if (at === 0 || rules.parent[uses[at - 1]!.rule] !== symbol) builder.addItem(symbol, start, end);
        builder.edgeRule.push(rule);
        builder.edgeLeft.push(left);
        builder.edgeRight.push(right);
      }
    }
  }
  return builder.build();
}

function usesOver(
  rules: Rules,
  coarse: CoarseChart,
  itemAt: Int32Array,
  wanted: Uint8Array,
  start: number,
  end: number,
  threshold: number,
): Use[] {
  const { words, symbols, kept } = coarse;
  const { pairStarts, pairRight, ruleStarts, parent } = rules;
  const found: Use[] = [];
  for (let split = start + 1; split < end; split++) {
    const leftSpan = spanId(start, split, words);
    const rightBase = spanId(split, end, words) * symbols;
    for (const symbol of kept[leftSpan]!) {
      const left = itemAt[leftSpan * symbols + symbol]!;
      if (left < 0) continue;
      for (let pair = pairStarts[symbol]!; pair < pairStarts[symbol + 1]!; pair++) {
        const right = itemAt[rightBase + pairRight[pair]!]!;
        if (right < 0) continue;
        for (let rule = ruleStarts[pair]!; rule < ruleStarts[pair + 1]!; rule++) {
          if (wanted[parent[rule]!] === 0 || rulePosterior(coarse, rules, rule, start, split, end) < threshold) continue;
          found.push({ rule, left, right });
        }
      }
    }
  }
  return found;
}
