/**
 * The objective of a linear-chain conditional random field: Lafferty, McCallum, Pereira, ICML 2001.
 *
 *   s_i(a) = Σ_{f at i} w[f, a]                       a score of each label at each position
 *   p(a_1…a_N | x) = exp(Σ_i s_i(a_i) + Σ_{i>1} t(a_{i−1}, a_i)) / Z(x)
 *   f(w) = −Σ log p(gold | x) + (λ/2)‖w‖²,    ∂f/∂w[f, a] = Σ_{f at i} (μ_i(a) − [gold_i = a]) + λ w[f, a]
 *
 * Forward–backward is exact, in probabilities scaled at every position: with ψ_i = exp(s_i − max s_i) and T = exp(t),
 *
 *   α_i ∝ (α_{i−1} T) ∘ ψ_i,   Σ_a α_i(a) = 1 after division by c_i;   β_i = T (ψ_{i+1} ∘ β_{i+1}) / c_{i+1};   μ_i = α_i ∘ β_i
 *
 * for all sentences of a block at once. What rows give positions at a place is summed once for each distinct row. Time
 * O(tokens · l² + features of rows and products).
 */

import { largest } from "../../../base/largest.ts";
import type { Block } from "../../../linalg/kernels/interface.ts";
import { kernels } from "../../../linalg/kernels/kernels.ts";
import type { Objective } from "../../../linalg/regression/lbfgs.ts";
import type { LessonBlock, Lessons, Lists } from "./lessons.ts";
import { addRows, exponentiate, gatherRows } from "./scores.ts";

/** Where the parts of the vector of weights begin. */
export interface WeightLayout {
  readonly features: number;
  readonly transitions: number;
  readonly vectors: number;
  readonly contexts: number;
  readonly size: number;
}

/** Real-valued features: the vectors of rows at some places, and of tokens in their contexts. */
export interface RealFeatures {
  readonly width: number;
  /** rows × width. */
  readonly rowVectors: Float64Array;
  readonly places: number;
  readonly contextWidth: number;
}

export function weightLayout({ columns, labelCount: l }: Lessons, real: RealFeatures): WeightLayout {
  const transitions = columns.length;
  const vectors = transitions + l * l;
  const contexts = vectors + real.places * real.width * l;
  return { features: 0, transitions, vectors, contexts, size: contexts + real.contextWidth * l };
}

type Floats = Block<Float64Array>;

/** The objective and its gradient; the sum over sentences, not their mean. `close` frees its memory. */
export class CrfObjective {
  readonly layout: WeightLayout;
  readonly #lessons: Lessons;
  readonly #real: RealFeatures;
  readonly #penalty: number;
  /** Gold transitions, counted. */
  readonly #seen: Float64Array;
  readonly #blocks: Readonly<Record<"psi" | "alpha" | "x" | "beta" | "moves" | "expected", Floats>>;
  readonly #norms: Float64Array;
  /** For each place rows × labels: the scores of rows there, and their gradients. */
  readonly #rowScores: readonly Float64Array[];
  readonly #gathered: readonly Float64Array[];
  readonly #vectorScores: readonly Float64Array[];
  readonly #gatheredVectors: readonly Float64Array[];

  constructor(lessons: Lessons, real: RealFeatures, penalty: number) {
    const l = lessons.labelCount;
    this.layout = weightLayout(lessons, real);
    this.#lessons = lessons;
    this.#real = real;
    this.#penalty = penalty;
    this.#seen = new Float64Array(l * l);
    for (const block of lessons.blocks) countMoves(block, this.#seen, l);
    const tokens = largest(lessons.blocks.map((block) => block.tokens));
    const sentences = largest(lessons.blocks.map((block) => block.active[0]!));
    const allocate = (length: number) => kernels().allocate("f64", length);
    this.#blocks = {
      psi: allocate(tokens * l),
      alpha: allocate(tokens * l),
      x: allocate(sentences * l),
      beta: allocate(sentences * l),
      moves: allocate(l * l),
      expected: allocate(l * l),
    };
    this.#norms = new Float64Array(tokens);
    this.#rowScores = lessons.rowFeatures.map(() => new Float64Array(lessons.rows.length * l));
    this.#gathered = this.#rowScores.map((scores) => new Float64Array(scores.length));
    this.#vectorScores = Array.from({ length: real.places }, () => new Float64Array(lessons.rows.length * l));
    this.#gatheredVectors = this.#vectorScores.map((scores) => new Float64Array(scores.length));
  }

