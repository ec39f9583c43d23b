/** What both forms of the coarse pass (coarse-chart.ts) begin with: items of words. */
import type { LeafReading } from "./coarse-chart.ts";

/** Beyond this difference in exponents a term adds nothing to a double. */
export const NEGLIGIBLE_EXPONENT = -120;

/** Uses of rules that cannot reach this share of the least posterior that is listed are not looked at. */
export const SKIPPED = 1e-3;

/** Hands over the readings of a word that reach the beam, by symbol; returns the exponent that they share. */
export function leafItems(
  readings: readonly LeafReading[],
  beam: number,
  expected: Float64Array,
  add: (symbol: number, inside: number) => void,
): number {
  let largest = 0;
  let likeliest = 0;
  for (const { symbol, score } of readings) {
    largest = Math.max(largest, score);
    likeliest = Math.max(likeliest, score * expected[symbol]!);
  }
  if (largest === 0) return 0;
  const exponent = Math.floor(Math.log2(largest));
  const sorted = readings.toSorted((x, y) => x.symbol - y.symbol);
  for (const { symbol, score } of sorted)
    if (score > 0 && score * expected[symbol]! >= beam * likeliest) add(symbol, score * 2 ** -exponent);
  return exponent;
}
