/**
 * The passes of latent-chart.ts without their kernel: its twin in TypeScript, the reference of the tests, and what
 * computes where the grammar does not lie in the kernels' memory. The recurrences are those of latent-chart.ts.
 */
import type { Floats } from "../../linalg/kernels/interface.ts";
import { kernels } from "../../linalg/kernels/kernels.ts";
import { type ChildUse, denseInside, denseOutside, sampledInside, sampledOutside, shapeOf } from "./contraction.ts";
import type { LatentChart, LeafVector } from "./latent-chart.ts";
import type { LatentGrammar } from "./latent-grammar.ts";
import type { Skeleton } from "./skeleton.ts";
import { spanCount, spanId } from "./span-index.ts";

/** The exponent of a span whose outside vectors have no term yet. */
const UNSET = -0x40000000;

/** As `latentChart`, for a skeleton that has an item over the whole sentence. */
export function plainLatentChart(
  grammar: LatentGrammar,
  skeleton: Skeleton,
  leafVector: LeafVector,
): LatentChart | undefined {
  return kernels().scope(() => new ChartPasses(grammar, skeleton).run(leafVector));
}

class ChartPasses {
  readonly #grammar: LatentGrammar;
  readonly #skeleton: Skeleton;
  /**
   * Inside vectors of all items, behind them (at the same distance for all) the outside vectors, then scratch, then P
   * and Q of all uses.
   */
  readonly #work: Floats;
  readonly #numbers: Floats;
  readonly #vector: Int32Array;
  readonly #outside: number;
  readonly #scratch: number;
  readonly #products: Int32Array;
  readonly #insideExponent: Int32Array;
  readonly #outsideExponent: Int32Array;
  readonly #insideMass: Float64Array;
  readonly #uses: ChildUse[] = [];

  constructor(grammar: LatentGrammar, skeleton: Skeleton) {
    this.#grammar = grammar;
    this.#skeleton = skeleton;
    const { items, symbol, edgeRule } = skeleton;
    this.#vector = new Int32Array(items + 1);
    for (let item = 0; item < items; item++)
      this.#vector[item + 1] = this.#vector[item]! + grammar.states[symbol[item]!]!;
    this.#outside = this.#vector[items]!;
    this.#scratch = 2 * this.#outside;
    const most = grammar.states.reduce((largest, m) => Math.max(largest, m), 1);
    const mostSamples = grammar.samples.reduce((largest, n) => Math.max(largest, n), 0);
    this.#products = new Int32Array(edgeRule.length + 1);
    this.#products[0] = this.#scratch + Math.max(most * most + most, 3 * mostSamples);
    for (let edge = 0; edge < edgeRule.length; edge++) {
      this.#products[edge + 1] = this.#products[edge]! + 2 * grammar.samples[edgeRule[edge]!]!;
    }
    const length = this.#products[edgeRule.length]!;
    const k = kernels();
    this.#work = (grammar.numbers instanceof Float32Array ? k.allocate("f32", length) : k.allocate("f64", length)).view;
    this.#numbers = grammar.numbers;
    const spans = spanCount(skeleton.words);
    this.#insideExponent = new Int32Array(spans);
    this.#outsideExponent = new Int32Array(spans).fill(UNSET);
    this.#insideMass = new Float64Array(items);
  }

