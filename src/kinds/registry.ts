/**
 * Every kind of model, by name. A kind's code is loaded when it is first needed, so that a page or a program that only
 * tags never loads a parser.
 */
import type { ModelKind } from "../base/learning.ts";

/** One line a kind: what `open` and `save` find by the kind that stands in a model. */
export const KINDS = {
  parser: async () => (await import("../models/parser/kind.ts")).parserKind,
  sequence: async () => (await import("../models/sequence/kind.ts")).sequenceKind,
  phones: async () => (await import("../models/phones/kind.ts")).phonesKind,
  dependency: async () => (await import("../models/dependency/kind.ts")).dependencyKind,
  induction: async () => (await import("../models/induction/kind.ts")).inductionKind,
  vectors: async () => (await import("../models/vectors/kind.ts")).vectorsKind,
  similarity: async () => (await import("../applications/similarity/kind.ts")).similarityKind,
  "visual-lexicon": async () => (await import("../applications/visual-text/lexicon/kind.ts")).visualLexiconKind,
  visual: async () => (await import("../applications/visual-text/kind.ts")).visualKind,
  captions: async () => (await import("../applications/captions/kind.ts")).captionsKind,
} as const;

/** The name of a kind of model. */
export type KindName = keyof typeof KINDS;

type KindOf<K extends KindName> = Awaited<ReturnType<(typeof KINDS)[K]>>;

/** The model of a kind: `ModelOf<"parser">` is `ParserModel`. */
export type ModelOf<K extends KindName> = KindOf<K> extends ModelKind<infer M, infer _P> ? M : never;

/** What `open` gives for a kind: `PredictorOf<"parser">` is `Parser`. */
export type PredictorOf<K extends KindName> = KindOf<K> extends ModelKind<infer _M, infer P> ? P : never;

/** What `open` gives when no kind is named; its `kind` says which it is. */
export type AnyPredictor = { [K in KindName]: PredictorOf<K> }[KindName];

/** A model of any kind. */
export type AnyModel = { [K in KindName]: ModelOf<K> }[KindName];

export const isKindName = (name: string): name is KindName => Object.hasOwn(KINDS, name);
