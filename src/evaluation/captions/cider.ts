/**
 * CIDEr-D (Vedantam, Zitnick and Parikh 2015) as COCO's caption evaluation computes it. For n = 1 … 4 a description is
 * the vector of its n-grams, count times log(images / images whose references have it), and
 *
 *   CIDEr-D(c, S) = 10/4 Σₙ 1/|S| Σ_{s ∈ S} exp(−(l(c) − l(s))² / 2σ²) · Σᵍ min(cᵍ, sᵍ) sᵍ / (‖c‖ ‖s‖),   σ = 6,
 *
 * where l counts bigrams. Scores depend on the set of images: rarity is counted in its references.
 */
import { ngramCounts } from "./tokens.ts";

const ORDERS = [1, 2, 3, 4] as const;
const SIGMA = 6;

interface Vector {
  readonly weights: readonly ReadonlyMap<string, number>[];
  readonly norms: readonly number[];
  readonly length: number;
}

/** CIDEr-D over a set of images. */
export class CiderScorer {
  readonly #rarity: (ngram: string) => number;

  /** Rarity comes from the references of all images. */
  constructor(images: readonly (readonly (readonly string[])[])[]) {
    const having = new Map<string, number>();
    for (const references of images) {
      const seen = new Set<string>();
      for (const reference of references)
        for (const n of ORDERS) for (const ngram of ngramCounts(reference, n).keys()) seen.add(ngram);
      for (const ngram of seen) having.set(ngram, (having.get(ngram) ?? 0) + 1);
    }
    const all = Math.log(images.length);
    this.#rarity = (ngram) => all - Math.log(Math.max(1, having.get(ngram) ?? 0));
  }

  #vector(words: readonly string[]): Vector {
    const weights = ORDERS.map(
      (n) => new Map(Array.from(ngramCounts(words, n), ([ngram, count]) => [ngram, count * this.#rarity(ngram)])),
    );
    const norms = weights.map((row) => Math.sqrt([...row.values()].reduce((sum, weight) => sum + weight ** 2, 0)));
    return { weights, norms, length: Math.max(0, words.length - 1) };
  }

  /** CIDEr-D of one candidate, from 0 to 10. */
  score(candidate: readonly string[], references: readonly (readonly string[])[]): number {
    const own = this.#vector(candidate);
    let sum = 0;
    for (const reference of references) {
      const other = this.#vector(reference);
      const closeness = Math.exp(-((own.length - other.length) ** 2) / (2 * SIGMA ** 2));
      for (const n of ORDERS) {
        let product = 0;
        for (const [ngram, weight] of own.weights[n - 1]!) {
          const wanted = other.weights[n - 1]!.get(ngram) ?? 0;
          product += Math.min(weight, wanted) * wanted;
        }
        const norm = own.norms[n - 1]! * other.norms[n - 1]!;
        if (norm > 0) sum += (closeness * product) / norm;
      }
    }
    return references.length === 0 ? 0 : (10 * sum) / (ORDERS.length * references.length);
  }
}
