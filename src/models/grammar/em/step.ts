/**
 * One step of EM for an L-PCFG over given trees (Matsuzaki et al. 2005; the baseline of Cohen et al. 2013).
 *
 *   up:    α_i = Σ_jk T_ijk·α_b,j·α_c,k
 *   down:  β_b,j = Σ_ik T_ijk·β_i·α_c,k  and β_c likewise, scaled at every node so that α·β = 1
 *   expected count of (rule, i, j, k) at a node = β_i·T_ijk·α_b,j·α_c,k / s,      s = Σ of the same
 *
 * The counts of one rule are T times a third moment of (β/s, α_b, α_c) over its nodes, so that they cost one matrix
 * product per rule instead of a pass over the tensor per node. O(nodes·m³).
 */
import { breathe, type StopSignal } from "../../../base/stopping.ts";
import type { Block } from "../../../linalg/kernels/interface.ts";
import { kernels } from "../../../linalg/kernels/kernels.ts";
import type { BinaryTreebank } from "../treebank/binary-treebank.ts";
import type { CountedRules } from "../treebank/count-rules.ts";
import { type EmParameters, type LexicalProductions, normalize } from "./parameters.ts";

export interface EmData {
  readonly treebank: BinaryTreebank;
  readonly counted: CountedRules;
  readonly lexical: LexicalProductions;
  /** Rule of every inner node. */
  readonly ruleOf: Int32Array;
}

/** Nodes between two pauses: some milliseconds of work. */
const STEP = 1024;

export class EmPasses {
  readonly #data: EmData;
  readonly #parameters: EmParameters;
  /** Where every node's vectors start in `alpha` and `beta`. */
  readonly #place: Int32Array;
  readonly #alpha: Block<Float64Array>;
  readonly #beta: Block<Float64Array>;
  /** s of every inner node. */
  readonly #norm: Float64Array;

  constructor(data: EmData, parameters: EmParameters) {
    this.#data = data;
    this.#parameters = parameters;
    const { treebank } = data;
    this.#place = new Int32Array(treebank.size + 1);
    for (let node = 0; node < treebank.size; node++) {
      this.#place[node + 1] = this.#place[node]! + parameters.states[treebank.symbol[node]!]!;
    }
    this.#alpha = kernels().allocate("f64", this.#place[treebank.size]!);
    this.#beta = kernels().allocate("f64", this.#place[treebank.size]!);
    this.#norm = new Float64Array(treebank.size);
  }

