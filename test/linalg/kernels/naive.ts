/** Kernels by their definitions, one loop per index: the oracle of the plain twin and of both binaries. */
import type { Floats, Panel } from "../../../src/linalg/kernels/interface.ts";

const element = <A extends Floats>(panel: Panel<A>, i: number, j: number) =>
  panel.data[panel.offset + (panel.transposed ? j * panel.stride + i : i * panel.stride + j)]!;

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
  for (let i = 0; i < m; i++) {
    for (let j = 0; j < n; j++) {
      let sum = 0;
      for (let p = 0; p < k; p++) sum += element(a, i, p) * element(b, p, j);
      result.push(alpha * sum + (beta === 0 ? 0 : beta * element(c, i, j)));
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
