/**
 * Inside values of single derivations of a grammar with hidden states, many over one sentence: parts that they share
 * are computed once.
 *
 *   α(leaf) given;   α(a → b c) = T^{a→b c}(α_b, α_c);   p̂ = root(a)·α_a
 *
 * A rule that the grammar lacks (and a symbol at the root that it never has there) has the tensor `UNSEEN`·h_a⊗f_b⊗f_c
 * of the mean vectors, the last level of the smoothing, so that every derivation has a value. Vectors are divided by
 * their largest number, whose logarithms add up. O(m³) or O(occurrences·m) for each part that is new.
 */
import type { Block, Floats } from "../../linalg/kernels/interface.ts";
import { kernels } from "../../linalg/kernels/kernels.ts";
import { type ChildUse, denseInside, sampledInside, shapeOf } from "./contraction.ts";
import type { LatentGrammar } from "./latent-grammar.ts";
import { RuleTable } from "./rules.ts";

/** Probability of a rule or root that training did not see: rarer than any that 10⁵ nodes could have shown. */
const UNSEEN = 1e-5;
const FIRST_ITEMS = 4096;
/** Of one sentence. */
const MOST_ITEMS = 2 ** 20;

/** A number by the logarithm of its size and its sign. */
export interface SignedLog {
  /** log |p̂|; −∞ when p̂ is 0. */
  readonly log: number;
  readonly sign: -1 | 0 | 1;
}

/** Computes p̂ of many derivations of a sentence; parts that they share are computed once. */
export class SharedDerivations {
  readonly #most: number;
  /** Numbers before the vectors of items: outer products, samples, and the products of a sampled rule. */
  readonly #head: number;
  readonly #use: ChildUse;
  #block: Block<Floats>;
  #items = 0;
  #symbol = new Int32Array(FIRST_ITEMS);
  #log = new Float64Array(FIRST_ITEMS);
  #mass = new Float64Array(FIRST_ITEMS);
  readonly #joined = new Map<number, number>();
  readonly #rules: RuleTable;
  /** Parts made by rules that training did not see. */
  unseen = 0;

