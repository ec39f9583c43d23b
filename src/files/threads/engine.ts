/** Switches of the JavaScript engine. */
import { setFlagsFromString } from "node:v8";

/** Node versions from here on have relaxed SIMD without being asked. */
const RELAXED_SIMD_BY_DEFAULT = 22;

/**
 * Lets the kernels use fused multiply-add: half as fast again. Node 20 has the instructions but keeps them behind a
 * flag. To be called before the first kernel, by programs and not by the library: the flag is the process's. Where it
 * does nothing, the kernels find out for themselves.
 */
export function allowRelaxedSimd(): void {
  const major = Number(process.versions.node.split(".")[0]);
  if (major < RELAXED_SIMD_BY_DEFAULT) setFlagsFromString("--experimental-wasm-relaxed-simd");
}
