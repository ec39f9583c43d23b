/**
 * What the WebAssembly kernels stand on: the exported functions by precision, addresses of arrays, scratch memory,
 * blocks, and threads.
 */
import type { KernelExports, KernelFunction } from "../binary.ts";
import type { Crew, KernelCall } from "../crew.ts";
import type { Block, Floats } from "../interface.ts";
import type { KernelMemory } from "../memory.ts";

const NAMES = [
  "gemm",
  "contract",
  "contractPairs",
  "contractLeft",
  "contractRight",
  "pairRows",
  "dot",
  "axpy",
  "scale",
  "rotate",
  "rankOne",
  "rowsTimesVector",
  "vectorTimesRows",
] as const;

/** The functions of one precision. */
export type FunctionTable = Readonly<Record<(typeof NAMES)[number], KernelFunction>>;

const TYPES = { f64: Float64Array, f32: Float32Array, u32: Uint32Array };

type KernelArray = Floats | Uint32Array;

export class WasmCore {
  readonly exports: KernelExports;
  readonly memory: KernelMemory;
  /** Memory that functions use within a call. */
  readonly scratch: number;
  readonly scratchBytes: number;
  /** Threads that share large operations; none when undefined. */
  crew: Crew | undefined;
  readonly #f64: FunctionTable;
  readonly #f32: FunctionTable;
  #buffer: ArrayBufferLike;
  readonly #scopes: Set<number>[] = [];

  constructor(exports: KernelExports, memory: KernelMemory) {
    this.exports = exports;
    this.memory = memory;
    this.scratchBytes = exports.GEMM_SCRATCH.value;
    this.scratch = memory.allocate(this.scratchBytes);
    this.#buffer = memory.buffer;
    const table = (suffix: string) =>
      Object.fromEntries(NAMES.map((name) => [name, exports[name + suffix]!])) as FunctionTable;
    this.#f64 = table("64");
    this.#f32 = table("32");
  }

  get threads(): number {
    return this.crew?.threads ?? 1;
  }

  functions(array: Floats): FunctionTable {
    return array.BYTES_PER_ELEMENT === 8 ? this.#f64 : this.#f32;
  }

  /** The address of element `offset` of an array in kernel memory; −1 of any other array. */
  address(array: KernelArray, offset: number): number {
    return array.buffer === this.#buffer ? array.byteOffset + offset * array.BYTES_PER_ELEMENT : -1;
  }

  /** `length` elements at an address, of the type of `like`. */
  view<A extends KernelArray>(like: A, at: number, length: number): A {
    return new (like.constructor as Float64ArrayConstructor)(this.#buffer, at, length) as Floats as A;
  }

  /**
   * Runs `body` with the address of `bytes` bytes, or `otherwise` where memory cannot hold them. Memory may grow here
   * and detach views: what lies in it must go by its address from here on.
   */
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
    else for (const { name, parameters } of calls) this.exports[name]!(this.scratch, ...parameters);
  }

  allocate(type: keyof typeof TYPES, length: number): Block<never> {
    const { memory } = this;
    const bytes = TYPES[type].BYTES_PER_ELEMENT;
    const { untouched } = memory;
    const address = memory.allocate(length * bytes);
    this.#buffer = memory.buffer;
    const scope = this.#scopes.at(-1);
    scope?.add(address);
    const fresh = () => new (TYPES[type] as Float64ArrayConstructor)(memory.buffer, address, length) as never as Floats;
    let view = fresh();
    // Only what others have used: what is zero already should not take memory before somebody writes to it.
    view.fill(0, 0, Math.ceil(Math.max(0, untouched - address) / bytes));
    return {
      get view() {
        if (view.buffer !== memory.buffer) view = fresh();
        return view as never;
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
