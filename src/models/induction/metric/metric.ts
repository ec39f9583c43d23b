/**
 * The spectral metric of Parikh et al. 2014, Eq. 5, tabulated by (left tag, right tag, distance):
 *
 *   d(j,k) = −log Λ_m(Σ(j,k)) + ½ log Λ_m(Σ(j,j)) + ½ log Λ_m(Σ(k,k)),   Λ_m = product of the m largest singular values
 *   Σ̂(a,b,d) = Σ_d' K_γ(d,d') S(a,b,d') / Σ_d' K_γ(d,d') N(a,b,d')
 *
 * Where the pairs within the kernel are fewer than `minPairs`, the nearest distance of the same tags that has enough is
 * taken (the shorter of two); where none has, the largest found for any tags.
 */
import { type Matrix, matrix, svd } from "../../../linalg/index.ts";
import type { Covariances } from "./covariances.ts";
import { BINS, binCentre, kernelWeight } from "./distance-bins.ts";

/** log Λ_m of a matrix; −∞ when its rank is less than m. */
export function logTopProduct(a: Matrix, states: number): number {
  const { values } = svd(a);
  const smallest = values[0]! * Math.max(a.rows, a.columns) * Number.EPSILON;
  let sum = 0;
  for (let i = 0; i < states; i++) sum += values[i]! > smallest ? Math.log(values[i]!) : Number.NEGATIVE_INFINITY;
  return sum;
}

/** Eq. 5 from the three logarithms. */
export const spectralDistance = (pair: number, first: number, second: number): number =>
  -pair + 0.5 * first + 0.5 * second;

export interface MetricOptions {
  readonly states: number;
  readonly bandwidth: number;
  readonly minPairs: number;
}

export interface MetricTable {
  /** d by (left tag, right tag, bin), finite everywhere. */
  readonly distances: Float64Array;
  /**
   * Entries (tag pair and distance, distance 0 left out) estimated within the kernel, taken from another distance of
   * the pair, and set to the largest.
   */
  readonly estimated: number;
  readonly widened: number;
  readonly unseen: number;
}

/** `pause` is awaited after every pair of tags: other work gets its turn there, or it throws to stop. */
export async function metricTable(
  covariances: Covariances,
  tags: number,
  dimensions: number,
  { states, bandwidth, minPairs }: MetricOptions,
  pause: () => Promise<void>,
): Promise<MetricTable> {
  const sum = new Float64Array(dimensions * dimensions);
  const logOf = (left: number, right: number, weightOf: (bin: number) => number, fewest: number): number => {
    sum.fill(0);
    let weight = 0;
    let pairs = 0;
    for (let bin = 0; bin < BINS; bin++) {
      const own = weightOf(bin);
      weight += covariances.addTo(sum, own, left, right, bin);
      if (own > 0) pairs += covariances.count(left, right, bin);
    }
    if (pairs < fewest) return Number.NaN;
    for (let i = 0; i < sum.length; i++) sum[i] = sum[i]! / weight;
    const found = logTopProduct(matrix(dimensions, dimensions, sum), states);
    return Number.isFinite(found) ? found : Number.NaN;
  };
  const own = Float64Array.from({ length: tags }, (_, tag) => logOf(tag, tag, (bin) => (bin === 0 ? 1 : 0), states));
  const distances = new Float64Array(tags * tags * BINS).fill(Number.NaN);
  let [estimated, widened, unseen] = [0, 0, 0];
  for (let left = 0; left < tags; left++) {
    for (let right = 0; right < tags; right++) {
      const at = (left * tags + right) * BINS;
      const distanceFrom = (log: number) => spectralDistance(log, own[left]!, own[right]!);
      const known: number[] = [];
      for (let bin = 1; bin < BINS; bin++) {
        const centre = binCentre(bin);
        distances[at + bin] = distanceFrom(
          logOf(left, right, (other) => kernelWeight(centre, binCentre(other), bandwidth), minPairs),
        );
        if (!Number.isNaN(distances[at + bin])) known.push(bin);
      }
      estimated += known.length;
      await pause();
      if (known.length === 0) continue;
      for (let bin = 1; bin < BINS; bin++) {
        if (known.includes(bin)) continue;
        const nearest = known.reduce((best, other) => (Math.abs(other - bin) < Math.abs(best - bin) ? other : best));
        distances[at + bin] = distances[at + nearest]!;
        widened++;
      }
    }
  }
  const largest = distances.reduce((most, value) => (Number.isNaN(value) ? most : Math.max(most, value)), 0);
  for (let i = 0; i < distances.length; i++) {
    if (i % BINS === 0) distances[i] = 0;
    else if (Number.isNaN(distances[i])) {
      distances[i] = largest;
      unseen++;
    }
  }
  return { distances, estimated, widened, unseen };
}
