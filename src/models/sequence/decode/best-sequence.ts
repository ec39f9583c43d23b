/**
 * The whole sequence of labels that is best under the chain of pairwise marginals, found as a chain is visited, the
 * last position first:
 *
 *   max over a₁…a_N of  μ(a₁) Π_i μ(aᵢ, aᵢ₊₁) / μ(aᵢ)        V_i(a) = max_b log μ(a, b, i) − log μ(a, i) + V_{i+1}(b)
 *
 * For a model without hidden states this is the Viterbi sequence. O(k²) per position with k labels.
 */
export class BestSequence {
  readonly #labels: Int32Array[];
  readonly #posteriors: Float64Array[];
  readonly #choices: Int32Array[];
  #values: Float64Array = new Float64Array(0);

  constructor(length: number) {
    this.#labels = new Array(length);
    this.#posteriors = new Array(length);
    this.#choices = new Array(length);
  }

  add(index: number, labels: Int32Array, posteriors: Float64Array, pairs: Float64Array | undefined): void {
    this.#labels[index] = labels;
    this.#posteriors[index] = posteriors.slice();
    const values = new Float64Array(labels.length);
    const choices = new Int32Array(labels.length);
    if (pairs !== undefined) {
      const next = this.#values.length;
      for (let k = 0; k < labels.length; k++) {
        let sum = 0;
        for (let q = 0; q < next; q++) sum += pairs[k * next + q]!;
        values[k] = Number.NEGATIVE_INFINITY;
        for (let q = 0; q < next; q++) {
          const value = Math.log(pairs[k * next + q]! / sum) + this.#values[q]!;
          if (value > values[k]!) {
            values[k] = value;
            choices[k] = q;
          }
        }
      }
    }
    this.#values = values;
    this.#choices[index] = choices;
  }

  finish(best: Int32Array, confidence: Float64Array): void {
    let at = 0;
    const total = (k: number) => Math.log(this.#posteriors[0]![k]!) + this.#values[k]!;
    for (let k = 1; k < this.#values.length; k++) if (total(k) > total(at)) at = k;
    for (let i = 0; i < best.length; i++) {
      best[i] = this.#labels[i]![at]!;
      confidence[i] = this.#posteriors[i]![at]!;
      at = this.#choices[i]![at]!;
    }
  }
}
