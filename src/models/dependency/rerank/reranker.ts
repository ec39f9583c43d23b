/**
 * Re-ranks lists of trees with an averaged perceptron: Collins 2002; features of Dhillon et al. 2012, §4.3.
 *
 *   score(tree) = a·base(tree) + b·log |p̂(tree)| + c·[p̂(tree) ≤ 0] + ε·Σ_f w[f]
 *
 * f: the tags of a head and of a left and a right modifier; the tags of a modifier, its head and its grandparent, with
 * the side of the modifier; the first parts of tags of two parts. Base scores and logarithms are taken relative to the
 * first tree of the list and divided by their deviation over all lists. A feature of tags is worth ε, since a tree has
 * many and the numbers are few. An estimate below 0 is not a probability, but |p̂| still tells better trees from worse;
 * that it is below 0 has a weight of its own. The tree to be learnt is the one in the list with most heads right; among
 * equals, the one with the best base score.
 */
import { checkOptions, flag, type OptionsOf, real, whole } from "../../../base/options.ts";
import { DEFAULT_SEED, Random } from "../../../base/random.ts";
import { breathe, type StopSignal } from "../../../base/stopping.ts";
import type { ScoredHeads, SignedLog } from "../../../charts/index.ts";
import { coarseTag } from "../../../trees/sentence.ts";
import { hashText, joinHashes as join } from "../../lexicon/hash.ts";
import { eachDifference } from "../../reranking/differences.ts";
import { agreement } from "../base/online-learner.ts";
import { OnlineWeights } from "../base/online-weights.ts";

export const RERANK_OPTIONS = {
  rerankEpochs: whole("passes of the re-ranker over the lists", { default: 10, min: 1, max: 1000 }),
  baseWeight: real("weight of the base score, in deviations, with which the re-ranker starts", {
    default: 10,
    min: 0,
    max: 1000,
  }),
  logProbability: flag("let the re-ranker see the spectral probability", { default: true }),
  seed: whole("seed of the order of the lists", { default: DEFAULT_SEED }),
};

export type RerankOptions = OptionsOf<typeof RERANK_OPTIONS>;

/** A tree, its base score, and log |p̂| with the sign of p̂. */
export type Candidate = ScoredHeads & SignedLog;

export interface CandidateList {
  readonly tags: readonly string[];
  readonly candidates: readonly Candidate[];
}

/** Chooses from lists of trees. */
export interface Reranker {
  /** Of the hashed features, then of the numbers. */
  readonly weights: Float32Array;
  /** Of base scores and of logarithms, as differences from the first tree of a list. */
  readonly deviations: readonly [base: number, log: number];
  readonly logProbability: boolean;
}

/** Places of hashed features. */
const HASHED = 2 ** 18;
/** Numbers of a tree besides them: base score, log p̂, whether p̂ ≤ 0. */
const NUMBERS = 3;
/** Weights of a re-ranker. */
export const RERANK_WEIGHTS = HASHED + NUMBERS;
/** ε. Held out, in thirds of EWT's training lists, 1, 0.3, 0.1 and 0.03 give 84.15, 84.25, 84.41 and 84.40 UAS. */
const TAG_VALUE = 0.1;
/** Logarithms further than this from the first tree's, in deviations, count as this far; that of 0 too. */
const FAR = 10;

/** Hashed features of a tree, in rising order. */
function featuresOf(tags: Int32Array, heads: Int32Array): Int32Array {
  const found: number[] = [];
  const n = heads.length;
  const tagOf = (place: number) => (place === 0 ? 1 : tags[place - 1]!);
  for (let m = 1; m <= n; m++) {
    const h = heads[m - 1]!;
    const grand = h === 0 ? 2 : tagOf(heads[h - 1]!);
    const side = m < h ? 3 : 4;
    found.push(join(join(join(tagOf(m), tagOf(h)), grand), side) & (HASHED - 1));
    if (m > h) continue;
    for (let other = h + 1; other <= n; other++) {
      if (heads[other - 1] === h) found.push(join(join(join(tagOf(m), tagOf(h)), tagOf(other)), 5) & (HASHED - 1));
    }
  }
  return Int32Array.from(found).sort();
}

/** A list as differences from its first tree, which are all that a choice depends on. */
interface Differences {
  /** Tree i has the hashed features from starts[i] to starts[i + 1]. */
  readonly starts: Int32Array;
  readonly places: Int32Array;
  readonly counts: Int8Array;
  /** trees × NUMBERS */
  readonly numbers: Float64Array;
}

