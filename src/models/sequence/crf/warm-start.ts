/**
 * A start near the minimum for L-BFGS: passes over the sentences with AdaGrad (Duchi, Hazan, Singer, JMLR 2011). The
 * gradient is that of one sentence (objective.ts); the penalty of a weight is shared out among the tokens that have it.
 *
 *   g = Σ_i (μ_i(a) − [gold_i = a]) x_i + λ w / n,      h ← h + g²,      w ← w − η g / √h
 *
 * A token has D numbers at once, those of vectors and contexts. With η/√D for their weights a step along all of them is
 * as long as that along one feature; with η it swings the scores of all other tokens too.
 *
 * The answer is the mean of the weights over the second half of the steps (Polyak and Juditsky 1992): the last weights
 * have the marks of the last sentences, and the more features a token has, the deeper these are. A handful of passes
 * do what L-BFGS needs ten times as many for. Time O(tokens · (l² + features)) a pass.
 */
import { Random } from "../../../base/random.ts";
import type { Lessons, Sentence } from "./lessons.ts";
import type { RealFeatures, WeightLayout } from "./objective.ts";
import { exponentiate } from "./scores.ts";

export interface WarmStartSettings {
  readonly epochs: number;
  readonly rate: number;
  readonly penalty: number;
  readonly seed: number;
}

/** Labels with a smaller error teach nothing that is worth the time. */
const NEGLIGIBLE = 1e-3;

/**
 * Labels less probable than this at a position are passed over: going forward by α; going back by μ, since what a label
 * adds to the marginals before it is its own marginal. It is an approximation, of the order of what is negligible.
 */
const UNLIKELY = 1e-4;

/** Weights after some passes; `tick` is awaited after every sentence. */
export async function warmStart(
  lessons: Lessons,
  real: RealFeatures,
  layout: WeightLayout,
  { epochs, rate, penalty, seed }: WarmStartSettings,
  tick: () => Promise<void>,
): Promise<Float64Array> {
  const pass = new Pass(lessons, real, layout, rate, penalty);
  const order = Array.from(lessons.sentences.keys());
  const random = new Random(seed).stream("crf");
  const averaged = Math.floor((epochs * order.length) / 2);
  let seen = 0;
  for (let epoch = 0; epoch < epochs; epoch++) {
    for (const n of random.shuffle(order)) {
      pass.learnFrom(lessons.sentences[n]!, Math.max(0, seen++ - averaged));
      await tick();
    }
  }
  return pass.mean(seen - averaged);
}

class Pass {
  readonly #weights: Float64Array;
  /** Σ of the changes of a weight, each times the step it was made at. */
  readonly #late: Float64Array;
  /** Steps of the mean that are over. */
  #time = 0;
  readonly #squares: Float64Array;
  readonly #lessons: Lessons;
  readonly #real: RealFeatures;
  readonly #layout: WeightLayout;
  readonly #rate: number;
  /** Of the weights of numbers. */
  readonly #realRate: number;
  /** λ over the tokens that have a feature. */
  readonly #shares: Float64Array;
  readonly #moveShare: number;
  readonly #realShare: number;
  /** T, and the expected transitions of a sentence less its own. */
  readonly #moves: Float64Array;
  readonly #flows: Float64Array;
  readonly #likely: Int32Array;
  #starts = new Uint32Array(0);
  #ids = new Int32Array(0);
  #psi = new Float64Array(0);
  #alpha = new Float64Array(0);
  #norms = new Float64Array(0);

