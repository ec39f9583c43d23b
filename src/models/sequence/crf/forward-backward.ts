/**
 * Forward–backward over a block of sentences at once, in probabilities that are scaled at every position. With
 * ψ_i = exp(s_i − max s_i) and T = exp(t),
 *
 *   α_i ∝ (α_{i−1} T) ∘ ψ_i,   Σ_a α_i(a) = 1 after division by c_i
 *   β_i = T (ψ_{i+1} ∘ β_{i+1}) / c_{i+1},   μ_i = α_i ∘ β_i
 *
 * Sentences of a block are sorted by length, so that those that have a position i are the first; a product of matrices
 * then moves all of them one position on. Time O(tokens · l²) for l labels.
 */
import type { Block } from "../../../linalg/kernels/interface.ts";
import { kernels } from "../../../linalg/kernels/kernels.ts";
import type { LessonBlock } from "./lessons.ts";

type Floats = Block<Float64Array>;

/** The tables of both passes, with room for the largest block. Call `begin`, set ψ, then `forward` and `backward`. */
export class ForwardBackward {
  /** tokens × labels. */
  readonly psi: Floats;
  /** tokens × labels: α after `forward`, μ after `backward`. */
  readonly alpha: Floats;
  /** T, and the expected transitions of all blocks without their factor T. */
  readonly moves: Floats;
  readonly expected: Floats;
  /** sentences × labels: β of one position, and ψ ∘ β / c. */
  readonly #beta: Floats;
  readonly #x: Floats;
  /** c of each token. */
  readonly #norms: Float64Array;
  readonly #labelCount: number;

  constructor(labelCount: number, tokens: number, sentences: number) {
    const l = labelCount;
    const allocate = (length: number) => kernels().allocate("f64", length);
    this.#labelCount = l;
    this.psi = allocate(tokens * l);
    this.alpha = allocate(tokens * l);
    this.#x = allocate(sentences * l);
    this.#beta = allocate(sentences * l);
    this.moves = allocate(l * l);
    this.expected = allocate(l * l);
    this.#norms = new Float64Array(tokens);
  }

  /** Frees the memory. */
  close(): void {
    for (const block of [this.psi, this.alpha, this.#x, this.#beta, this.moves, this.expected]) block.free();
  }

  /** Takes the weights of transitions, before the first block. */
  begin(transitions: Float64Array): void {
    const moves = this.moves.view;
    for (const [e, weight] of transitions.entries()) moves[e] = Math.exp(weight);
    this.expected.view.fill(0);
  }

  /** Sets α and c; returns Σ log c. */
  forward({ active, tokens }: LessonBlock): number {
    const l = this.#labelCount;
    const { psi: psiBlock, alpha: alphaBlock, moves } = this;
    const norms = this.#norms;
    let value = 0;
    let [before, at] = [0, 0];
    for (const [t, count] of active.entries()) {
      if (t > 0)
        kernels().gemm(
          count,
          l,
          l,
          1,
          { data: alphaBlock.view, offset: before * l, stride: l },
          { data: moves.view, offset: 0, stride: l },
          0,
          { data: alphaBlock.view, offset: at * l, stride: l },
        );
      const [psi, alpha] = [psiBlock.view, alphaBlock.view];
      for (let n = at; n < at + count; n++) {
        let sum = 0;
        for (let e = n * l; e < (n + 1) * l; e++) {
          const product = t === 0 ? psi[e]! : psi[e]! * alpha[e]!;
          alpha[e] = product;
          sum += product;
        }
        norms[n] = sum;
        value += Math.log(sum);
        const share = 1 / sum;
        for (let e = n * l; e < (n + 1) * l; e++) alpha[e]! *= share;
      }
      [before, at] = [at, at + count];
    }
    return at === tokens ? value : Number.NaN;
  }

  /** Turns α into μ, and adds up the expected transitions without their factor T. */
  backward({ active, tokens }: LessonBlock): void {
    const l = this.#labelCount;
    const { psi: psiBlock, alpha: alphaBlock, moves, expected } = this;
    const [xBlock, betaBlock] = [this.#x, this.#beta];
    const norms = this.#norms;
    let at = tokens;
    for (let t = active.length - 1; t >= 0; t--) {
      const count = active[t]!;
      at -= count;
      const following = active[t + 1] ?? 0;
      if (following > 0)
        kernels().gemm(
          following,
          l,
          l,
          1,
          { data: xBlock.view, offset: 0, stride: l },
          { data: moves.view, offset: 0, stride: l, transposed: true },
          0,
          { data: betaBlock.view, offset: 0, stride: l },
        );
      const [beta, x, psi, alpha] = [betaBlock.view, xBlock.view, psiBlock.view, alphaBlock.view];
      beta.fill(1, following * l, count * l);
      for (let s = 0; s < count; s++) {
        const from = (at + s) * l;
        const share = 1 / norms[at + s]!;
        for (let a = 0; a < l; a++) {
          const value = beta[s * l + a]!;
          x[s * l + a] = psi[from + a]! * value * share;
          alpha[from + a]! *= value;
        }
      }
      if (t === 0) continue;
      const earlier = at - active[t - 1]!;
      kernels().gemm(
        l,
        l,
        count,
        1,
        { data: alphaBlock.view, offset: earlier * l, stride: l, transposed: true },
        { data: xBlock.view, offset: 0, stride: l },
        1,
        { data: expected.view, offset: 0, stride: l },
      );
    }
  }
}
