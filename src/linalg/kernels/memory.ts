/**
 * The memory that the kernels work in: one WebAssembly memory and a first-fit allocator over it. Addresses are bytes.
 * Memory grows and never shrinks; growing an unshared memory detaches every view of it, so views are taken again from
 * `buffer` whenever it has changed.
 */
import { NumericalError } from "../../base/errors.ts";
import type { WasmMemory } from "../../base/platform.ts";

const PAGE = 65536;
/** All that 32-bit addresses reach, less one page, so that an end of an array is an address too. */
const LIMIT = 65535 * PAGE;
/** Cache lines: no two blocks share one, and vectors lie aligned. */
const ALIGNMENT = 64;
/** Address 0 stands for an absent array, so the first block starts after it. */
const FIRST = 1024;

interface Gap {
  start: number;
  end: number;
}

export class KernelMemory {
  readonly memory: WasmMemory;
  readonly #growable: boolean;
  readonly #gaps: Gap[];
  readonly #ends = new Map<number, number>();
  #untouched: number;

  /** Over the whole of a memory, or only a region of one that somebody else manages and that then may not grow. */
  constructor(memory: WasmMemory, region?: { readonly start: number; readonly end: number }) {
    this.memory = memory;
    this.#growable = region === undefined;
    this.#gaps = [region === undefined ? { start: FIRST, end: memory.buffer.byteLength } : { ...region }];
    // Somebody else may have written to a region, and to a memory that is not empty.
    this.#untouched = region === undefined ? memory.buffer.byteLength : region.end;
  }

  /** From this address on no block has ever been: what is there is zero, and takes no memory of the machine yet. */
  get untouched(): number {
    return this.#untouched;
  }

  get buffer(): ArrayBufferLike {
    return this.memory.buffer;
  }

  /** The address of `bytes` free bytes, or undefined where memory cannot grow that far. */
  tryAllocate(bytes: number): number | undefined {
    const size = Math.max(1, Math.ceil(bytes / ALIGNMENT)) * ALIGNMENT;
    let gap = this.#gaps.find(({ start, end }) => end - start >= size);
    if (gap === undefined) {
      if (!this.#grow(size)) return undefined;
      gap = this.#gaps.at(-1)!;
    }
    const address = gap.start;
    gap.start += size;
    if (gap.start === gap.end) this.#gaps.splice(this.#gaps.indexOf(gap), 1);
    this.#ends.set(address, address + size);
    this.#untouched = Math.max(this.#untouched, address + size);
    return address;
  }

  allocate(bytes: number): number {
    const address = this.tryAllocate(bytes);
    if (address !== undefined) return address;
    const used = [...this.#ends].reduce((sum, [start, end]) => sum + end - start, 0);
    throw new NumericalError(
      `kernel memory: ${bytes} bytes asked for with ${used} in use; ${this.#growable ? "4 GiB is all there can be" : "the region is full"}; ` +
        "work on the data in parts.",
    );
  }

  free(address: number): void {
    const end = this.#ends.get(address);
    if (end === undefined)
      throw new NumericalError(`kernel memory: no block starts at ${address}; a block is freed once.`);
    this.#ends.delete(address);
    let at = this.#gaps.findIndex(({ start }) => start > address);
    if (at < 0) at = this.#gaps.length;
    const before = this.#gaps[at - 1];
    const after = this.#gaps[at];
    if (before?.end === address && after?.start === end) {
      before.end = after.end;
      this.#gaps.splice(at, 1);
    } else if (before?.end === address) before.end = end;
    else if (after?.start === end) after.start = address;
    else this.#gaps.splice(at, 0, { start: address, end });
  }

  /** Adds at least `size` bytes at the end, and half as much again as there is, so that growth is rare. */
  #grow(size: number): boolean {
    if (!this.#growable) return false;
    const old = this.buffer.byteLength;
    const last = this.#gaps.at(-1);
    const missing = size - (last?.end === old ? last.end - last.start : 0);
    if (old + missing > LIMIT) return false;
    const wanted = Math.min(Math.max(missing, old / 2), LIMIT - old);
    if (!this.#tryGrow(wanted) && !this.#tryGrow(missing)) return false;
    const end = this.buffer.byteLength;
    if (last?.end === old) last.end = end;
    else this.#gaps.push({ start: old, end });
    return true;
  }

  #tryGrow(bytes: number): boolean {
    try {
      this.memory.grow(Math.ceil(bytes / PAGE));
      return true;
    } catch {
      return false;
    }
  }
}
