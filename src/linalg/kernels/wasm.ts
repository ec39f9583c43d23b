/**
 * The kernels in WebAssembly. Arrays in kernel memory are used where they lie. Others are staged: copied in, in blocks of bounded size, and
 * results copied out; where copying would cost as much as computing, the plain twin computes instead.
 */
import type { SparseMatrix } from "../sparse.ts";
import type { KernelExports, KernelFunction } from "./binary.ts";
import type { Crew, KernelCall } from "./crew.ts";
import type { Block, Floats, Kernels, Panel } from "./interface.ts";
import type { KernelMemory } from "./memory.ts";
import { plainKernels } from "./plain.ts";
import { sparseProduct, sparseTransposeProduct } from "./wasm-sparse.ts";

/** A staged product is cut into blocks of at most this many rows, columns and terms: three blocks of f64 are 96 MiB. */
const STAGED = 2048;
/** Multiplications below which copying operands in costs more than the faster product saves (measured: about 16³). */
const SMALL_PRODUCT = 4096;
/** Multiplications from which waking other threads (some 20 µs) pays. */
const LARGE_PRODUCT = 2 ** 21;
/** Elements of the pairs y ⊗ z that a third moment forms at a time: 512 KB of f64. */
const PAIRS = 65536;

const TYPES = { f64: Float64Array, f32: Float32Array, u32: Uint32Array };

/** An operand by address: distances in bytes between rows and between columns of what is meant, not of what is stored. */
interface Operand {
  readonly at: number;
  readonly row: number;
  readonly column: number;
}

export class WasmKernels implements Kernels {
  readonly kind: "simd" | "relaxed-simd";
  readonly memory: KernelMemory;
  readonly exports: KernelExports;
  /** Threads that share large operations; none when undefined. */
  crew: Crew | undefined;
  #buffer: ArrayBufferLike;
  #scratch: number;
  #scratchBytes: number;
  #scopes: Set<number>[] = [];

  constructor(kind: "simd" | "relaxed-simd", exports: KernelExports, memory: KernelMemory) {
    this.kind = kind;
    this.exports = exports;
    this.memory = memory;
    this.#scratchBytes = exports.GEMM_SCRATCH.value;
    this.#scratch = memory.allocate(this.#scratchBytes);
    this.#buffer = memory.buffer;
  }

