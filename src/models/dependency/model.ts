/** A dependency parser and how it is stored: the base parser, the tagger for words that come without tags, and the spectral model of trees. */
import { type Json, ModelFileError, type ModelParts, type Tensor } from "../../base/index.ts";
import { type PerceptronModel, taggerFromParts, taggerToParts } from "../sequence/index.ts";
import type { BaseModel } from "./base-parser.ts";
import type { SpectralModel } from "./learn-spectral.ts";
import { spectralFrom, spectralTables } from "./spectral-parts.ts";

export const DEPENDENCY_KIND = "dependency";
export const DEPENDENCY_VERSION = 1;

export type TagColumn = "upos" | "xpos";

export interface DependencyModel {
  /** The column of CoNLL-U whose tags the parser was trained with. */
  readonly tags: TagColumn;
  readonly base: BaseModel;
  readonly tagger: PerceptronModel | undefined;
  readonly spectral?: SpectralModel | undefined;
  readonly options: Json;
  readonly report: Json;
}

const TAGGER = "tagger/";

const prefixed = <T>(prefix: string, table: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(table).map(([name, value]) => [prefix + name, value]));

const unprefixed = <T>(prefix: string, table: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(
    Object.entries(table).flatMap(([name, value]) => (name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [])),
  );

export function dependencyToParts({ tags, base, tagger, spectral, options, report }: DependencyModel): ModelParts {
  const inner = tagger === undefined ? undefined : taggerToParts(tagger);
  const trees = spectral === undefined ? undefined : spectralTables(spectral);
  const tensors: Record<string, Tensor> = {
    arcWeights: { shape: [base.arcWeights.length], data: base.arcWeights },
    relationWeights: { shape: [base.relationWeights.length], data: base.relationWeights },
    ...prefixed(TAGGER, inner?.tensors ?? {}),
    ...trees?.tensors,
  };
  return {
    kind: DEPENDENCY_KIND,
    version: DEPENDENCY_VERSION,
    options: { tags, order: base.order, learner: options, tagger: inner?.options ?? null, taggerReport: inner?.report ?? null },
    report,
    symbols: { labels: base.labels, ...prefixed(TAGGER, inner?.symbols ?? {}), ...trees?.symbols },
    tensors,
  };
}

export function dependencyFromParts(parts: ModelParts): DependencyModel {
  const { tags, order, learner, tagger, taggerReport } = parts.options as {
    readonly tags: TagColumn;
    readonly order: BaseModel["order"];
    readonly learner: Json;
    readonly tagger: Json;
    readonly taggerReport: Json;
  };
  const floats = (name: string): Float32Array => {
    const data = parts.tensors[name]?.data;
    if (data instanceof Float32Array) return data;
    throw new ModelFileError("damaged", `has no tensor "${name}" of 32-bit numbers; the file is damaged: train the model again.`);
  };
  const base: BaseModel = Object.freeze({
    order,
    labels: parts.symbols.labels ?? [],
    arcWeights: floats("arcWeights"),
    relationWeights: floats("relationWeights"),
  });
  const inner: ModelParts = {
    ...parts,
    options: tagger,
    report: taggerReport,
    symbols: unprefixed(TAGGER, parts.symbols),
    tensors: unprefixed(TAGGER, parts.tensors),
  };
  return Object.freeze({
    tags,
    base,
    tagger: tagger === null ? undefined : (taggerFromParts(inner) as PerceptronModel),
    spectral: spectralFrom(parts),
    options: learner,
    report: parts.report,
  });
}
