/**
 * All projective trees over a sentence that use only some arcs, as a chart of head automata, and the probability of
 * each arc among them: the spectral inside–outside that Dhillon et al. 2012, §5, announce. An item is a head, its
 * valence and its span; an edge is a step of the automaton, so it makes one arc.
 *
 *   μ(h → m) = Σ_{edges that make h → m} μ(edge),     μ(0 → r) = Σ_{items of r over the sentence} μ(item)
 *
 * Exact for the arcs that are allowed; O(n⁵) edges when all are, about n² when each word has a few heads.
 */
import { latentChart } from "../../../charts/phrases/latent-chart.ts";
import { RuleTable } from "../../../charts/phrases/rules.ts";
import type { Skeleton } from "../../../charts/phrases/skeleton.ts";
import { spanCount, spanId } from "../../../charts/phrases/span-index.ts";
import type { TaggedSentence } from "../../../trees/sentence.ts";
import type { GrammarModel } from "../../grammar/index.ts";
import { afterLeft, afterRight, type Valence } from "./derivations.ts";
import { AutomataLexicon, AutomataSentence } from "./sentences.ts";

interface Item {
  /** From 1. */
  readonly head: number;
  readonly valence: Valence;
  readonly symbol: number;
  readonly edges: { readonly rule: number; readonly left: number; readonly right: number; readonly modifier: number }[];
}

interface Forest {
  readonly skeleton: Skeleton;
  /** By item. */
  readonly head: Int32Array;
  /** By edge. */
  readonly modifier: Int32Array;
}

export interface ArcMarginals {
  /** μ of h → m at h·(n + 1) + m: near [0, 1] for a good estimate, possibly negative. */
  readonly arcs: Float64Array;
  /** log |Z| of all trees together, and the sign of Z. */
  readonly logTotal: number;
  readonly sign: number;
}

export class AutomataForests {
  readonly #lexicon: AutomataLexicon;
  readonly #rules: RuleTable;

  constructor(model: GrammarModel) {
    this.#lexicon = new AutomataLexicon(model);
    this.#rules = new RuleTable(model.grammar.rules);
  }

  /**
   * `allowed` is 1 at h·(n + 1) + m for the arcs that trees may use. Undefined when the grammar has no tree of these
   * arcs.
   */
  marginals(sentence: TaggedSentence, allowed: Uint8Array): ArcMarginals | undefined {
    const own = new AutomataSentence(this.#lexicon, sentence);
    const { skeleton, head, modifier } = this.#forest(own, sentence.words.length, allowed);
    const chart = latentChart(this.#lexicon.grammar, skeleton, own.leaf);
    if (chart === undefined) return undefined;
    const N = skeleton.words + 1;
    const arcs = new Float64Array(N * N);
    for (let item = 0; item < skeleton.items; item++) {
      for (let edge = skeleton.edgeStarts[item]!; edge < skeleton.edgeStarts[item + 1]!; edge++) {
        arcs[head[item]! * N + modifier[edge]!]! += chart.edgeMarginal[edge]!;
      }
      if (skeleton.start[item] === 0 && skeleton.end[item] === skeleton.words)
        arcs[head[item]!]! += chart.itemMarginal[item]!;
    }
    return { arcs, logTotal: chart.logTotal, sign: chart.sign };
  }

  #forest({ symbols }: AutomataSentence, words: number, allowed: Uint8Array): Forest {
    const spans: Item[][] = Array.from({ length: spanCount(words) }, () => []);
    const firstItem = new Int32Array(spans.length);
    const itemCount = new Int32Array(spans.length);
    const order: { readonly item: Item; readonly start: number; readonly end: number }[] = [];
    const close = (start: number, end: number) => {
      const span = spanId(start, end, words);
      firstItem[span] = order.length;
      itemCount[span] = spans[span]!.length;
      for (const item of spans[span]!) order.push({ item, start, end });
    };
    for (let at = 0; at < words; at++) {
      const symbol = symbols[at]!.word;
      // A word that may not be the root of a sentence of its own is an item all the same: it is a part of others.
      spans[spanId(at, at + 1, words)]!.push({ head: at + 1, valence: "word", symbol, edges: [] });
      close(at, at + 1);
    }
    for (let length = 2; length <= words; length++) {
      for (let start = 0; start + length <= words; start++) {
        this.#fillSpan(spans, firstItem, symbols, words, start, start + length, allowed);
        close(start, start + length);
      }
    }
    return pack(words, order, firstItem, itemCount);
  }

  #fillSpan(
    spans: readonly Item[][],
    firstItem: Int32Array,
    symbols: AutomataSentence["symbols"],
    words: number,
    start: number,
    end: number,
    allowed: Uint8Array,
  ): void {
    const N = words + 1;
    const here = spans[spanId(start, end, words)]!;
    const add = (
      head: number,
      valence: Valence,
      modifier: number,
      left: number,
      leftItem: Item,
      right: number,
      rightItem: Item,
    ) => {
      const symbol = symbols[head - 1]![valence];
      const rule = this.#rules.find(symbol, leftItem.symbol, rightItem.symbol);
      if (rule < 0) return;
      let item = here.find((each) => each.head === head && each.valence === valence);
      if (item === undefined) here.push((item = { head, valence, symbol, edges: [] }));
      item.edges.push({ rule, left, right, modifier });
    };
    for (let split = start + 1; split < end; split++) {
      const leftSpan = spanId(start, split, words);
      const rightSpan = spanId(split, end, words);
      spans[leftSpan]!.forEach((left, l) => {
        const toRight = afterRight(left.valence);
        spans[rightSpan]!.forEach((right, r) => {
          const [leftAt, rightAt] = [firstItem[leftSpan]! + l, firstItem[rightSpan]! + r];
          if (toRight !== undefined && allowed[left.head * N + right.head] === 1)
            add(left.head, toRight, right.head, leftAt, left, rightAt, right);
          if (allowed[right.head * N + left.head] === 1)
            add(right.head, afterLeft(right.valence), left.head, leftAt, left, rightAt, right);
        });
      });
    }
    const last = start === 0 && end === words;
    if (last) here.splice(0, here.length, ...here.filter(({ head }) => allowed[head] === 1));
  }
}

function pack(
  words: number,
  order: readonly { readonly item: Item; readonly start: number; readonly end: number }[],
  firstItem: Int32Array,
  itemCount: Int32Array,
): Forest {
  const edgeStarts = new Int32Array(order.length + 1);
  order.forEach(({ item }, i) => {
    item.edges.sort((a, b) => a.rule - b.rule);
    edgeStarts[i + 1] = edgeStarts[i]! + item.edges.length;
  });
  const edges = order.flatMap(({ item }) => item.edges);
  return {
    skeleton: {
      words,
      items: order.length,
      symbol: Int32Array.from(order, ({ item }) => item.symbol),
      start: Int32Array.from(order, ({ start }) => start),
      end: Int32Array.from(order, ({ end }) => end),
      edgeStarts,
      edgeRule: Int32Array.from(edges, ({ rule }) => rule),
      edgeLeft: Int32Array.from(edges, ({ left }) => left),
      edgeRight: Int32Array.from(edges, ({ right }) => right),
      firstItem,
      itemCount,
    },
    head: Int32Array.from(order, ({ item }) => item.head),
    modifier: Int32Array.from(edges, ({ modifier }) => modifier),
  };
}
