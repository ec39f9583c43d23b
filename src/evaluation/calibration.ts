/**
 * How far probabilities can be taken at their word: of all things that are given probability p, a share of p should be
 * true. Probabilities are sorted into bins of equal width;
 *
 *   expected calibration error = Σ_bins n_b/n · |mean probability − share that is true|          (Naeini et al. 2015)
 */

/** Probabilities of about the same size. */
export interface CalibrationBin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
  readonly meanProbability: number;
  /** Share of them that is true. */
  readonly frequency: number;
}

/** Collects probabilities and whether what they were given to is true. */
export class Calibration {
  readonly #counts: Float64Array;
  readonly #sums: Float64Array;
  readonly #trues: Float64Array;

  constructor(bins = 10) {
    this.#counts = new Float64Array(bins);
    this.#sums = new Float64Array(bins);
    this.#trues = new Float64Array(bins);
  }

  /** `probability` from 0 to 1. */
  add(probability: number, isTrue: boolean): void {
    const bins = this.#counts.length;
    const bin = Math.min(bins - 1, Math.floor(probability * bins));
    this.#counts[bin]!++;
    this.#sums[bin]! += probability;
    if (isTrue) this.#trues[bin]!++;
  }

  get count(): number {
    return this.#counts.reduce((sum, count) => sum + count, 0);
  }

  /** The bins that are not empty, from the lowest. */
  bins(): CalibrationBin[] {
    const bins = this.#counts.length;
    return Array.from(this.#counts, (count, bin) => ({
      from: bin / bins,
      to: (bin + 1) / bins,
      count,
      meanProbability: this.#sums[bin]! / count,
      frequency: this.#trues[bin]! / count,
    })).filter(({ count }) => count > 0);
  }

  /** The expected calibration error; 0 without anything collected. */
  error(): number {
    const total = this.count;
    if (total === 0) return 0;
    return this.bins().reduce(
      (sum, { count, meanProbability, frequency }) => sum + (count / total) * Math.abs(meanProbability - frequency),
      0,
    );
  }
}
