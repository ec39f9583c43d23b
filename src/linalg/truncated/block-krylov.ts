/**
 * Randomized block Krylov iteration with thick restarts, for the largest singular triplets of an operator that is known
 * only by its products. Musco and Musco, "Randomized block Krylov methods for stronger and faster approximate singular
 * value decomposition", NIPS 2015, in the form of block Golub–Kahan–Lanczos; restarts after Baglama and Reichel, SIAM
 * J. Sci. Comput. 27 (2005).
 *
 *   V₁ = orth(Aᵀ·random),   A·V_j = U_{<j}·C_j + U_j·R_j,   Aᵀ·U_j = V_{≤j}·(…) + V_{j+1}·S_j,   C_{j+1} = (0 … 0 S_j)ᵀ
 *   B = Uᵀ·A·V = X·Σ·Yᵀ,    triplets (U·x, σ, V·y) with A·v − σ·u = 0 and ‖Aᵀ·u − σ·v‖ = ‖S_j·x_last‖
 *
 * Narrow blocks need the fewest products: the basis grows by little between the looks at it. A value that is repeated
 * more often than a block has columns may be found fewer times. One iteration costs one product with A and one with Aᵀ,
 * of `block` columns, and about 4·(rows + basis·columns)·width² operations to orthogonalise.
 */
import { NumericalError } from "../../base/errors.ts";
import { Random } from "../../base/random.ts";
import { shapeText, unitScale } from "../checks.ts";
import { completeRows } from "../decompositions/orthonormal.ts";
import { type Svd, svd } from "../decompositions/svd.ts";
import { columnNorms, firstColumns, scaleInPlace } from "../elementary.ts";
import { type Matrix, matrix, transpose } from "../matrix.ts";
import { multiply } from "../multiply.ts";
import type { LinearOperator } from "../operators.ts";
import { Workspace } from "../workspace.ts";
import { BlockBasis } from "./block-basis.ts";
import type { TruncatedSvd, TruncatedSvdOptions } from "./truncated-svd.ts";

/** Memory that the two bases may take before a restart, in numbers: 0.8 GB. */
const BASIS_NUMBERS = 1e8;
/**
 * Columns of a basis at a restart: fewer lose what the iteration has learnt, more make the small SVD of each iteration
 * expensive.
 */
const BASIS_COLUMNS = 200;
/** The same as a multiple of the directions that a restart keeps. */
const BASIS_SHARE = 6;
/** Blocks that must fit beside the kept directions. */
const MIN_FRESH_BLOCKS = 2;
/**
 * How far from orthogonal the bases may be, as a share of the tolerance, and its limits. Square roots of machine
 * precision would do for singular values (Simon, "Analysis of the symmetric Lanczos algorithm with reorthogonalization
 * methods", 1984); vectors need more.
 */
const ORTHOGONALITY = 1e-3;
const LOOSEST = 1e-9;
const TIGHTEST = 1e-13;
/** What rounding leaves of a column that lies in the basis, relative to ‖A‖. */
const DROPPED = 1e-14;

/** The wanted triplets; `kept` directions survive a restart. Yields after every iteration. */
export function* krylov(
  operator: LinearOperator,
  wanted: number,
  kept: number,
  options: TruncatedSvdOptions,
): Generator<undefined, TruncatedSvd> {
  const { rows, columns } = operator;
  const width = Math.min(kept, options.block);
  const affordable = Math.floor(BASIS_NUMBERS / (rows + columns));
  const fewest = kept + MIN_FRESH_BLOCKS * width;
  const usual = Math.max(BASIS_COLUMNS, width === kept ? BASIS_SHARE * kept : fewest);
  const maxColumns = Math.max(fewest, Math.min(affordable, usual));
  // Beside the bases: two products, a spare block, and the bases of a restart.
  const workspace = new Workspace((maxColumns + kept + 4 * width) * (rows + columns));
  try {
    return yield* iterate(operator, wanted, kept, width, maxColumns, workspace, options);
  } finally {
    workspace.close();
  }
}

