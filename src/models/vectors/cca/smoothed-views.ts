/**
 * The two views of LR-MVL over a whole corpus: for every token the smoothed states of what stands before and after it
 * (see smoothing.ts), summed by word, and the covariances of both from a sample of the tokens. The states themselves
 * are never kept.
 *
 * Columns of a state stand in panels of eight as the kernel takes them: column 8p + c at rate r is column 24p + 8r + c
 * here. A dictionary whose columns do not fill the last panel has zeros there. States are 32-bit numbers, and so are
 * sums over up to a million of them; sums over the whole text are 64-bit. O(tokens · rates · k) and O(sampled tokens ·
 * (rates · k)²).
 */
import { breathe, type Meter, type StopSignal } from "../../../base/index.ts";
import { LINE_END } from "../../../data/corpus/tokens.ts";
import type { CorpusView } from "../../../data/index.ts";
import {
  type Block,
  kernels,
  type Matrix,
  matrix,
  multiply,
  NOTHING,
  PANEL_COLUMNS,
  SMOOTHING_RATES,
} from "../../../linalg/index.ts";

export const SIDES = ["left", "right"] as const;
export type Side = (typeof SIDES)[number];

/** Numbers of a panel's state. */
const PANEL_STATE = SMOOTHING_RATES * PANEL_COLUMNS;
/** Tokens that covariances are estimated from, for each of their columns. */
const SAMPLES_PER_COLUMN = 200;
/** Maximum tokens of a block, and maximum samples. */
const BLOCK_TOKENS = 1 << 17;
const BLOCK_SAMPLES = 1 << 12;
/**
 * About how many tokens are summed in 32 bits before the sums are added to those of the text, which takes a pass over
 * all words.
 */
const FLUSH_TOKENS = 1 << 20;
/** Tokens read beyond a block on either side: at the slowest rate, 0.1, all but 0.9^128 = 10⁻⁶ has decayed by then. */
const MARGIN = 128;

/** Covariances of the views, and their means. */
export interface ViewMoments {
  readonly means: Readonly<Record<Side, Float64Array>>;
  readonly leftLeft: Matrix;
  readonly rightRight: Matrix;
  readonly leftRight: Matrix;
}

/** Its tables are in the kernels' memory until it is closed. */
export class SmoothedViews {
  /** Columns of a view. */
  readonly width: number;
  readonly #corpus: CorpusView;
  readonly #words: number;
  readonly #panels: number;
  readonly #blockTokens: number;
  readonly #every: number;
  readonly #block: Uint32Array;
  readonly #tokens: Block<Uint32Array>;
  readonly #sampleOf: Block<Uint32Array>;
  readonly #rates: Block<Float32Array>;
  readonly #dictionary: Block<Float32Array>;
  /** Of the last few blocks. */
  readonly #sums: Readonly<Record<Side, Block<Float32Array>>>;
  readonly #samples: Readonly<Record<Side, Block<Float32Array>>>;
  /** Of the text so far, in the order of `#sums`. */
  readonly #totals: Readonly<Record<Side, Float64Array>>;

