/** What the page and its worker say to each other. */
import type { Json } from "../../src/base/model-parts.ts";

/** A model that can be asked, on the server or in the page. */
export interface ModelInfo {
  readonly name: string;
  readonly kind: string;
  readonly verbs: readonly string[];
  readonly bytes: number;
  readonly where: "server" | "page";
  /** The address of its file, for one that the page fetches when it is first asked for. */
  readonly file?: string;
  /** Learnt by the page for itself, to have something to show. */
  readonly sample?: boolean;
}

/** The small models that the page can learn from what it makes up. */
export type SampleKind = "parser" | "vectors" | "similarity" | "captions" | "visual";

/** What lies beside a page without a server: `pretrained/index.json`. */
export interface ShippedList {
  readonly models: readonly Omit<ModelInfo, "where">[];
  /** The file of word classes. */
  readonly classes?: string;
  /** A model of word vectors that small models are made with. */
  readonly vectors?: string;
}

/** Trees to learn from. */
export type TreeSource =
  | { readonly kind: "synthetic"; readonly trees: number }
  | { readonly kind: "text"; readonly text: string; readonly name: string };

export type Method = "pcfg" | "em" | "spectral";

export interface TrainRequest {
  readonly source: TreeSource;
  readonly methods: readonly Method[];
  readonly states: number;
  /** Learn from parts of the trees too, for a learning curve. */
  readonly curve: boolean;
}

/** How far training is. */
export interface TrainProgress {
  readonly method: Method;
  readonly trees: number;
  readonly stage: string;
  readonly done: number;
  readonly total: number | undefined;
}

/** A model that was learnt and measured. */
export interface TrainedRow {
  readonly method: Method;
  readonly states: number;
  /** Trees it was learnt from, and trees it was measured on. */
  readonly trees: number;
  readonly heldOut: number;
  readonly seconds: number;
  readonly f1: number;
  readonly exact: number;
  readonly sentencesPerSecond: number;
  /** Where the model is kept; absent for points of a learning curve. */
  readonly model?: ModelInfo;
  readonly symbols?: readonly SpectrumFacts[];
  readonly threads: number;
}

export interface SpectrumFacts {
  readonly symbol: string;
  readonly nodes: number;
  readonly singularValues: readonly number[];
  readonly noise: readonly number[];
  readonly signal: number;
}

export interface ClusterLine {
  readonly path: string;
  readonly word: string;
  readonly count?: number | undefined;
}

/** The functions of the worker. */
export interface WorkerCalls {
  open(input: { bytes: Uint8Array; name: string }): ModelInfo;
  /** Opens the file at an address. */
  fetch(input: { url: string; name: string }): ModelInfo;
  ask(input: { verb: string; model: string; request: Json }): Json;
  train(input: TrainRequest): TrainedRow[];
  /**
   * Learns a small model from synthetic English; `vectors` is the address of word vectors to use, where there are any.
   */
  learnSample(input: { kind: SampleKind; vectors?: string | undefined }): ModelInfo;
  bytes(input: { model: string }): Uint8Array;
  clusters(input: { text?: string; name?: string }): ClusterLine[];
  cancel(input: { id: number }): null;
}

export interface Call {
  readonly id: number;
  readonly name: keyof WorkerCalls;
  readonly input: unknown;
}

export type Reply =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly news: unknown }
  | { readonly id: number; readonly error: { readonly name: string; readonly message: string } };
