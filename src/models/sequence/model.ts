/**
 * A sequence model, however it was learnt: a chain of labels refined by hidden states (charts/chain.ts), a perceptron,
 * a conditional random field, or the product of a field and a chain. Unigram, supervised HMM, R-HMM by EM and R-HMM by
 * the spectral method are all chains; they differ in how their operators were estimated.
 *
 *   w_a(x) = p(a | x) / p(a)                      from the lexicon
 *   E^a_x  = diag(v)  or  Σ_q v_q Ẽ^a_q          v the vector of the pair (x, a), else the label's own
 *
 * or, for frequent pairs, a matrix of their own.
 */
import type { Model } from "../../base/learning.ts";
import type { SequenceReading } from "../../data/sequences.ts";
import type { Segmentation } from "../../formats/text/segmentation.ts";
import type { CrfTables } from "./crf/tables.ts";
import type { ChainParts } from "./data/label-chain.ts";
import type { Lexicon } from "./lexicon/lexicon.ts";
import type { PerceptronTables } from "./perceptron/tables.ts";
import type { ProductTables } from "./product/tables.ts";

/** How sequence models are learnt (learn.ts). */
export const METHOD_NAMES = ["spectral", "em", "hmm", "unigram", "perceptron", "crf", "product"] as const;

/** A method of learning sequence models. */
export type SequenceMethod = (typeof METHOD_NAMES)[number];

/** Methods whose models are chains. */
export type ChainMethod = Exclude<SequenceMethod, "perceptron" | "crf" | "product">;

/** How observations move hidden states. */
export interface Refinement {
  /** Pairs of class c are those from starts[c] up to starts[c + 1]. */
  readonly starts: Uint32Array;
  readonly labels: Int32Array;
  /** pairs × width; width is the number of states, or that of the slices where these are given. */
  readonly vectors: Float64Array;
  /** labels × width: for pairs that training did not see. */
  readonly fallback: Float64Array;
  /** labels × width × states × states: Ẽ. Without it vectors are diagonals. */
  readonly slices: Float64Array | undefined;
  /** Frequent pairs: for each pair the number of its own matrix, or −1; and the matrices, states × states each. */
  readonly own: { readonly numbers: Int32Array; readonly matrices: Float64Array } | undefined;
}

/** What a chain decodes with. */
export interface ChainTables extends ChainParts {
  readonly states: number;
  readonly lexicon: Lexicon;
  /** The chain of the labels alone, which tells a decoder where it need not look; absent where there is one state. */
  readonly outline: ChainParts | undefined;
  /** Absent where there is one state: observations then only weigh. */
  readonly refinement: Refinement | undefined;
}

interface Learnt extends Model {
  readonly kind: "sequence";
  /** What it was learnt with: the method, all of its options, and how its data were read. */
  readonly options: Model["options"] & SequenceReading;
  /** How running text is cut into words: as its data have it. */
  readonly segmentation: Segmentation;
}

/** A chain of labels with hidden states. */
export interface ChainModel extends Learnt, ChainTables {
  readonly method: ChainMethod;
}

/** An averaged perceptron. */
export interface PerceptronModel extends Learnt, PerceptronTables {
  readonly method: "perceptron";
}

/** A conditional random field. */
export interface CrfModel extends Learnt, CrfTables {
  readonly method: "crf";
}

/** A conditional random field multiplied with a spectral chain. */
export interface ProductModel extends Learnt, ProductTables {
  readonly method: "product";
}

/** Any model that labels sequences; `method` tells which it is. */
export type SequenceModel = ChainModel | PerceptronModel | CrfModel | ProductModel;

/** Whether a model labels by a conditional random field, alone or with a chain. */
export const isField = (model: SequenceModel): model is CrfModel | ProductModel =>
  model.method === "crf" || model.method === "product";

/** Whether a model is a chain, and nothing else. */
export const isChain = (model: SequenceModel): model is ChainModel => !isField(model) && model.method !== "perceptron";

/** Writes E^a_x for class c into `out`, states × states. */
export function emissionOperator(chain: ChainTables, label: number, classId: number, out: Float64Array): void {
  const m = chain.states;
  const { refinement } = chain;
  if (refinement === undefined) {
    out[0] = 1;
    return;
  }
  const { starts, labels, vectors, fallback, slices, own } = refinement;
  const width = slices === undefined ? m : fallback.length / chain.lexicon.labels.size;
  let pair = -1;
  if (classId >= 0) for (let e = starts[classId]!; e < starts[classId + 1]!; e++) if (labels[e] === label) pair = e;
  if (pair >= 0 && own !== undefined && own.numbers[pair]! >= 0) {
    const at = own.numbers[pair]! * m * m;
    out.set(own.matrices.subarray(at, at + m * m));
    return;
  }
  const source = pair >= 0 ? vectors : fallback;
  const at = (pair >= 0 ? pair : label) * width;
  out.fill(0, 0, m * m);
  if (slices === undefined) {
    for (let h = 0; h < m; h++) out[h * (m + 1)] = source[at + h]!;
    return;
  }
  for (let q = 0; q < width; q++) {
    const factor = source[at + q]!;
    if (factor === 0) continue;
    const slice = (label * width + q) * m * m;
    for (let e = 0; e < m * m; e++) out[e]! += factor * slices[slice + e]!;
  }
}
