/** The base parser: scores of arcs (and of neighbouring siblings) from hashed features, the best trees by dynamic programming, then relations. */
import { bestSpanningTree, kBestTrees, ProjectiveChart, type ScoredHeads } from "../../charts/index.ts";
import type { DependencyTree } from "../../trees/dependencies.ts";
import type { TaggedSentence } from "../../trees/sentence.ts";
import { type Atoms, atomsOf } from "./atoms.ts";
import { Weights } from "./features.ts";
import { relationsOf } from "./relations.ts";

export interface BaseModel {
  readonly order: "first" | "second";
  readonly labels: readonly string[];
  /** A power of two long. */
  readonly arcWeights: Float32Array;
  /** A power of two, and one row of labels more. */
  readonly relationWeights: Float32Array;
}

export const relationMask = (model: BaseModel): number => model.relationWeights.length - model.labels.length - 1;

export class BaseParser {
  readonly #weights: Weights;
  readonly #chart = new ProjectiveChart();
  #arcs = new Float64Array(0);
  #siblings = new Float32Array(0);

  constructor(readonly model: BaseModel) {
    this.#weights = new Weights(model.arcWeights);
  }

  /** Scores a sentence and fills the chart. `adjust` may change the scores of arcs before. */
  #fill(atoms: Atoms, adjust?: (arcs: Float64Array) => void): void {
    const N = atoms.size + 1;
    if (this.#arcs.length < N * N) this.#arcs = new Float64Array(N * N);
    this.#weights.scoreArcs(atoms, this.#arcs);
    adjust?.(this.#arcs);
    const second = this.model.order === "second";
    if (second) {
      if (this.#siblings.length < N * N * N) this.#siblings = new Float32Array(N * N * N);
      this.#weights.scoreSiblings(atoms, this.#siblings);
    }
    this.#chart.fill({ words: atoms.size, arcs: this.#arcs, siblings: second ? this.#siblings : undefined });
  }

  heads(atoms: Atoms, adjust?: (arcs: Float64Array) => void): Int32Array {
    if (atoms.size === 0) return new Int32Array(0);
    this.#fill(atoms, adjust);
    return this.#chart.heads();
  }

  kBest(atoms: Atoms, k: number, adjust?: (arcs: Float64Array) => void): ScoredHeads[] {
    if (atoms.size === 0) return [{ heads: new Int32Array(0), score: 0 }];
    this.#fill(atoms, adjust);
    return kBestTrees(this.#chart, atoms.size, k);
  }

  /** The best tree of any shape under the scores of single arcs. */
  spanningTree(atoms: Atoms): Int32Array {
    if (atoms.size === 0) return new Int32Array(0);
    const N = atoms.size + 1;
    if (this.#arcs.length < N * N) this.#arcs = new Float64Array(N * N);
    this.#weights.scoreArcs(atoms, this.#arcs);
    return bestSpanningTree(atoms.size, this.#arcs);
  }

  relations(atoms: Atoms, heads: ArrayLike<number>): string[] {
    const { labels, relationWeights } = this.model;
    return Array.from(relationsOf(relationWeights, labels.length, relationMask(this.model), atoms, heads), (label) => labels[label]!);
  }

  parse(sentence: TaggedSentence): DependencyTree {
    const atoms = atomsOf(sentence);
    const heads = this.heads(atoms);
    return { words: sentence.words, tags: sentence.tags, heads: Array.from(heads), labels: this.relations(atoms, heads) };
  }
}
