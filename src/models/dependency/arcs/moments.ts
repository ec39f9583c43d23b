/**
 * Moments of word vectors over dependency trees, and the spectral parameters they give: Dhillon, Rodu, Collins, Foster
 * and Ungar 2012, §3.2.
 *
 *   y = Uᵀδ_x   vector of a word (row of U), k numbers;   G = UᵀO
 *
 *   Ω_d [i, j]    = E[y_parent,i · y_child,j]                children on side d = L, R
 *                 = G·diag(π)·T_dᵀ·Gᵀ
 *   Ψ   [i, j]    = E[y_left,i · y_right,j]                  pairs of children of one parent
 *                 = G·T_L·diag(π)·T_Rᵀ·Gᵀ
 *   K   [l, i, j] = E[y_parent,l · y_left,i · y_right,j]     the same pairs
 *   K(v)          = Σ_l v_l K[l] = G·T_L·diag(Gᵀv)·diag(π)·T_Rᵀ·Gᵀ
 *   c₁            = E[y] of roots, or of all words
 *
 *   E_L  = Ψ·Ω_R⁻¹ = G·T_L·G⁻¹              D(v) = E_L⁻¹·K(v)·Ω_R⁻¹ = G·diag(Gᵀv)·G⁻¹
 *   E_R  = Ψᵀ·Ω_L⁻¹ = G·T_R·G⁻¹             c∞ᵀ  = E[y_right child]ᵀ·Ω_R⁻¹ = 1ᵀ·G⁻¹
 *
 * The paper has μ = E[y] in c∞, which is the same when all words are distributed as right children are; the mean of the
 * right children needs no such assumption. Inverses are damped: σ → σ / (σ² + (ridge·σ₁)²).
 */
import { NumericalError } from "../../../base/errors.ts";
import { type Matrix, matrix, multiply, svd, transpose } from "../../../linalg/index.ts";

export interface TreeMoments {
  readonly k: number;
  /** E[y] of the words that c₁ stands for. */
  readonly start: Float64Array;
  /** E[y] of right children. */
  readonly rightMean: Float64Array;
  readonly omegaLeft: Matrix;
  readonly omegaRight: Matrix;
  readonly psi: Matrix;
  /** k × k × k: parent, left, right. */
  readonly trigram: Float64Array;
}

export interface TreeOperators {
  readonly k: number;
  /** c₁ */
  readonly start: Float64Array;
  /** c∞ */
  readonly end: Float64Array;
  /** E_L and E_R. */
  readonly left: Matrix;
  readonly right: Matrix;
  /** D[l, i, j], D(v) = Σ_l v_l D[l]. */
  readonly product: Float64Array;
}

export interface Conditioning {
  /** Singular values, falling. */
  readonly omegaLeft: readonly number[];
  readonly omegaRight: readonly number[];
  readonly leftOperator: readonly number[];
}

function dampedInverse(name: string, a: Matrix, ridge: number): { inverse: Matrix; values: number[] } {
  const { left, values, right } = svd(a);
  const largest = values[0] ?? 0;
  if (!(largest > 0))
    throw new NumericalError(
      `spectral trees: the moments ${name} are all 0; expected a treebank with children on both sides.`,
    );
  const damping = (ridge * largest) ** 2;
  const scaled = right.data.slice();
  for (let i = 0; i < right.rows; i++) {
    for (let j = 0; j < right.columns; j++)
      scaled[i * right.columns + j]! *= values[j]! / (values[j]! ** 2 + damping || 1);
  }
  return {
    inverse: multiply(matrix(right.rows, right.columns, scaled), left, { transposeB: true }),
    values: [...values],
  };
}