function* iterate(
  operator: LinearOperator,
  wanted: number,
  kept: number,
  width: number,
  maxColumns: number,
  workspace: Workspace,
  options: TruncatedSvdOptions,
): Generator<undefined, TruncatedSvd> {
  const { rows, columns } = operator;
  const product = (x: Matrix) => {
    const image = operator.multiply(x, workspace.take(rows, x.columns));
    return requireFiniteProduct("A·X", operator, scaleInPlace(image, scale));
  };
  const productTransposed = (x: Matrix) => {
    const image = operator.multiplyTransposed(x, workspace.take(columns, x.columns));
    return requireFiniteProduct("Aᵀ·X", operator, scaleInPlace(image, scale));
  };

  let scale = 1;
  const start = productTransposed(randomBlock(rows, width, options.seed));
  scale = moderate(unitScale(start));
  scaleInPlace(start, scale);

  const orthogonality = Math.min(LOOSEST, Math.max(TIGHTEST, options.tolerance * ORTHOGONALITY));
  let left = new BlockBasis(rows, workspace, orthogonality);
  let right = new BlockBasis(columns, workspace, orthogonality);
  let projected = matrix(0, 0);
  let next = right.split(start, DROPPED * columnNorm(start), matrix(0, width)).block;
  let coupling = matrix(0, next.columns);
  let norm = 0;
  let strayed = false;
  for (let iteration = 1; ; iteration++) {
    const image = product(next);
    right.push(next);
    norm = Math.max(norm, columnNorm(image));
    const forth = left.split(image, DROPPED * norm, coupling, strayed);
    projected = extended(projected, forth.coefficients, forth.upper);
    left.push(forth.block);
    const back = right.split(
      productTransposed(forth.block),
      DROPPED * norm,
      belowZeros(forth.upper, right.columns),
      forth.strayed,
    );
    next = back.block;
    strayed = back.strayed;

    const small = svd(projected);
    norm = Math.max(norm, small.values[0] ?? 0);
    // S·(last rows of X): what Aᵀ·u has outside the right basis.
    const lastRows = matrix(
      forth.block.columns,
      small.left.columns,
      small.left.data.subarray((left.columns - forth.block.columns) * small.left.columns),
    );
    const outside = multiply(back.upper, lastRows);
    const residuals = columnNorms(outside);
    const limit = options.tolerance * (small.values[0] ?? 0);
    let converged = 0;
    while (converged < Math.min(wanted, residuals.length) && residuals[converged]! <= limit) converged++;
    const exhausted = next.columns === 0;
    if (converged === wanted || exhausted || iteration === options.maxIterations) {
      return finish(left, right, small, residuals, wanted, exhausted ? wanted : converged, iteration, scale);
    }
    if (right.columns + width > maxColumns) {
      const staying = Math.min(kept, left.columns, right.columns);
      left = left.rotated(firstColumns(small.left, staying));
      right = right.rotated(firstColumns(small.right, staying));
      projected = matrix(staying, staying);
      for (let i = 0; i < staying; i++) projected.data[i * (staying + 1)] = small.values[i]!;
      coupling = transpose(firstColumns(outside, staying));
    } else {
      coupling = belowZeros(back.upper, left.columns);
    }
    yield;
  }
}

/** Triplets from the bases; where the operator has fewer than wanted, zeros and completing vectors. */
function finish(
  leftBasis: BlockBasis,
  rightBasis: BlockBasis,
  small: Svd,
  smallResiduals: Float64Array,
  wanted: number,
  converged: number,
  iterations: number,
  scale: number,
): TruncatedSvd {
  const found = Math.min(wanted, small.values.length);
  const values = new Float64Array(wanted);
  const residuals = new Float64Array(wanted);
  for (let i = 0; i < found; i++) {
    values[i] = small.values[i]! / scale;
    // The recurrences themselves are exact only to rounding.
    residuals[i] = Math.max(smallResiduals[i]!, 2 ** -52 * small.values[0]!) / scale;
  }
  const left = completed(leftBasis.combine(firstColumns(small.left, found)), wanted);
  const right = completed(rightBasis.combine(firstColumns(small.right, found)), wanted);
  return { left, values, right, residuals, converged, iterations };
}

function completed(x: Matrix, wanted: number): Matrix {
  if (x.columns === wanted) return matrix(x.rows, wanted, x.data.slice());
  const rows = matrix(wanted, x.rows);
  rows.data.set(transpose(x).data);
  completeRows(rows, x.columns);
  return transpose(rows);
}

/** Uniform on (−1, 1): as good a start as normal numbers, and quicker to draw. */
function randomBlock(rows: number, columns: number, seed: number): Matrix {
  const random = new Random(seed).stream("truncatedSvd");
  const block = matrix(rows, columns);
  for (let e = 0; e < block.data.length; e++) block.data[e] = random.bits() * 2 ** -31;
  return block;
}

/** (0 R)ᵀ with `rows` rows: the coefficients of a product whose only part in the basis lies in the last block. */
function belowZeros(r: Matrix, rows: number): Matrix {
  const result = matrix(rows, r.rows);
  result.data.set(transpose(r).data, (rows - r.columns) * r.rows);
  return result;
}

/** [B C; 0 R] */
function extended(b: Matrix, c: Matrix, r: Matrix): Matrix {
  const result = matrix(b.rows + r.rows, b.columns + r.columns);
  const place = (part: Matrix, row: number, column: number) => {
    for (let i = 0; i < part.rows; i++) {
      result.data.set(
        part.data.subarray(i * part.columns, (i + 1) * part.columns),
        (row + i) * result.columns + column,
      );
    }
  };
  place(b, 0, 0);
  place(c, 0, b.columns);
  place(r, b.rows, b.columns);
  return result;
}

const columnNorm = (x: Matrix) => columnNorms(x).reduce((a, b) => Math.max(a, b), 0);

/** Scales within 2^±100 are left alone: their squares are safe, and scaling costs a pass over every product. */
const moderate = (scale: number) => (Math.abs(Math.log2(scale)) <= 100 ? 1 : scale);

function requireFiniteProduct(what: string, operator: LinearOperator, product: Matrix): Matrix {
  let sum = 0;
  const { data } = product;
  for (let e = 0; e < data.length; e++) sum += data[e]! * 0;
  if (sum !== 0) {
    throw new NumericalError(
      `truncatedSvd: ${what} of a ${shapeText(operator)} operator is not finite; expected finite products; check the operator's entries.`,
    );
  }
  return product;
}
