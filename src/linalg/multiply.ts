/** Products of dense matrices. */
import { ShapeError } from "../base/errors.ts";
import type { Floats } from "./kernels/interface.ts";
import { kernels } from "./kernels/kernels.ts";
import { type Matrix, zerosLike } from "./matrix.ts";

/** Which operands are transposed, and what the product is added to. */
export interface MultiplyOptions<A extends Floats> {
  readonly transposeA?: boolean;
  readonly transposeB?: boolean;
  /** Factor of the product; 1 when left out. */
  readonly alpha?: number;
  /** Factor of what `into` held; 0 when left out. */
  readonly beta?: number;
  /** Where the result goes; a new matrix when left out. May not be one of the operands. */
  readonly into?: Matrix<A>;
}

/** alpha · op(A) · op(B) + beta · into, where op transposes or not. 2·m·n·k operations. */
export function multiply<A extends Floats>(a: Matrix<A>, b: Matrix<A>, options: MultiplyOptions<A> = {}): Matrix<A> {
  const { transposeA = false, transposeB = false, alpha = 1, beta = 0 } = options;
  const [m, k] = transposeA ? [a.columns, a.rows] : [a.rows, a.columns];
  const [inner, n] = transposeB ? [b.columns, b.rows] : [b.rows, b.columns];
  if (k !== inner)
    throw new ShapeError(`multiply: left operand is ${m}×${k}, right is ${inner}×${n}; the inner sizes must be equal.`);
  const into = options.into ?? zerosLike(a.data, m, n);
  if (into.rows !== m || into.columns !== n)
    throw new ShapeError(`multiply: the result is ${m}×${n}, but \`into\` is ${into.rows}×${into.columns}.`);
  if (into.data === a.data || into.data === b.data)
    throw new ShapeError("multiply: `into` may not be one of the operands; give another matrix.");
  kernels().gemm(
    m,
    n,
    k,
    alpha,
    { data: a.data, offset: 0, stride: a.columns, transposed: transposeA },
    { data: b.data, offset: 0, stride: b.columns, transposed: transposeB },
    beta,
    { data: into.data, offset: 0, stride: n },
  );
  return into;
}

/** A · x. */
export function multiplyVector<A extends Floats>(a: Matrix<A>, x: A): A {
  if (x.length !== a.columns)
    throw new ShapeError(`multiplyVector: the matrix has ${a.columns} columns, the vector ${x.length} values.`);
  return multiply(a, { rows: x.length, columns: 1, data: x }).data;
}
