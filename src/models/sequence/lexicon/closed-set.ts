/**
 * p(label | observation) of a closed set of observations, which have no spelling. Their names may have a coarser class
 * before a point, `12.3077`, whose counts stand behind those of the name, backed off to p(a):
 *
 *   p(a | x) = (count(x, a) + κ·p(a | class)) / (count(x) + κ),
 *       p(a | class) = (count(class, a) + κ·p(a)) / (count(class) + κ)
 */
import type { Vocabulary } from "../../../base/vocabulary.ts";
import { type LabelCounts, wordTotals } from "../../lexicon/label-counts.ts";

/** "12" of "12.3077"; "" where there is no point. */
export const coarseName = (name: string): string => name.slice(0, Math.max(0, name.indexOf(".")));

export class ClosedSet {
  readonly #counts: LabelCounts;
  readonly #totals: Float64Array;
  readonly #classes: Vocabulary;
  readonly #ofClass: Float64Array[];

  constructor(
    counts: LabelCounts,
    classes: Vocabulary,
    readonly priors: Float64Array,
    readonly prior: number,
  ) {
    this.#counts = counts;
    this.#totals = wordTotals(counts);
    this.#classes = classes;
    const sums = Array.from({ length: classes.size }, () => priors.map((value) => prior * value));
    const totals = new Float64Array(classes.size);
    for (const [w, name] of counts.words.words().entries()) {
      const coarse = classes.id(coarseName(name));
      for (let e = counts.starts[w]!; e < counts.starts[w + 1]!; e++) {
        sums[coarse]![counts.labels[e]!]! += counts.counts[e]!;
        totals[coarse]! += counts.counts[e]!;
      }
    }
    this.#ofClass = sums.map((row, s) => row.map((value) => value / (totals[s]! + prior)));
  }

  /** p(a | name) of every label. The array may be shared: do not change it. */
  posterior(name: string): Float64Array {
    const coarse = this.#classes.id(coarseName(name));
    const backoff = coarse < 0 ? this.priors : this.#ofClass[coarse]!;
    const word = this.#counts.words.id(name);
    if (word < 0) return backoff;
    const { starts, labels, counts } = this.#counts;
    const total = this.#totals[word]! + this.prior;
    const result = backoff.map((value) => (this.prior * value) / total);
    for (let e = starts[word]!; e < starts[word + 1]!; e++) result[labels[e]!]! += counts[e]! / total;
    return result;
  }
}
