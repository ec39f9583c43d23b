/**
 * Sparse products in WebAssembly. The dense operand that is gathered from, or the dense result that is scattered to,
 * must lie whole in kernel memory; entries, and the dense side that is met in row order, pass through in chunks that
 * stay in the cache.
 */
import type { SparseMatrix } from "../../sparse.ts";
import type { KernelCall } from "../crew.ts";
import type { SparseProduct } from "../interface.ts";
import { plainKernels } from "../plain/plain.ts";
import type { WasmCore } from "./core.ts";

/** Entries staged at a time: 768 KB of ids and values. */
const CHUNK = 65536;

/** A run of whole rows and the places of its entries. */
interface Run {
  readonly first: number;
  readonly rows: number;
  readonly base: number;
  readonly end: number;
}

/** Runs of rows with at most `entries` entries and as many rows, or one longer row. */
function* runsOf(starts: Uint32Array, entries: number): Generator<Run> {
  const rows = starts.length - 1;
  for (let first = 0; first < rows; ) {
    const base = starts[first]!;
    let last = first + 1;
    while (last < rows && last - first < entries && starts[last + 1]! - base <= entries) last++;
    yield { first, rows: last - first, base, end: starts[last]! };
    first = last;
  }
}

function longestRow(s: SparseMatrix): number {
  let longest = 0;
  for (let row = 0; row < s.rows; row++) longest = Math.max(longest, s.starts[row + 1]! - s.starts[row]!);
  return longest;
}

type Staged = Float64Array | Uint32Array;

/**
 * Gives arrays addresses in one allocation: those in kernel memory their own, others a place of `length` elements
 * there.
 */
class Stage {
  bytes = 0;
  readonly #core: WasmCore;
  #at = 0;

  constructor(core: WasmCore) {
    this.#core = core;
  }

  place(array: Staged | undefined, length: number): Place {
    if (array === undefined) return { array: undefined, inside: true, offset: 0 };
    const address = this.#core.address(array, 0);
    if (address >= 0) return { array, inside: true, offset: address };
    const offset = this.bytes;
    this.bytes += Math.ceil((length * array.BYTES_PER_ELEMENT) / 64) * 64;
    return { array, inside: false, offset };
  }

  set base(address: number) {
    this.#at = address;
  }

  /**
   * The address of element `from` of the array; what is staged holds elements `from` up to `to`, copied in unless only
   * written.
   */
  address({ array, inside, offset }: Place, from: number, to: number, written = false): number {
    if (array === undefined) return 0;
    if (inside) return offset + from * array.BYTES_PER_ELEMENT;
    if (!written) this.#view(array, offset, to - from).set(array.subarray(from, to) as never);
    return this.#at + offset;
  }

  copyOut({ array, inside, offset }: Place, from: number, to: number): void {
    if (!inside) array!.set(this.#view(array!, offset, to - from) as never, from);
  }

  #view(array: Staged, offset: number, length: number): Staged {
    return this.#core.view(array, this.#at + offset, length);
  }
}

interface Place {
  readonly array: Staged | undefined;
  readonly inside: boolean;
  readonly offset: number;
}

/**
 * The arrays of a product: dense `whole` must lie in kernel memory entirely, `passing` passes through in chunks of
 * rows.
 */
function stageOf(core: WasmCore, s: SparseMatrix, width: number, whole: Float64Array, passing: Float64Array) {
  const capacity = Math.max(CHUNK, longestRow(s));
  const entries = Math.min(capacity, s.ids.length);
  const stage = new Stage(core);
  return {
    stage,
    capacity,
    whole: stage.place(whole, s.columns * width),
    scales: stage.place(s.columnScales, s.columns),
    starts: stage.place(s.starts, s.rows + 1),
    ids: stage.place(s.ids, entries),
    values: stage.place(s.values, entries),
    passing: stage.place(passing, Math.min(capacity, s.rows) * width),
  };
}

export function sparseProductOver(core: WasmCore): SparseProduct {
  return (s, width, x, y) => {
    const places = stageOf(core, s, width, x, y);
    const { stage } = places;
    const row = width * 8;
    const body = (base: number) => {
      stage.base = base;
      const atX = stage.address(places.whole, 0, s.columns * width);
      const scales = stage.address(places.scales, 0, s.columns);
      const starts = stage.address(places.starts, 0, s.rows + 1);
      for (const run of runsOf(core.view(s.starts, starts, s.rows + 1), places.capacity)) {
        const ids = stage.address(places.ids, run.base, run.end);
        const values = stage.address(places.values, run.base, run.end);
        const [from, to] = [run.first * width, (run.first + run.rows) * width];
        const out = stage.address(places.passing, from, to, true);
        const step = Math.ceil(run.rows / (core.threads === 1 ? 1 : 4 * core.threads));
        const calls: KernelCall[] = [];
        for (let r = 0; r < run.rows; r += step) {
          const rows = Math.min(step, run.rows - r);
          const parameters = [
            rows,
            run.base,
            starts + 4 * (run.first + r),
            ids,
            values,
            scales,
            row,
            atX,
            out + r * row,
          ];
          calls.push({ name: "sparseRows", parameters });
        }
        core.run(calls);
        stage.copyOut(places.passing, from, to);
      }
    };
    core.withBytes(stage.bytes, body, () => plainKernels.sparseProduct(s, width, x, y));
  };
}

export function sparseTransposeProductOver(core: WasmCore): SparseProduct {
  return (s, width, x, y) => {
    const places = stageOf(core, s, width, y, x);
    const { stage } = places;
    const row = width * 8;
    const body = (base: number) => {
      stage.base = base;
      const out = stage.address(places.whole, 0, s.columns * width, true);
      const scales = stage.address(places.scales, 0, s.columns);
      const starts = stage.address(places.starts, 0, s.rows + 1);
      core.exports.scale64!(s.columns * width, 0, out);
      for (const run of runsOf(core.view(s.starts, starts, s.rows + 1), places.capacity)) {
        const ids = stage.address(places.ids, run.base, run.end);
        const values = stage.address(places.values, run.base, run.end);
        const from = stage.address(places.passing, run.first * width, (run.first + run.rows) * width);
        // Threads take different columns: no two ever write the same element.
        const step = Math.ceil(width / core.threads / 2) * 16;
        const calls: KernelCall[] = [];
        for (let at = 0; at < row; at += step) {
          const to = Math.min(at + step, row);
          const parameters = [run.rows, run.base, starts + 4 * run.first, ids, values, row, at, to, from, out];
          calls.push({ name: "sparseScatter", parameters });
        }
        core.run(calls);
      }
      if (scales !== 0) core.exports.scaleRows!(s.columns, width, scales, out);
      stage.copyOut(places.whole, 0, s.columns * width);
    };
    core.withBytes(stage.bytes, body, () => plainKernels.sparseTransposeProduct(s, width, x, y));
  };
}
