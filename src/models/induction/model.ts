/**
 * A model of induction: a distance for every (left tag, right tag, distance in words), how tags were mapped, and what
 * brackets look like.
 */
import type { Model } from "../../base/index.ts";
import type { TagMapName } from "./data/tags.ts";
import type { SpanRatios } from "./spans/ratios.ts";

/** What bracketing needs of a model. */
export interface InductionMetric {
  readonly tags: readonly string[];
  /** How given tags become universal ones. */
  readonly tagMap: TagMapName;
  /** Whether `tags` are universal tags or the given ones. */
  readonly universal: boolean;
  /** At (left · tags + right) · BINS + bin. */
  readonly distances: Float64Array;
  /** For tags that did not occur in training: the largest distance. */
  readonly largest: number;
  /** What brackets look like, by given tags; undefined for a metric alone. */
  readonly spans: SpanRatios | undefined;
}

/** A model of induction, as `learnInduction` makes it. */
export interface InductionModel extends Model, InductionMetric {
  readonly kind: "induction";
}

/** The largest distance of a table. */
export const largestOf = (distances: Float64Array): number =>
  distances.reduce((most, value) => Math.max(most, value), 0);