  constructor(corpus: CorpusView, columns: number, rates: readonly number[]) {
    const { allocate } = kernels();
    this.#corpus = corpus;
    this.#words = corpus.words.length + 1;
    this.#panels = Math.ceil(columns / PANEL_COLUMNS);
    this.width = this.#panels * PANEL_STATE;
    this.#every = Math.max(1, Math.floor(corpus.tokens / (SAMPLES_PER_COLUMN * this.width)));
    this.#blockTokens = Math.min(BLOCK_TOKENS, BLOCK_SAMPLES * this.#every);
    const sides = (length: number) => ({ left: allocate("f32", length), right: allocate("f32", length) });
    this.#block = new Uint32Array(this.#blockTokens + 2 * MARGIN);
    this.#tokens = allocate("u32", this.#blockTokens + 2 * MARGIN);
    this.#sampleOf = allocate("u32", this.#blockTokens + 2 * MARGIN);
    this.#rates = allocate("f32", SMOOTHING_RATES);
    this.#dictionary = allocate("f32", this.#panels * this.#words * PANEL_COLUMNS);
    this.#sums = sides(this.#words * this.width);
    this.#samples = sides((BLOCK_SAMPLES + 1) * this.width);
    this.#totals = {
      left: new Float64Array(this.#words * this.width),
      right: new Float64Array(this.#words * this.width),
    };
    this.#rates.view.set(rates);
  }

  /** Passes over the corpus with a dictionary of a row for each word and one for all others. */
  async gather(dictionary: Matrix, meter: Meter, signal: StopSignal | undefined): Promise<ViewMoments> {
    const { length } = this.#corpus;
    this.#pack(dictionary);
    for (const side of SIDES) this.#totals[side].fill(0);
    const sums = new MomentSums(this.width);
    let flushed = 0;
    for (let at = 0; at < length; at += this.#blockTokens) {
      const count = this.#smooth(at);
      const end = Math.min(length, at + this.#blockTokens);
      if (end - flushed >= FLUSH_TOKENS || end === length) {
        this.#flush();
        flushed = end;
      }
      sums.add(this.#sampled("left", count), this.#sampled("right", count));
      meter.advance(end - at);
      await breathe(signal);
    }
    return sums.finish();
  }

  /** Releases the memory; it cannot be used afterwards. */
  close(): void {
    const { left, right } = this.#sums;
    const samples = this.#samples;
    const blocks = [left, right, samples.left, samples.right, this.#dictionary, this.#rates];
    for (const block of [...blocks, this.#tokens, this.#sampleOf]) block.free();
  }

  #sampled(side: Side, count: number): Matrix<Float32Array> {
    return { rows: count, columns: this.width, data: this.#samples[side].view.subarray(0, count * this.width) };
  }

  #flush(): void {
    for (const side of SIDES) {
      const [sums, totals] = [this.#sums[side].view, this.#totals[side]];
      for (let i = 0; i < totals.length; i++) totals[i]! += sums[i]!;
      sums.fill(0);
    }
  }

  /** Smooths a block in both directions; gives the number of its samples. */
  #smooth(at: number): number {
    const from = Math.max(0, at - MARGIN);
    const end = Math.min(this.#corpus.length, at + this.#blockTokens);
    const block = this.#block.subarray(0, Math.min(this.#corpus.length, end + MARGIN) - from);
    this.#corpus.read(from, block);
    const tokens = this.#tokens.view;
    const sampleOf = this.#sampleOf.view;
    let count = 0;
    for (let t = 0; t < block.length; t++) {
      const inside = from + t >= at && from + t < end;
      const isWord = block[t] !== LINE_END;
      tokens[t] = isWord ? block[t]! : NOTHING;
      sampleOf[t] = inside && isWord && (from + t) % this.#every === 0 ? count++ : NOTHING;
    }
    for (const side of SIDES) {
      kernels().smoothPanels(
        tokens,
        block.length,
        at - from,
        end - from,
        side === "right",
        this.#rates.view,
        this.#words,
        this.#panels,
        this.#dictionary.view,
        this.#sums[side].view,
        sampleOf,
        this.#samples[side].view,
      );
    }
    return count;
  }

  /**
   * The summed states of the words from `first` up to `end`, each divided by its entry of `counts`, minus the
   * mean; zeros where the count is 0.
   */
  wordMeans(side: Side, first: number, end: number, counts: ArrayLike<number>, mean: Float64Array): Matrix {
    const result = matrix(end - first, this.width);
    const totals = this.#totals[side];
    for (let word = first; word < end; word++) {
      const count = counts[word]!;
      if (count === 0) continue;
      for (let panel = 0; panel < this.#panels; panel++) {
        const source = (panel * this.#words + word) * PANEL_STATE;
        const column = panel * PANEL_STATE;
        const target = (word - first) * this.width + column;
        for (let i = 0; i < PANEL_STATE; i++) result.data[target + i] = totals[source + i]! / count - mean[column + i]!;
      }
    }
    return result;
  }

  #pack({ rows, columns, data }: Matrix): void {
    const packed = this.#dictionary.view;
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const panel = Math.floor(column / PANEL_COLUMNS);
        packed[(panel * rows + row) * PANEL_COLUMNS + (column % PANEL_COLUMNS)] = data[row * columns + column]!;
      }
    }
  }
}

/**
 * Rows by column of a view → rows by rate and column of the dictionary, without the columns that fill the last panel.
 */
export function unpanelled({ columns, data }: Matrix, dictionaryColumns: number): Matrix {
  const result = matrix(SMOOTHING_RATES * dictionaryColumns, columns);
  for (let rate = 0; rate < SMOOTHING_RATES; rate++) {
    for (let column = 0; column < dictionaryColumns; column++) {
      const panel = Math.floor(column / PANEL_COLUMNS);
      const from = (panel * PANEL_STATE + rate * PANEL_COLUMNS + (column % PANEL_COLUMNS)) * columns;
      result.data.set(data.subarray(from, from + columns), (rate * dictionaryColumns + column) * columns);
    }
  }
  return result;
}

/** Gathers Σ x·xᵀ, Σ y·yᵀ, Σ x·yᵀ, Σ x and Σ y over the rows of samples. */
class MomentSums {
  readonly #products: Readonly<Record<"leftLeft" | "rightRight" | "leftRight", Float64Array>>;
  readonly #sums: Readonly<Record<Side, Float64Array>>;
  readonly #width: number;
  #rows = 0;

  constructor(width: number) {
    this.#width = width;
    const square = () => new Float64Array(width * width);
    this.#products = { leftLeft: square(), rightRight: square(), leftRight: square() };
    this.#sums = { left: new Float64Array(width), right: new Float64Array(width) };
  }

  add(left: Matrix<Float32Array>, right: Matrix<Float32Array>): void {
    addTo(this.#products.leftLeft, multiply(left, left, { transposeA: true }).data);
    addTo(this.#products.rightRight, multiply(right, right, { transposeA: true }).data);
    addTo(this.#products.leftRight, multiply(left, right, { transposeA: true }).data);
    addRows(this.#sums.left, left);
    addRows(this.#sums.right, right);
    this.#rows += left.rows;
  }

  finish(): ViewMoments {
    const means = {
      left: this.#sums.left.map((sum) => sum / this.#rows),
      right: this.#sums.right.map((sum) => sum / this.#rows),
    };
    const { leftLeft, rightRight, leftRight } = this.#products;
    return {
      means,
      leftLeft: this.#covariance(leftLeft, means.left, means.left),
      rightRight: this.#covariance(rightRight, means.right, means.right),
      leftRight: this.#covariance(leftRight, means.left, means.right),
    };
  }

  /** Σ x·yᵀ / n − x̄·ȳᵀ */
  #covariance(products: Float64Array, meanX: Float64Array, meanY: Float64Array): Matrix {
    const width = this.#width;
    const values = products.map((sum, i) => sum / this.#rows - meanX[Math.floor(i / width)]! * meanY[i % width]!);
    return matrix(width, width, values);
  }
}

function addTo(sums: Float64Array, values: Float32Array): void {
  for (let i = 0; i < sums.length; i++) sums[i]! += values[i]!;
}

function addRows(sums: Float64Array, { rows, columns, data }: Matrix<Float32Array>): void {
  for (let row = 0; row < rows; row++) for (let i = 0; i < columns; i++) sums[i]! += data[row * columns + i]!;
}
