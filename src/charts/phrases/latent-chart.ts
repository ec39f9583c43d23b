/**
 * Inside–outside of a grammar with hidden states on a pruned chart (Cohen et al. 2012, figure 3).
 *
 *   α[a,i,j] = Σ_k Σ_{a→b c} T^{a→b c}(α[b,i,k], α[c,k,j])                      0 ≤ i < k < j ≤ n
 *   β[b,i,k] += T^{a→b c}(β[a,i,j], ·, α[c,k,j]),   β[c,k,j] += T^{a→b c}(β[a,i,j], α[b,i,k], ·)
 *   μ(a→b c,i,k,j) = T(β[a,i,j], α[b,i,k], α[c,k,j]) / Z,   μ(a,i,j) = α·β / Z,   Z = Σ_a root(a)·α[a,0,n]
 *
 * Only items that the coarse pass kept exist. For a dense rule the outer products of the children are summed over k
 * first, so that it is contracted once per span: O(|R|·m³ + n·m²) for each; a sampled rule costs O(occurrences·m) for
 * each split. Vectors of one span share a power of two, so that nothing underflows at any length.
 */
import type { Floats } from "../../linalg/kernels/interface.ts";
import { kernels } from "../../linalg/kernels/kernels.ts";
import type { LatentGrammar } from "./latent-grammar.ts";
import { latentChartByKernel } from "./latent-kernel.ts";
import { plainLatentChart } from "./plain-latent-chart.ts";
import type { Skeleton } from "./skeleton.ts";
import { spanId } from "./span-index.ts";

/** Marginals of the fine pass, with hidden states. */
export interface LatentChart {
  readonly skeleton: Skeleton;
  /** Marginals μ of items and edges: near [0, 1] for a good estimate, possibly negative. */
  readonly itemMarginal: Float64Array;
  readonly edgeMarginal: Float64Array;
  /** log |Z| and the sign of Z. */
  readonly logTotal: number;
  readonly sign: number;
}

/** Writes the inside vector of a leaf item into `work` from `offset`. */
export type LeafVector = (position: number, symbol: number, work: Floats, offset: number) => void;

/** Undefined when the skeleton has no item over the whole sentence that can be a root, or when Z is 0 or not finite. */
export function latentChart(
  grammar: LatentGrammar,
  skeleton: Skeleton,
  leafVector: LeafVector,
): LatentChart | undefined {
  if (skeleton.itemCount[spanId(0, skeleton.words, skeleton.words)] === 0) return undefined;
  const byKernel = latentChartByKernel(kernels(), grammar, skeleton, leafVector);
  return byKernel === undefined ? plainLatentChart(grammar, skeleton, leafVector) : byKernel.chart;
}
