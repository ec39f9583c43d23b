export type { Block, Floats, Kernels, Panel } from "./kernels/interface.ts";
export { kernels, useKernels } from "./kernels/kernels.ts";
export { plainKernels } from "./kernels/plain.ts";
export * from "./matrix.ts";
export * from "./multiply.ts";
export * from "./sparse.ts";
