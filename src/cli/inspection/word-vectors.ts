/** Counts of word vectors: how many, how long, and which are of no use. */
import type { WordVector } from "../../formats/index.ts";
import { formatCount } from "../frame/numbers.ts";
import { Oddities, ownCopy } from "./counts.ts";
import { type Facts, type Inspection, section } from "./inspection.ts";

const SHARES = { min: 0, "5%": 0.05, median: 0.5, "95%": 0.95, max: 1 } as const;

export class VectorsInspection implements Inspection<WordVector> {
  readonly oddities = new Oddities();
  readonly #words = new Set<string>();
  readonly #norms: number[] = [];
  #dimension = 0;
  #sum = new Float64Array(0);

  add({ word, vector }: WordVector, place: string): void {
    if (this.#norms.length === 0) {
      this.#dimension = vector.length;
      this.#sum = new Float64Array(vector.length);
    }
    let square = 0;
    for (let i = 0; i < vector.length; i++) {
      square += vector[i]! ** 2;
      this.#sum[i]! += vector[i]!;
    }
    this.#norms.push(Math.sqrt(square));
    if (!Number.isFinite(square)) this.oddities.add("number that is not finite", place);
    if (square === 0) this.oddities.add("vector of zeros", place);
    if (this.#words.has(word)) this.oddities.add("word that came before", place);
    else this.#words.add(ownCopy(word));
  }

  /** The length of the mean vector over the mean length: 0 for vectors in all directions, 1 for vectors in one. */
  #commonDirection(): number {
    const total = this.#norms.reduce((sum, norm) => sum + norm, 0);
    return total === 0 ? 0 : Math.sqrt(this.#sum.reduce((sum, x) => sum + x * x, 0)) / total;
  }

  #quantiles(): Record<string, number> {
    const sorted = Float64Array.from(this.#norms).sort();
    const at = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
    return Object.fromEntries(Object.entries(SHARES).map(([name, share]) => [name, at(share)]));
  }

  facts(): Facts {
    return {
      vectors: this.#norms.length,
      dimension: this.#dimension,
      norms: this.#quantiles(),
      commonDirection: this.#commonDirection(),
      suspicious: this.oddities,
    };
  }

  sections(): string[] {
    const norms = Object.entries(this.#quantiles()).map(([name, value]) => `${name} ${value.toPrecision(4)}`);
    return [
      section("Sizes", [
        ["vectors", this.#norms.length],
        ["dimension", this.#dimension],
        ["memory", `${formatCount(Math.ceil((this.#norms.length * this.#dimension * 4) / 1e6))} MB as 32-bit numbers`],
      ]),
      section("Shape", [
        ["lengths of vectors", norms.join(", ")],
        ["common direction", `${this.#commonDirection().toFixed(3)} (0: all directions alike, 1: one direction)`],
      ]),
    ];
  }
}
