/** A model of induction: a distance for every (left tag, right tag, distance in words), how tags were mapped, and what brackets look like. */
import { type Json, ModelFileError, type ModelParts } from "../../base/index.ts";
import { BINS } from "./distance-bins.ts";
import type { SpanRatios } from "./span-ratios.ts";
import { TAG_MAPS, type TagMapName } from "./tags.ts";

export const INDUCTION_KIND = "induction";
export const INDUCTION_VERSION = 2;

export interface InductionModel {
  readonly tags: readonly string[];
  /** How given tags became universal ones. */
  readonly tagMap: TagMapName;
  /** Whether `tags` are universal tags or the given ones. */
  readonly universal: boolean;
  /** At (left · tags + right) · BINS + bin. */
  readonly distances: Float64Array;
  /** For tags that training did not have: the largest distance. */
  readonly largest: number;
  /** What brackets look like, by given tags; undefined for a metric alone. */
  readonly spans?: SpanRatios | undefined;
  readonly options: Readonly<Record<string, Json>>;
}

export function inductionParts(model: InductionModel, report: Json = null): ModelParts {
  const { tags, tagMap, universal, distances, spans, options } = model;
  return {
    kind: INDUCTION_KIND,
    version: INDUCTION_VERSION,
    options: { ...options, tagMap, universal },
    report,
    symbols: { tags, ...(spans && { yields: [...spans.yields.keys()], contexts: [...spans.contexts.keys()] }) },
    tensors: {
      distances: { shape: [tags.length, tags.length, BINS], data: distances },
      ...(spans && { yields: ratioTensor(spans.yields, spans.unseenYield), contexts: ratioTensor(spans.contexts, spans.unseenContext) }),
    },
  };
}

/** The ratios in the order of their symbols; after them the one of what was never seen. */
function ratioTensor(ratios: ReadonlyMap<string, number>, unseen: number) {
  return { shape: [ratios.size + 1], data: Float64Array.from([...ratios.values(), unseen]) };
}

const damaged = (what: string) => new ModelFileError("damaged", `${what}; the file is damaged: train the model again.`);

function ratiosFrom({ symbols, tensors }: ModelParts, name: "yields" | "contexts"): { ratios: Map<string, number>; unseen: number } {
  const keys = symbols[name];
  const values = tensors[name]?.data;
  if (keys === undefined || !(values instanceof Float64Array) || values.length !== keys.length + 1)
    throw damaged(`has no ratio for each of its ${name}`);
  return { ratios: new Map(keys.map((key, i) => [key, values[i]!])), unseen: values[keys.length]! };
}

function spansFrom(parts: ModelParts): SpanRatios | undefined {
  if (parts.symbols.yields === undefined && parts.symbols.contexts === undefined) return undefined;
  const [yields, contexts] = [ratiosFrom(parts, "yields"), ratiosFrom(parts, "contexts")];
  return { yields: yields.ratios, contexts: contexts.ratios, unseenYield: yields.unseen, unseenContext: contexts.unseen };
}

export function inductionFromParts(parts: ModelParts): InductionModel {
  const { tagMap, universal, ...options } = parts.options as Readonly<Record<string, Json>>;
  const tags = parts.symbols.tags;
  const distances = parts.tensors.distances?.data;
  if (tags === undefined || !(distances instanceof Float64Array) || distances.length !== tags.length ** 2 * BINS) {
    throw damaged("has no whole table of distances");
  }
  if (!(TAG_MAPS as readonly Json[]).includes(tagMap ?? null)) {
    throw damaged(`names the tag map "${tagMap}", which is none`);
  }
  const largest = distances.reduce((most, value) => Math.max(most, value), 0);
  const spans = spansFrom(parts);
  return Object.freeze({ tags, tagMap: tagMap as TagMapName, universal: universal === true, distances, largest, spans, options });
}
