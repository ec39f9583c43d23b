/** The kernels in use. */
import type { Kernels } from "./interface.ts";
import { plainKernels } from "./plain.ts";

let current: Kernels = plainKernels;

/** The kernels in use. */
export function kernels(): Kernels {
  return current;
}

/** Replaces the kernels in use, and gives the ones that were: for tests and comparisons. */
export function useKernels(next: Kernels): Kernels {
  const previous = current;
  current = next;
  return previous;
}
