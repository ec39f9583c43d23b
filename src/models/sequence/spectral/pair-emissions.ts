/**
 * The emission of every pair of observation and label that training saw, smoothed as learn-spectral.ts says.
 * O(samples·m + frequent pairs·m³).
 */

import type { Pairs } from "../data/pairs.ts";
import type { Refinement } from "../model.ts";
import { keptMass, type Operators } from "./moments.ts";

export interface PairOptions {
  readonly destinyPrior: number;
  readonly emissionPrior: number;
  readonly ownPrior: number;
  readonly ownSamples: number;
}

/** A mass below this is an estimate gone wrong: the pair then falls back to the emission without information. */
const LEAST_MASS = 0.1;

export function pairEmissions(
  pairs: Pairs,
  operators: Operators,
  options: PairOptions,
): { readonly refinement: Refinement; readonly rejected: number } {
  const { rank, labelCount: l } = operators;
  const { starts, labels, counts } = pairs;
  const width = rank + 1;
  const destinies = smoothedDestinies(pairs, operators, options.destinyPrior);
  const masses = sliceMasses(operators);
  const vectors = new Float64Array(labels.length * width);
  let rejected = 0;
  for (let pair = 0; pair < labels.length; pair++) {
    const trust = counts[pair]! / (counts[pair]! + options.emissionPrior);
    for (let q = 0; q < rank; q++) vectors[pair * width + q] = trust * destinies[pair * rank + q]!;
    vectors[pair * width + rank] = 1 - trust;
    if (!conserveMass(vectors, pair, labels[pair]!, masses, width)) rejected++;
  }
  const fallback = new Float64Array(l * width);
  for (let a = 0; a < l; a++) conserveMass(fallback, a, a, masses, width);
  const own = options.ownSamples === 0 ? undefined : ownOperators(pairs, vectors, operators, options);
  return { refinement: { starts, labels, vectors, fallback, slices: operators.emissions, own }, rejected };
}

/** E[D | x, a]: words towards their spelling, spellings towards their label. */
function smoothedDestinies(
  pairs: Pairs,
  { rank, labelCount: l, destinies, order }: Operators,
  prior: number,
): Float64Array {
  const { labels, counts, ofWords, ofSpellings, firstSpelling, backoff } = pairs;
  const means = new Float64Array(labels.length * rank);
  const labelMeans = new Float64Array(l * rank);
  const totals = new Float64Array(l);
  for (let place = 0; place < ofWords.length; place++) {
    const sample = order.samples[place]!;
    const word = ofWords[sample]!;
    const spelling = ofSpellings[sample]!;
    const label = labels[word]!;
    totals[label]!++;
    for (let q = 0; q < rank; q++) {
      const value = destinies[place * rank + q]!;
      means[word * rank + q]! += value;
      if (spelling >= 0) means[spelling * rank + q]! += value;
      labelMeans[label * rank + q]! += value;
    }
  }
  for (let e = 0; e < labelMeans.length; e++) labelMeans[e]! /= totals[Math.floor(e / rank)]!;
  const shrink = (pair: number, towards: Float64Array, at: number) => {
    const total = counts[pair]! + prior;
    for (let q = 0; q < rank; q++)
      means[pair * rank + q] = (means[pair * rank + q]! + prior * towards[at + q]!) / total;
  };
  for (let pair = firstSpelling; pair < labels.length; pair++) shrink(pair, labelMeans, labels[pair]! * rank);
  for (let pair = 0; pair < firstSpelling; pair++) {
    if (backoff[pair]! >= 0) shrink(pair, means, backoff[pair]! * rank);
    else shrink(pair, labelMeans, labels[pair]! * rank);
  }
  return means;
}

/** e·E·E[F|a] for every slice of every label: how much mass of an average state it keeps. */
function sliceMasses(operators: Operators): Float64Array {
  const { states: m, rank, labelCount: l, emissions } = operators;
  const masses = new Float64Array(l * (rank + 1));
  for (let a = 0, slice = 0; a < l; a++) {
    for (let q = 0; q <= rank; q++, slice++) masses[slice] = keptMass(emissions, slice * m * m, operators, a);
  }
  return masses;
}

/** Scales vector `place` so that an average state of label a keeps its mass; false where it had to be given up. */
function conserveMass(vectors: Float64Array, place: number, a: number, masses: Float64Array, width: number): boolean {
  const at = place * width;
  let mass = 0;
  for (let q = 0; q < width; q++) mass += vectors[at + q]! * masses[a * width + q]!;
  const sound = mass >= LEAST_MASS;
  if (!sound) {
    vectors.fill(0, at, at + width - 1);
    vectors[at + width - 1] = 1;
    mass = masses[a * width + width - 1]!;
  }
  for (let q = 0; q < width; q++) vectors[at + q]! /= mass;
  return sound;
}

/** ρ·E[g Pᵀ | x, a] + (1 − ρ)·E(x) for words with enough samples. */
function ownOperators(
  { labels, counts, ofWords, firstSpelling }: Pairs,
  vectors: Float64Array,
  operators: Operators,
  { ownSamples, ownPrior }: PairOptions,
): { numbers: Int32Array; matrices: Float64Array } {
  const { states: m, rank, pasts, after, emissions, order } = operators;
  const numbers = new Int32Array(labels.length).fill(-1);
  let count = 0;
  for (let pair = 0; pair < firstSpelling; pair++) if (counts[pair]! >= ownSamples) numbers[pair] = count++;
  const matrices = new Float64Array(count * m * m);
  for (let row = 0; row < ofWords.length; row++) {
    const pair = ofWords[order.samples[row]!]!;
    const place = numbers[pair]!;
    if (place < 0) continue;
    for (let i = 0; i < m; i++) {
      const value = after[row * m + i]! / counts[pair]!;
      for (let j = 0; j < m; j++) matrices[(place * m + i) * m + j]! += value * pasts[row * m + j]!;
    }
  }
  for (let pair = 0; pair < firstSpelling; pair++) {
    const place = numbers[pair]!;
    if (place < 0) continue;
    const a = labels[pair]!;
    const matrix = matrices.subarray(place * m * m, (place + 1) * m * m);
    const mass = keptMass(matrix, 0, operators, a);
    const trust = mass < LEAST_MASS ? 0 : counts[pair]! / (counts[pair]! + ownPrior);
    for (let e = 0; e < m * m; e++) matrix[e] = trust === 0 ? 0 : (trust / mass) * matrix[e]!;
    for (let q = 0; q <= rank; q++) {
      const factor = (1 - trust) * vectors[pair * (rank + 1) + q]!;
      const slice = (a * (rank + 1) + q) * m * m;
      for (let e = 0; e < m * m; e++) matrix[e]! += factor * emissions[slice + e]!;
    }
  }
  return { numbers, matrices };
}