  close(): void {
    for (const block of Object.values(this.#blocks)) block.free();
  }

  readonly evaluate: Objective = (w, gradient) => {
    const { rowFeatures, blocks, labelCount: l } = this.#lessons;
    const { transitions } = this.layout;
    gradient.fill(0);
    for (const [p, lists] of rowFeatures.entries()) this.#scoreRows(lists, w, this.#rowScores[p]!);
    this.#scoreVectors(w);
    for (const sums of this.#gathered) sums.fill(0);
    for (const sums of this.#gatheredVectors) sums.fill(0);
    const moves = this.#blocks.moves.view;
    for (let e = 0; e < l * l; e++) moves[e] = Math.exp(w[transitions + e]!);
    this.#blocks.expected.view.fill(0);
    let value = 0;
    for (const block of blocks) {
      value += this.#scoreTokens(block, w);
      value += this.#forward(block);
      this.#backward(block);
      this.#gather(block, gradient);
    }
    for (const [p, lists] of rowFeatures.entries()) this.#spreadRows(lists, this.#gathered[p]!, gradient);
    this.#spreadVectors(this.#gatheredVectors, gradient);
    const [expected, now] = [this.#blocks.expected.view, this.#blocks.moves.view];
    for (let e = 0; e < l * l; e++) {
      gradient[transitions + e] = expected[e]! * now[e]! - this.#seen[e]!;
      value -= this.#seen[e]! * w[transitions + e]!;
    }
    let squares = 0;
    for (let e = 0; e < w.length; e++) {
      squares += w[e]! * w[e]!;
      gradient[e]! += this.#penalty * w[e]!;
    }
    return value + (this.#penalty / 2) * squares;
  };

  #scoreRows({ starts, ids }: Lists, w: Float64Array, scores: Float64Array): void {
    const { starts: begins, columns, labelCount: l } = this.#lessons;
    scores.fill(0);
    for (let r = 0; r + 1 < starts.length; r++) {
      const at = r * l;
      for (let i = starts[r]!; i < starts[r + 1]!; i++) {
        const f = ids[i]!;
        for (let e = begins[f]!; e < begins[f + 1]!; e++) scores[at + columns[e]!]! += w[e]!;
      }
    }
  }

  #spreadRows({ starts, ids }: Lists, gathered: Float64Array, gradient: Float64Array): void {
    const { starts: begins, columns, labelCount: l } = this.#lessons;
    for (let r = 0; r + 1 < starts.length; r++) {
      const at = r * l;
      for (let i = starts[r]!; i < starts[r + 1]!; i++) {
        const f = ids[i]!;
        for (let e = begins[f]!; e < begins[f + 1]!; e++) gradient[e]! += gathered[at + columns[e]!]!;
      }
    }
  }

  /** E · W for every place: rows × labels. */
  #scoreVectors(w: Float64Array): void {
    const { width, rowVectors, places } = this.#real;
    const { labelCount: l, rows } = this.#lessons;
    for (let p = 0; p < places; p++) {
      kernels().gemm(
        ...([rows.length, l, width, 1] as const),
        { data: rowVectors, offset: 0, stride: width },
        { data: w, offset: this.layout.vectors + p * width * l, stride: l },
        0,
        { data: this.#vectorScores[p]!, offset: 0, stride: l },
      );
    }
  }

  /** Eᵀ · G for every place. */
  #spreadVectors(gathered: readonly Float64Array[], gradient: Float64Array): void {
    const { width, rowVectors, places } = this.#real;
    const { labelCount: l, rows } = this.#lessons;
    for (let p = 0; p < places; p++) {
      kernels().gemm(
        ...([width, l, rows.length, 1] as const),
        { data: rowVectors, offset: 0, stride: width, transposed: true },
        { data: gathered[p]!, offset: 0, stride: l },
        0,
        { data: gradient, offset: this.layout.vectors + p * width * l, stride: l },
      );
    }
  }

  /** Sets ψ; returns Σ (max s_i − s_i(gold)). */
  #scoreTokens(block: LessonBlock, w: Float64Array): number {
    const { starts: begins, columns, labelCount: l } = this.#lessons;
    const { tokens, rows, vectorRows, products, gold, contexts } = block;
    if (this.#real.contextWidth > 0) {
      kernels().gemm(
        ...([tokens, l, this.#real.contextWidth, 1] as const),
        { data: contexts, offset: 0, stride: this.#real.contextWidth },
        { data: w, offset: this.layout.contexts, stride: l },
        0,
        { data: this.#blocks.psi.view, offset: 0, stride: l },
      );
    } else this.#blocks.psi.view.fill(0, 0, tokens * l);
    const psi = this.#blocks.psi.view;
    addRows(psi, { tables: [...this.#rowScores, ...this.#vectorScores], rows: [...rows, ...vectorRows] }, tokens, l);
    let value = 0;
    for (let n = 0; n < tokens; n++) {
      const at = n * l;
      for (let i = products.starts[n]!; i < products.starts[n + 1]!; i++) {
        const f = products.ids[i]!;
        for (let e = begins[f]!; e < begins[f + 1]!; e++) psi[at + columns[e]!]! += w[e]!;
      }
      value -= psi[at + gold[n]!]!;
      value += exponentiate(psi, at, l);
    }
    return value;
  }

  /** Sets α and c; returns Σ log c. */
  #forward({ active, tokens }: LessonBlock): number {
    const l = this.#lessons.labelCount;
    const { psi: psiBlock, alpha: alphaBlock, moves } = this.#blocks;
    const norms = this.#norms;
    let value = 0;
    let [before, at] = [0, 0];
    for (const [t, count] of active.entries()) {
      if (t > 0)
        kernels().gemm(
          ...([count, l, l, 1] as const),
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
  #backward({ active, tokens }: LessonBlock): void {
    const l = this.#lessons.labelCount;
    const { psi: psiBlock, alpha: alphaBlock, x: xBlock, beta: betaBlock, moves, expected } = this.#blocks;
    const norms = this.#norms;
    let at = tokens;
    for (let t = active.length - 1; t >= 0; t--) {
      const count = active[t]!;
      at -= count;
      const following = active[t + 1] ?? 0;
      if (following > 0)
        kernels().gemm(
          ...([following, l, l, 1] as const),
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
        ...([l, l, count, 1] as const),
        { data: alphaBlock.view, offset: earlier * l, stride: l, transposed: true },
        { data: xBlock.view, offset: 0, stride: l },
        1,
        { data: expected.view, offset: 0, stride: l },
      );
    }
  }

  /** Adds μ − gold to everything that a position's features are. */
  #gather(block: LessonBlock, gradient: Float64Array): void {
    const { starts: begins, columns, labelCount: l } = this.#lessons;
    const { tokens, rows, vectorRows, products, gold, contexts } = block;
    const off = this.#blocks.alpha.view;
    for (let n = 0; n < tokens; n++) {
      const at = n * l;
      off[at + gold[n]!]! -= 1;
      for (let i = products.starts[n]!; i < products.starts[n + 1]!; i++) {
        const f = products.ids[i]!;
        for (let e = begins[f]!; e < begins[f + 1]!; e++) gradient[e]! += off[at + columns[e]!]!;
      }
    }
    gatherRows(
      off,
      { tables: [...this.#gathered, ...this.#gatheredVectors], rows: [...rows, ...vectorRows] },
      tokens,
      l,
    );
    const width = this.#real.contextWidth;
    if (width === 0) return;
    kernels().gemm(
      ...([width, l, tokens, 1] as const),
      { data: contexts, offset: 0, stride: width, transposed: true },
      { data: this.#blocks.alpha.view, offset: 0, stride: l },
      1,
      { data: gradient, offset: this.layout.contexts, stride: l },
    );
  }
}

function countMoves({ active, gold }: LessonBlock, seen: Float64Array, l: number): void {
  let [before, at] = [0, active[0]!];
  for (let t = 1; t < active.length; t++) {
    for (let s = 0; s < active[t]!; s++) seen[gold[before + s]! * l + gold[at + s]!]!++;
    [before, at] = [at, at + active[t]!];
  }
}
