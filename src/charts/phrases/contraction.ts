/**
 * Contractions of rule tensors with the vectors of a chart, for one item at a time: all uses of one rule with one
 * parent are taken together. Everything lies in one array `work`, so that kernels run in place. Legend: w the work
 * array; a dense tensor T has ma rows of mb·mc numbers; for sampled rules see latent-grammar.ts (z_s, y_s, x_s; P, Q, R
 * are their products with α_b, α_c, β_a).
 */
import type { Floats } from "../../linalg/kernels/interface.ts";
import { kernels } from "../../linalg/kernels/kernels.ts";
import type { LatentGrammar } from "./latent-grammar.ts";

/** One use of a rule: where its children's vectors are, and by how much it counts. */
export interface ChildUse {
  left: number;
  right: number;
  /** f_b·α_b and f_c·α_c. */
  leftMass: number;
  rightMass: number;
  /**
   * Power of two between the children's exponents and the parent's (inside), or the children's outside exponents
   * (outside).
   */
  scale: number;
  leftScale: number;
  rightScale: number;
  /** Where P (and behind it Q) of this use are kept between the passes. */
  products: number;
}

/** Shapes and places of a rule. */
export interface RuleShape {
  readonly ma: number;
  readonly mb: number;
  readonly mc: number;
  readonly samples: number;
  readonly offset: number;
  readonly weights: number;
}

export function shapeOf(grammar: LatentGrammar, rule: number): RuleShape {
  const { states, rules, samples, offset } = grammar;
  return {
    ma: states[rules.parent[rule]!]!,
    mb: states[rules.left[rule]!]!,
    mc: states[rules.right[rule]!]!,
    samples: samples[rule]!,
    offset: offset[rule]!,
    weights: 4 * rule,
  };
}

/** α_a += Σ over uses of T(α_b, α_c), dense: the outer products are summed into `scratch` (mb·mc) first. */
export function denseInside(
  numbers: Floats,
  { ma, mb, mc, offset }: RuleShape,
  uses: readonly ChildUse[],
  count: number,
  work: Floats,
  out: number,
  scratch: number,
): void {
  const k = kernels();
  work.fill(0, scratch, scratch + mb * mc);
  for (let at = 0; at < count; at++) {
    const { left, right, scale } = uses[at]!;
    k.rankOne(mb, mc, scale, work, left, work, right, work, scratch, mc);
  }
  k.matrixVector(ma, mb * mc, 1, numbers, offset, work, scratch, work, out);
}

/**
 * D = Σ_i β_i T_i, then for every use β_b += D·α_c and β_c += Dᵀ·α_b. `marginals[at]` becomes α_bᵀ·D·α_c. Children's
 * outside vectors lie `outside` numbers behind their inside vectors.
 */
export function denseOutside(
  numbers: Floats,
  { ma, mb, mc, offset }: RuleShape,
  uses: readonly ChildUse[],
  count: number,
  work: Floats,
  parentOutside: number,
  outside: number,
  scratch: number,
  marginals: Float64Array,
): void {
  const k = kernels();
  const product = scratch + mb * mc;
  work.fill(0, scratch, product);
  k.vectorMatrix(ma, mb * mc, 1, numbers, offset, work, parentOutside, work, scratch);
  for (let at = 0; at < count; at++) {
    const { left, right, leftScale, rightScale } = uses[at]!;
    work.fill(0, product, product + mb);
    k.matrixVector(mb, mc, 1, work, scratch, work, right, work, product);
    marginals[at] = k.dot(mb, work, product, work, left);
    k.axpy(mb, leftScale, work, product, work, left + outside);
    work.fill(0, product, product + mc);
    k.vectorMatrix(mb, mc, 1, work, scratch, work, left, work, product);
    k.axpy(mc, rightScale, work, product, work, right + outside);
  }
}

/** Where the parts of a sampled rule start: z, y, x, then the means z̄, ȳ, x̄. */
function sampledParts({ ma, mb, mc, samples: n, offset }: RuleShape) {
  const z = offset;
  const y = z + n * ma;
  const x = y + n * mb;
  const zMean = x + n * mc;
  return { z, y, x, zMean, yMean: zMean + ma, xMean: zMean + ma + mb };
}

