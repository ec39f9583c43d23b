/**
 * A growing orthonormal basis stored as blocks of columns, each a row-major matrix of its own, so that extending it
 * moves nothing. Block Gram–Schmidt with orthogonality on demand, after Larsen's PROPACK (1998) and Grcar: what a
 * recurrence leaves of the basis in a new block is measured with a random combination of its columns, and projected out
 * only when it exceeds `orthogonality`.
 */

import { choleskyQr2, householderQr, type Qr } from "../decompositions/qr.ts";
import { largestAbsolute } from "../elementary.ts";
import { type Matrix, matrix } from "../matrix.ts";
import { multiply } from "../multiply.ts";
import type { Workspace } from "../workspace.ts";

/**
 * A column of an orthonormal block that keeps no more than this outside the basis lies in it: only rounding was left of
 * it before. It must go, or the noise it is made of would enter the basis as a direction of its own, as soon as the
 * basis fills the whole space.
 */
const INSIDE = 1e-7;

export interface Extension {
  /** The new orthonormal block: as many columns as were independent of the basis and of each other. */
  readonly block: Matrix;
  /** Y = basis·coefficients + block·upper. */
  readonly coefficients: Matrix;
  readonly upper: Matrix;
  /**
   * Too much of the basis was found in the block. What the other basis gets from it should be projected as well, or the
   * defect comes back.
   */
  readonly strayed: boolean;
}

export class BlockBasis {
  readonly blocks: Matrix[] = [];
  readonly rows: number;
  readonly workspace: Workspace;
  /** The largest inner product of two vectors of the basis that is let pass. */
  readonly orthogonality: number;
  columns = 0;

  constructor(rows: number, workspace: Workspace, orthogonality: number) {
    this.rows = rows;
    this.workspace = workspace;
    this.orthogonality = orthogonality;
  }

  push(block: Matrix): void {
    if (block.columns === 0) return;
    this.blocks.push(block);
    this.columns += block.columns;
  }

  /** A basis of basis·rotation alone; this one may not be used any more. */
  rotated(rotation: Matrix): BlockBasis {
    const result = new BlockBasis(this.rows, this.workspace, this.orthogonality);
    result.push(this.combine(rotation));
    for (const block of this.blocks) this.workspace.give(block);
    return result;
  }

  /** basis·X. */
  combine(x: Matrix): Matrix {
    const result = this.workspace.take(this.rows, x.columns);
    result.data.fill(0);
    this.#add(x, 1, result);
    return result;
  }

  /** Y ← Y + factor·basis·X; blocks that meet only zeros in X are passed over. */
  #add(x: Matrix, factor: number, y: Matrix): void {
    let row = 0;
    for (const block of this.blocks) {
      const part = x.data.subarray(row * x.columns, (row + block.columns) * x.columns);
      row += block.columns;
      if (part.every((value) => value === 0)) continue;
      multiply(block, matrix(block.columns, x.columns, part), { alpha: factor, beta: 1, into: y });
    }
  }

  /** Y ← Y − basis·(basisᵀ·Y); gives the coefficients. */
  #project(y: Matrix): Matrix {
    const coefficients = matrix(this.columns, y.columns);
    let row = 0;
    for (const block of this.blocks) {
      const part = multiply(block, y, { transposeA: true, into: matrix(block.columns, y.columns) });
      coefficients.data.set(part.data, row * y.columns);
      row += block.columns;
      multiply(block, part, { alpha: -1, beta: 1, into: y });
    }
    return coefficients;
  }

  /**
   * The largest |bᵀ·Y·s| over the vectors b of the basis, s a vector of signs: how far an orthonormal Y is from
   * orthogonal to the basis.
   */
  #overlap(y: Matrix): number {
    const { workspace } = this;
    const signs = workspace.take(y.columns, 1);
    for (let j = 0; j < y.columns; j++) signs.data[j] = (j * 0x9e3779b1) & 0x40000000 ? 1 : -1;
    const probe = multiply(y, signs, { into: workspace.take(y.rows, 1) });
    let largest = 0;
    for (const block of this.blocks) {
      const overlaps = multiply(block, probe, { transposeA: true, into: workspace.take(block.columns, 1) });
      largest = Math.max(largest, largestAbsolute(overlaps));
      workspace.give(overlaps);
    }
    workspace.give(signs);
    workspace.give(probe);
    return largest;
  }

  /**
   * Splits Y, which is overwritten, into its part in the basis and an orthonormal block. `known` are its coefficients
   * as theory gives them; what is left of them in the block is projected out when it is too much, and in any case when
   * `always`. Columns of which no more than `drop` remains are left out.
   */
  split(given: Matrix, drop: number, known: Matrix, always = false): Extension {
    const y = this.workspace.adopt(given);
    this.#add(known, -1, y);
    const { orthonormal: block, upper } = this.#orthonormalize(y, drop);
    const coefficients = matrix(known.rows, known.columns, known.data.slice());
    if (this.columns === 0 || block.columns === 0) return { block, coefficients, upper, strayed: false };
    const strayed = block.columns < known.columns || (!always && this.#overlap(block) > this.orthogonality);
    if (!strayed && !always) return { block, coefficients, upper, strayed };
    // Y = basis·C + block·R and block = basis·C' + block'·R' give Y = basis·(C + C'·R) + block'·R'·R
    const again = this.#project(block);
    const second = this.#orthonormalize(block, INSIDE);
    multiply(again, upper, { beta: 1, into: coefficients });
    return { block: second.orthonormal, coefficients, upper: multiply(second.upper, upper), strayed };
  }

  /** Q in a matrix of the workspace; Y is given back unless it is that one. */
  #orthonormalize(y: Matrix, drop: number): Qr {
    const { workspace } = this;
    const spare = workspace.take(y.rows, y.columns);
    const fast = y.rows > y.columns ? choleskyQr2(y, spare, this.orthogonality) : undefined;
    if (fast !== undefined && smallestPivot(fast.upper) > drop) {
      workspace.give(fast.orthonormal === y ? spare : y);
      return fast;
    }
    // Nearly dependent columns: Q·R is Y again, which Cholesky QR may have overwritten.
    const safe = householderQr(fast === undefined ? y : multiply(fast.orthonormal, fast.upper), drop);
    workspace.give(spare);
    workspace.give(y);
    return { orthonormal: workspace.adopt(safe.orthonormal), upper: safe.upper };
  }
}

/** The least leading entry of the rows of a staircase. */
function smallestPivot({ rows, columns, data }: Matrix): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < rows; i++) {
    least = Math.min(least, data.subarray(i * columns, (i + 1) * columns).find((value) => value !== 0) ?? 0);
  }
  return least;
}
