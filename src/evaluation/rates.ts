/** Recall, precision and their harmonic mean, which every scorer of sets of things shares. */

/** In percent. */
export interface Rates {
  readonly recall: number;
  readonly precision: number;
  readonly f1: number;
}

/** A share in percent; 0 of nothing. */
export const percentOf = (part: number, whole: number): number => (whole === 0 ? 0 : (100 * part) / whole);

/** The rates of `matched` out of `gold` wanted and `predicted` given; 0 where there is nothing to divide by. */
export function ratesOf(matched: number, gold: number, predicted: number): Rates {
  const recall = percentOf(matched, gold);
  const precision = percentOf(matched, predicted);
  return { recall, precision, f1: recall + precision === 0 ? 0 : (2 * recall * precision) / (recall + precision) };
}
