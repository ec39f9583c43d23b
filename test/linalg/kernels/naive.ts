/** Kernels by their definitions, one loop per index: the oracle of the plain twin and of both binaries. */
import type { Floats, Panel } from "../../../src/linalg/kernels/interface.ts";

/** op(panel) as rows of numbers. */
function rowsOf<A extends Floats>(
  { data, offset, stride, transposed }: Panel<A>,
  rows: number,
  columns: number,
): number[][] {
  const at = (i: number, j: number) => offset + (transposed ? j * stride + i : i * stride + j);
  return Array.from({ length: rows }, (_, i) => Array.from({ length: columns }, (_, j) => data[at(i, j)]!));
}

/** alpha · op(A) · op(B) + beta · C as rows without gaps. */
export function naiveGemm<A extends Floats>(
  m: number,
  n: number,
  k: number,
  alpha: number,
  a: Panel<A>,
  b: Panel<A>,
  beta: number,
  c: Panel<A>,
): number[] {
  const result: number[] = [];
  const [left, right, before] = [rowsOf(a, m, k), rowsOf(b, k, n), rowsOf(c, m, n)];
  for (let i = 0; i < m; i++) {
    for (let j = 0; j < n; j++) {
      let sum = 0;
      for (let p = 0; p < k; p++) sum += left[i]![p]! * right[p]![j]!;
      result.push(alpha * sum + (beta === 0 ? 0 : beta * before[i]![j]!));
    }
  }
  return result;
}

/** Σ over all indices of an ma × mb × mc tensor of `term(i, j, k, T_ijk)`, gathered by the index that `keep` names. */
export function naiveContraction(
  sizes: readonly [number, number, number],
  t: Floats,
  tOffset: number,
  keep: 0 | 1 | 2,
  factor: (i: number, j: number, k: number) => number,
): number[] {
  const [ma, mb, mc] = sizes;
  const result = new Array<number>(sizes[keep]).fill(0);
  for (let i = 0; i < ma; i++)
    for (let j = 0; j < mb; j++)
      for (let k = 0; k < mc; k++) result[[i, j, k][keep]!]! += t[tOffset + (i * mb + j) * mc + k]! * factor(i, j, k);
  return result;
}
