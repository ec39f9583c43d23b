/**
 * The perceptron's weights while it learns: buckets × labels, with the sums that their averages need.
 *
 *   w[f, a] += by,   u[f, a] += by · t;   averaged:  w̄ = w − u / t
 *
 * Corrections are whole numbers, so sums of weights are exact in any order. Scores cost what memory costs: a plain
 * table is far larger than the cache, and a row of it is several lines. Only mistakes change weights, so that many rows
 * stay zero, and most others have a few labels that are not: those are kept as pairs in one line of the cache. The rows
 * of frequent features, which have more, stand together in a small table of their own.
 */

/** Labels that a row has in its record, as pairs of label and weight. */
const FEW = 8;
const RECORD = 2 * FEW;

export class WeightTable {
  readonly #width: number;
  /** Labels that each row has weights for; FEW + 1: more than FEW. */
  readonly #counts: Uint8Array;
  /** For each row its pairs, or first of all where it begins among the full ones. */
  readonly #records: Int32Array;
  readonly #steps: Float64Array;
  #full: Int32Array;
  #used = 0;
  /** Where the full rows of a position begin. */
  #places = new Int32Array(64);

  /** All weights are 0; `width` is the number of labels. */
  constructor(rows: number, width: number) {
    this.#width = width;
    this.#counts = new Uint8Array(rows);
    this.#records = new Int32Array(rows * RECORD);
    this.#steps = new Float64Array(rows * width);
    this.#full = new Int32Array(256 * width);
  }

  /** scores[a] += Σ of the weights of the first `count` of some rows with label a; full rows four at a time. */
  addTo(scores: Int32Array, rows: Int32Array, count: number): void {
    const [records, counts, weights, l] = [this.#records, this.#counts, this.#full, this.#width];
    if (this.#places.length < count) this.#places = new Int32Array(2 * count);
    const places = this.#places;
    let found = 0;
    for (let f = 0; f < count; f++) {
      const row = rows[f]!;
      const labels = counts[row]!;
      const at = row * RECORD;
      if (labels > FEW) places[found++] = records[at]!;
      else
        for (let e = at, end = at + 2 * labels; e < end; e += 2) {
          const a = records[e]!;
          scores[a] = (scores[a]! + records[e + 1]!) | 0;
        }
    }
    let f = 0;
    for (; f + 4 <= found; f += 4) {
      const [i, j, k, m] = [places[f]!, places[f + 1]!, places[f + 2]!, places[f + 3]!];
      for (let a = 0; a < l; a++)
        scores[a] = (scores[a]! + weights[i + a]! + weights[j + a]! + weights[k + a]! + weights[m + a]!) | 0;
    }
    for (; f < found; f++) for (let a = 0, e = places[f]!; a < l; a++, e++) scores[a] = (scores[a]! + weights[e]!) | 0;
  }

  /** Adds to the weights of the first `count` of some rows with a label, at a step of learning. */
  correct(rows: Int32Array, count: number, label: number, by: number, time: number): void {
    for (let f = 0; f < count; f++) {
      this.#change(rows[f]!, label, by);
      this.#steps[rows[f]! * this.#width + label]! += by * time;
    }
  }

  /** The averages of the weights, rows × labels. */
  averages(time: number): Float32Array {
    const l = this.#width;
    const averages = new Float32Array(this.#steps.length);
    const weights = new Int32Array(l);
    const one = new Int32Array(1);
    for (let row = 0; row < this.#counts.length; row++) {
      if (this.#counts[row] === 0) continue;
      one[0] = row;
      this.addTo(weights.fill(0), one, 1);
      for (let a = 0, e = row * l; a < l; a++, e++) averages[e] = weights[a]! - this.#steps[e]! / time;
    }
    return averages;
  }

  clear(): void {
    this.#counts.fill(0);
    this.#steps.fill(0);
    this.#full.fill(0);
    this.#used = 0;
  }

  #change(row: number, label: number, by: number): void {
    const at = row * RECORD;
    const labels = this.#counts[row]!;
    if (labels <= FEW) {
      const end = at + 2 * labels;
      for (let e = at; e < end; e += 2)
        if (this.#records[e] === label) {
          this.#records[e + 1]! += by;
          return;
        }
      this.#counts[row] = labels + 1;
      if (labels < FEW) {
        this.#records[end] = label;
        this.#records[end + 1] = by;
        return;
      }
      this.#fill(at);
    }
    this.#full[this.#records[at]! + label]! += by;
  }

  /** Moves the pairs of a record to a row among the full ones. */
  #fill(at: number): void {
    if (this.#used === this.#full.length) {
      const grown = new Int32Array(2 * this.#full.length);
      grown.set(this.#full);
      this.#full = grown;
    }
    for (let e = at; e < at + RECORD; e += 2) this.#full[this.#used + this.#records[e]!] = this.#records[e + 1]!;
    this.#records[at] = this.#used;
    this.#used += this.#width;
  }
}
