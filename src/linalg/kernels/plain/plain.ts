/** The kernels in plain TypeScript: the reference of the tests, and what runs where WebAssembly SIMD does not. */
import type { Block, Floats, Kernels } from "../interface.ts";
import * as decompose from "./decompose.ts";
import * as dense from "./dense.ts";
import * as smooth from "./smooth.ts";
import * as sparse from "./sparse.ts";
import * as tensor from "./tensor.ts";

const ARRAYS = { f64: Float64Array, f32: Float32Array, u32: Uint32Array };

function allocate(type: keyof typeof ARRAYS, length: number): Block<never> {
  return { view: new ARRAYS[type](length) as Floats as never, free: () => {} };
}

/** The kernels in TypeScript: the reference of the tests, and the fallback. */
export const plainKernels: Kernels = {
  kind: "plain",
  ...decompose,
  ...dense,
  ...smooth,
  ...sparse,
  ...tensor,
  allocate,
  scope: (body) => body(),
};
