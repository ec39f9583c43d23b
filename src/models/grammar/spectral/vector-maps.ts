/**
 * Linear maps from word vectors to directions, a ridge regression for each symbol with enough different words:
 *
 *   A = Σ_x n_x·(v_x − v̄)(v_x − v̄)ᵀ + λI,   λ = ρ·tr(A)/d          M = A⁻¹ Σ_x (v_x − v̄)(Σ z_x − n_x·z̄)ᵀ
 *   constant = z̄ − Mᵀv̄
 *
 * Words count as often as they occur: n_x, with Σ z_x the sum of their leaves. O(words·d² + d³) for each symbol.
 */
import { breathe, type StopSignal } from "../../../base/stopping.ts";
import { cholesky, solveLower, solveLowerTransposed } from "../../../linalg/decompositions/cholesky.ts";
import { matrix } from "../../../linalg/matrix.ts";
import type { VectorFeatures } from "../../representations/index.ts";
import type { VectorMaps } from "../lexicon/directions.ts";
import type { LeafVectors, Sum } from "./directions.ts";

/** Different words that a symbol needs for a map of its own. */
const LEAST_WORDS = 20;
/** ρ. */
const RIDGE = 1;

/** Maps of the symbols that have one; undefined when none has. */
export async function learnMaps(
  sums: readonly Sum[],
  vectors: VectorFeatures,
  { states }: Pick<LeafVectors, "states">,
  signal?: StopSignal,
): Promise<VectorMaps | undefined> {
  const bySymbol = new Map<number, Sum[]>();
  for (const sum of sums) {
    if (sum.word === undefined || sum.count <= 0 || !vectors.has(sum.word)) continue;
    const list = bySymbol.get(sum.symbol);
    if (list === undefined) bySymbol.set(sum.symbol, [sum]);
    else list.push(sum);
  }
  const found = [...bySymbol].filter(([, list]) => list.length >= LEAST_WORDS).sort(([a], [b]) => a - b);
  if (found.length === 0) return undefined;
  const maps: Float64Array[] = [];
  for (const [, list] of found) {
    maps.push(mapOf(list, vectors));
    await breathe(signal);
  }
  const data = new Float64Array(maps.reduce((sum, map) => sum + map.length, 0));
  let at = 0;
  for (const map of maps) {
    data.set(map, at);
    at += map.length;
  }
  return {
    symbol: Int32Array.from(found, ([symbol]) => symbol),
    states: Int32Array.from(found, ([symbol]) => states[symbol]!),
    rows: vectors.width + 1,
    data,
  };
}

/** Rows of the map: the constant, then one for each number of a vector. */
function mapOf(list: readonly Sum[], vectors: VectorFeatures): Float64Array {
  const d = vectors.width;
  const m = list[0]!.vector.length;
  const [meanVector, mean] = [new Float64Array(d), new Float64Array(m)];
  let total = 0;
  for (const { word, vector, count } of list) {
    const own = vectors.vector(word!);
    total += count;
    for (let i = 0; i < d; i++) meanVector[i]! += count * own[i]!;
    for (let j = 0; j < m; j++) mean[j]! += vector[j]!;
  }
  for (let i = 0; i < d; i++) meanVector[i]! /= total;
  for (let j = 0; j < m; j++) mean[j]! /= total;
  const [square, cross] = [matrix(d, d), matrix(d, m)];
  const centred = new Float64Array(d);
  for (const { word, vector, count } of list) {
    const own = vectors.vector(word!);
    for (let i = 0; i < d; i++) centred[i] = own[i]! - meanVector[i]!;
    for (let i = 0; i < d; i++) {
      for (let j = 0; j < d; j++) square.data[i * d + j]! += count * centred[i]! * centred[j]!;
      for (let j = 0; j < m; j++) cross.data[i * m + j]! += centred[i]! * (vector[j]! - count * mean[j]!);
    }
  }
  let trace = 0;
  for (let i = 0; i < d; i++) trace += square.data[i * d + i]!;
  const map = new Float64Array((d + 1) * m);
  map.set(mean);
  // Vectors that are all the same distinguish nothing.
  if (trace === 0) return map;
  for (let i = 0; i < d; i++) square.data[i * d + i]! += (RIDGE * trace) / d;
  const lower = cholesky(square);
  const slopes = solveLowerTransposed(lower, solveLower(lower, cross));
  map.set(slopes.data, m);
  for (let i = 0; i < d; i++) for (let j = 0; j < m; j++) map[j]! -= meanVector[i]! * slopes.data[i * m + j]!;
  return map;
}
