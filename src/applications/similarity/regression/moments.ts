/**
 * First and second moments of columns and targets, which are all that least squares needs. They add up: those of some
 * sources without some folds cost no pass over the rows.
 */

export class Moments {
  count = 0;
  readonly sums: Float64Array;
  /** Lower triangle of Σxxᵀ, row by row. */
  readonly products: Float64Array;
  readonly targets: Float64Array;
  targetSum = 0;
  targetSquares = 0;

  constructor(readonly size: number) {
    this.sums = new Float64Array(size);
    this.products = new Float64Array((size * (size + 1)) / 2);
    this.targets = new Float64Array(size);
  }

  add(row: ArrayLike<number>, target: number): void {
    const { size, sums, products, targets } = this;
    let at = 0;
    for (let i = 0; i < size; i++) {
      const value = row[i]!;
      sums[i]! += value;
      targets[i]! += value * target;
      for (let j = 0; j <= i; j++) products[at++]! += value * row[j]!;
    }
    this.count++;
    this.targetSum += target;
    this.targetSquares += target * target;
  }

  addAll(other: Moments, sign = 1): this {
    this.count += sign * other.count;
    this.targetSum += sign * other.targetSum;
    this.targetSquares += sign * other.targetSquares;
    for (let i = 0; i < this.size; i++) {
      this.sums[i]! += sign * other.sums[i]!;
      this.targets[i]! += sign * other.targets[i]!;
    }
    for (let e = 0; e < this.products.length; e++) this.products[e]! += sign * other.products[e]!;
    return this;
  }

  static sum(size: number, parts: Iterable<Moments>): Moments {
    const total = new Moments(size);
    for (const part of parts) total.addAll(part);
    return total;
  }

  /** Covariances of the chosen columns and with the target, about the means. */
  centred(chosen: readonly number[]): Centred {
    const { count, sums, products, targets, targetSum } = this;
    const n = chosen.length;
    const covariances = new Float64Array(n * n);
    const withTarget = new Float64Array(n);
    for (let i = 0; i < n; i++) {
      const a = chosen[i]!;
      withTarget[i] = targets[a]! - (sums[a]! * targetSum) / count;
      for (let j = 0; j <= i; j++) {
        const b = chosen[j]!;
        const product = products[a >= b ? (a * (a + 1)) / 2 + b : (b * (b + 1)) / 2 + a]!;
        covariances[i * n + j] = covariances[j * n + i] = product - (sums[a]! * sums[b]!) / count;
      }
    }
    return { count, covariances, withTarget, variance: this.targetSquares - targetSum ** 2 / count };
  }
}

/** Sums of squares about the means; not divided by the count. */
export interface Centred {
  readonly count: number;
  readonly covariances: Float64Array;
  readonly withTarget: Float64Array;
  readonly variance: number;
}