  run(leafVector: LeafVector): LatentChart | undefined {
    const { words } = this.#skeleton;
    for (let length = 1; length <= words; length++) {
      for (let start = 0; start + length <= words; start++) {
        const span = spanId(start, start + length, words);
        if (this.#skeleton.itemCount[span] === 0) continue;
        const reference = length === 1 ? this.#enterLeaves(span, leafVector) : this.#insideSpan(span);
        this.#normalize(span, reference);
      }
    }
    const total = this.#enterRoots();
    if (!Number.isFinite(total) || total === 0) return undefined;
    const itemMarginal = new Float64Array(this.#skeleton.items);
    const edgeMarginal = new Float64Array(this.#skeleton.edgeRule.length);
    let spanBelow = -1;
    for (let item = this.#skeleton.items - 1; item >= 0; item--) {
      const span = this.#spanOf(item);
      // Items of one span are neighbours, and all that is outside them has been visited.
      if (span !== spanBelow) this.#normalizeOutside(span);
      spanBelow = span;
      this.#outsideItem(item, total, itemMarginal, edgeMarginal);
    }
    const exponent = this.#insideExponent[spanId(0, words, words)]!;
    const logTotal = Math.log(Math.abs(total)) + exponent * Math.LN2;
    return { skeleton: this.#skeleton, itemMarginal, edgeMarginal, logTotal, sign: Math.sign(total) };
  }

  #spanOf(item: number): number {
    const { start, end, words } = this.#skeleton;
    return spanId(start[item]!, end[item]!, words);
  }

  #enterLeaves(span: number, leafVector: LeafVector): number {
    const { firstItem, itemCount, symbol, start } = this.#skeleton;
    const first = firstItem[span]!;
    for (let item = first; item < first + itemCount[span]!; item++) {
      leafVector(start[item]!, symbol[item]!, this.#work, this.#vector[item]!);
    }
    return 0;
  }

  /** Adds up all uses over a span; returns the exponent that the sums are relative to. */
  #insideSpan(span: number): number {
    const { firstItem, itemCount, edgeStarts, edgeLeft, edgeRight } = this.#skeleton;
    const first = firstItem[span]!;
    const last = first + itemCount[span]!;
    let reference = UNSET;
    for (let edge = edgeStarts[first]!; edge < edgeStarts[last]!; edge++) {
      const exponent = this.#exponentOf(edgeLeft[edge]!) + this.#exponentOf(edgeRight[edge]!);
      if (exponent > reference) reference = exponent;
    }
    for (let item = first; item < last; item++) {
      this.#eachRule(item, (rule, from, count) => {
        for (let at = 0; at < count; at++) {
          const use = this.#use(at, from + at);
          use.scale =
            2 ** (this.#exponentOf(edgeLeft[from + at]!) + this.#exponentOf(edgeRight[from + at]!) - reference);
        }
        const shape = shapeOf(this.#grammar, rule);
        const out = this.#vector[item]!;
        if (shape.samples === 0) denseInside(this.#numbers, shape, this.#uses, count, this.#work, out, this.#scratch);
        else
          sampledInside(this.#grammar, this.#numbers, rule, shape, this.#uses, count, this.#work, out, this.#scratch);
      });
    }
    return reference;
  }

  #exponentOf(item: number): number {
    return this.#insideExponent[this.#spanOf(item)]!;
  }

  /** Calls `visit` for every rule of an item with the run of edges that use it. */
  #eachRule(item: number, visit: (rule: number, from: number, count: number) => void): void {
    const { edgeStarts, edgeRule } = this.#skeleton;
    for (let from = edgeStarts[item]!; from < edgeStarts[item + 1]!; ) {
      let to = from + 1;
      while (to < edgeStarts[item + 1]! && edgeRule[to] === edgeRule[from]) to++;
      visit(edgeRule[from]!, from, to - from);
      from = to;
    }
  }

  /** The reusable record number `at`, filled for an edge. */
  #use(at: number, edge: number): ChildUse {
    const blank = { left: 0, right: 0, leftMass: 0, rightMass: 0, scale: 1, leftScale: 1, rightScale: 1, products: 0 };
    const use = (this.#uses[at] ??= blank);
    const left = this.#skeleton.edgeLeft[edge]!;
    const right = this.#skeleton.edgeRight[edge]!;
    use.left = this.#vector[left]!;
    use.right = this.#vector[right]!;
    use.leftMass = this.#insideMass[left]!;
    use.rightMass = this.#insideMass[right]!;
    use.products = this.#products[edge]!;
    return use;
  }

  /**
   * Scales the vectors of a span so that the largest number lies in [1, 2), and takes the products with the mean
   * insides.
   */
  #normalize(span: number, reference: number): void {
    const { firstItem, itemCount, symbol } = this.#skeleton;
    const from = this.#vector[firstItem[span]!]!;
    const last = firstItem[span]! + itemCount[span]!;
    const to = this.#vector[last]!;
    let largest = 0;
    for (let at = from; at < to; at++) largest = Math.max(largest, Math.abs(this.#work[at]!));
    const exponent = largest > 0 && Number.isFinite(largest) ? Math.floor(Math.log2(largest)) : 0;
    const scale = 2 ** -exponent;
    for (let at = from; at < to; at++) this.#work[at]! *= scale;
    this.#insideExponent[span] = reference + exponent;
    const { meanInside, vectorOffset } = this.#grammar;
    for (let item = firstItem[span]!; item < last; item++) {
      let mass = 0;
      const mean = vectorOffset[symbol[item]!]!;
      for (let at = this.#vector[item]!, i = mean; at < this.#vector[item + 1]!; at++, i++)
        mass += this.#work[at]! * meanInside[i]!;
      this.#insideMass[item] = mass;
    }
  }

  /**
   * Scales the outside vectors of a span so that the largest number lies in [1, 2): each rule on the way down from the
   * root has made them smaller.
   */
  #normalizeOutside(span: number): void {
    if (this.#outsideExponent[span] === UNSET) return;
    const { firstItem, itemCount } = this.#skeleton;
    const from = this.#vector[firstItem[span]!]! + this.#outside;
    const to = this.#vector[firstItem[span]! + itemCount[span]!]! + this.#outside;
    let largest = 0;
    for (let at = from; at < to; at++) largest = Math.max(largest, Math.abs(this.#work[at]!));
    if (largest === 0 || !Number.isFinite(largest)) return;
    const exponent = Math.floor(Math.log2(largest));
    const scale = 2 ** -exponent;
    for (let at = from; at < to; at++) this.#work[at]! *= scale;
    this.#outsideExponent[span]! += exponent;
  }

  /** β of the whole sentence; returns Z relative to its exponent. */
  #enterRoots(): number {
    const { words, firstItem, itemCount, symbol } = this.#skeleton;
    const { root, vectorOffset } = this.#grammar;
    const top = spanId(0, words, words);
    this.#outsideExponent[top] = 0;
    let total = 0;
    for (let item = firstItem[top]!; item < firstItem[top]! + itemCount[top]!; item++) {
      const from = vectorOffset[symbol[item]!]!;
      for (let at = this.#vector[item]!, i = from; at < this.#vector[item + 1]!; at++, i++) {
        this.#work[at + this.#outside] = root[i]!;
        total += root[i]! * this.#work[at]!;
      }
    }
    return total;
  }

  #outsideItem(item: number, total: number, itemMarginal: Float64Array, edgeMarginal: Float64Array): void {
    const { words, symbol, edgeLeft, edgeRight } = this.#skeleton;
    const span = this.#spanOf(item);
    const outsideExponent = this.#outsideExponent[span]!;
    if (outsideExponent === UNSET) return;
    const from = this.#vector[item]!;
    const size = this.#vector[item + 1]! - from;
    const beta = from + this.#outside;
    const topExponent = this.#insideExponent[spanId(0, words, words)]!;
    const own = kernels().dot(size, this.#work, from, this.#work, beta);
    itemMarginal[item] = (own / total) * 2 ** (outsideExponent + this.#insideExponent[span]! - topExponent);
    const mean = this.#grammar.vectorOffset[symbol[item]!]!;
    let mass = 0;
    for (let i = 0; i < size; i++) mass += this.#work[beta + i]! * this.#grammar.meanOutside[mean + i]!;
    const marginals = new Float64Array(
      size === 0 ? 0 : this.#skeleton.edgeStarts[item + 1]! - this.#skeleton.edgeStarts[item]!,
    );
    this.#eachRule(item, (rule, first, count) => {
      for (let at = 0; at < count; at++) {
        const use = this.#use(at, first + at);
        const left = edgeLeft[first + at]!;
        const right = edgeRight[first + at]!;
        use.leftScale = this.#raise(left, outsideExponent + this.#exponentOf(right));
        use.rightScale = this.#raise(right, outsideExponent + this.#exponentOf(left));
      }
      const shape = shapeOf(this.#grammar, rule);
      const { samples } = shape;
      if (samples === 0) {
        denseOutside(
          this.#numbers,
          shape,
          this.#uses,
          count,
          this.#work,
          beta,
          this.#outside,
          this.#scratch,
          marginals,
        );
      } else {
        sampledOutside(
          this.#grammar,
          this.#numbers,
          rule,
          shape,
          this.#uses,
          count,
          this.#work,
          beta,
          mass,
          this.#outside,
          this.#scratch,
          marginals,
        );
      }
      for (let at = 0; at < count; at++) {
        const exponent =
          this.#exponentOf(edgeLeft[first + at]!) +
          this.#exponentOf(edgeRight[first + at]!) +
          outsideExponent -
          topExponent;
        edgeMarginal[first + at] = (marginals[at]! / total) * 2 ** exponent;
      }
    });
  }

  /** Lets the outside vectors of an item's span take terms with this exponent; returns the factor of such a term. */
  #raise(item: number, exponent: number): number {
    const span = this.#spanOf(item);
    const own = this.#outsideExponent[span]!;
    if (own === UNSET) {
      this.#outsideExponent[span] = exponent;
      return 1;
    }
    if (exponent <= own) return 2 ** (exponent - own);
    const { firstItem, itemCount } = this.#skeleton;
    const factor = 2 ** (own - exponent);
    const from = this.#vector[firstItem[span]!]! + this.#outside;
    const to = this.#vector[firstItem[span]! + itemCount[span]!]! + this.#outside;
    for (let at = from; at < to; at++) this.#work[at]! *= factor;
    this.#outsideExponent[span] = exponent;
    return 1;
  }
}
