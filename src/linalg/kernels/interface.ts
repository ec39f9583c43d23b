/**
 * The one interface of the numerical kernels. Two implementations stand behind it: WebAssembly SIMD, and a plain
 * TypeScript twin that the tests compare it with and that runs where WebAssembly does not. `kernels()` gives the one in
 * use.
 *
 * Conventions. Matrices are row-major; a stride is the distance between the starts of two rows. Every array is followed
 * by the offset at which its data starts, counted in elements, so that hot loops need no `subarray`. All arrays of a
 * call have one element type (f64 or f32). An output may not overlap an input. Offsets and sizes are not checked here:
 * `multiply`, `sparse.ts` and the learners check shapes once, outside their loops.
 *
 * Arrays may lie anywhere. Those that lie in the kernels' own memory (`allocate`) are used in place; others are copied
 * in and out where that pays, and are otherwise computed on by the plain twin. Vector operations and contractions are
 * never worth copying for: allocate.
 */
import type { SparseMatrix } from "../sparse.ts";

/** Arrays that kernels compute with. */
export type Floats = Float64Array | Float32Array;

/** A matrix operand: where its stored rows start, how far apart they are, and whether its transpose is meant. */
export interface Panel<A extends Floats> {
  readonly data: A;
  readonly offset: number;
  readonly stride: number;
  readonly transposed?: boolean;
}

/**
 * An array in the kernels' memory. Memory that grows may move: read `view` again after any allocation or kernel call.
 */
export interface Block<A extends Floats | Uint32Array> {
  readonly view: A;
  free(): void;
}

export type Gemm = <A extends Floats>(
  m: number,
  n: number,
  k: number,
  alpha: number,
  a: Panel<A>,
  b: Panel<A>,
  beta: number,
  c: Panel<A>,
) => void;

export type SparseProduct = (s: SparseMatrix, width: number, x: Float64Array, y: Float64Array) => void;

/** Contracts an ma × mb × mc tensor, T_ijk at (i · mb + j) · mc + k, with vectors x and y along two of its axes. */
export type Contraction = <A extends Floats>(
  ma: number,
  mb: number,
  mc: number,
  t: A,
  tOffset: number,
  x: A,
  xOffset: number,
  y: A,
  yOffset: number,
  out: A,
  outOffset: number,
) => void;

export type PairContraction = <A extends Floats>(
  ma: number,
  mb: number,
  mc: number,
  t: A,
  tOffset: number,
  p: A,
  pOffset: number,
  out: A,
  outOffset: number,
) => void;

export type SecondMoment = <A extends Floats>(
  count: number,
  mx: number,
  my: number,
  x: A,
  xOffset: number,
  xStride: number,
  y: A,
  yOffset: number,
  yStride: number,
  out: A,
  outOffset: number,
) => void;

export type ThirdMoment = <A extends Floats>(
  count: number,
  mx: number,
  my: number,
  mz: number,
  x: A,
  xOffset: number,
  xStride: number,
  y: A,
  yOffset: number,
  yStride: number,
  z: A,
  zOffset: number,
  zStride: number,
  out: A,
  outOffset: number,
) => void;

export type Dot = <A extends Floats>(n: number, x: A, xOffset: number, y: A, yOffset: number) => number;
export type Axpy = <A extends Floats>(n: number, alpha: number, x: A, xOffset: number, y: A, yOffset: number) => void;
export type Scale = <A extends Floats>(n: number, alpha: number, x: A, xOffset: number) => void;
export type Rotate = <A extends Floats>(
  n: number,
  x: A,
  xOffset: number,
  y: A,
  yOffset: number,
  cosine: number,
  sine: number,
) => void;
export type MatrixVector = <A extends Floats>(
  rows: number,
  columns: number,
  alpha: number,
  a: A,
  aOffset: number,
  x: A,
  xOffset: number,
  y: A,
  yOffset: number,
) => void;
export type RankOne = <A extends Floats>(
  m: number,
  n: number,
  alpha: number,
  x: A,
  xOffset: number,
  y: A,
  yOffset: number,
  c: A,
  cOffset: number,
  cStride: number,
) => void;

export type OrthogonalizeRows = (
  count: number,
  length: number,
  width: number,
  x: Float64Array,
  offset: number,
  stride: number,
  tolerance: number,
  vanished: number,
) => void;
export type BidiagonalRows = (
  rows: number,
  n: number,
  a: Float64Array,
  aOffset: number,
  aStride: number,
  v: Float64Array,
  vOffset: number,
  w: Float64Array,
  wOffset: number,
  u: Float64Array,
  uOffset: number,
  tau: number,
  sums: Float64Array,
  sumsOffset: number,
) => void;

/** Columns that `smoothPanels` takes at a time, and its rates: as many numbers as stay in registers. */
export const PANEL_COLUMNS = 8;
/** Back-off weights of a rule's third moment. */
export const SMOOTHING_RATES = 3;
/** In place of a token or of the row of a sample: there is none. */
export const NOTHING = 0xffffffff;

export type SmoothPanels = (
  tokens: Uint32Array,
  count: number,
  begin: number,
  end: number,
  backwards: boolean,
  rates: Float32Array,
  words: number,
  panels: number,
  dictionary: Float32Array,
  sums: Float32Array,
  sampleOf: Uint32Array,
  samples: Float32Array,
) => void;

/**
 * The passes of a chart with hidden states, for arrays in kernel memory. `table` begins with addresses, in the order of
 * kernels/latent.ts; `like` tells the precision.
 */
