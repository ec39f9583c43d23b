/**
 * Forward–backward over a chain of labels, each refined by a vector of hidden weights: Stratos, Rush, Cohen and
 * Collins, "Spectral learning of refinement HMMs", CoNLL 2013, figure 2, with every operator C^{b|a}(c^a_x) given as a
 * product of two:
 *
 *   C^{b|a}(c^a_x) = T^{b|a} · w_a(x) E^a_x
 *       emission E moves label a's state, transition T carries it into label b's space
 *
 *   γⁱ_a = w_a(xᵢ) E^a_{xᵢ} αⁱ_a        α¹_a = start_a         αⁱ⁺¹_b = Σ_a T^{b|a} γⁱ_a + into_b Σ_a from_a·γⁱ_a
 *   δⁱ_a = Σ_b βⁱ⁺¹_b T^{b|a} + from_a Σ_b βⁱ⁺¹_b·into_b       δᴺ_a = stop_a          βⁱ_a = w_a(xᵢ) δⁱ_a E^a_{xᵢ}
 *   μ(a, i) = βⁱ_a·αⁱ_a = δⁱ_a·γⁱ_a
 *
 * The rank-one "jump" (from, into) stands for transitions that training never saw, so that those blocks need not be
 * stored. Only the labels that a position admits take part. Vectors are rescaled at every position: nothing underflows.
 * Long sequences are walked in blocks that keep their γ, the α at the start of each block being remembered: memory
 * O(N/B + B) for blocks of B. Time O(N·(k²m² + k·m²)) for k admitted labels, once more for the forward part when there
 * are several blocks.
 *
 * Operators learnt from data can give negative μ; |μ| is what decoders use (op. cit., §4; Cohen et al. 2013), and the
 * negative ones are counted.
 */

/** The labels one position admits, with their emissions. */
export interface ChainPosition {
  readonly labels: Int32Array;
  /** w_a(x) of each admitted label. */
  readonly weights: Float64Array;
  /** E^a_x of each admitted label, states × states, row-major. */
  readonly operators: readonly Float64Array[];
}

export interface Chain {
  readonly labels: number;
  readonly states: number;
  readonly length: number;
  /** labels × states. */
  readonly start: Float64Array;
  readonly stop: Float64Array;
  /** Block a · labels + b is T^{b|a}, states × states, row-major: rows in the space of b. */
  readonly transitions: Float64Array;
  /** 1 where the block a · labels + b is stored; all are when left out. */
  readonly stored?: Uint8Array | undefined;
  readonly jump?: { readonly from: Float64Array; readonly into: Float64Array } | undefined;
  position(i: number): ChainPosition;
}

/** What is told about one position, the last position first. Arrays are reused: copy what is to be kept. */
export interface ChainVisit {
  readonly index: number;
  readonly labels: Int32Array;
  /** |μ(a, i)| / Σ_a |μ(a, i)| of each admitted label. */
  readonly posteriors: Float64Array;
  /**
   * |μ(a, b, i)| up to a factor, admitted labels of this position × those of the next; only when asked for, and not at
   * the last position.
   */
  readonly pairs: Float64Array | undefined;
}

export interface ChainSummary {
  /** log |Σ_a μ(a, i)|, the same for every i up to rounding when the operators are exact. */
  readonly logProbability: number;
  /** Marginals below zero, at any position. */
  readonly negative: number;
}

/** Positions per block: γ of 66 labels and 24 states then takes 6 MB. */
const BLOCK = 512;

export function visitChain(
  chain: Chain,
  visit: (visit: ChainVisit) => void,
  options: { readonly pairs?: boolean } = {},
): ChainSummary {
  const pass = new ChainPass(chain, options.pairs ?? false);
  return pass.run(visit);
}

class ChainPass {
  readonly #chain: Chain;
  readonly #wantsPairs: boolean;
  readonly #width: number;
  readonly #gamma: Float64Array;
  readonly #positions: ChainPosition[] = [];
  readonly #spare: Float64Array;
  #logScale = 0;
  #negative = 0;

  constructor(chain: Chain, wantsPairs: boolean) {
    this.#chain = chain;
    this.#wantsPairs = wantsPairs;
    this.#width = chain.labels * chain.states;
    this.#gamma = new Float64Array(Math.min(BLOCK, chain.length) * this.#width);
    this.#spare = new Float64Array(this.#width);
  }

