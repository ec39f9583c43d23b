/**
 * The kernels in use. Node and web workers compile WebAssembly at the first call of `kernels()`. A browser's page may refuse to compile as much at
 * once on its main thread: there call `await loadKernels()` first; until then the plain twin computes.
 */
import { exportsOf, type KernelBinary, kernelBinary, newKernelMemory } from "./binary.ts";
import type { Kernels } from "./interface.ts";
import { KernelMemory } from "./memory.ts";
import { plainKernels } from "./plain.ts";
import { isWasm, type WasmKernels, wasmKernels } from "./wasm.ts";
import { WasmCore } from "./wasm-core.ts";

let current: Kernels | undefined;

/** The kernels in use. */
export function kernels(): Kernels {
  current ??= isPage() ? plainKernels : (newKernels() ?? plainKernels);
  return current;
}

/** Replaces the kernels in use, and gives the ones that were: for tests, comparisons and threads. */
export function useKernels(next: Kernels): Kernels {
  const previous = kernels();
  current = next;
  return previous;
}

/** Compiles the kernels without blocking and puts them in use; the plain twin where WebAssembly SIMD is missing. */
export async function loadKernels(): Promise<Kernels> {
  if (current !== undefined && isWasm(current)) return current;
  const binary = kernelBinary();
  current = binary === undefined ? plainKernels : overNewMemory(binary, await WebAssembly.compile(binary.bytes));
  return current;
}

/** Kernels over a memory of their own, compiled here and now; undefined where the engine lacks SIMD. */
export function newKernels(kinds?: readonly KernelBinary["kind"][], shared?: boolean): WasmKernels | undefined {
  const binary = kernelBinary(kinds, shared);
  return binary && overNewMemory(binary, new WebAssembly.Module(binary.bytes));
}

function overNewMemory({ kind, shared }: KernelBinary, module: WebAssembly.Module): WasmKernels {
  const memory = newKernelMemory(shared);
  return wasmKernels(kind, module, new WasmCore(exportsOf(module, memory), new KernelMemory(memory)));
}

/** A page's main thread, where compiling blocks drawing. */
const isPage = (): boolean => typeof document === "object";
