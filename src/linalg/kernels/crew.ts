/**
 * Threads that help the kernels. A large operation is cut into calls that touch no element in common; a crew runs them
 * all, in any order, and returns when the last is done. How an operation is cut never changes a bit of its result (see
 * kernels/gemm.ts and kernels/sparse.ts), so results do not depend on the number of threads.
 * `files/threads/kernel-threads.ts` has a crew of Node worker threads.
 */

/** A call of an exported function that takes a scratch address first and then these parameters. */
export interface KernelCall {
  readonly name: "gemm64" | "gemm32" | "sparseRows" | "sparseScatter" | "smoothPanels";
  readonly parameters: readonly number[];
}

export interface Crew {
  readonly threads: number;
  run(calls: readonly KernelCall[]): void;
}
