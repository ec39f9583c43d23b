/**
 * The marginals of several charts over one skeleton as one: the mean of |μ|, each cut to at most 1, so that no member
 * with a badly conditioned total outvotes the others (Narayan and Cohen 2015 sum the marginals of noise-diversified
 * spectral models).
 */
import type { LatentChart } from "./latent-chart.ts";

export function averageCharts(charts: readonly LatentChart[]): LatentChart {
  const [first] = charts;
  if (charts.length === 1) return first!;
  const mean = (pick: (chart: LatentChart) => Float64Array): Float64Array => {
    const sums = new Float64Array(pick(first!).length);
    for (const chart of charts) {
      const values = pick(chart);
      for (let at = 0; at < sums.length; at++) sums[at]! += Math.min(1, Math.abs(values[at]!)) / charts.length;
    }
    return sums;
  };
  return {
    skeleton: first!.skeleton,
    itemMarginal: mean(({ itemMarginal }) => itemMarginal),
    edgeMarginal: mean(({ edgeMarginal }) => edgeMarginal),
    logTotal: logMean(charts.map(({ logTotal }) => logTotal)),
    sign: 1,
  };
}

/** log of the mean of numbers given by their logarithms. */
export function logMean(logs: readonly number[]): number {
  const largest = Math.max(...logs);
  return largest + Math.log(logs.reduce((sum, log) => sum + Math.exp(log - largest), 0) / logs.length);
}
