/**
 * The kernels in use. Node and web workers compile WebAssembly at the first call of `kernels()`. A browser's page may
 * refuse to compile as much at once on its main thread: there call `await loadKernels()` first; until then the plain
 * twin computes.
 */
import type { WasmModule } from "../../base/platform.ts";
import { exportsOf, type KernelBinary, kernelBinary, newKernelMemory } from "./binary.ts";
import type { Kernels } from "./interface.ts";
import { KernelMemory } from "./memory.ts";
import { plainKernels } from "./plain/plain.ts";
import { WasmCore } from "./wasm/core.ts";
import { isWasm, type WasmKernels, wasmKernels } from "./wasm/wasm.ts";

let current: Kernels | undefined;

/** The kernels in use; `kind` and `plainBecause` say which, and why not faster ones. */
export function kernels(): Kernels {
  current ??= isPage() ? plain(NOT_LOADED) : orPlain(compileNow);
  return current;
}

/** Replaces the kernels in use, and gives the ones that were: for tests, comparisons and threads. */
export function useKernels(next: Kernels): Kernels {
  const previous = kernels();
  current = next;
  return previous;
}

/**
 * Compiles the kernels without blocking and puts them in use; the plain twin where WebAssembly SIMD is missing or may
 * not be used, as on a page whose security policy forbids it. `plainBecause` says so then.
 */
export async function loadKernels(): Promise<Kernels> {
  if (current !== undefined && isWasm(current)) return current;
  const binary = kernelBinary();
  if (binary === undefined) current = plain(NO_SIMD);
  else {
    const module = await WebAssembly.compile(binary.bytes).catch((error: unknown) => refusal(error));
    current = typeof module === "string" ? plain(module) : orPlain(() => overNewMemory(binary, module));
  }
  return current;
}

/** Kernels over a memory of their own, compiled here and now; undefined where the engine lacks SIMD. */
export function newKernels(kinds?: readonly KernelBinary["kind"][], shared?: boolean): WasmKernels | undefined {
  const binary = kernelBinary(kinds, shared);
  return binary && overNewMemory(binary, new WebAssembly.Module(binary.bytes));
}

const NOT_LOADED = "loadKernels() has not been called on this page.";
const NO_SIMD = "this engine has no WebAssembly SIMD.";

const plain = (plainBecause: string): Kernels => ({ ...plainKernels, plainBecause });

const compileNow = (): Kernels => newKernels() ?? plain(NO_SIMD);

function orPlain(make: () => Kernels): Kernels {
  try {
    return make();
  } catch (error) {
    return plain(refusal(error));
  }
}

/** A page's policy refuses with a CompileError or an EvalError, by browser; a full memory with a RangeError. */
function refusal(error: unknown): string {
  const { name = "", message = "" } = (error ?? {}) as Partial<Error>;
  if (name === "RangeError") return `there is no memory for WebAssembly (${message}).`;
  return `WebAssembly may not be compiled here (${message}); a page allows it by 'wasm-unsafe-eval' in its Content-Security-Policy.`;
}

function overNewMemory({ kind, shared }: KernelBinary, module: WasmModule): WasmKernels {
  const memory = newKernelMemory(shared);
  return wasmKernels(kind, module, new WasmCore(exportsOf(module, memory), new KernelMemory(memory)));
}

/** A page's main thread, where compiling blocks drawing. */
const isPage = (): boolean => typeof document === "object";
