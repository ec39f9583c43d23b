/**
 * Arrays of the coarse pass, kept from sentence to sentence: nothing is allocated for a sentence unless it is larger
 * than all before it. `PlainArena` is for the plain twin; coarse-kernel.ts has one in the kernels' memory.
 */
import type { KernelArena } from "./coarse-kernel.ts";

/** What a coarse pass takes, whichever of the two computes. */
export class CoarseArena {
  plain: PlainArena | undefined;
  kernel: KernelArena | undefined;
}

const FIRST_ITEMS = 4096;
const FIRST_USES = 4096;

type Column = Int32Array | Float64Array;

function longer<A extends Column>(column: A, length: number): A {
  const larger = new (column.constructor as new (length: number) => A)(Math.max(length, 2 * column.length));
  larger.set(column as never);
  return larger;
}

export class PlainArena {
  /** By span. */
  firstItem = new Int32Array(0);
  itemCount = new Int32Array(0);
  exponent = new Int32Array(0);
  firstUse = new Int32Array(0);
  useCount = new Int32Array(0);
  /** By item. */
  symbol = new Int32Array(FIRST_ITEMS);
  inside = new Float64Array(FIRST_ITEMS);
  outside = new Float64Array(FIRST_ITEMS);
  /** By use. */
  parent = new Int32Array(FIRST_USES);
  left = new Int32Array(FIRST_USES);
  right = new Int32Array(FIRST_USES);
  rule = new Int32Array(FIRST_USES);
  posterior = new Float64Array(FIRST_USES);
  /** By symbol: sums of the current span, 0 between spans. */
  sums = new Float64Array(0);
  items = 0;
  uses = 0;

  /** Begins a sentence. */
  open(spans: number, symbols: number): void {
    this.items = 0;
    this.uses = 0;
    if (this.firstItem.length < spans) {
      this.firstItem = longer(this.firstItem, spans);
      this.itemCount = longer(this.itemCount, spans);
      this.exponent = longer(this.exponent, spans);
      this.firstUse = longer(this.firstUse, spans);
      this.useCount = longer(this.useCount, spans);
    }
    this.itemCount.fill(0, 0, spans);
    this.useCount.fill(0, 0, spans);
    if (this.sums.length < symbols) this.sums = new Float64Array(symbols);
  }

  addItem(span: number, symbol: number, inside: number): void {
    const item = this.items++;
    if (item === this.symbol.length) {
      this.symbol = longer(this.symbol, item + 1);
      this.inside = longer(this.inside, item + 1);
      this.outside = longer(this.outside, item + 1);
    }
    this.symbol[item] = symbol;
    this.inside[item] = inside;
    this.itemCount[span]!++;
  }

  addUse(span: number, parent: number, left: number, right: number, rule: number, posterior: number): void {
    const use = this.uses++;
    if (use === this.parent.length) {
      this.parent = longer(this.parent, use + 1);
      this.left = longer(this.left, use + 1);
      this.right = longer(this.right, use + 1);
      this.rule = longer(this.rule, use + 1);
      this.posterior = longer(this.posterior, use + 1);
    }
    this.parent[use] = parent;
    this.left[use] = left;
    this.right[use] = right;
    this.rule[use] = rule;
    this.posterior[use] = posterior;
    this.useCount[span]!++;
  }
}
