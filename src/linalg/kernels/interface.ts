/**
 * The one interface of the numerical kernels. Two implementations stand behind it: WebAssembly SIMD, and a plain TypeScript twin that the
 * tests compare it with and that runs where WebAssembly does not. `kernels()` gives the one in use.
 *
 * Conventions. Matrices are row-major; a stride is the distance between the starts of two rows. Every array is followed by the offset at which
 * its data starts, counted in elements, so that hot loops need no `subarray`. All arrays of a call have one element type (f64 or f32). An
 * output may not overlap an input. Offsets and sizes are not checked here: `multiply`, `sparse.ts` and the learners check shapes once, outside
 * their loops.
 *
 * Arrays may lie anywhere. Those that lie in the kernels' own memory (`allocate`) are used in place; others are copied in and out where
 * that pays, and are otherwise computed on by the plain twin.
 */
import type { SparseMatrix } from "../sparse.ts";

export type Floats = Float64Array | Float32Array;

/** A matrix operand: where its stored rows start, how far apart they are, and whether its transpose is meant. */
export interface Panel<A extends Floats> {
  readonly data: A;
  readonly offset: number;
  readonly stride: number;
  readonly transposed?: boolean;
}

/** An array in the kernels' memory. Memory that grows may move: read `view` again after any allocation or kernel call. */
export interface Block<A extends Floats | Uint32Array> {
  readonly view: A;
  free(): void;
}

export interface Kernels {
  readonly kind: "plain" | "simd" | "relaxed-simd";

  /** C ← alpha · op(A) · op(B) + beta · C with op(A) m × k, op(B) k × n, C m × n. With beta = 0 the old C is not read. */
  gemm<A extends Floats>(m: number, n: number, k: number, alpha: number, a: Panel<A>, b: Panel<A>, beta: number, c: Panel<A>): void;

  /** Y ← S · X, with X columns(S) × width and Y rows(S) × width, both without gaps. Column scales are applied. */
  sparseProduct(s: SparseMatrix, width: number, x: Float64Array, y: Float64Array): void;
  /** Y ← Sᵀ · X, with X rows(S) × width and Y columns(S) × width, both without gaps. Column scales are applied. */
  sparseTransposeProduct(s: SparseMatrix, width: number, x: Float64Array, y: Float64Array): void;

  /** out_i += Σ_jk T_ijk l_j r_k over an ma × mb × mc tensor: the inside value of one split. */
  contract<A extends Floats>(
    ma: number,
    mb: number,
    mc: number,
    t: A,
    tOffset: number,
    l: A,
    lOffset: number,
    r: A,
    rOffset: number,
    out: A,
    outOffset: number,
  ): void;
  /** out_i += Σ_jk T_ijk P_jk: the inside value of all splits, from their summed outer products P = Σ l ⊗ r. */
  contractPairs<A extends Floats>(
    ma: number,
    mb: number,
    mc: number,
    t: A,
    tOffset: number,
    p: A,
    pOffset: number,
    out: A,
    outOffset: number,
  ): void;
  /** out_j += Σ_ik T_ijk b_i r_k: the outside value of a left child. */
  contractLeft<A extends Floats>(
    ma: number,
    mb: number,
    mc: number,
    t: A,
    tOffset: number,
    b: A,
    bOffset: number,
    r: A,
    rOffset: number,
    out: A,
    outOffset: number,
  ): void;
  /** out_k += Σ_ij T_ijk b_i l_j: the outside value of a right child. */
  contractRight<A extends Floats>(
    ma: number,
    mb: number,
    mc: number,
    t: A,
    tOffset: number,
    b: A,
    bOffset: number,
    l: A,
    lOffset: number,
    out: A,
    outOffset: number,
  ): void;

  /** out (mx × my) += Σ_n x_n y_nᵀ over `count` rows of X and Y: second moments, and the summed outer products of split points. */
  secondMoment<A extends Floats>(
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
  ): void;
  /** out (mx × my × mz) += Σ_n x_n ⊗ y_n ⊗ z_n over `count` rows: third moments. */
  thirdMoment<A extends Floats>(
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
  ): void;

  /** Σ_i x_i y_i over n contiguous elements. */
  dot<A extends Floats>(n: number, x: A, xOffset: number, y: A, yOffset: number): number;
  /** y ← alpha · x + y. */
  axpy<A extends Floats>(n: number, alpha: number, x: A, xOffset: number, y: A, yOffset: number): void;
  /** x ← alpha · x. */
  scale<A extends Floats>(n: number, alpha: number, x: A, xOffset: number): void;
  /** (x, y) ← (cosine · x − sine · y, sine · x + cosine · y): a plane rotation of two rows. */
  rotate<A extends Floats>(n: number, x: A, xOffset: number, y: A, yOffset: number, cosine: number, sine: number): void;
  /** C ← alpha · x yᵀ + C with C m × n. */
  rankOne<A extends Floats>(
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
  ): void;

  /** A zero-filled array in the kernels' memory, on which every kernel works without copying. */
  allocate(type: "f64", length: number): Block<Float64Array>;
  allocate(type: "f32", length: number): Block<Float32Array>;
  allocate(type: "u32", length: number): Block<Uint32Array>;
  /** Runs `body` and frees every block that it allocated. */
  scope<T>(body: () => T): T;
}