/** α_a += Σ over uses of T(α_b, α_c), sampled; keeps P and Q of every use for the outside pass. */
export function sampledInside(
  grammar: LatentGrammar,
  numbers: Floats,
  rule: number,
  shape: RuleShape,
  uses: readonly ChildUse[],
  count: number,
  work: Floats,
  out: number,
  scratch: number,
): void {
  const k = kernels();
  const { ma, mb, mc, samples: n } = shape;
  const { z, y, x, zMean } = sampledParts(shape);
  const w1 = grammar.weights[shape.weights]!;
  const w2 = grammar.weights[shape.weights + 1]!;
  const w3 = grammar.weights[shape.weights + 2]!;
  const w4 = grammar.weights[shape.weights + 3]!;
  work.fill(0, scratch, scratch + n);
  let ofMean = 0;
  let ofSymbol = 0;
  for (let at = 0; at < count; at++) {
    const { left, right, leftMass, rightMass, scale, products } = uses[at]!;
    const q = products + n;
    work.fill(0, products, q + n);
    k.matrixVector(n, mb, 1, numbers, y, work, left, work, products);
    k.matrixVector(n, mc, 1, numbers, x, work, right, work, q);
    let sumP = 0;
    let sumQ = 0;
    let sumPQ = 0;
    for (let s = 0; s < n; s++) {
      const ps = work[products + s]!;
      const qs = work[q + s]!;
      sumP += ps;
      sumQ += qs;
      sumPQ += ps * qs;
    }
    const meanP = (scale * w2 * sumP) / n;
    const meanQ = (scale * w2 * sumQ) / n;
    const own = scale * w1;
    for (let s = 0; s < n; s++) {
      const ps = work[products + s]!;
      const qs = work[q + s]!;
      work[scratch + s]! += own * ps * qs + meanQ * ps + meanP * qs;
    }
    ofMean += scale * (w2 * sumPQ + (w3 * sumP * sumQ) / n);
    ofSymbol += scale * w4 * leftMass * rightMass;
  }
  k.vectorMatrix(n, ma, 1, numbers, z, work, scratch, work, out);
  k.axpy(ma, ofMean, numbers, zMean, work, out);
  const parent = grammar.vectorOffset[grammar.rules.parent[rule]!]!;
  for (let i = 0; i < ma; i++) work[out + i]! += ofSymbol * grammar.meanOutside[parent + i]!;
}

/** β_b, β_c and the marginals of every use of a sampled rule; `parentMass` is h_a·β_a. */
export function sampledOutside(
  grammar: LatentGrammar,
  numbers: Floats,
  rule: number,
  shape: RuleShape,
  uses: readonly ChildUse[],
  count: number,
  work: Floats,
  parentOutside: number,
  parentMass: number,
  outside: number,
  scratch: number,
  marginals: Float64Array,
): void {
  const k = kernels();
  const { ma, mb, mc, samples: n } = shape;
  const { z, y, x, yMean, xMean } = sampledParts(shape);
  const w1 = grammar.weights[shape.weights]!;
  const w2 = grammar.weights[shape.weights + 1]!;
  const w3 = grammar.weights[shape.weights + 2]!;
  const w4 = grammar.weights[shape.weights + 3]!;
  const r = scratch;
  const forLeft = scratch + n;
  const forRight = scratch + 2 * n;
  const left = grammar.vectorOffset[grammar.rules.left[rule]!]!;
  const right = grammar.vectorOffset[grammar.rules.right[rule]!]!;
  work.fill(0, r, r + n);
  k.matrixVector(n, ma, 1, numbers, z, work, parentOutside, work, r);
  let sumR = 0;
  for (let s = 0; s < n; s++) sumR += work[r + s]!;
  for (let at = 0; at < count; at++) {
    const use = uses[at]!;
    const p = use.products;
    const q = p + n;
    let sumP = 0;
    let sumQ = 0;
    let sumPQ = 0;
    let sumPR = 0;
    let sumQR = 0;
    let sumPQR = 0;
    for (let s = 0; s < n; s++) {
      const ps = work[p + s]!;
      const qs = work[q + s]!;
      const rs = work[r + s]!;
      sumP += ps;
      sumQ += qs;
      sumPQ += ps * qs;
      sumPR += ps * rs;
      sumQR += qs * rs;
      sumPQR += ps * qs * rs;
    }
    const meanP = (w2 * sumP) / n;
    const meanQ = (w2 * sumQ) / n;
    const meanR = (w2 * sumR) / n;
    for (let s = 0; s < n; s++) {
      const ps = work[p + s]!;
      const qs = work[q + s]!;
      const rs = work[r + s]!;
      work[forLeft + s] = use.leftScale * (w1 * rs * qs + meanQ * rs + meanR * qs);
      work[forRight + s] = use.rightScale * (w1 * rs * ps + meanP * rs + meanR * ps);
    }
    k.vectorMatrix(n, mb, 1, numbers, y, work, forLeft, work, use.left + outside);
    k.vectorMatrix(n, mc, 1, numbers, x, work, forRight, work, use.right + outside);
    k.axpy(mb, use.leftScale * (w2 * sumQR + (w3 * sumQ * sumR) / n), numbers, yMean, work, use.left + outside);
    k.axpy(mc, use.rightScale * (w2 * sumPR + (w3 * sumP * sumR) / n), numbers, xMean, work, use.right + outside);
    const leftFromSymbol = use.leftScale * w4 * use.rightMass * parentMass;
    const rightFromSymbol = use.rightScale * w4 * use.leftMass * parentMass;
    for (let j = 0; j < mb; j++) work[use.left + outside + j]! += leftFromSymbol * grammar.meanInside[left + j]!;
    for (let j = 0; j < mc; j++) work[use.right + outside + j]! += rightFromSymbol * grammar.meanInside[right + j]!;
    marginals[at] =
      w1 * sumPQR +
      (w2 * (sumPR * sumQ + sumQR * sumP + sumPQ * sumR)) / n +
      (w3 * sumP * sumQ * sumR) / (n * n) +
      w4 * use.leftMass * use.rightMass * parentMass;
  }
}
