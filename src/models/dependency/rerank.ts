/**
 * Re-ranks lists of trees with an averaged perceptron: Collins 2002; features of Dhillon et al. 2012, §4.3.
 *
 *   score(tree) = a·base(tree) + b·log |p̂(tree)| + Σ_f w[f]
 *
 * f: the tags of a head and of a left and a right modifier; the tags of a modifier, its head and its grandparent, with the side of the modifier. Base scores and logarithms are taken
 * relative to the first tree of the list and divided by their deviation over all lists, so that their weights a, b are learnt in steps of the same size as the others.
 * The tree to be learnt is the one in the list with most heads right; among equals, the one with the best base score.
 */
import { checkOptions, flag, type OptionsOf, real, whole } from "../../base/options.ts";
import { DEFAULT_SEED, Random } from "../../base/random.ts";
import { hashText } from "../sequence/spelling.ts";
import { join } from "./atoms.ts";
import { agreement } from "./learn-base.ts";
import { OnlineWeights } from "./online-weights.ts";

export const RERANK_OPTIONS = {
  rerankEpochs: whole("passes of the re-ranker over the lists", { default: 10, min: 1, max: 1000 }),
  baseWeight: real("weight of the base score, in deviations, that the re-ranker starts from", { default: 10, min: 0, max: 1000 }),
  logProbability: flag("let the re-ranker see the spectral probability", { default: true }),
  seed: whole("seed of the order of the lists", { default: DEFAULT_SEED }),
};

export type RerankOptions = OptionsOf<typeof RERANK_OPTIONS>;

export interface Candidate {
  readonly heads: Int32Array;
  readonly score: number;
  /** log |p̂|. */
  readonly log: number;
}

export interface CandidateList {
  readonly tags: readonly string[];
  readonly candidates: readonly Candidate[];
}

export interface Reranker {
  readonly weights: Float32Array;
  /** Of base scores and of logarithms, as differences from the first tree of a list. */
  readonly deviations: readonly [base: number, log: number];
  readonly logProbability: boolean;
}

/** Places of hashed features; two more for base score and log p̂. */
const HASHED = 2 ** 18;
const BASE = HASHED;
const LOG = HASHED + 1;
/** What stands for log p̂ = −∞: a tree that much less likely than the first, in deviations. */
const FLOOR = -10;

function features(tags: Int32Array, heads: Int32Array): number[] {
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
  return found;
}

interface Prepared {
  readonly places: readonly number[];
  readonly base: number;
  readonly log: number;
}

function prepare({ tags, candidates }: CandidateList, { deviations, logProbability }: Omit<Reranker, "weights">): Prepared[] {
  const hashes = Int32Array.from(tags, (tag) => hashText(102, tag));
  const first = candidates[0]!;
  // A first tree with p̂ = 0 cannot be what others are measured by.
  const reference = Number.isFinite(first.log) ? first.log : (candidates.find(({ log }) => Number.isFinite(log))?.log ?? 0);
  const relative = (log: number) => (Number.isFinite(log) ? Math.max(FLOOR, (log - reference) / deviations[1]) : FLOOR);
  return candidates.map(({ heads, score, log }) => ({
    places: features(hashes, heads),
    base: (score - first.score) / deviations[0],
    log: logProbability ? relative(log) : 0,
  }));
}

function best(weights: Float32Array, prepared: readonly Prepared[]): number {
  let chosen = 0;
  let most = Number.NEGATIVE_INFINITY;
  prepared.forEach(({ places, base, log }, i) => {
    let sum = weights[BASE]! * base + weights[LOG]! * log;
    for (const place of places) sum += weights[place]!;
    if (sum > most) {
      most = sum;
      chosen = i;
    }
  });
  return chosen;
}

/** The number of the candidate to take. */
export const choose = (reranker: Reranker, list: CandidateList): number => best(reranker.weights, prepare(list, reranker));

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

/** Learns from lists and the gold heads of their sentences. */
export function learnReranker(
  lists: readonly CandidateList[],
  gold: readonly ArrayLike<number>[],
  given: Partial<RerankOptions> = {},
): Reranker {
  const { rerankEpochs, baseWeight, logProbability, seed } = checkOptions("learnReranker", RERANK_OPTIONS, given);
  const deviations = [deviationOf(lists, ({ score }) => score), deviationOf(lists, ({ log }) => log)] as const;
  const prepared = lists.map((list) => prepare(list, { deviations, logProbability }));
  const targets = lists.map(({ candidates }, n) => {
    let target = 0;
    candidates.forEach(({ heads }, i) => {
      if (agreement(gold[n]!, heads) > agreement(gold[n]!, candidates[target]!.heads)) target = i;
    });
    return target;
  });
  const weights = new OnlineWeights(HASHED + 2);
  weights.add(BASE, baseWeight, 0);
  const random = new Random(seed).stream("rerank");
  const order = Array.from(lists.keys());
  let step = 1;
  for (let epoch = 0; epoch < rerankEpochs; epoch++) {
    for (const n of random.shuffle(order)) {
      const list = prepared[n]!;
      const found = best(weights.current, list);
      const target = targets[n]!;
      if (found !== target) {
        for (const [i, by] of [
          [target, 1],
          [found, -1],
        ] as const) {
          for (const place of list[i]!.places) weights.add(place, by, step);
          weights.add(BASE, by * list[i]!.base, step);
          weights.add(LOG, by * list[i]!.log, step);
        }
      }
      step++;
    }
  }
  return Object.freeze({ weights: weights.average(step), deviations, logProbability });
}