export interface LatentKernel {
  /** The address of an array's first element; −1 where it does not lie in kernel memory. */
  address(array: Floats | Uint32Array): number;
  inside(like: Floats, table: Uint32Array, items: number): void;
  outside(like: Floats, table: Uint32Array, items: number): void;
}

/**
 * The passes of a chart without hidden states, for arrays in kernel memory. `table` begins with addresses, in the order
 * of kernels/coarse.ts.
 */
export interface CoarseKernel {
  /** The address of an array's first element; −1 where it does not lie in kernel memory. */
  address(array: Floats | Uint32Array): number;
  /** The number of items, or −1 where there is no room for them. */
  inside(table: Uint32Array, words: number, beam: number): number;
  /** The number of uses of rules, or −1 where there is no room for them. */
  outside(table: Uint32Array, words: number, threshold: number, least: number, skip: number): number;
}

/** The operations that are fast in WebAssembly, with a plain twin of each in TypeScript. */
export interface Kernels {
  readonly kind: "plain" | "simd" | "relaxed-simd";
  /** Why the plain twin computes and not WebAssembly, as a sentence for a report; undefined where nobody asked. */
  readonly plainBecause?: string | undefined;

  /**
   * C ← alpha · op(A) · op(B) + beta · C with op(A) m × k, op(B) k × n, C m × n. With beta = 0 the old C is not read.
   */
  readonly gemm: Gemm;

  /** Y ← S · X, with X columns(S) × width and Y rows(S) × width, both without gaps. Column scales are applied. */
  readonly sparseProduct: SparseProduct;
  /** Y ← Sᵀ · X, with X rows(S) × width and Y columns(S) × width, both without gaps. Column scales are applied. */
  readonly sparseTransposeProduct: SparseProduct;

  /** out_i += Σ_jk T_ijk x_j y_k: the inside value of one split, from the left and the right child. */
  readonly contract: Contraction;
  /** out_i += Σ_jk T_ijk P_jk: the inside value of all splits, from their summed outer products P = Σ x ⊗ y. */
  readonly contractPairs: PairContraction;
  /** out_j += Σ_ik T_ijk x_i y_k: the outside value of a left child, from its parent's and its right sister. */
  readonly contractLeft: Contraction;
  /** out_k += Σ_ij T_ijk x_i y_j: the outside value of a right child, from its parent's and its left sister. */
  readonly contractRight: Contraction;

  /**
   * out (mx × my) += Σ_n x_n y_nᵀ over `count` rows of X and Y: second moments, and the summed outer products of split
   * points.
   */
  readonly secondMoment: SecondMoment;
  /** out (mx × my × mz) += Σ_n x_n ⊗ y_n ⊗ z_n over `count` rows: third moments. */
  readonly thirdMoment: ThirdMoment;

  /** Σ_i x_i y_i over n contiguous elements. */
  readonly dot: Dot;
  /** y ← alpha · x + y. */
  readonly axpy: Axpy;
  /** x ← alpha · x. */
  readonly scale: Scale;
  /** (x, y) ← (cosine · x − sine · y, sine · x + cosine · y): a plane rotation of two rows. */
  readonly rotate: Rotate;
  /** C ← alpha · x yᵀ + C with C m × n. */
  readonly rankOne: RankOne;
  /** y ← alpha · A x + y with A rows × columns, without gaps. */
  readonly matrixVector: MatrixVector;
  /** y ← alpha · Aᵀ x + y with A rows × columns, without gaps. */
  readonly vectorMatrix: MatrixVector;

  /**
   * One-sided Jacobi: turns pairs of `count` rows of `width` elements until their first `length` elements are
   * orthogonal, |x_i · x_j| ≤ tolerance · ‖x_i‖ ‖x_j‖ for all pairs. Rows with a squared norm below `vanished` are left
   * alone.
   */
  readonly orthogonalizeRows: OrthogonalizeRows;
  /**
   * Both reflections of a step of bidiagonalisation: a_i ← a_i − v_i w, then a_i ← a_i − tau (a_i · u) u, and sums +=
   * a_i1 a_i, for each row.
   */
  readonly bidiagonalRows: BidiagonalRows;

  /**
   * Exponential smoothing of the rows of a dictionary along `count` tokens, or against them if `backwards`, at three
   * rates: s_r is 0 before the first token and after NOTHING, and each token makes it (1 − rate_r) · s_r + rate_r ·
   * dictionary[token]. Before that, where begin ≤ t < end, s is added to sums[token] and written to
   * samples[sampleOf[t]]. Columns come in panels of eight: the dictionary is panels × words × 8, sums panels × words ×
   * 3 × 8, samples rows × panels × 3 × 8.
   */
  readonly smoothPanels: SmoothPanels;

  /** Undefined in the plain twin: src/charts/phrases/plain-latent-chart.ts is the twin of its passes. */
  readonly latent?: LatentKernel;
  /** Undefined in the plain twin: src/charts/phrases/coarse-plain.ts is the twin of its passes. */
  readonly coarse?: CoarseKernel;

  /** A zero-filled array in the kernels' memory, on which every kernel works without copying. */
  allocate(type: "f64", length: number): Block<Float64Array>;
  allocate(type: "f32", length: number): Block<Float32Array>;
  allocate(type: "u32", length: number): Block<Uint32Array>;
  /** Runs `body` and frees every block that it allocated. */
  scope<T>(body: () => T): T;
}
