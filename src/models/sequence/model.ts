/**
 * A sequence model: labels refined by hidden states, as operators of a chain (charts/chain.ts). Unigram, supervised HMM, R-HMM by EM and R-HMM by the
 * spectral method are all of this form; they differ in how the operators were estimated.
 *
 *   w_a(x) = p(a | x) / p(a)                      from the lexicon
 *   E^a_x  = diag(v)  or  Σ_q v_q Ẽ^a_q          v the vector of the pair (x, a), else the label's own; or a matrix of its own
 */
import { ModelFileError } from "../../base/errors.ts";
import type { Json, ModelParts, Tensor, TensorData } from "../../base/model-parts.ts";
import type { ChainParts } from "./label-chain.ts";
import { Lexicon } from "./lexicon.ts";

export const METHODS = ["spectral", "em", "hmm", "unigram"] as const;
export type Method = (typeof METHODS)[number];

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
  /** For each pair the number of its own matrix, or −1. */
  readonly own: Int32Array | undefined;
  /** Own matrices, states × states each. */
  readonly matrices: Float64Array | undefined;
}

export interface SequenceModel extends ChainParts {
  readonly method: Method;
  readonly states: number;
  readonly lexicon: Lexicon;
  /** The chain of the labels alone, which tells a decoder where it need not look; absent where there is one state. */
  readonly outline: ChainParts | undefined;
  /** Absent where there is one state: observations then only weigh. */
  readonly refinement: Refinement | undefined;
  readonly options: Json;
  readonly report: Json;
}

export const SEQUENCE_KIND = "sequence";
export const SEQUENCE_VERSION = 2;

/** Writes E^a_x for class c into `out`, states × states. */
export function emissionOperator(model: SequenceModel, label: number, classId: number, out: Float64Array): void {
  const m = model.states;
  const { refinement } = model;
  if (refinement === undefined) {
    out[0] = 1;
    return;
  }
  const { starts, labels, vectors, fallback, slices, own, matrices } = refinement;
  const width = slices === undefined ? m : fallback.length / model.lexicon.labels.size;
  let pair = -1;
  if (classId >= 0) for (let e = starts[classId]!; e < starts[classId + 1]!; e++) if (labels[e] === label) pair = e;
  if (pair >= 0 && own !== undefined && own[pair]! >= 0) {
    out.set(matrices!.subarray(own[pair]! * m * m, (own[pair]! + 1) * m * m));
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

const flat = (data: TensorData): Tensor => ({ shape: [data.length], data });

export function sequenceToParts(model: SequenceModel): ModelParts {
  const { lexicon, refinement } = model;
  const { symbols, tensors } = lexicon.toParts();
  const l = lexicon.labels.size;
  const m = model.states;
  const refined: Record<string, Tensor> = {};
  if (refinement !== undefined) {
    refined.pairStarts = flat(refinement.starts);
    refined.pairLabels = flat(refinement.labels);
    refined.pairVectors = flat(refinement.vectors);
    refined.pairFallback = flat(refinement.fallback);
    if (refinement.slices !== undefined)
      refined.slices = { shape: [l, refinement.slices.length / (l * m * m), m, m], data: refinement.slices };
    if (refinement.own !== undefined) refined.ownMatrix = flat(refinement.own);
    if (refinement.matrices !== undefined) refined.matrices = flat(refinement.matrices);
  }
  return {
    kind: SEQUENCE_KIND,
    version: SEQUENCE_VERSION,
    options: { method: model.method, states: m, learner: model.options },
    report: model.report,
    symbols,
    tensors: {
      ...tensors,
      ...refined,
      ...chainTensors("", model, l, m),
      ...(model.outline === undefined ? {} : chainTensors(OUTLINE, model.outline, l, 1)),
    },
  };
}

/** Before the names of the outline's tensors. */
const OUTLINE = "outline.";

function chainTensors(
  prefix: string,
  { start, stop, transitions, stored, jump }: ChainParts,
  l: number,
  m: number,
): Record<string, Tensor> {
  return {
    [`${prefix}start`]: { shape: [l, m], data: start },
    [`${prefix}stop`]: { shape: [l, m], data: stop },
    [`${prefix}transitions`]: { shape: [l, l, m, m], data: transitions },
    [`${prefix}stored`]: { shape: [l, l], data: stored },
    [`${prefix}jumpFrom`]: { shape: [l, m], data: jump.from },
    [`${prefix}jumpInto`]: { shape: [l, m], data: jump.into },
  };
}

export function sequenceFromParts(parts: ModelParts): SequenceModel {
  const { tensors } = parts;
  const { method, states, learner } = parts.options as { method: Method; states: number; learner: Json };
  const data = <T extends TensorData>(name: string): T => {
    const tensor = tensors[name];
    if (tensor === undefined) throw new ModelFileError("damaged", `has no tensor "${name}"; expected a whole sequence model.`);
    return tensor.data as T;
  };
  const chain = (prefix: string): ChainParts => ({
    start: data(`${prefix}start`),
    stop: data(`${prefix}stop`),
    transitions: data(`${prefix}transitions`),
    stored: data(`${prefix}stored`),
    jump: { from: data(`${prefix}jumpFrom`), into: data(`${prefix}jumpInto`) },
  });
  const refinement: Refinement | undefined =
    tensors.pairStarts === undefined
      ? undefined
      : {
          starts: data("pairStarts"),
          labels: data("pairLabels"),
          vectors: data("pairVectors"),
          fallback: data("pairFallback"),
          slices: tensors.slices === undefined ? undefined : data("slices"),
          own: tensors.ownMatrix === undefined ? undefined : data("ownMatrix"),
          matrices: tensors.matrices === undefined ? undefined : data("matrices"),
        };
  return Object.freeze({
    method,
    states,
    lexicon: Lexicon.fromParts(parts.symbols, tensors),
    ...chain(""),
    outline: tensors[`${OUTLINE}start`] === undefined ? undefined : chain(OUTLINE),
    refinement,
    options: learner,
    report: parts.report,
  }) as SequenceModel;
}
