/** A dependency parser and how it is stored: the base parser, the tagger for words that come without tags, the spectral model of trees, and the re-ranker that combines them. */
import type { Json, ModelParts } from "../../base/index.ts";
import { type PerceptronModel, taggerFromParts, taggerToParts } from "../sequence/index.ts";
import type { BaseModel } from "./base-parser.ts";
import { baseFrom, baseTables } from "./base-parts.ts";
import type { SpectralModel } from "./learn-spectral.ts";
import { prefixed, unprefixed } from "./prefixes.ts";
import { type ListReranker, rerankerFrom, rerankSettings, rerankTensors } from "./rerank-parts.ts";
import { spectralFrom, spectralTables } from "./spectral-parts.ts";

export const DEPENDENCY_KIND = "dependency";
export const DEPENDENCY_VERSION = 2;

export type TagColumn = "upos" | "xpos";

export interface DependencyModel {
  /** The column of CoNLL-U whose tags the parser was trained with. */
  readonly tags: TagColumn;
  readonly base: BaseModel;
  readonly tagger: PerceptronModel | undefined;
  readonly spectral?: SpectralModel | undefined;
  readonly reranker?: ListReranker | undefined;
  readonly options: Json;
  readonly report: Json;
}

const TAGGER = "tagger/";

interface StoredOptions {
  readonly tags: TagColumn;
  readonly order: BaseModel["order"];
  readonly learner: Json;
  readonly tagger: Json;
  readonly taggerReport: Json;
  readonly reranker?: Json;
}

export function dependencyToParts({ tags, base, tagger, spectral, reranker, options, report }: DependencyModel): ModelParts {
  const parser = baseTables(base);
  const inner = tagger === undefined ? undefined : taggerToParts(tagger);
  const trees = spectral === undefined ? undefined : spectralTables(spectral);
  const stored: StoredOptions = {
    ...{ tags, order: base.order, learner: options, tagger: inner?.options ?? null, taggerReport: inner?.report ?? null },
    reranker: reranker === undefined ? null : rerankSettings(reranker),
  };
  return {
    kind: DEPENDENCY_KIND,
    version: DEPENDENCY_VERSION,
    options: stored as unknown as Json,
    report,
    symbols: { ...parser.symbols, ...prefixed(TAGGER, inner?.symbols ?? {}), ...trees?.symbols },
    tensors: {
      ...parser.tensors,
      ...prefixed(TAGGER, inner?.tensors ?? {}),
      ...trees?.tensors,
      ...(reranker === undefined ? {} : rerankTensors(reranker)),
    },
  };
}

export function dependencyFromParts(parts: ModelParts): DependencyModel {
  const { tags, learner, tagger, taggerReport, reranker } = parts.options as unknown as StoredOptions;
  const inner: ModelParts = {
    ...parts,
    options: tagger,
    report: taggerReport,
    symbols: unprefixed(TAGGER, parts.symbols),
    tensors: unprefixed(TAGGER, parts.tensors),
  };
  return Object.freeze({
    tags,
    base: baseFrom(parts),
    tagger: tagger === null ? undefined : (taggerFromParts(inner) as PerceptronModel),
    spectral: spectralFrom(parts),
    reranker: rerankerFrom(reranker, parts),
    options: learner,
    report: parts.report,
  });
}
