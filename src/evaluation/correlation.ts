/**
 * Correlation of two series. Both are NaN where the correlation is not defined: fewer than two pairs, or a constant
 * series.
 */
import { ShapeError } from "../base/errors.ts";
import { averageRanks } from "./ranks.ts";

/** Pearson's r = Σ(x−x̄)(y−ȳ) / √(Σ(x−x̄)² Σ(y−ȳ)²), in two passes. */
export function pearson(x: ArrayLike<number>, y: ArrayLike<number>): number {
  const n = x.length;
  if (y.length !== n)
    throw new ShapeError(`correlation: the series have ${n} and ${y.length} values; they must be equally many.`);
  let meanX = 0;
  let meanY = 0;
  for (let i = 0; i < n; i++) {
    meanX += x[i]! / n;
    meanY += y[i]! / n;
  }
  let xx = 0;
  let yy = 0;
  let xy = 0;
  for (let i = 0; i < n; i++) {
    const dx = x[i]! - meanX;
    const dy = y[i]! - meanY;
    xx += dx * dx;
    yy += dy * dy;
    xy += dx * dy;
  }
  return isConstant(x) || isConstant(y) ? Number.NaN : Math.max(-1, Math.min(1, xy / Math.sqrt(xx) / Math.sqrt(yy)));
}

function isConstant(values: ArrayLike<number>): boolean {
  for (let i = 1; i < values.length; i++) if (values[i] !== values[0]) return false;
  return true;
}

/** Spearman's ρ: Pearson's r of the ranks, where equal values share the mean of their ranks. */
export const spearman = (x: ArrayLike<number>, y: ArrayLike<number>): number =>
  pearson(averageRanks(x), averageRanks(y));