  /** A grammar whose numbers lie in the kernels' memory is contracted without copies. */
  constructor(readonly grammar: LatentGrammar) {
    const { rules, states, samples } = grammar;
    this.#most = states.reduce((largest, m) => Math.max(largest, m), 1);
    const sampled = samples.reduce((largest, n) => Math.max(largest, n), 0);
    this.#head = Math.max(this.#most ** 2, sampled) + 2 * sampled;
    this.#use = {
      left: 0,
      right: 0,
      leftMass: 0,
      rightMass: 0,
      scale: 1,
      leftScale: 1,
      rightScale: 1,
      products: this.#head - 2 * sampled,
    };
    this.#block = this.#allocate(FIRST_ITEMS);
    this.#rules = new RuleTable(rules);
  }

  #allocate(items: number): Block<Floats> {
    const length = this.#head + items * this.#most;
    return this.grammar.numbers instanceof Float32Array
      ? kernels().allocate("f32", length)
      : kernels().allocate("f64", length);
  }

  /** Frees what lies in the kernels' memory. */
  close(): void {
    this.#block.free();
  }

  /** Forgets all items: the next sentence begins. */
  clear(): void {
    this.#items = 0;
    this.#joined.clear();
  }

  /** A new item with this symbol and the vector that `write` puts at an offset. */
  leaf(symbol: number, write: (into: Floats, offset: number) => void): number {
    const item = this.#newItem(symbol);
    write(this.#block.view, this.#at(item));
    this.#finish(item, 0);
    return item;
  }

  /**
   * The item of a rule over two items; the same one whenever it is asked for again. `symbol` is −1 where the grammar
   * lacks it.
   */
  join(symbol: number, left: number, right: number): number {
    const key = (left * MOST_ITEMS + right) * (this.grammar.rules.symbols + 1) + symbol + 1;
    const known = this.#joined.get(key);
    if (known !== undefined) return known;
    const item = this.#newItem(symbol);
    this.#joined.set(key, item);
    const rule = this.#rules.find(symbol, this.#symbol[left]!, this.#symbol[right]!);
    if (rule < 0) this.#unseen(item, left, right);
    else {
      const use = this.#use;
      use.left = this.#at(left);
      use.right = this.#at(right);
      use.leftMass = this.#mass[left]!;
      use.rightMass = this.#mass[right]!;
      const shape = shapeOf(this.grammar, rule);
      const { view } = this.#block;
      const { numbers } = this.grammar;
      if (shape.samples === 0) denseInside(numbers, shape, [use], 1, view, this.#at(item), 0);
      else sampledInside(this.grammar, numbers, rule, shape, [use], 1, view, this.#at(item), 0);
    }
    this.#finish(item, this.#log[left]! + this.#log[right]!);
    return item;
  }

  /** p̂ of the derivation that ends in an item. */
  total(item: number): SignedLog {
    const symbol = this.#symbol[item]!;
    const { root, rootProbability, vectorOffset, states } = this.grammar;
    const { view } = this.#block;
    const possible = symbol >= 0 && rootProbability[symbol]! > 0;
    if (!possible) this.unseen++;
    let p = possible ? 0 : UNSEEN * this.#mass[item]!;
    for (let i = 0; possible && i < states[symbol]!; i++)
      p += root[vectorOffset[symbol]! + i]! * view[this.#at(item) + i]!;
    return { log: this.#log[item]! + Math.log(Math.abs(p)), sign: Math.sign(p) as -1 | 0 | 1 };
  }

  #at(item: number): number {
    return this.#head + item * this.#most;
  }

  #newItem(symbol: number): number {
    const item = this.#items++;
    if (item === this.#symbol.length) this.#grow();
    this.#symbol[item] = symbol;
    this.#block.view.fill(0, this.#at(item), this.#at(item + 1));
    return item;
  }

  #grow(): void {
    const items = 2 * this.#symbol.length;
    const larger = <A extends Int32Array | Float64Array>(from: A, to: A): A => {
      to.set(from);
      return to;
    };
    this.#symbol = larger(this.#symbol, new Int32Array(items));
    this.#log = larger(this.#log, new Float64Array(items));
    this.#mass = larger(this.#mass, new Float64Array(items));
    const old = this.#block;
    this.#block = this.#allocate(items);
    this.#block.view.set(old.view);
    old.free();
  }

  #unseen(item: number, left: number, right: number): void {
    this.unseen++;
    const symbol = this.#symbol[item]!;
    const { meanOutside, vectorOffset, states } = this.grammar;
    const scalar = UNSEEN * this.#mass[left]! * this.#mass[right]!;
    const { view } = this.#block;
    if (symbol < 0) view[this.#at(item)] = scalar;
    else
      for (let i = 0; i < states[symbol]!; i++)
        view[this.#at(item) + i] = scalar * meanOutside[vectorOffset[symbol]! + i]!;
  }

  /** Divides by the largest number and takes the product with the mean inside vector. */
  #finish(item: number, log: number): void {
    const { view } = this.#block;
    const [from, to] = [this.#at(item), this.#at(item + 1)];
    let largest = 0;
    for (let at = from; at < to; at++) largest = Math.max(largest, Math.abs(view[at]!));
    if (largest > 0) for (let at = from; at < to; at++) view[at]! /= largest;
    this.#log[item] = log + Math.log(largest);
    const symbol = this.#symbol[item]!;
    if (symbol < 0) {
      this.#mass[item] = 1;
      return;
    }
    const { meanInside, vectorOffset, states } = this.grammar;
    let mass = 0;
    for (let i = 0; i < states[symbol]!; i++) mass += meanInside[vectorOffset[symbol]! + i]! * view[from + i]!;
    this.#mass[item] = mass;
  }
}
