/**
 * A growing orthonormal basis stored as blocks of columns, each a row-major matrix of its own, so that extending it moves nothing.
 * Block Gram–Schmidt; a block is made orthonormal by Cholesky QR, or by reflectors where its columns are nearly dependent.
 */

import { largestAbsolute } from "./elementary.ts";
import { type Matrix, matrix } from "./matrix.ts";
import { multiply } from "./multiply.ts";
import { choleskyQr2, householderQr, type Qr } from "./qr.ts";

/** A block that keeps less than this share of itself outside the basis loses that many digits of its orthogonality. */
const CANCELLED = 1e-2;

export interface Extension {
  /** The new orthonormal block: as many columns as were independent of the basis and of each other. */
  readonly block: Matrix;
  /** Y = basis·coefficients + block·upper. */
  readonly coefficients: Matrix;
  readonly upper: Matrix;
}

export class BlockBasis {
  readonly blocks: Matrix[] = [];
  columns = 0;

  constructor(readonly rows: number) {}

  push(block: Matrix): void {
    if (block.columns === 0) return;
    this.blocks.push(block);
    this.columns += block.columns;
  }

  /** Y ← Y − basis·(basisᵀ·Y); gives the coefficients. */
  project(y: Matrix): Matrix {
    const coefficients = matrix(this.columns, y.columns);
    let row = 0;
    for (const block of this.blocks) {
      const part = multiply(block, y, { transposeA: true });
      coefficients.data.set(part.data, row * y.columns);
      row += block.columns;
      multiply(block, part, { alpha: -1, beta: 1, into: y });
    }
    return coefficients;
  }

  /** basis·X. */
  combine(x: Matrix): Matrix {
    const result = matrix(this.rows, x.columns);
    this.add(x, 1, result);
    return result;
  }

  /** Y ← Y + factor·basis·X; blocks that meet only zeros in X are passed over. */
  add(x: Matrix, factor: number, y: Matrix): void {
    let row = 0;
    for (const block of this.blocks) {
      const part = x.data.subarray(row * x.columns, (row + block.columns) * x.columns);
      row += block.columns;
      if (part.every((value) => value === 0)) continue;
      multiply(block, matrix(block.columns, x.columns, part), { alpha: factor, beta: 1, into: y });
    }
  }

  /**
   * Splits Y, which is overwritten, into its part in the basis and an orthonormal block. `known` are its coefficients as theory gives them. They
   * are subtracted, and what rounding and the basis' own defects left of them is projected out after that: always when `full`, else
   * only when little of Y remains. Columns of which no more than `drop` remains are left out.
   */
  split(y: Matrix, drop: number, known: Matrix, full: boolean): Extension {
    const coefficients = matrix(known.rows, known.columns, known.data.slice());
    this.add(known, -1, y);
    if (full) addTo(coefficients, this.project(y));
    const { orthonormal: block, upper } = orthonormalize(y, drop);
    const norm = Math.hypot(largestAbsolute(coefficients), largestAbsolute(upper));
    if (full || this.columns === 0 || block.columns === 0) return { block, coefficients, upper };
    if (block.columns === y.columns && smallestPivot(upper) >= CANCELLED * norm) return { block, coefficients, upper };
    // Y = basis·C + block·R and block = basis·C' + block'·R' give Y = basis·(C + C'·R) + block'·R'·R
    const again = this.project(block);
    const second = choleskyQr2(block) ?? householderQr(block);
    multiply(again, upper, { beta: 1, into: coefficients });
    return { block: second.orthonormal, coefficients, upper: multiply(second.upper, upper) };
  }
}

function addTo(sum: Matrix, part: Matrix): void {
  for (let e = 0; e < sum.data.length; e++) sum.data[e] = sum.data[e]! + part.data[e]!;
}

function orthonormalize(y: Matrix, drop: number): Qr {
  const fast = y.rows > y.columns ? choleskyQr2(y) : undefined;
  return fast !== undefined && smallestPivot(fast.upper) > drop ? fast : householderQr(y, drop);
}

/** The least leading entry of the rows of a staircase. */
function smallestPivot({ rows, columns, data }: Matrix): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < rows; i++) least = Math.min(least, data.subarray(i * columns, (i + 1) * columns).find((value) => value !== 0) ?? 0);
  return least;
}
