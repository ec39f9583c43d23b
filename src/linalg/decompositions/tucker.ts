/**
 * A tensor of three axes as a small core between three bases (Tucker 1966):
 *
 *   T ≈ Σ_pqr G_pqr · A_·p ⊗ B_·q ⊗ C_·r          T: a×b×c,  G: p×q×r,  columns of A, B, C orthonormal
 *
 * by the sequentially truncated higher-order singular value decomposition (Vannieuwenhoven, Vandebril and Meerbergen,
 * "A new truncation strategy for the higher-order singular value decomposition", SIAM J. Sci. Comput. 2012, algorithm
 * 1). X is what is left of the tensor, its rows along the axis in turn:
 *
 *   X·Xᵀ = U·Λ·Uᵀ;  the basis is as few leading columns of U as leave out at most ε²‖T‖²/3 of the trace;  X ← Xᵀ·basis
 *
 * whose rows, read anew, lie along the next axis. The three parts left out are orthogonal: ‖T − T̂‖ ≤ ε‖T‖. O(n⁴) for
 * n×n×n.
 */
import { ShapeError } from "../../base/errors.ts";
import type { Floats } from "../kernels/interface.ts";
import { type Matrix, matrix } from "../matrix.ts";
import { multiply } from "../multiply.ts";
import { symmetricEigen } from "./eigen.ts";

/** Sizes along three axes. */
export type Sizes = readonly [number, number, number];

/** A core between three bases. */
export interface Tucker<A extends Floats = Float64Array> {
  /** p·q·r numbers, row-major. */
  readonly core: A;
  /** A: a×p, B: b×q, C: c×r. */
  readonly bases: readonly [Matrix<A>, Matrix<A>, Matrix<A>];
}

/** The core and bases of a tensor, row-major, of which at most the share `error` of its norm is left out. */
export function tucker(tensor: Float64Array, [a, b, c]: Sizes, error: number): Tucker {
  if (tensor.length !== a * b * c)
    throw new ShapeError(`tucker: a ${a}×${b}×${c} tensor needs ${a * b * c} values; got ${tensor.length}.`);
  const allowance = (error ** 2 * tensor.reduce((sum, value) => sum + value ** 2, 0)) / 3;
  let rest = tensor;
  const next = (size: number): Matrix => {
    const along = matrix(size, size === 0 ? 0 : rest.length / size, rest);
    const basis = leadingBasis(along, allowance);
    rest = multiply(along, basis, { transposeA: true }).data;
    return basis;
  };
  const bases = [next(a), next(b), next(c)] as const;
  return { core: rest, bases };
}

/** The tensor that a core and its bases stand for; in `into` where that is given. */
export function tuckerProduct<A extends Floats>({ core, bases: [a, b, c] }: Tucker<A>, into?: A): A {
  const next = (data: A, basis: Matrix<A>, place?: A): A => {
    const along = { rows: basis.columns, columns: data.length / basis.columns, data };
    const result = place && { rows: along.columns, columns: basis.rows, data: place };
    return multiply(along, basis, { transposeA: true, transposeB: true, ...(result && { into: result }) }).data;
  };
  return next(next(next(core, a), b), c, into);
}

/** Orthonormal columns, at least one, outside of which the rows of X have at most `allowance` of their squares. */
function leadingBasis(x: Matrix, allowance: number): Matrix {
  const { values, vectors } = symmetricEigen(multiply(x, x, { transposeB: true }));
  let columns = x.rows;
  for (let left = 0; columns > 1; columns--) {
    left += Math.max(0, values[columns - 1]!);
    if (left > allowance) break;
  }
  const basis = matrix(x.rows, columns);
  for (let i = 0; i < x.rows; i++) basis.data.set(vectors.data.subarray(i * x.rows, i * x.rows + columns), i * columns);
  return basis;
}
