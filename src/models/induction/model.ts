/** A model of induction: a distance for every (left tag, right tag, distance in words), and how tags were mapped. */
import { type Json, ModelFileError, type ModelParts } from "../../base/index.ts";
import { BINS } from "./distance-bins.ts";
import { TAG_MAPS, type TagMapName } from "./tags.ts";

export const INDUCTION_KIND = "induction";
export const INDUCTION_VERSION = 1;

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
  readonly options: Readonly<Record<string, Json>>;
}

export function inductionParts(model: InductionModel, report: Json = null): ModelParts {
  const { tags, tagMap, universal, distances, options } = model;
  return {
    kind: INDUCTION_KIND,
    version: INDUCTION_VERSION,
    options: { ...options, tagMap, universal },
    report,
    symbols: { tags },
    tensors: { distances: { shape: [tags.length, tags.length, BINS], data: distances } },
  };
}

export function inductionFromParts(parts: ModelParts): InductionModel {
  const { tagMap, universal, ...options } = parts.options as Readonly<Record<string, Json>>;
  const tags = parts.symbols.tags;
  const distances = parts.tensors.distances?.data;
  if (tags === undefined || !(distances instanceof Float64Array) || distances.length !== tags.length ** 2 * BINS) {
    throw new ModelFileError("damaged", "has no whole table of distances; the file is damaged: train the model again.");
  }
  if (!(TAG_MAPS as readonly Json[]).includes(tagMap ?? null)) {
    throw new ModelFileError("damaged", `names the tag map "${tagMap}", which is none; the file is damaged: train the model again.`);
  }
  const largest = distances.reduce((most, value) => Math.max(most, value), 0);
  return Object.freeze({ tags, tagMap: tagMap as TagMapName, universal: universal === true, distances, largest, options });
}
