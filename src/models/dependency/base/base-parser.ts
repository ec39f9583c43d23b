/**
 * The base parser: scores of arcs (and of neighbouring siblings) from hashed features, the best trees by dynamic
 * programming, then relations.
 */
import { bestSpanningTree, kBestTrees, ProjectiveChart, type ScoredHeads } from "../../../charts/index.ts";
import type { DependencyTree } from "../../../trees/dependencies.ts";
import type { TaggedSentence } from "../../../trees/sentence.ts";
import type { WordClasses } from "../../representations/index.ts";
import { hashesOf, type SentenceHashes } from "./features/sentence-hashes.ts";
import { Weights } from "./features/weights.ts";
import { relationsOf } from "./relations.ts";

/** Weights of hashed features: of arcs (and siblings), and of relations. */
export interface BaseModel {
  readonly order: "first" | "second";
  readonly labels: readonly string[];
  /** A power of two long. */
  readonly arcWeights: Float32Array;
  /** A power of two, and one row of labels more. */
  readonly relationWeights: Float32Array;
  /** Classes of words, which are features then. */
  readonly classes?: WordClasses | undefined;
}

const relationMask = (model: BaseModel): number => model.relationWeights.length - model.labels.length - 1;

export class BaseParser {
  readonly #weights: Weights;
  readonly #chart = new ProjectiveChart();
  #arcs = new Float64Array(0);
  #siblings = new Float32Array(0);

  constructor(readonly model: BaseModel) {
    this.#weights = new Weights(model.arcWeights);
  }

  /** What the scores of a sentence are made from. */
  hashes(sentence: TaggedSentence): SentenceHashes {
    return hashesOf(sentence, this.model.classes);
  }

  /** Scores a sentence and fills the chart. `adjust` may change the scores of arcs before. */
  #fill(hashes: SentenceHashes, adjust?: (arcs: Float64Array) => void): void {
    const N = hashes.size + 1;
    if (this.#arcs.length < N * N) this.#arcs = new Float64Array(N * N);
    this.#weights.scoreArcs(hashes, this.#arcs);
    adjust?.(this.#arcs);
    const second = this.model.order === "second";
    if (second) {
      if (this.#siblings.length < N * N * N) this.#siblings = new Float32Array(N * N * N);
      this.#weights.scoreSiblings(hashes, this.#siblings);
    }
    this.#chart.fill({ words: hashes.size, arcs: this.#arcs, siblings: second ? this.#siblings : undefined });
  }

  heads(hashes: SentenceHashes, adjust?: (arcs: Float64Array) => void): Int32Array {
    if (hashes.size === 0) return new Int32Array(0);
    this.#fill(hashes, adjust);
    return this.#chart.heads();
  }

  kBest(hashes: SentenceHashes, k: number, adjust?: (arcs: Float64Array) => void): ScoredHeads[] {
    if (hashes.size === 0) return [{ heads: new Int32Array(0), score: 0 }];
    this.#fill(hashes, adjust);
    return kBestTrees(this.#chart, hashes.size, k);
  }

  /** The best tree of any shape under the scores of single arcs. */
  spanningTree(hashes: SentenceHashes): Int32Array {
    if (hashes.size === 0) return new Int32Array(0);
    const N = hashes.size + 1;
    if (this.#arcs.length < N * N) this.#arcs = new Float64Array(N * N);
    this.#weights.scoreArcs(hashes, this.#arcs);
    return bestSpanningTree(hashes.size, this.#arcs);
  }

  relations(hashes: SentenceHashes, heads: ArrayLike<number>): string[] {
    const { labels, relationWeights } = this.model;
    return Array.from(
      relationsOf(relationWeights, labels.length, relationMask(this.model), hashes, heads),
      (label) => labels[label]!,
    );
  }

  parse(sentence: TaggedSentence): DependencyTree {
    const hashes = this.hashes(sentence);
    const heads = this.heads(hashes);
    return {
      words: sentence.words,
      tags: sentence.tags,
      heads: Array.from(heads),
      labels: this.relations(hashes, heads),
    };
  }
}
