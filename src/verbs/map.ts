/**
 * `map`: words as points of a plane, by the first two principal components of their vectors, each at length 1. The
 * plane is that of the most frequent words, and words that are asked for by name are projected onto it; or, with `own`,
 * the plane of the words that are asked for, which shows more of how these differ.
 */
import type { Json } from "../base/model-parts.ts";
import { flag, texts, whole } from "../base/options.ts";
import { symmetricEigen } from "../linalg/index.ts";
import type { ModelVectors } from "../models/vectors/index.ts";
import { defineVerb, listOf, NUMBER, objectOf, rounded, TEXT } from "./verb.ts";

interface Plane {
  readonly mean: Float64Array;
  readonly axes: readonly [Float64Array, Float64Array];
  /** The share of the variance that each axis has. */
  readonly shares: readonly [number, number];
}

/** Words whose vectors make the plane: enough for its axes to be steady. */
const BASIS = 2000;

function unit(vectors: ModelVectors, row: number): Float64Array {
  const length = vectors.lengths()[row]! || 1;
  return Float64Array.from(vectors.vector(row), (value) => value / length);
}

/** Principal components of the rows, by the eigenvectors of their covariance. O(words·d² + d³). */
function planeOf(vectors: ModelVectors, rows: readonly number[]): Plane {
  const { dimensions: d } = vectors;
  const mean = new Float64Array(d);
  for (const row of rows) for (const [i, x] of unit(vectors, row).entries()) mean[i]! += x / rows.length;
  const covariance = new Float64Array(d * d);
  for (const row of rows) {
    const x = unit(vectors, row).map((value, i) => value - mean[i]!);
    for (let i = 0; i < d; i++) for (let j = 0; j <= i; j++) covariance[i * d + j]! += (x[i]! * x[j]!) / rows.length;
  }
  for (let i = 0; i < d; i++) for (let j = 0; j < i; j++) covariance[j * d + i] = covariance[i * d + j]!;
  const { values, vectors: axes } = symmetricEigen({ rows: d, columns: d, data: covariance });
  const total = values.reduce((sum, value) => sum + value, 0) || 1;
  const axis = (place: number) => {
    const column = Float64Array.from({ length: d }, (_, i) => axes.data[i * axes.columns + place] ?? 0);
    // Signs of eigenvectors are arbitrary: the largest number is positive.
    const sign = Math.sign(column.reduce((most, x) => (Math.abs(x) > Math.abs(most) ? x : most), 0)) || 1;
    return column.map((x) => x * sign);
  };
  return { mean, axes: [axis(0), axis(1)], shares: [(values[0] ?? 0) / total, (values[1] ?? 0) / total] };
}

const planes = new WeakMap<ModelVectors, Plane>();

function frequentPlane(vectors: ModelVectors): Plane {
  const known = planes.get(vectors);
  if (known !== undefined) return known;
  const plane = planeOf(vectors, [...Array(Math.min(BASIS, vectors.words.length)).keys()]);
  planes.set(vectors, plane);
  return plane;
}

export const map = defineVerb({
  name: "map",
  summary: "place words on a plane by the principal components of their vectors",
  kinds: ["vectors"],
  options: {
    count: whole("the most frequent words, this many of them", { default: 500, min: 0, max: 5000 }),
    words: texts("further words", { default: [] }),
    own: flag("the plane of the words that are asked for, not that of the most frequent ones", { default: false }),
  },
  answer: objectOf({
    shares: { ...listOf(NUMBER), description: "the share of the variance that each axis has" },
    points: listOf(objectOf({ word: TEXT, x: NUMBER, y: NUMBER })),
  }),
  run(vectors, _, { count, words, own }): Json {
    const most = Math.min(count, vectors.words.length);
    const rows = new Set(Array.from({ length: most }, (_none, row) => row));
    for (const word of words) if (vectors.row(word) >= 0) rows.add(vectors.row(word));
    const { mean, axes, shares } = own ? planeOf(vectors, [...rows]) : frequentPlane(vectors);
    const points = Array.from(rows, (row) => {
      const x = unit(vectors, row);
      const along = (axis: Float64Array) => x.reduce((sum, value, i) => sum + (value - mean[i]!) * axis[i]!, 0);
      return { word: vectors.words[row]!, x: rounded(along(axes[0])), y: rounded(along(axes[1])) };
    });
    return { shares: shares.map(rounded), points };
  },
});