  /** Inside and outside vectors of all nodes; returns the log-likelihood of the treebank. */
  async expect(signal?: StopSignal): Promise<number> {
    const { size, roots, left } = this.#data.treebank;
    let logLikelihood = 0;
    this.#beta.view.fill(0);
    // Views are taken again after every pause: other work may have moved the memory.
    for (let first = 0; first < size; first += STEP) {
      await breathe(signal);
      const [alpha, tensors] = [this.#alpha.view, this.#parameters.tensors.view];
      for (let node = first; node < Math.min(size, first + STEP); node++)
        logLikelihood += this.#inside(node, alpha, tensors);
    }
    for (const root of roots) logLikelihood += this.#enterRoot(root, this.#alpha.view, this.#beta.view);
    for (let last = size; last > 0; last -= STEP) {
      await breathe(signal);
      const [alpha, beta, tensors] = [this.#alpha.view, this.#beta.view, this.#parameters.tensors.view];
      for (let node = last - 1; node >= Math.max(0, last - STEP); node--)
        if (left[node]! >= 0) this.#outside(node, alpha, beta, tensors);
    }
    return logLikelihood;
  }

  /** α of a node, scaled to sum 1; returns the log of the scale. */
  #inside(node: number, alpha: Float64Array, tensors: Float64Array): number {
    const { treebank, lexical, ruleOf } = this.#data;
    const { states, emissions, emissionOffset, offset } = this.#parameters;
    const at = this.#place[node]!;
    const size = this.#place[node + 1]! - at;
    const left = treebank.left[node]!;
    if (left < 0) {
      const from = emissionOffset[lexical.ofNode[node]!]!;
      for (let h = 0; h < size; h++) alpha[at + h] = emissions[from + h]!;
    } else {
      const right = treebank.right[node]!;
      const [mb, mc] = [states[treebank.symbol[left]!]!, states[treebank.symbol[right]!]!];
      alpha.fill(0, at, at + size);
      const k = kernels();
      k.contract(
        size,
        mb,
        mc,
        tensors,
        offset[ruleOf[node]!]!,
        alpha,
        this.#place[left]!,
        alpha,
        this.#place[right]!,
        alpha,
        at,
      );
    }
    let sum = 0;
    for (let h = 0; h < size; h++) sum += alpha[at + h]!;
    for (let h = 0; h < size; h++) alpha[at + h]! /= sum;
    return Math.log(sum);
  }

  #enterRoot(root: number, alpha: Float64Array, beta: Float64Array): number {
    const { vectorOffset, root: weights } = this.#parameters;
    const from = vectorOffset[this.#data.treebank.symbol[root]!]!;
    const at = this.#place[root]!;
    const size = this.#place[root + 1]! - at;
    let sum = 0;
    for (let h = 0; h < size; h++) sum += weights[from + h]! * alpha[at + h]!;
    for (let h = 0; h < size; h++) beta[at + h] = weights[from + h]! / sum;
    return Math.log(sum);
  }

  #outside(node: number, alpha: Float64Array, beta: Float64Array, tensors: Float64Array): void {
    const { treebank, ruleOf } = this.#data;
    const { states, offset } = this.#parameters;
    const [left, right] = [treebank.left[node]!, treebank.right[node]!];
    const [pa, pb, pc] = [this.#place[node]!, this.#place[left]!, this.#place[right]!];
    const [ma, mb, mc] = [
      this.#place[node + 1]! - pa,
      states[treebank.symbol[left]!]!,
      states[treebank.symbol[right]!]!,
    ];
    const k = kernels();
    const tensor = offset[ruleOf[node]!]!;
    k.contractLeft(ma, mb, mc, tensors, tensor, beta, pa, alpha, pc, beta, pb);
    k.contractRight(ma, mb, mc, tensors, tensor, beta, pa, alpha, pb, beta, pc);
    const sum = k.dot(mb, beta, pb, alpha, pb);
    this.#norm[node] = sum;
    k.scale(mb, 1 / sum, beta, pb);
    k.scale(mc, 1 / sum, beta, pc);
  }

  /** Replaces the parameters by the expected counts of the last `expect`, normalised. */
  async maximize(signal?: StopSignal): Promise<void> {
    const { counted, treebank, lexical } = this.#data;
    const { emissions, emissionOffset, root, vectorOffset } = this.#parameters;
    for (let rule = 0; rule < counted.rules.size; rule++) {
      this.#recountRule(rule);
      await breathe(signal);
    }
    const alpha = this.#alpha.view;
    const beta = this.#beta.view;
    emissions.fill(0);
    root.fill(0);
    for (let node = 0; node < treebank.size; node++) {
      const id = lexical.ofNode[node]!;
      if (id < 0) continue;
      for (let at = this.#place[node]!, to = emissionOffset[id]!; at < this.#place[node + 1]!; at++, to++) {
        emissions[to]! += alpha[at]! * beta[at]!;
      }
    }
    for (const node of treebank.roots) {
      const from = vectorOffset[treebank.symbol[node]!]!;
      for (let at = this.#place[node]!, h = 0; at < this.#place[node + 1]!; at++, h++)
        root[from + h]! += alpha[at]! * beta[at]!;
    }
    normalize(this.#parameters, counted, lexical);
  }

  #recountRule(rule: number): void {
    const { counted, treebank } = this.#data;
    const { states, offset } = this.#parameters;
    const { rules, starts, uses } = counted;
    const [ma, mb, mc] = [states[rules.parent[rule]!]!, states[rules.left[rule]!]!, states[rules.right[rule]!]!];
    const count = starts[rule + 1]! - starts[rule]!;
    const k = kernels();
    k.scope(() => {
      const rows = [ma, mb, mc].map((m) => k.allocate("f64", count * m));
      const moment = k.allocate("f64", ma * mb * mc);
      const [z, y, x] = rows.map((block) => block.view) as [Float64Array, Float64Array, Float64Array];
      const alpha = this.#alpha.view;
      const beta = this.#beta.view;
      for (let s = 0; s < count; s++) {
        const node = uses[starts[rule]! + s]!;
        const [pa, pb, pc] = [
          this.#place[node]!,
          this.#place[treebank.left[node]!]!,
          this.#place[treebank.right[node]!]!,
        ];
        const inverse = 1 / this.#norm[node]!;
        for (let i = 0; i < ma; i++) z[s * ma + i] = beta[pa + i]! * inverse;
        for (let i = 0; i < mb; i++) y[s * mb + i] = alpha[pb + i]!;
        for (let i = 0; i < mc; i++) x[s * mc + i] = alpha[pc + i]!;
      }
      k.thirdMoment(count, ma, mb, mc, z, 0, ma, y, 0, mb, x, 0, mc, moment.view, 0);
      const tensors = this.#parameters.tensors.view;
      const sums = moment.view;
      for (let at = 0, to = offset[rule]!; at < sums.length; at++, to++) tensors[to]! *= sums[at]!;
    });
  }

  /** p(state | tree) of every state of a node. */
  addPosterior(node: number, factor: number, into: Float64Array, offset = 0): void {
    const alpha = this.#alpha.view;
    const beta = this.#beta.view;
    for (let at = this.#place[node]!, h = offset; at < this.#place[node + 1]!; at++, h++)
      into[h]! += factor * alpha[at]! * beta[at]!;
  }

  free(): void {
    this.#alpha.free();
    this.#beta.free();
  }
}
