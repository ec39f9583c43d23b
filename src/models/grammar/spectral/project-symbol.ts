/**
 * Y and Z of one symbol's nodes: the decomposition of the moment of its inside and outside features, and how far its
 * directions are to be trusted.
 */
import { projectViews } from "../../../spectral/projections.ts";
import { shrinkToMeans, signalShares } from "../../../spectral/signal.ts";
import { type SymbolVectors, symbolVectors } from "./node-vectors.ts";
import type { NodeViews } from "./views.ts";

export interface SymbolProjection {
  /** m. */
  readonly states: number;
  readonly kappa: number;
  readonly scaling: boolean;
  readonly shrinkage: boolean;
  readonly minSingularValue: number;
  readonly seed: number;
}

/**
 * Three block Krylov iterations find the subspace as well as the sample knows it: on news text 30 iterations to a
 * tolerance of 1e-4 take eight times as long and parse no better.
 */
const SUBSPACE = { tolerance: 0.1, maxIterations: 3 };

export function projectSymbol(
  { inside, outside }: NodeViews,
  options: SymbolProjection,
  weights?: Float64Array,
): SymbolVectors {
  if (weights?.every((weight) => weight === 0)) return constantVectors(inside.rows);
  const kappa = options.scaling ? options.kappa : undefined;
  const projection = { kappa, weights, seed: options.seed, ...SUBSPACE };
  const views = projectViews(inside, outside, options.states, projection);
  // Weighted nodes may be a population, whose moments have no noise, and are at any rate not exchangeable: permuting
  // them would say nothing.
  if (!options.shrinkage || weights !== undefined) {
    return symbolVectors(views, new Float64Array(views.values.length).fill(1), options.minSingularValue);
  }
  const shares = signalShares(inside, outside, views.values, projection);
  for (const samples of [views.left, views.right]) shrinkToMeans(samples, shares);
  return symbolVectors(views, shares, options.minSingularValue);
}

/** A symbol that no counted node has: one state without information. */
function constantVectors(rows: number): SymbolVectors {
  const ones = new Float64Array(rows).fill(1);
  return { states: 1, inside: ones, outside: ones, singularValues: Float64Array.of(1), shares: Float64Array.of(1) };
}