export function operatorsFrom(
  moments: TreeMoments,
  ridge: number,
): { operators: TreeOperators; conditioning: Conditioning } {
  const { k, start, rightMean, omegaLeft, omegaRight, psi, trigram } = moments;
  const invertedLeft = dampedInverse("of left children", omegaLeft, ridge);
  const invertedRight = dampedInverse("of right children", omegaRight, ridge);
  const left = multiply(psi, invertedRight.inverse);
  const right = multiply(transpose(psi), invertedLeft.inverse);
  const invertedOperator = dampedInverse("of pairs of children", left, ridge);
  const product = new Float64Array(k * k * k);
  for (let l = 0; l < k; l++) {
    const slice = matrix(k, k, trigram.slice(l * k * k, (l + 1) * k * k));
    product.set(multiply(multiply(invertedOperator.inverse, slice), invertedRight.inverse).data, l * k * k);
  }
  const end = multiply(matrix(1, k, rightMean), invertedRight.inverse).data;
  return {
    operators: { k, start, end, left, right, product },
    conditioning: {
      omegaLeft: invertedLeft.values,
      omegaRight: invertedRight.values,
      leftOperator: invertedOperator.values,
    },
  };
}

/** Collects the moments of trees whose words have become rows of a table of vectors. */
export class MomentCollector {
  readonly #start: Float64Array;
  readonly #rightMean: Float64Array;
  readonly #omega: readonly [Float64Array, Float64Array];
  readonly #psi: Float64Array;
  readonly #trigram: Float64Array;
  /** Words of the start, left arcs, right arcs, pairs. */
  readonly counts = { starts: 0, leftArcs: 0, rightArcs: 0, pairs: 0 };

  constructor(
    readonly k: number,
    /** rows × k */
    readonly vectors: Float64Array,
    readonly roots: boolean,
  ) {
    this.#start = new Float64Array(k);
    this.#rightMean = new Float64Array(k);
    this.#omega = [new Float64Array(k * k), new Float64Array(k * k)];
    this.#psi = new Float64Array(k * k);
    this.#trigram = new Float64Array(k * k * k);
  }

  add(rows: Int32Array, heads: readonly number[]): void {
    const { k, vectors, counts } = this;
    const n = heads.length;
    for (let m = 1; m <= n; m++) {
      const child = rows[m - 1]! * k;
      const h = heads[m - 1]!;
      if (!this.roots || h === 0) {
        counts.starts++;
        for (let i = 0; i < k; i++) this.#start[i]! += vectors[child + i]!;
      }
      if (h === 0) continue;
      const right = m > h;
      if (right) counts.rightArcs++;
      else counts.leftArcs++;
      if (right) for (let i = 0; i < k; i++) this.#rightMean[i]! += vectors[child + i]!;
      addOuter(this.#omega[right ? 1 : 0], 0, vectors, rows[h - 1]! * k, child, k, 1);
    }
    for (let m = 1; m <= n; m++) {
      const h = heads[m - 1]!;
      if (h === 0 || m > h) continue;
      for (let other = h + 1; other <= n; other++)
        if (heads[other - 1] === h) this.#pair(rows[h - 1]! * k, rows[m - 1]! * k, rows[other - 1]! * k);
    }
  }

  #pair(parent: number, left: number, right: number): void {
    const { k, vectors } = this;
    this.counts.pairs++;
    addOuter(this.#psi, 0, vectors, left, right, k, 1);
    for (let l = 0; l < k; l++) addOuter(this.#trigram, l * k * k, vectors, left, right, k, vectors[parent + l]!);
  }

  moments(): TreeMoments {
    const { k, counts } = this;
    const mean = (sums: Float64Array, count: number) => sums.map((value) => value / Math.max(1, count));
    return {
      k,
      start: mean(this.#start, counts.starts),
      rightMean: mean(this.#rightMean, counts.rightArcs),
      omegaLeft: matrix(k, k, mean(this.#omega[0], counts.leftArcs)),
      omegaRight: matrix(k, k, mean(this.#omega[1], counts.rightArcs)),
      psi: matrix(k, k, mean(this.#psi, counts.pairs)),
      trigram: mean(this.#trigram, counts.pairs),
    };
  }
}

function addOuter(
  into: Float64Array,
  at: number,
  vectors: Float64Array,
  a: number,
  b: number,
  k: number,
  factor: number,
): void {
  for (let i = 0; i < k; i++) {
    const scaled = factor * vectors[a + i]!;
    for (let j = 0; j < k; j++) into[at + i * k + j]! += scaled * vectors[b + j]!;
  }
}
