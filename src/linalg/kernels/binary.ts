/**
 * From the embedded binaries to running code: the better binary that the engine accepts, over a shared memory where
 * there may be one.
 */
import type { WasmMemory, WasmModule } from "../../base/platform.ts";
import { RELAXED_SIMD, SIMD } from "./binary.generated.ts";

/**
 * The functions of the binary, named as in kernels/index.ts. All numbers: addresses, sizes, strides in bytes, factors.
 */
export type KernelFunction = (...parameters: number[]) => number;
export type KernelExports = Readonly<Record<string, KernelFunction>> & {
  readonly GEMM_SCRATCH: { readonly value: number };
};

export interface KernelBinary {
  readonly kind: "simd" | "relaxed-simd";
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly shared: boolean;
}

/** Initial size of a memory, 1 MiB, and the most it may have, 4 GiB. */
const PAGES = { initial: 16, maximum: 65536 };
/** The limits flag of a shared memory with a maximum in the binary format; unshared it is 1. */
const SHARED_WITH_MAXIMUM = 3;

function decoded({ base64, sharedFlag }: typeof SIMD, shared: boolean): Uint8Array<ArrayBuffer> {
  const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  if (shared) bytes[sharedFlag] = SHARED_WITH_MAXIMUM;
  return bytes;
}

/** Browsers hide SharedArrayBuffer from pages that are not cross-origin isolated. */
export const canShare = (): boolean => typeof SharedArrayBuffer === "function";

/** The binary of one kind, or the best; undefined where the engine accepts none. */
export function kernelBinary(
  kinds: readonly KernelBinary["kind"][] = ["relaxed-simd", "simd"],
  shared: boolean = canShare(),
): KernelBinary | undefined {
  if (typeof WebAssembly !== "object") return undefined;
  for (const kind of kinds) {
    const bytes = decoded(kind === "simd" ? SIMD : RELAXED_SIMD, shared);
    if (WebAssembly.validate(bytes)) return { kind, bytes, shared };
  }
  return undefined;
}

export function newKernelMemory(shared: boolean): WasmMemory {
  return new WebAssembly.Memory({ ...PAGES, shared });
}

export function exportsOf(module: WasmModule, memory: WasmMemory): KernelExports {
  const imports = { env: { memory: memory as WebAssembly.Memory } };
  return new WebAssembly.Instance(module as WebAssembly.Module, imports).exports as unknown as KernelExports;
}
