/**
 * Inside–outside of a plain PCFG over all symbols and spans: the coarse pass, which says which items the fine pass needs (Cohen et al. 2013, section 4:
 * a PCFG without latent states prunes items with a posterior below 0.00005).
 *
 *   α[a,i,j] = Σ_k Σ_{a→b c} p(a→b c)·α[b,i,k]·α[c,k,j]                         0 ≤ i < k < j ≤ n
 *   β[b,i,k] = Σ_j Σ_{a→b c} p(a→b c)·β[a,i,j]·α[c,k,j] + the same with b on the right
 *   posterior(a,i,j) = α·β / Σ_a root(a)·α[a,0,n]
 *
 * Values of one span share a power of two, so that nothing underflows at any length. Items that fall below the threshold send nothing
 * further down. O(n³·|R|) at worst; rules are looked up by their children, and most pairs of children have none.
 */
import type { Rules } from "./rules.ts";
import { spanCount, spanId } from "./span-index.ts";

export interface LeafReading {
  readonly symbol: number;
  readonly score: number;
}

export interface CoarseChart {
  readonly words: number;
  readonly symbols: number;
  /** Inside and outside values [span · symbols + symbol], each to be multiplied by 2^exponent of its span. */
  readonly inside: Float64Array;
  readonly insideExponent: Int32Array;
  readonly outside: Float64Array;
  readonly outsideExponent: Int32Array;
  /** Symbols with a positive inside value, by span. */
  readonly active: readonly Int32Array[];
  /** Symbols whose posterior reaches the threshold, by span. */
  readonly kept: readonly Int32Array[];
  /** Σ_a root(a)·inside[a,0,n]; 0 when the sentence has no parse, and then there are no outside values. */
  readonly total: number;
}

const NONE = new Int32Array(0);
/** Exponent of a span that nothing has reached. */
const UNSET = -0x40000000;
/** Beyond this difference in exponents a term adds nothing to a double. */
const NEGLIGIBLE_EXPONENT = -120;

/** Buffers that pass from sentence to sentence: large charts are not allocated anew. */
export class CoarseBuffers {
  #inside = new Float64Array(0);
  #outside = new Float64Array(0);