  run(visit: (visit: ChainVisit) => void): ChainSummary {
    const { length, start, states, labels } = this.#chain;
    if (length === 0) return { logProbability: 0, negative: 0 };
    const blocks = Math.ceil(length / BLOCK);
    const remembered: Float64Array[] = [];
    let alpha: Float64Array = new Float64Array(this.#width);
    const first = this.#chain.position(0).labels;
    for (const [k, a] of first.entries())
      for (let h = 0; h < states; h++) alpha[k * states + h] = start[a * states + h]!;
    for (let block = 0; block < blocks; block++) {
      remembered.push(alpha.slice());
      alpha = this.#forward(block, alpha);
    }
    const logProbability = this.#logTotal();
    const beta = new Float64Array(this.#width);
    const delta = new Float64Array(this.#width);
    const posteriors = new Float64Array(labels);
    for (let block = blocks - 1; block >= 0; block--) {
      if (block < blocks - 1) this.#forward(block, remembered[block]!);
      this.#backward(block, beta, delta, posteriors, visit);
    }
    return { logProbability, negative: this.#negative };
  }

  /** Fills γ of a block from the α at its start; gives the α after it. */
  #forward(block: number, alphaAtStart: Float64Array): Float64Array {
    const { length, states: m, labels: l, transitions, stored, jump } = this.#chain;
    const begin = block * BLOCK;
    const end = Math.min(length, begin + BLOCK);
    const gamma = this.#gamma;
    let alpha: Float64Array = alphaAtStart.slice();
    let next: Float64Array = this.#spare;
    let position = this.#chain.position(begin);
    for (let i = begin; i < end; i++) {
      this.#positions[i - begin] = position;
      const row = (i - begin) * this.#width;
      this.#logScale += Math.log(rescale(alpha, position.labels.length * m));
      for (let k = 0; k < position.labels.length; k++) {
        multiplyInto(position.operators[k]!, 0, m, alpha, k * m, position.weights[k]!, gamma, row + k * m, false);
      }
      if (i + 1 === length) break;
      const following = this.#chain.position(i + 1);
      for (let q = 0; q < following.labels.length; q++) {
        const b = following.labels[q]!;
        next.fill(0, q * m, q * m + m);
        for (let k = 0; k < position.labels.length; k++) {
          const pair = position.labels[k]! * l + b;
          if (stored === undefined || stored[pair] === 1) {
            multiplyInto(transitions, pair * m * m, m, gamma, row + k * m, 1, next, q * m, true);
          }
        }
      }
      if (jump !== undefined) {
        let mass = 0;
        for (let k = 0; k < position.labels.length; k++)
          mass += dot(jump.from, position.labels[k]! * m, gamma, row + k * m, m);
        for (let q = 0; q < following.labels.length; q++) {
          for (let h = 0; h < m; h++) next[q * m + h]! += mass * jump.into[following.labels[q]! * m + h]!;
        }
      }
      [alpha, next] = [next, alpha];
      position = following;
    }
    return alpha.slice();
  }

  #logTotal(): number {
    const { length, states: m, stop } = this.#chain;
    const last = (length - 1) % BLOCK;
    let total = 0;
    for (const [k, a] of this.#positions[last]!.labels.entries())
      total += dot(stop, a * m, this.#gamma, last * this.#width + k * m, m);
    return Math.log(Math.abs(total)) + this.#logScale;
  }

  #backward(
    block: number,
    beta: Float64Array,
    delta: Float64Array,
    posteriors: Float64Array,
    visit: (visit: ChainVisit) => void,
  ): void {
    const { length, states: m, labels: l, stop, transitions, stored, jump } = this.#chain;
    const begin = block * BLOCK;
    const end = Math.min(length, begin + BLOCK);
    let following = end < length ? this.#chain.position(end) : undefined;
    for (let i = end - 1; i >= begin; i--) {
      const position = this.#positions[i - begin]!;
      const row = (i - begin) * this.#width;
      const admitted = position.labels.length;
      let pairs: Float64Array | undefined;
      if (following === undefined) {
        for (let k = 0; k < admitted; k++)
          for (let h = 0; h < m; h++) delta[k * m + h] = stop[position.labels[k]! * m + h]!;
      } else {
        const next = following.labels;
        const reach = jump === undefined ? 0 : sumOfDots(jump.into, next, beta, m);
        if (this.#wantsPairs) pairs = new Float64Array(admitted * next.length);
        for (let k = 0; k < admitted; k++) {
          const a = position.labels[k]!;
          delta.fill(0, k * m, k * m + m);
          for (let q = 0; q < next.length; q++) {
            const pair = a * l + next[q]!;
            const before = pairs === undefined ? 0 : dot(delta, k * m, this.#gamma, row + k * m, m);
            if (stored === undefined || stored[pair] === 1)
              multiplyTransposed(transitions, pair * m * m, m, beta, q * m, delta, k * m);
            if (pairs === undefined) continue;
            let value = dot(delta, k * m, this.#gamma, row + k * m, m) - before;
            if (jump !== undefined) {
              value +=
                dot(jump.from, a * m, this.#gamma, row + k * m, m) * dot(jump.into, next[q]! * m, beta, q * m, m);
            }
            pairs[k * next.length + q] = Math.abs(value);
          }
          if (jump !== undefined) for (let h = 0; h < m; h++) delta[k * m + h]! += reach * jump.from[a * m + h]!;
        }
      }
      this.#tell(i, position, row, delta, posteriors, pairs, visit);
      for (let k = 0; k < admitted; k++) {
        beta.fill(0, k * m, k * m + m);
        multiplyTransposed(position.operators[k]!, 0, m, delta, k * m, beta, k * m);
        for (let h = 0; h < m; h++) beta[k * m + h]! *= position.weights[k]!;
      }
      rescale(beta, admitted * m);
      following = position;
    }
  }

  #tell(
    index: number,
    { labels }: ChainPosition,
    row: number,
    delta: Float64Array,
    posteriors: Float64Array,
    pairs: Float64Array | undefined,
    visit: (visit: ChainVisit) => void,
  ): void {
    const m = this.#chain.states;
    let sum = 0;
    for (let k = 0; k < labels.length; k++) {
      const value = dot(delta, k * m, this.#gamma, row + k * m, m);
      if (value < 0) this.#negative++;
      sum += posteriors[k] = Math.abs(value);
    }
    for (let k = 0; k < labels.length; k++) posteriors[k] = sum > 0 ? posteriors[k]! / sum : 1 / labels.length;
    visit({ index, labels, posteriors: posteriors.subarray(0, labels.length), pairs });
  }
}

/** Divides by the largest absolute value, which it gives; 1 where all is zero. */
function rescale(x: Float64Array, length: number): number {
  let largest = 0;
  for (let e = 0; e < length; e++) largest = Math.max(largest, Math.abs(x[e]!));
  if (!(largest > 0)) return 1;
  for (let e = 0; e < length; e++) x[e]! /= largest;
  return largest;
}

function dot(x: Float64Array, xAt: number, y: Float64Array, yAt: number, length: number): number {
  let sum = 0;
  for (let h = 0; h < length; h++) sum += x[xAt + h]! * y[yAt + h]!;
  return sum;
}

function sumOfDots(table: Float64Array, labels: Int32Array, x: Float64Array, m: number): number {
  let sum = 0;
  for (let q = 0; q < labels.length; q++) sum += dot(table, labels[q]! * m, x, q * m, m);
  return sum;
}

/** out ← factor · A · x, or out + factor · A · x. */
function multiplyInto(
  a: Float64Array,
  aAt: number,
  m: number,
  x: Float64Array,
  xAt: number,
  factor: number,
  out: Float64Array,
  outAt: number,
  add: boolean,
): void {
  for (let i = 0; i < m; i++) {
    const rowAt = aAt + i * m;
    let sum = 0;
    for (let j = 0; j < m; j++) sum += a[rowAt + j]! * x[xAt + j]!;
    out[outAt + i] = add ? out[outAt + i]! + factor * sum : factor * sum;
  }
}

/** out ← out + Aᵀ · x. */
function multiplyTransposed(
  a: Float64Array,
  aAt: number,
  m: number,
  x: Float64Array,
  xAt: number,
  out: Float64Array,
  outAt: number,
): void {
  for (let i = 0; i < m; i++) {
    const factor = x[xAt + i]!;
    const rowAt = aAt + i * m;
    for (let j = 0; j < m; j++) out[outAt + j]! += factor * a[rowAt + j]!;
  }
}
