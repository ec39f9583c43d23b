/**
 * One step of online learning, a sentence at a time: MIRA or the perceptron for heads, the perceptron for relations.
 * Weights are averaged over all steps (Collins 2002).
 */

import type { WordClasses } from "../../representations/index.ts";
import type { BaseModel } from "./base-parser.ts";
import { BaseParser } from "./base-parser.ts";
import { visitTree } from "./features/places.ts";
import type { SentenceHashes } from "./features/sentence-hashes.ts";
import { Margin } from "./margin.ts";
import { OnlineWeights } from "./online-weights.ts";
import type { BaseOptions } from "./options.ts";
import { bestRelation, modifiersOf, relationFeatureCount, relationFeatures, relationPlaces } from "./relations.ts";

/** A sentence and the tree to be learnt. */
export interface Example {
  readonly hashes: SentenceHashes;
  readonly heads: readonly number[];
  /** Numbers of relations. */
  readonly labels: Int32Array;
}

export class OnlineLearner {
  readonly #arcs: OnlineWeights;
  readonly #relations: OnlineWeights;
  readonly #parser: BaseParser;
  readonly #margin: Margin;
  readonly #scores: Float64Array;
  readonly #relationMask: number;
  #step = 1;
  #relationStep = 1;

  constructor(
    readonly options: BaseOptions,
    readonly labels: readonly string[],
    readonly classes?: WordClasses | undefined,
  ) {
    const places = relationPlaces(options.hashBits);
    this.#arcs = new OnlineWeights(2 ** options.hashBits);
    this.#relations = new OnlineWeights(places + labels.length);
    this.#relationMask = places - 1;
    this.#scores = new Float64Array(labels.length);
    this.#margin = new Margin(2 ** options.hashBits);
    this.#parser = new BaseParser(this.#model(this.#arcs.current, this.#relations.current));
  }

  #model(arcWeights: Float32Array, relationWeights: Float32Array): BaseModel {
    const { options, labels, classes } = this;
    return Object.freeze({ order: options.order, labels, arcWeights, relationWeights, classes });
  }

  /** The model as it is on average so far. */
  average(): BaseModel {
    return this.#model(this.#arcs.average(this.#step), this.#relations.average(this.#relationStep));
  }

  /** Learns from one sentence; returns how many heads were right before. */
  learn({ hashes, heads, labels }: Example): number {
    const { learner, order, trainK, maxStep } = this.options;
    const second = order === "second";
    this.#learnRelations(hashes, heads, labels);
    let right: number;
    if (learner === "perceptron") {
      const found = this.#parser.heads(hashes);
      right = agreement(heads, found);
      const mask = this.#arcs.current.length - 1;
      if (right < heads.length) {
        visitTree(hashes, heads, second, mask, (index) => this.#arcs.add(index, 1, this.#step));
        visitTree(hashes, found, second, mask, (index) => this.#arcs.add(index, -1, this.#step));
      }
    } else {
      const N = hashes.size + 1;
      // Wrong arcs are given their loss, so that the trees found are those that the margin concerns.
      const addLoss = (arcs: Float64Array) => {
        for (let h = 0; h < N; h++) for (let m = 1; m < N; m++) if (h !== heads[m - 1]) arcs[h * N + m]! += 1;
      };
      const trees =
        trainK === 1
          ? [this.#parser.heads(hashes, addLoss)]
          : this.#parser.kBest(hashes, trainK, addLoss).map((tree) => tree.heads);
      right = agreement(heads, trees[0]!);
      const wrong = trees.filter((tree) => agreement(heads, tree) < heads.length);
      if (wrong.length > 0) {
        const differences = wrong.map((tree) => this.#margin.difference(hashes, heads, tree, second));
        const losses = wrong.map((tree) => heads.length - agreement(heads, tree));
        this.#margin.update(this.#arcs, differences, losses, this.#step, maxStep);
      }
    }
    this.#step++;
    return right;
  }

  #learnRelations(hashes: SentenceHashes, heads: readonly number[], labels: Int32Array): void {
    const modifiers = modifiersOf(heads);
    const rows = new Int32Array(relationFeatureCount(hashes));
    for (let m = 1; m <= hashes.size; m++, this.#relationStep++) {
      relationFeatures(hashes, heads, modifiers, m, this.#relationMask, rows);
      const best = bestRelation(this.#relations.current, rows, this.#scores);
      const gold = labels[m - 1]!;
      if (best === gold) continue;
      for (const row of rows) {
        this.#relations.add(row + gold, 1, this.#relationStep);
        this.#relations.add(row + best, -1, this.#relationStep);
      }
    }
  }
}

/** The number of heads that agree. */
export function agreement(gold: ArrayLike<number>, heads: ArrayLike<number>): number {
  let right = 0;
  for (let i = 0; i < gold.length; i++) if (gold[i] === heads[i]) right++;
  return right;
}
