/**
 * The objective of a linear-chain conditional random field: Lafferty, McCallum, Pereira, ICML 2001.
 *
 *   s_i(a) = Σ_{f at i} w[f, a]                       a score of each label at each position
 *   p(a_1…a_N | x) = exp(Σ_i s_i(a_i) + Σ_{i>1} t(a_{i−1}, a_i)) / Z(x)
 *   f(w) = −Σ log p(gold | x) + (λ/2)‖w‖²,    ∂f/∂w[f, a] = Σ_{f at i} (μ_i(a) − [gold_i = a]) + λ w[f, a]
 *
 * The marginals μ come from forward-backward.ts. What rows give positions at a place is summed once for each distinct
 * row. Time O(tokens · l² + features of rows and products).
 */
import { largest } from "../../../base/largest.ts";
import { kernels } from "../../../linalg/kernels/kernels.ts";
import type { Objective } from "../../../linalg/regression/lbfgs.ts";
import { ForwardBackward } from "./forward-backward.ts";
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

function weightLayout({ columns, labelCount: l }: Lessons, real: RealFeatures): WeightLayout {
  const transitions = columns.length;
  const vectors = transitions + l * l;
  const contexts = vectors + real.places * real.width * l;
  return { features: 0, transitions, vectors, contexts, size: contexts + real.contextWidth * l };
}

/** The objective and its gradient; the sum over sentences, not their mean. `close` frees its memory. */
export class CrfObjective {
  readonly layout: WeightLayout;
  readonly #lessons: Lessons;
  readonly #real: RealFeatures;
  readonly #penalty: number;
  /** Gold transitions, counted. */
  readonly #seen: Float64Array;
  readonly #passes: ForwardBackward;
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
    this.#passes = new ForwardBackward(l, tokens, sentences);
    this.#rowScores = lessons.rowFeatures.map(() => new Float64Array(lessons.rows.length * l));
    this.#gathered = this.#rowScores.map((scores) => new Float64Array(scores.length));
    this.#vectorScores = Array.from({ length: real.places }, () => new Float64Array(lessons.rows.length * l));
    this.#gatheredVectors = this.#vectorScores.map((scores) => new Float64Array(scores.length));
  }

  close(): void {
    this.#passes.close();
  }

  readonly evaluate: Objective = (w, gradient) => {
    const { rowFeatures, blocks, labelCount: l } = this.#lessons;
    const { transitions } = this.layout;
    gradient.fill(0);
    for (const [p, lists] of rowFeatures.entries()) this.#scoreRows(lists, w, this.#rowScores[p]!);
    this.#scoreVectors(w);
    for (const sums of this.#gathered) sums.fill(0);
    for (const sums of this.#gatheredVectors) sums.fill(0);
    this.#passes.begin(w.subarray(transitions, transitions + l * l));
    let value = 0;
    for (const block of blocks) {
      value += this.#scoreTokens(block, w);
      value += this.#passes.forward(block);
      this.#passes.backward(block);
      this.#gather(block, gradient);
    }
    for (const [p, lists] of rowFeatures.entries()) this.#spreadRows(lists, this.#gathered[p]!, gradient);
    this.#spreadVectors(this.#gatheredVectors, gradient);
    const [expected, moves] = [this.#passes.expected.view, this.#passes.moves.view];
    for (let e = 0; e < l * l; e++) {
      gradient[transitions + e] = expected[e]! * moves[e]! - this.#seen[e]!;
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
        rows.length,
        l,
        width,
        1,
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
        width,
        l,
        rows.length,
        1,
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
        tokens,
        l,
        this.#real.contextWidth,
        1,
        { data: contexts, offset: 0, stride: this.#real.contextWidth },
        { data: w, offset: this.layout.contexts, stride: l },
        0,
        { data: this.#passes.psi.view, offset: 0, stride: l },
      );
    } else this.#passes.psi.view.fill(0, 0, tokens * l);
    const psi = this.#passes.psi.view;
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

  /** Adds μ − gold to everything that a position's features are. */
  #gather(block: LessonBlock, gradient: Float64Array): void {
    const { starts: begins, columns, labelCount: l } = this.#lessons;
    const { tokens, rows, vectorRows, products, gold, contexts } = block;
    const off = this.#passes.alpha.view;
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
      width,
      l,
      tokens,
      1,
      { data: contexts, offset: 0, stride: width, transposed: true },
      { data: this.#passes.alpha.view, offset: 0, stride: l },
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