function differencesOf(
  { tags, candidates }: CandidateList,
  { deviations, logProbability }: Omit<Reranker, "weights">,
): Differences {
  const hashes = Int32Array.from(tags, (tag) => hashText(102, coarseTag(tag)));
  const first = candidates[0]!;
  const firstFeatures = featuresOf(hashes, first.heads);
  const [places, counts]: [number[], number[]] = [[], []];
  const starts = new Int32Array(candidates.length + 1);
  const numbers = new Float64Array(candidates.length * NUMBERS);
  const reference = candidates.find(({ log }) => Number.isFinite(log))?.log ?? 0;
  candidates.forEach(({ heads, score, log, sign }, i) => {
    const own = i === 0 ? firstFeatures : featuresOf(hashes, heads);
    eachDifference(own, firstFeatures, (place, difference) => {
      places.push(place);
      counts.push(difference);
    });
    starts[i + 1] = places.length;
    numbers[i * NUMBERS] = (score - first.score) / deviations[0];
    if (!logProbability) return;
    numbers[i * NUMBERS + 1] = Math.max(-FAR, Math.min(FAR, (log - reference) / deviations[1]));
    if (sign <= 0) numbers[i * NUMBERS + 2] = 1;
  });
  return { starts, places: Int32Array.from(places), counts: Int8Array.from(counts), numbers };
}

function scoreOf(weights: Float32Array, { starts, places, counts, numbers }: Differences, i: number): number {
  let sum = 0;
  for (let e = starts[i]!; e < starts[i + 1]!; e++) sum += weights[places[e]!]! * counts[e]!;
  sum *= TAG_VALUE;
  for (let f = 0; f < NUMBERS; f++) sum += weights[HASHED + f]! * numbers[i * NUMBERS + f]!;
  return sum;
}

function best(weights: Float32Array, list: Differences): number {
  let chosen = 0;
  let most = Number.NEGATIVE_INFINITY;
  for (let i = 0; i + 1 < list.starts.length; i++) {
    const score = scoreOf(weights, list, i);
    if (score <= most) continue;
    most = score;
    chosen = i;
  }
  return chosen;
}

/** Scores of the candidates, relative to the first. */
export function rerankScores(reranker: Reranker, list: CandidateList): Float64Array {
  const differences = differencesOf(list, reranker);
  const first = scoreOf(reranker.weights, differences, 0);
  return Float64Array.from(list.candidates, (_, i) => scoreOf(reranker.weights, differences, i) - first);
}

/** The weights of the numbers of a tree; scores and logarithms in deviations from the first tree of the list. */
export function numberWeights({ weights }: Reranker): {
  readonly base: number;
  readonly log: number;
  readonly negative: number;
} {
  return { base: weights[HASHED]!, log: weights[HASHED + 1]!, negative: weights[HASHED + 2]! };
}

/** The number of the candidate to take. */
export const choose = (reranker: Reranker, list: CandidateList): number =>
  best(reranker.weights, differencesOf(list, reranker));

function deviationOf(lists: readonly CandidateList[], value: (candidate: Candidate) => number): number {
  let [sum, count] = [0, 0];
  for (const { candidates } of lists) {
    for (const candidate of candidates) {
      const difference = value(candidate) - value(candidates[0]!);
      if (!Number.isFinite(difference)) continue;
      sum += difference ** 2;
      count++;
    }
  }
  return Math.sqrt(sum / Math.max(1, count)) || 1;
}

/** The number of the candidate with most heads right; the first of equals. */
export function oracle({ candidates }: CandidateList, gold: ArrayLike<number>): number {
  let [best, most] = [0, -1];
  candidates.forEach(({ heads }, i) => {
    const right = agreement(gold, heads);
    if (right > most) [best, most] = [i, right];
  });
  return best;
}

/** Learns from lists and the gold heads of their sentences. */
export async function learnReranker(
  lists: readonly CandidateList[],
  gold: readonly ArrayLike<number>[],
  given: Partial<RerankOptions> = {},
  { signal }: { readonly signal?: StopSignal | undefined } = {},
): Promise<Reranker> {
  const { rerankEpochs, baseWeight, logProbability, seed } = checkOptions("learnReranker", RERANK_OPTIONS, given);
  const deviations = [deviationOf(lists, ({ score }) => score), deviationOf(lists, ({ log }) => log)] as const;
  const prepared: Differences[] = [];
  for (const list of lists) {
    prepared.push(differencesOf(list, { deviations, logProbability }));
    await breathe(signal);
  }
  const targets = lists.map((list, n) => oracle(list, gold[n]!));
  const weights = new OnlineWeights(RERANK_WEIGHTS);
  weights.add(HASHED, baseWeight, 0);
  const random = new Random(seed).stream("rerank");
  const order = Array.from(lists.keys());
  let step = 1;
  const add = ({ starts, places, counts, numbers }: Differences, i: number, by: number) => {
    for (let e = starts[i]!; e < starts[i + 1]!; e++) weights.add(places[e]!, by * TAG_VALUE * counts[e]!, step);
    for (let f = 0; f < NUMBERS; f++) weights.add(HASHED + f, by * numbers[i * NUMBERS + f]!, step);
  };
  for (let epoch = 0; epoch < rerankEpochs; epoch++) {
    for (const n of random.shuffle(order)) {
      const found = best(weights.current, prepared[n]!);
      const target = targets[n]!;
      if (found !== target) {
        add(prepared[n]!, target, 1);
        add(prepared[n]!, found, -1);
      }
      step++;
      await breathe(signal);
    }
  }
  return Object.freeze({ weights: weights.average(step), deviations, logProbability });
}
