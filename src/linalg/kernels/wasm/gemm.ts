/** Dense products in WebAssembly: in place, staged through kernel memory, or cut among threads. */
import type { KernelCall } from "../crew.ts";
import type { Floats, Gemm, Panel } from "../interface.ts";
import { plainKernels } from "../plain/plain.ts";
import type { WasmCore } from "./core.ts";

/** A staged product is cut into blocks of at most this many rows, columns and terms: three blocks of f64 are 96 MiB. */
const STAGED = 2048;
/** Multiplications below which copying operands in costs more than the faster product saves (measured: about 12³). */
const SMALL_PRODUCT = 2000;
/** Multiplications from which waking other threads (some 20 µs) pays. */
const LARGE_PRODUCT = 2 ** 21;
/** The widest tile of kernels/gemm.ts: cuts at its multiples leave no more than one tile unfinished. */
const TILE = 16;

/**
 * An operand by address: distances in bytes between rows and between columns of what is meant, not of what is stored.
 */
interface Operand {
  readonly at: number;
  readonly row: number;
  readonly column: number;
}

function operand<A extends Floats>(at: number, { stride, transposed, data }: Panel<A>): Operand {
  const type = data.BYTES_PER_ELEMENT;
  return transposed ? { at, row: type, column: stride * type } : { at, row: stride * type, column: type };
}

const within = ({ at, row, column }: Operand, i: number, j: number): Operand => ({
  at: at + i * row + j * column,
  row,
  column,
});

/** alpha · A · B + beta · C in kernel memory. */
interface Product {
  readonly m: number;
  readonly n: number;
  readonly k: number;
  readonly alpha: number;
  readonly a: Operand;
  readonly b: Operand;
  readonly beta: number;
  readonly c: Operand;
}

/** Cuts a product by rows or columns of C when it is large and there are threads. */
function run(core: WasmCore, { m, n, k, alpha, a, b, beta, c }: Product): void {
  const name = c.column === 8 ? "gemm64" : "gemm32";
  const { threads } = core;
  if (threads === 1 || m * n * k < LARGE_PRODUCT || m === 1 || n === 1) {
    core.exports[name]!(core.scratch, m, n, k, alpha, a.at, a.row, a.column, b.at, b.row, b.column, beta, c.at, c.row);
    return;
  }
  const byRows = m >= n;
  const length = byRows ? m : n;
  const step = Math.ceil(length / (4 * threads) / TILE) * TILE;
  const calls: KernelCall[] = [];
  for (let from = 0; from < length; from += step) {
    const size = Math.min(step, length - from);
    const [rows, columns] = byRows ? [size, n] : [m, size];
    const [i, j] = byRows ? [from, 0] : [0, from];
    const parameters = [
      rows,
      columns,
      k,
      alpha,
      a.at + i * a.row,
      a.row,
      a.column,
      b.at + j * b.column,
      b.row,
      b.column,
      beta,
    ];
    calls.push({ name, parameters: [...parameters, c.at + i * c.row + j * c.column, c.row] });
  }
  core.run(calls);
}

/** Copies rows × columns elements of op(panel) from (i, j) on, as they are stored, to an address. */
export function copyIn<A extends Floats>(
  core: WasmCore,
  panel: Panel<A>,
  i: number,
  j: number,
  rows: number,
  columns: number,
  at: number,
): Operand {
  const { data, stride, transposed = false } = panel;
  const [lines, length] = transposed ? [columns, rows] : [rows, columns];
  const from = panel.offset + (transposed ? j * stride + i : i * stride + j);
  const to = core.view(data, at, lines * length);
  if (stride === length) to.set(data.subarray(from, from + lines * length));
  else
    for (let line = 0; line < lines; line++)
      to.set(data.subarray(from + line * stride, from + line * stride + length), line * length);
  return operand(at, { data, offset: 0, stride: length, transposed });
}

function copyOut<A extends Floats>(
  core: WasmCore,
  at: number,
  panel: Panel<A>,
  i: number,
  j: number,
  rows: number,
  columns: number,
): void {
  const { data, stride } = panel;
  const from = core.view(data, at, rows * columns);
  const to = panel.offset + i * stride + j;
  if (stride === columns) data.set(from, to);
  else
    for (let row = 0; row < rows; row++) data.set(from.subarray(row * columns, (row + 1) * columns), to + row * stride);
}

export function gemmOver(core: WasmCore): Gemm {
  const staged: Gemm = (m, n, k, alpha, a, b, beta, c) => {
    // Addresses first: what lies in kernel memory may move when it grows.
    const [pa, pb, pc] = [
      core.address(a.data, a.offset),
      core.address(b.data, b.offset),
      core.address(c.data, c.offset),
    ];
    const type = c.data.BYTES_PER_ELEMENT;
    const [mm, nn, kk] = [Math.min(m, STAGED), Math.min(n, STAGED), Math.min(k, STAGED)];
    const [sizeA, sizeB, sizeC] = [pa < 0 ? mm * kk : 0, pb < 0 ? kk * nn : 0, pc < 0 ? mm * nn : 0];
    const body = (at: number) => {
      const [atB, atC] = [at + sizeA * type, at + (sizeA + sizeB) * type];
      for (let i = 0; i < m; i += STAGED) {
        const rows = Math.min(STAGED, m - i);
        for (let j = 0; j < n; j += STAGED) {
          const columns = Math.min(STAGED, n - j);
          const blockC = pc < 0 ? { at: atC, row: columns * type, column: type } : within(operand(pc, c), i, j);
          if (pc < 0 && beta !== 0) copyIn(core, c, i, j, rows, columns, atC);
          for (let p = 0; p < k; p += STAGED) {
            const terms = Math.min(STAGED, k - p);
            const blockA = pa < 0 ? copyIn(core, a, i, p, rows, terms, at) : within(operand(pa, a), i, p);
            const blockB = pb < 0 ? copyIn(core, b, p, j, terms, columns, atB) : within(operand(pb, b), p, j);
            run(core, {
              m: rows,
              n: columns,
              k: terms,
              alpha,
              a: blockA,
              b: blockB,
              beta: p === 0 ? beta : 1,
              c: blockC,
            });
          }
          if (pc < 0) copyOut(core, atC, c, i, j, rows, columns);
        }
      }
    };
    core.withBytes((sizeA + sizeB + sizeC) * type, body, () => plainKernels.gemm(m, n, k, alpha, a, b, beta, c));
  };
  return (m, n, k, alpha, a, b, beta, c) => {
    const pa = core.address(a.data, a.offset);
    const pb = core.address(b.data, b.offset);
    const pc = core.address(c.data, c.offset);
    if (pa >= 0 && pb >= 0 && pc >= 0)
      run(core, { m, n, k, alpha, a: operand(pa, a), b: operand(pb, b), beta, c: operand(pc, c) });
    else if (m * n * k < SMALL_PRODUCT || Math.min(m, n, k) < 2) plainKernels.gemm(m, n, k, alpha, a, b, beta, c);
    else staged(m, n, k, alpha, a, b, beta, c);
  };
}