  /** The address of element `offset` of an array in kernel memory; −1 of any other array. */
  #address(array: Floats | Uint32Array, offset: number): number {
    return array.buffer === this.#buffer ? array.byteOffset + offset * array.BYTES_PER_ELEMENT : -1;
  }

  addressOf(array: Floats | Uint32Array): number {
    return this.#address(array, 0);
  }

  #function(name: string, like: Floats): KernelFunction {
    return this.exports[like.BYTES_PER_ELEMENT === 8 ? `${name}64` : `${name}32`]!;
  }

  /** Runs `body` with the address of `bytes` bytes, or `otherwise` where memory cannot hold them. */
  withBytes(bytes: number, body: (address: number) => void, otherwise: () => void): void {
    const address = this.memory.tryAllocate(bytes);
    this.#buffer = this.memory.buffer;
    if (address === undefined) {
      otherwise();
      return;
    }
    try {
      body(address);
    } finally {
      this.memory.free(address);
    }
  }

  /** Runs calls that touch no element in common, by the crew where there is one. */
  run(calls: readonly KernelCall[]): void {
    if (this.crew !== undefined && calls.length > 1) this.crew.run(calls);
    else for (const { name, parameters } of calls) this.exports[name]!(this.#scratch, ...parameters);
  }

  gemm<A extends Floats>(m: number, n: number, k: number, alpha: number, a: Panel<A>, b: Panel<A>, beta: number, c: Panel<A>): void {
    const [pa, pb, pc] = [this.#address(a.data, a.offset), this.#address(b.data, b.offset), this.#address(c.data, c.offset)];
    const type = c.data.BYTES_PER_ELEMENT;
    if (pa >= 0 && pb >= 0 && pc >= 0) {
      this.#product(m, n, k, alpha, operand(pa, a), operand(pb, b), beta, pc, c.stride * type, type);
    } else if (m * n * k < SMALL_PRODUCT || Math.min(m, n, k) < 2) {
      plainKernels.gemm(m, n, k, alpha, a, b, beta, c);
    } else this.#stagedProduct(m, n, k, alpha, a, pa, b, pb, beta, c, pc);
  }

  /** A product in kernel memory, cut by rows or columns of C when it is large and there is a crew. */
  #product(
    m: number,
    n: number,
    k: number,
    alpha: number,
    a: Operand,
    b: Operand,
    beta: number,
    c: number,
    cRow: number,
    type: number,
  ): void {
    const name = type === 8 ? "gemm64" : "gemm32";
    const threads = this.crew?.threads ?? 1;
    if (threads === 1 || m * n * k < LARGE_PRODUCT || m === 1 || n === 1) {
      this.exports[name]!(this.#scratch, m, n, k, alpha, a.at, a.row, a.column, b.at, b.row, b.column, beta, c, cRow);
      return;
    }
    const byRows = m >= n;
    const length = byRows ? m : n;
    // Multiples of the widest tile, so that only the last part has an unfinished one.
    const step = Math.ceil(length / (4 * threads) / 16) * 16;
    const calls: KernelCall[] = [];
    for (let from = 0; from < length; from += step) {
      const size = Math.min(step, length - from);
      calls.push({
        name,
        parameters: byRows
          ? [size, n, k, alpha, a.at + from * a.row, a.row, a.column, b.at, b.row, b.column, beta, c + from * cRow, cRow]
          : [m, size, k, alpha, a.at, a.row, a.column, b.at + from * b.column, b.row, b.column, beta, c + from * type, cRow],
      });
    }
    this.run(calls);
  }

  #stagedProduct<A extends Floats>(
    m: number,
    n: number,
    k: number,
    alpha: number,
    a: Panel<A>,
    pa: number,
    b: Panel<A>,
    pb: number,
    beta: number,
    c: Panel<A>,
    pc: number,
  ): void {
    const type = c.data.BYTES_PER_ELEMENT;
    const [mm, nn, kk] = [Math.min(m, STAGED), Math.min(n, STAGED), Math.min(k, STAGED)];
    const [sizeA, sizeB, sizeC] = [pa < 0 ? mm * kk : 0, pb < 0 ? kk * nn : 0, pc < 0 ? mm * nn : 0];
    const body = (at: number) => {
      for (let i = 0; i < m; i += STAGED) {
        const rows = Math.min(STAGED, m - i);
        for (let j = 0; j < n; j += STAGED) {
          const columns = Math.min(STAGED, n - j);
          const blockC = pc < 0 ? at + (sizeA + sizeB) * type : pc + (i * c.stride + j) * type;
          if (pc < 0 && beta !== 0) this.#copyIn(c, i, j, rows, columns, blockC);
          for (let p = 0; p < k; p += STAGED) {
            const terms = Math.min(STAGED, k - p);
            const blockA = pa < 0 ? this.#copyIn(a, i, p, rows, terms, at) : within(operand(pa, a), i, p);
            const blockB = pb < 0 ? this.#copyIn(b, p, j, terms, columns, at + sizeA * type) : within(operand(pb, b), p, j);
            const rowC = (pc < 0 ? columns : c.stride) * type;
            this.#product(rows, columns, terms, alpha, blockA, blockB, p === 0 ? beta : 1, blockC, rowC, type);
          }
          if (pc < 0) this.#copyOut(blockC, c, i, j, rows, columns);
        }
      }
    };
    this.withBytes((sizeA + sizeB + sizeC) * type, body, () => plainKernels.gemm(m, n, k, alpha, a, b, beta, c));
  }

  /** Copies rows × columns elements of op(panel) from (i, j) on, as they are stored, to `at`. */
  #copyIn<A extends Floats>(panel: Panel<A>, i: number, j: number, rows: number, columns: number, at: number): Operand {
    const { data, stride, transposed = false } = panel;
    const type = data.BYTES_PER_ELEMENT;
    const [lines, length] = transposed ? [columns, rows] : [rows, columns];
    const from = panel.offset + (transposed ? j * stride + i : i * stride + j);
    const to = this.view(data, at, lines * length);
    if (stride === length) to.set(data.subarray(from, from + lines * length));
    else for (let line = 0; line < lines; line++) to.set(data.subarray(from + line * stride, from + line * stride + length), line * length);
    return transposed ? { at, row: type, column: length * type } : { at, row: length * type, column: type };
  }

  #copyOut<A extends Floats>(at: number, panel: Panel<A>, i: number, j: number, rows: number, columns: number): void {
    const { data, stride } = panel;
    const from = this.view(data, at, rows * columns);
    const to = panel.offset + i * stride + j;
    if (stride === columns) data.set(from, to);
    else for (let row = 0; row < rows; row++) data.set(from.subarray(row * columns, (row + 1) * columns), to + row * stride);
  }

  /** `length` elements at an address, of the type of `like`. */
  view<A extends Floats | Uint32Array>(like: A, at: number, length: number): A {
    return new (like.constructor as Float64ArrayConstructor)(this.#buffer, at, length) as Floats as A;
  }

  sparseProduct(s: SparseMatrix, width: number, x: Float64Array, y: Float64Array): void {
    sparseProduct(this, s, width, x, y);
  }

  sparseTransposeProduct(s: SparseMatrix, width: number, x: Float64Array, y: Float64Array): void {
    sparseTransposeProduct(this, s, width, x, y);
  }

  #contraction<A extends Floats>(
    name: "contract" | "contractLeft" | "contractRight",
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
  ): void {
    const [pt, px] = [this.#address(t, tOffset), this.#address(x, xOffset)];
    const [py, po] = [this.#address(y, yOffset), this.#address(out, outOffset)];
    if (pt < 0 || px < 0 || py < 0 || po < 0 || !this.#holds(mb * mc * t.BYTES_PER_ELEMENT)) {
      plainKernels[name](ma, mb, mc, t, tOffset, x, xOffset, y, yOffset, out, outOffset);
    } else this.#function(name, t)(this.#scratch, ma, mb, mc, pt, px, py, po);
  }

  #holds(scratchBytes: number): boolean {
    return scratchBytes <= this.#scratchBytes;
  }

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
  ): void {
    this.#contraction("contract", ma, mb, mc, t, tOffset, l, lOffset, r, rOffset, out, outOffset);
  }

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
  ): void {
    this.#contraction("contractLeft", ma, mb, mc, t, tOffset, b, bOffset, r, rOffset, out, outOffset);
  }

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
  ): void {
    this.#contraction("contractRight", ma, mb, mc, t, tOffset, b, bOffset, l, lOffset, out, outOffset);
  }

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
  ): void {
    const [pt, pp, po] = [this.#address(t, tOffset), this.#address(p, pOffset), this.#address(out, outOffset)];
    if (pt < 0 || pp < 0 || po < 0) plainKernels.contractPairs(ma, mb, mc, t, tOffset, p, pOffset, out, outOffset);
    else this.#function("contractPairs", t)(ma, mb, mc, pt, pp, po);
  }

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
  ): void {
    const left = { data: x, offset: xOffset, stride: xStride, transposed: true };
    this.gemm(mx, my, count, 1, left, { data: y, offset: yOffset, stride: yStride }, 1, { data: out, offset: outOffset, stride: my });
  }

  /** Σ_n x_n (y_n ⊗ z_n)ᵀ: one product per chunk of rows whose pairs fit the cache. */
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
  ): void {
    const pairs = my * mz;
    if (count === 0 || pairs === 0) return;
    const type = out.BYTES_PER_ELEMENT;
    const chunk = Math.min(count, Math.max(1, Math.floor(PAIRS / pairs)));
    const [px, py] = [this.#address(x, xOffset), this.#address(y, yOffset)];
    const [pz, po] = [this.#address(z, zOffset), this.#address(out, outOffset)];
    const body = (at: number) => {
      const stagedY = at + chunk * pairs * type;
      const stagedZ = stagedY + chunk * my * type;
      for (let n = 0; n < count; n += chunk) {
        const rows = Math.min(chunk, count - n);
        const fromY = py < 0 ? this.#copyIn({ data: y, offset: yOffset, stride: yStride }, n, 0, rows, my, stagedY) : undefined;
        const fromZ = pz < 0 ? this.#copyIn({ data: z, offset: zOffset, stride: zStride }, n, 0, rows, mz, stagedZ) : undefined;
        const { at: atY, row: rowY } = fromY ?? { at: py + n * yStride * type, row: yStride * type };
        const { at: atZ, row: rowZ } = fromZ ?? { at: pz + n * zStride * type, row: zStride * type };
        this.#function("pairRows", out)(rows, my, mz, atY, rowY, atZ, rowZ, at);
        // Views are taken anew: a product that stages may grow the memory.
        const rowsX = px < 0 ? x.subarray(xOffset + n * xStride) : this.view(x, px + n * xStride * type, (rows - 1) * xStride + mx);
        const sums = po < 0 ? out.subarray(outOffset) : this.view(out, po, mx * pairs);
        this.secondMoment(rows, mx, pairs, rowsX as A, 0, xStride, this.view(out, at, rows * pairs), 0, pairs, sums as A, 0);
      }
    };
    this.withBytes(chunk * (pairs + my + mz) * type, body, () =>
      plainKernels.thirdMoment(count, mx, my, mz, x, xOffset, xStride, y, yOffset, yStride, z, zOffset, zStride, out, outOffset),
    );
  }

  dot<A extends Floats>(n: number, x: A, xOffset: number, y: A, yOffset: number): number {
    const [px, py] = [this.#address(x, xOffset), this.#address(y, yOffset)];
    return px < 0 || py < 0 ? plainKernels.dot(n, x, xOffset, y, yOffset) : this.#function("dot", x)(n, px, py);
  }

  axpy<A extends Floats>(n: number, alpha: number, x: A, xOffset: number, y: A, yOffset: number): void {
    const [px, py] = [this.#address(x, xOffset), this.#address(y, yOffset)];
    if (px < 0 || py < 0) plainKernels.axpy(n, alpha, x, xOffset, y, yOffset);
    else this.#function("axpy", x)(n, alpha, px, py);
  }

  scale<A extends Floats>(n: number, alpha: number, x: A, xOffset: number): void {
    const px = this.#address(x, xOffset);
    if (px < 0) plainKernels.scale(n, alpha, x, xOffset);
    else this.#function("scale", x)(n, alpha, px);
  }

  rotate<A extends Floats>(n: number, x: A, xOffset: number, y: A, yOffset: number, cosine: number, sine: number): void {
    const [px, py] = [this.#address(x, xOffset), this.#address(y, yOffset)];
    if (px < 0 || py < 0) plainKernels.rotate(n, x, xOffset, y, yOffset, cosine, sine);
    else this.#function("rotate", x)(n, px, py, cosine, sine);
  }

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
  ): void {
    const [px, py, pc] = [this.#address(x, xOffset), this.#address(y, yOffset), this.#address(c, cOffset)];
    if (px < 0 || py < 0 || pc < 0) plainKernels.rankOne(m, n, alpha, x, xOffset, y, yOffset, c, cOffset, cStride);
    else this.#function("rankOne", x)(m, n, alpha, px, py, pc, cStride * c.BYTES_PER_ELEMENT);
  }

  allocate(type: "f64", length: number): Block<Float64Array>;
  allocate(type: "f32", length: number): Block<Float32Array>;
  allocate(type: "u32", length: number): Block<Uint32Array>;
  allocate(type: keyof typeof TYPES, length: number): Block<Float64Array | Float32Array | Uint32Array> {
    const { memory } = this;
    const address = memory.allocate(length * TYPES[type].BYTES_PER_ELEMENT);
    this.#buffer = memory.buffer;
    const scope = this.#scopes.at(-1);
    scope?.add(address);
    let view = viewOf(type, this.#buffer, address, length).fill(0);
    return {
      get view() {
        if (view.buffer !== memory.buffer) view = viewOf(type, memory.buffer, address, length);
        return view;
      },
      free: () => {
        scope?.delete(address);
        memory.free(address);
      },
    };
  }

  scope<T>(body: () => T): T {
    const addresses = new Set<number>();
    this.#scopes.push(addresses);
    try {
      return body();
    } finally {
      this.#scopes.pop();
      for (const address of addresses) this.memory.free(address);
    }
  }
}

function viewOf(type: keyof typeof TYPES, buffer: ArrayBufferLike, address: number, length: number) {
  return new (TYPES[type] as Float64ArrayConstructor)(buffer, address, length) as Float64Array | Float32Array | Uint32Array;
}

function operand<A extends Floats>(at: number, { stride, transposed, data }: Panel<A>): Operand {
  const type = data.BYTES_PER_ELEMENT;
  return transposed ? { at, row: type, column: stride * type } : { at, row: stride * type, column: type };
}

const within = ({ at, row, column }: Operand, i: number, j: number): Operand => ({ at: at + i * row + j * column, row, column });