  take(length: number): { inside: Float64Array; outside: Float64Array } {
    if (this.#inside.length < length) {
      this.#inside = new Float64Array(length);
      this.#outside = new Float64Array(length);
    } else {
      this.#inside.fill(0, 0, length);
      this.#outside.fill(0, 0, length);
    }
    return { inside: this.#inside, outside: this.#outside };
  }
}

export function coarseChart(
  rules: Rules,
  roots: Float64Array,
  readings: readonly (readonly LeafReading[])[],
  threshold: number,
  buffers: CoarseBuffers = new CoarseBuffers(),
): CoarseChart {
  const words = readings.length;
  const { symbols } = rules;
  const spans = spanCount(words);
  const { inside, outside } = buffers.take(spans * symbols);
  const chart = {
    words,
    symbols,
    inside,
    insideExponent: new Int32Array(spans),
    outside,
    outsideExponent: new Int32Array(spans).fill(UNSET),
    active: new Array<Int32Array>(spans).fill(NONE),
    kept: new Array<Int32Array>(spans).fill(NONE),
    total: 0,
  };
  for (let at = 0; at < words; at++) enterLeaf(chart, spanId(at, at + 1, words), readings[at]!);
  const sums = new Float64Array(symbols);
  for (let length = 2; length <= words; length++) {
    for (let start = 0; start + length <= words; start++) insideSpan(rules, chart, start, start + length, sums);
  }
  const top = spanId(0, words, words);
  for (const symbol of chart.active[top]!) chart.total += roots[symbol]! * inside[top * symbols + symbol]!;
  if (!(chart.total > 0)) return { ...chart, total: 0 };
  for (const symbol of chart.active[top]!) outside[top * symbols + symbol] = roots[symbol]!;
  chart.outsideExponent[top] = 0;
  for (let length = words; length >= 1; length--) {
    for (let start = 0; start + length <= words; start++) outsideSpan(rules, chart, start, start + length, threshold);
  }
  return chart;
}

type Open = { -readonly [K in keyof CoarseChart]: CoarseChart[K] extends readonly Int32Array[] ? Int32Array[] : CoarseChart[K] };

function enterLeaf({ inside, insideExponent, active, symbols }: Open, span: number, readings: readonly LeafReading[]): void {
  let largest = 0;
  for (const { score } of readings) if (score > largest) largest = score;
  if (largest === 0) return;
  const exponent = Math.floor(Math.log2(largest));
  const scale = 2 ** -exponent;
  insideExponent[span] = exponent;
  const present = readings.filter(({ score }) => score > 0);
  for (const { symbol, score } of present) inside[span * symbols + symbol] = score * scale;
  active[span] = Int32Array.from(present, ({ symbol }) => symbol);
}

function insideSpan(rules: Rules, chart: Open, start: number, end: number, sums: Float64Array): void {
  const { words, symbols, inside, insideExponent, active } = chart;
  const { pairStarts, pairRight, ruleStarts, parent, probability } = rules;
  let reference = UNSET;
  for (let split = start + 1; split < end; split++) {
    const left = spanId(start, split, words);
    const right = spanId(split, end, words);
    if (active[left]!.length === 0 || active[right]!.length === 0) continue;
    reference = Math.max(reference, insideExponent[left]! + insideExponent[right]!);
  }
  if (reference === UNSET) return;
  sums.fill(0);
  for (let split = start + 1; split < end; split++) {
    const left = spanId(start, split, words);
    const right = spanId(split, end, words);
    const difference = insideExponent[left]! + insideExponent[right]! - reference;
    if (difference < NEGLIGIBLE_EXPONENT || active[right]!.length === 0) continue;
    const scale = 2 ** difference;
    const leftBase = left * symbols;
    const rightBase = right * symbols;
    const lefts = active[left]!;
    for (let l = 0; l < lefts.length; l++) {
      const symbol = lefts[l]!;
      const x = inside[leftBase + symbol]! * scale;
      for (let pair = pairStarts[symbol]!; pair < pairStarts[symbol + 1]!; pair++) {
        const y = inside[rightBase + pairRight[pair]!]!;
        if (y === 0) continue;
        const product = x * y;
        for (let rule = ruleStarts[pair]!; rule < ruleStarts[pair + 1]!; rule++) sums[parent[rule]!]! += product * probability[rule]!;
      }
    }
  }
  closeInside(chart, spanId(start, end, words), reference, sums);
}

function closeInside({ inside, insideExponent, active, symbols }: Open, span: number, reference: number, sums: Float64Array): void {
  let largest = 0;
  let present = 0;
  for (let symbol = 0; symbol < symbols; symbol++) {
    const value = sums[symbol]!;
    if (value === 0) continue;
    present++;
    if (value > largest) largest = value;
  }
  if (present === 0) return;
  const exponent = Math.floor(Math.log2(largest));
  const scale = 2 ** -exponent;
  const list = new Int32Array(present);
  let next = 0;
  for (let symbol = 0; symbol < symbols; symbol++) {
    if (sums[symbol] === 0) continue;
    inside[span * symbols + symbol] = sums[symbol]! * scale;
    list[next++] = symbol;
  }
  insideExponent[span] = reference + exponent;
  active[span] = list;
}

function outsideSpan(rules: Rules, chart: Open, start: number, end: number, threshold: number): void {
  const { words, symbols, inside, insideExponent, outside, outsideExponent, active, kept } = chart;
  const { pairStarts, pairRight, ruleStarts, parent, probability } = rules;
  const span = spanId(start, end, words);
  if (outsideExponent[span] === UNSET) return;
  const base = span * symbols;
  const topExponent = insideExponent[spanId(0, words, words)]!;
  const scale = 2 ** (insideExponent[span]! + outsideExponent[span]! - topExponent) / chart.total;
  kept[span] = active[span]!.filter((symbol) => inside[base + symbol]! * outside[base + symbol]! * scale >= threshold);
  if (end === start + 1 || kept[span]!.length === 0) return;
  // Pruned parents send nothing: their outside values are not needed again.
  const keptValues = new Float64Array(symbols);
  for (const symbol of kept[span]!) keptValues[symbol] = outside[base + symbol]!;
  for (let split = start + 1; split < end; split++) {
    const left = spanId(start, split, words);
    const right = spanId(split, end, words);
    if (active[left]!.length === 0 || active[right]!.length === 0) continue;
    const leftScale = raise(chart, left, outsideExponent[span]! + insideExponent[right]!);
    const rightScale = raise(chart, right, outsideExponent[span]! + insideExponent[left]!);
    const leftBase = left * symbols;
    const rightBase = right * symbols;
    const lefts = active[left]!;
    for (let l = 0; l < lefts.length; l++) {
      const symbol = lefts[l]!;
      const x = inside[leftBase + symbol]! * rightScale;
      let fromRight = 0;
      for (let pair = pairStarts[symbol]!; pair < pairStarts[symbol + 1]!; pair++) {
        const other = rightBase + pairRight[pair]!;
        const y = inside[other]!;
        if (y === 0) continue;
        let above = 0;
        for (let rule = ruleStarts[pair]!; rule < ruleStarts[pair + 1]!; rule++) above += keptValues[parent[rule]!]! * probability[rule]!;
        if (above === 0) continue;
        fromRight += above * y;
        outside[other]! += above * x;
      }
      outside[leftBase + symbol]! += fromRight * leftScale;
    }
  }
}

/** Lets the outside values of a span take a term with this exponent; returns the factor of the term. */
function raise({ outside, outsideExponent, symbols }: Open, span: number, exponent: number): number {
  const own = outsideExponent[span]!;
  if (own === UNSET) {
    outsideExponent[span] = exponent;
    return 1;
  }
  if (exponent <= own) return 2 ** (exponent - own);
  const factor = 2 ** (own - exponent);
  for (let at = span * symbols; at < (span + 1) * symbols; at++) outside[at]! *= factor;
  outsideExponent[span] = exponent;
  return 1;
}

/** The posterior of the use of a rule over [start, split) and [split, end). */
export function rulePosterior(chart: CoarseChart, rules: Rules, rule: number, start: number, split: number, end: number): number {
  const { words, symbols, inside, insideExponent, outside, outsideExponent } = chart;
  const span = spanId(start, end, words);
  const left = spanId(start, split, words);
  const right = spanId(split, end, words);
  const exponent = outsideExponent[span]! + insideExponent[left]! + insideExponent[right]! - insideExponent[spanId(0, words, words)]!;
  const value =
    outside[span * symbols + rules.parent[rule]!]! *
    inside[left * symbols + rules.left[rule]!]! *
    inside[right * symbols + rules.right[rule]!]!;
  return (value * rules.probability[rule]! * 2 ** exponent) / chart.total;
}
