/**
 * The re-ranker of a parser, learnt from lists of its training sentences. The target is a distribution over each list,
 * q ∝ exp(τ·gain): the best tree most, and others by how near they come.
 */
import type { Watch } from "../../../base/progress.ts";
import { breathe } from "../../../base/stopping.ts";
import { type ChoiceLists, learnChoices } from "../../../linalg/regression/choices.ts";
import { NUMBERS } from "./candidates.ts";
import type { TreeList } from "./lists.ts";
import type { Reranker } from "./reranker.ts";

/** τ, in brackets. */
const SHARPNESS = 1;
/** Sentences in which a feature must tell trees apart. */
const LEAST_SENTENCES = 3;
/** Features with a smaller weight are dropped: a third of them, whose sum changes hardly a choice. */
const LEAST_WEIGHT = 1e-3;
/** λ of the features, and of the numbers, which are few. */
const FEATURE_PENALTY = 40;
const NUMBER_PENALTY = 0.01;
const ITERATIONS = { maxIterations: 60, progressTolerance: 1e-5 };

/** Learns from lists; the order of the lists makes no difference but in rounding. */
export async function learnReranker(
  lists: readonly TreeList[],
  listSize: number,
  watch: Watch & { readonly stage?: string | undefined } = {},
): Promise<Reranker> {
  const features = await frequentFeatures(lists, watch);
  const deviations = deviationsOf(lists);
  const { rows, targets } = rowsOf(lists, features, deviations);
  const penalty = new Float64Array(rows.size).fill(FEATURE_PENALTY).fill(NUMBER_PENALTY, 0, NUMBERS);
  const { point } = await learnChoices(rows, targets, penalty, new Float64Array(rows.size), ITERATIONS, watch);
  const weights = Float32Array.from(point.subarray(NUMBERS));
  const counts = (_: number, n: number) => Math.abs(weights[n]!) >= LEAST_WEIGHT;
  return Object.freeze({
    features: features.filter(counts),
    weights: weights.filter(counts),
    numberWeights: Float64Array.from(deviations, (deviation, n) => point[n]! / deviation),
    listSize,
  });
}

/** Features that tell trees apart in enough sentences, in rising order. */
async function frequentFeatures(lists: readonly TreeList[], { signal }: Watch): Promise<Int32Array> {
  const sentences = new Map<number, number>();
  for (const { features } of lists) {
    for (const feature of new Set(features)) sentences.set(feature, (sentences.get(feature) ?? 0) + 1);
    await breathe(signal);
  }
  return Int32Array.from(
    [...sentences].filter(([, count]) => count >= LEAST_SENTENCES).map(([feature]) => feature),
  ).sort();
}

/** Of the numbers, as differences from the first tree of a list. */
function deviationsOf(lists: readonly TreeList[]): Float64Array {
  const sums = new Float64Array(NUMBERS);
  let trees = 0;
  for (const { numbers, gains } of lists) {
    trees += gains.length;
    for (let at = 0; at < numbers.length; at++) sums[at % NUMBERS]! += numbers[at]! ** 2;
  }
  return sums.map((sum) => Math.sqrt(sum / Math.max(1, trees)) || 1);
}

function rowsOf(
  lists: readonly TreeList[],
  features: Int32Array,
  deviations: Float64Array,
): { readonly rows: ChoiceLists; readonly targets: Float64Array } {
  const columnOf = new Map(Array.from(features, (feature, at) => [feature, NUMBERS + at]));
  const trees = lists.reduce((sum, { gains }) => sum + gains.length, 0);
  const most = lists.reduce((sum, list) => sum + list.features.length, trees * NUMBERS);
  const [columns, values] = [new Int32Array(most), new Float32Array(most)];
  const [starts, targets] = [new Int32Array(trees + 1), new Float64Array(trees)];
  const firsts = new Int32Array(lists.length + 1);
  let [row, entry] = [0, 0];
  const add = (column: number, value: number) => {
    columns[entry] = column;
    values[entry++] = value;
  };
  for (const [at, { starts: from, features: own, counts, numbers, gains }] of lists.entries()) {
    const best = Math.max(...gains);
    const shares = gains.map((gain) => Math.exp(SHARPNESS * (gain - best)));
    const total = shares.reduce((sum, share) => sum + share, 0);
    for (let tree = 0; tree < gains.length; tree++, row++) {
      targets[row] = shares[tree]! / total;
      for (let n = 0; n < NUMBERS; n++) add(n, numbers[tree * NUMBERS + n]! / deviations[n]!);
      for (let f = from[tree]!; f < from[tree + 1]!; f++) {
        const column = columnOf.get(own[f]!);
        if (column !== undefined) add(column, counts[f]!);
      }
      starts[row + 1] = entry;
    }
    firsts[at + 1] = row;
  }
  const [used, given] = [columns.subarray(0, entry), values.subarray(0, entry)];
  return { rows: { lists: firsts, starts, columns: used, values: given, size: NUMBERS + features.length }, targets };
}
