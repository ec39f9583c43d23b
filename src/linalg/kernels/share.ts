/**
 * Kernels in several threads over one memory. The thread that owns the memory reserves a region for each other thread
 * and posts it a `KernelShare`; there `kernelsOver` makes kernels that allocate only within the region. Arrays that the
 * owner allocated are read in place by all: post them, and take them with `adopt`.
 */
import { NumericalError } from "../../base/errors.ts";
import type { WasmMemory, WasmModule } from "../../base/platform.ts";
import { exportsOf } from "./binary.ts";
import type { Floats } from "./interface.ts";
import { KernelMemory } from "./memory.ts";
import { WasmCore } from "./wasm/core.ts";
import { type WasmKernels, wasmKernels } from "./wasm/wasm.ts";

/** Survives structured cloning. */
export interface KernelShare {
  readonly kind: WasmKernels["kind"];
  readonly module: WasmModule;
  readonly memory: WasmMemory;
  readonly start: number;
  readonly end: number;
}

/** Reserves `bytes` of the kernels' memory for another thread. */
export function shareKernels({ kind, module, core }: WasmKernels, bytes: number): KernelShare {
  if (core.memory.buffer instanceof ArrayBuffer)
    throw new NumericalError("shareKernels: the kernels' memory is not shared; threads need SharedArrayBuffer.");
  const needed = core.scratchBytes + bytes;
  const start = core.memory.allocate(needed);
  return { kind, module, memory: core.memory.memory, start, end: start + needed };
}

/** Kernels in this thread over a region of another thread's memory. */
export function kernelsOver({ kind, module, memory, start, end }: KernelShare): WasmKernels {
  return wasmKernels(kind, module, new WasmCore(exportsOf(module, memory), new KernelMemory(memory, { start, end })));
}

/** An array that came from the memory's owner, as one of these kernels' own. */
export function adopt<A extends Floats | Uint32Array>({ core }: WasmKernels, array: A): A {
  return core.view(array, array.byteOffset, array.length);
}