  constructor(lessons: Lessons, real: RealFeatures, layout: WeightLayout, rate: number, penalty: number) {
    this.#weights = new Float64Array(layout.size);
    this.#late = new Float64Array(layout.size);
    this.#squares = new Float64Array(layout.size).fill(1);
    [this.#lessons, this.#real, this.#layout, this.#rate] = [lessons, real, layout, rate];
    const tokens = lessons.sentences.reduce((sum, { gold }) => sum + gold.length, 0);
    this.#shares = lessons.counts.map((count) => penalty / count);
    this.#moves = new Float64Array(lessons.labelCount ** 2).fill(1);
    this.#flows = new Float64Array(lessons.labelCount ** 2);
    this.#likely = new Int32Array(lessons.labelCount);
    this.#moveShare = penalty / tokens;
    this.#realShare = penalty / tokens;
    this.#realRate = rate / Math.sqrt(Math.max(1, real.places * real.width + real.contextWidth));
  }

  /** The mean of the weights after each of the last `steps` steps: w_T − Σ_t t Δ_t / steps, t from 0. */
  mean(steps: number): Float64Array {
    return this.#weights.map((w, e) => w - this.#late[e]! / Math.max(1, steps));
  }

  learnFrom(sentence: Sentence, time: number): void {
    const { gold } = sentence;
    this.#time = time;
    const l = this.#lessons.labelCount;
    const n = gold.length;
    if (this.#psi.length < n * l) {
      this.#psi = new Float64Array(2 * n * l);
      this.#alpha = new Float64Array(2 * n * l);
      this.#norms = new Float64Array(2 * n);
    }
    this.#collect(sentence);
    this.#score(sentence);
    this.#forward(n);
    this.#backward(n, gold);
    this.#update(sentence);
  }

  /** Gathers the features of every position: those of position i are #ids[#starts[i]] up to #starts[i + 1]. */
  #collect({ rows, products }: Sentence): void {
    const { rowFeatures, offsets, rows: all } = this.#lessons;
    let count = 0;
    const put = (ids: Int32Array, from: number, to: number) => {
      if (count + to - from > this.#ids.length) {
        const grown = new Int32Array(2 * (count + to - from));
        grown.set(this.#ids);
        this.#ids = grown;
      }
      for (let e = from; e < to; e++) this.#ids[count++] = ids[e]!;
    };
    if (this.#starts.length <= rows.length) this.#starts = new Uint32Array(2 * rows.length + 1);
    for (let i = 0; i < rows.length; i++) {
      for (let p = 0; p < offsets.length; p++) {
        const { starts, ids } = rowFeatures[p]!;
        const r = rows[i + offsets[p]!] ?? all.length - 1;
        put(ids, starts[r]!, starts[r + 1]!);
      }
      put(products.ids, products.starts[i]!, products.starts[i + 1]!);
      this.#starts[i + 1] = count;
    }
  }

  /** Calls `each` with the place of a number among the weights, and the number, for every number of position i. */
  #numbers({ rows, contexts }: Sentence, i: number, each: (at: number, x: number) => void): void {
    const { vectorOffsets, rows: all, labelCount: l } = this.#lessons;
    const { width, rowVectors, contextWidth } = this.#real;
    for (const [p, offset] of vectorOffsets.entries()) {
      const r = rows[i + offset] ?? all.length - 1;
      for (let j = 0; j < width; j++) each(this.#layout.vectors + (p * width + j) * l, rowVectors[r * width + j]!);
    }
    for (let j = 0; j < contextWidth; j++) each(this.#layout.contexts + j * l, contexts[i * contextWidth + j]!);
  }

  #score(sentence: Sentence): void {
    const { starts, columns, labelCount: l } = this.#lessons;
    const [w, psi] = [this.#weights, this.#psi];
    const n = sentence.gold.length;
    for (let i = 0; i < n; i++) {
      const at = i * l;
      psi.fill(0, at, at + l);
      for (let k = this.#starts[i]!; k < this.#starts[i + 1]!; k++) {
        const f = this.#ids[k]!;
        for (let e = starts[f]!; e < starts[f + 1]!; e++) psi[at + columns[e]!]! += w[e]!;
      }
      this.#numbers(sentence, i, (from, x) => {
        for (let a = 0; a < l; a++) psi[at + a]! += x * w[from + a]!;
      });
      exponentiate(psi, at, l);
    }
  }

  #forward(n: number): void {
    const l = this.#lessons.labelCount;
    const [psi, alpha, norms, moves] = [this.#psi, this.#alpha, this.#norms, this.#moves];
    for (let i = 0; i < n; i++) {
      const at = i * l;
      if (i === 0) for (let b = 0; b < l; b++) alpha[b] = 1;
      else {
        alpha.fill(0, at, at + l);
        for (let a = 0; a < l; a++) {
          const weight = alpha[at - l + a]!;
          if (weight < UNLIKELY) continue;
          for (let b = 0, e = a * l; b < l; b++, e++) alpha[at + b]! += weight * moves[e]!;
        }
      }
      let sum = 0;
      for (let e = at; e < at + l; e++) sum += alpha[e]! *= psi[e]!;
      norms[i] = sum;
      for (let e = at; e < at + l; e++) alpha[e]! /= sum;
    }
  }

  /** Turns α into μ − gold, and moves the weights of transitions. */
  #backward(n: number, gold: Int32Array): void {
    const l = this.#lessons.labelCount;
    const [psi, alpha, norms, moves] = [this.#psi, this.#alpha, this.#norms, this.#moves];
    const [flows, likely] = [this.#flows.fill(0), this.#likely];
    let beta = new Float64Array(l).fill(1);
    let earlier = new Float64Array(l);
    for (let i = n - 1; i >= 0; i--) {
      const at = i * l;
      for (let a = 0; a < l; a++) alpha[at + a]! *= beta[a]!;
      let count = 0;
      for (let b = 0; b < l; b++) if (alpha[at + b]! >= UNLIKELY) likely[count++] = b;
      alpha[at + gold[i]!]! -= 1;
      if (i === 0) break;
      for (let k = 0; k < count; k++) beta[likely[k]!]! *= psi[at + likely[k]!]! / norms[i]!;
      for (let a = 0; a < l; a++) {
        const weight = alpha[at - l + a]!;
        let sum = 0;
        if (weight >= UNLIKELY)
          for (let k = 0; k < count; k++) {
            const b = likely[k]!;
            const flow = moves[a * l + b]! * beta[b]!;
            sum += flow;
            flows[a * l + b]! += weight * flow;
          }
        earlier[a] = sum;
      }
      flows[gold[i - 1]! * l + gold[i]!]! -= 1;
      [beta, earlier] = [earlier, beta];
    }
    const first = this.#layout.transitions;
    for (let e = 0; e < l * l; e++) {
      if (Math.abs(flows[e]!) < NEGLIGIBLE) continue;
      this.#step(first + e, flows[e]!, this.#moveShare);
      moves[e] = Math.exp(this.#weights[first + e]!);
    }
  }

  #update(sentence: Sentence): void {
    const { starts, columns, labelCount: l } = this.#lessons;
    const off = this.#alpha;
    const shares = this.#shares;
    const n = sentence.gold.length;
    for (let i = 0; i < n; i++) {
      const at = i * l;
      let most = 0;
      for (let a = 0; a < l; a++) most = Math.max(most, Math.abs(off[at + a]!));
      if (most < NEGLIGIBLE) continue;
      for (let k = this.#starts[i]!; k < this.#starts[i + 1]!; k++) {
        const f = this.#ids[k]!;
        for (let e = starts[f]!; e < starts[f + 1]!; e++) this.#step(e, off[at + columns[e]!]!, shares[f]!);
      }
      this.#numbers(sentence, i, (from, x) => {
        for (let a = 0; a < l; a++) {
          const value = off[at + a]!;
          if (value > NEGLIGIBLE || value < -NEGLIGIBLE)
            this.#step(from + a, x * value, this.#realShare, this.#realRate);
        }
      });
    }
  }

  #step(e: number, off: number, share: number, rate = this.#rate): void {
    const g = off + share * this.#weights[e]!;
    const squares = (this.#squares[e]! += g * g);
    const by = (rate * g) / Math.sqrt(squares);
    this.#weights[e]! -= by;
    this.#late[e]! -= by * this.#time;
  }
}
