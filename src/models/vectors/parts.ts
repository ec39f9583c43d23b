/** Models of word vectors as the parts of a model file, and back. */
import { choice, flag, frozen, type ModelParts, optional, PartsReader, type Tensor } from "../../base/index.ts";
import { type Matrix, matrix } from "../../linalg/index.ts";
import type { ContextProjections } from "../representations/contexts.ts";
import type { VectorsModel } from "./model.ts";

export const VECTORS_VERSION = 2;

/** A model of word vectors as the parts of a model file. */
export function vectorsToParts(model: VectorsModel): ModelParts {
  const { words, dimensions, data, counts, values, projections, options, report } = model;
  const tensors: Record<string, Tensor> = {
    vectors: { shape: [data.length / dimensions, dimensions], data },
    counts: { shape: [counts.length], data: counts },
    values: { shape: [values.length], data: values },
  };
  if (projections !== undefined) {
    const { left, right, leftMean, rightMean, rates } = projections;
    tensors.leftProjection = { shape: [left.rows, left.columns], data: left.data };
    tensors.rightProjection = { shape: [right.rows, right.columns], data: right.data };
    tensors.leftMean = { shape: [leftMean.length], data: leftMean };
    tensors.rightMean = { shape: [rightMean.length], data: rightMean };
    tensors.rates = { shape: [rates.length], data: Float64Array.from(rates) };
  }
  return { kind: "vectors", version: VECTORS_VERSION, options, report, symbols: { words }, tensors };
}

/** What look-ups take from the options; it may be missing from vectors of another program. */
const FOLDING_OPTIONS = {
  lowerCase: optional(flag("", { default: false })),
  foldDigits: optional(flag("", { default: false })),
  tokens: optional(choice("", ["words", "spaces"], { default: "words" })),
};

/** The model of checked parts; throws a `ModelFileError` for anything else. */
export function vectorsFromParts(parts: ModelParts): VectorsModel {
  const reader = new PartsReader(parts, { kind: "vectors", version: VECTORS_VERSION });
  const words = reader.symbols("words", { distinct: true });
  const data = reader.numbers("vectors", Float32Array, { shape: [undefined, undefined] });
  const [rows = 0, dimensions = 0] = parts.tensors.vectors?.shape ?? [];
  if (words.length === 0 || dimensions === 0) reader.damaged("has no word vectors");
  if (rows !== words.length && rows !== words.length + 1)
    reader.damaged(`has ${rows} vectors for ${words.length} words`);
  for (const [name, spec] of Object.entries(FOLDING_OPTIONS)) reader.option<unknown>(name, spec);
  const counts = reader.numbers("counts", Float64Array, { shape: [undefined], min: 0 });
  const values = reader.numbers("values", Float64Array, { shape: [undefined] });
  if (counts.length !== 0 && counts.length !== words.length + 1)
    reader.damaged(`has ${counts.length} counts for ${words.length} words`);
  if (values.length !== 0 && values.length !== dimensions)
    reader.damaged(`has ${values.length} singular values for ${dimensions} dimensions`);
  return frozen({
    kind: "vectors",
    words,
    dimensions,
    data,
    counts,
    values,
    projections: reader.has("rates") ? projectionsFrom(reader, rows, words.length, dimensions) : undefined,
    options: reader.options,
    report: parts.report,
  });
}

/** Of LR-MVL: half of the k columns of a state come from either side. */
function projectionsFrom(reader: PartsReader, rows: number, words: number, k: number): ContextProjections {
  const rates = Array.from(reader.numbers("rates", Float64Array, { shape: [undefined], min: 0, max: 1 }));
  if (rates.length === 0) reader.damaged('has an empty table "rates"');
  if (k % 2 !== 0) reader.damaged(`has contexts for vectors of ${k} dimensions, an odd number`);
  if (rows !== words + 1) reader.damaged("has contexts, but no vector for unknown words");
  const states = rates.length * k;
  const numbers = (name: string, shape: readonly number[]) => reader.numbers(name, Float64Array, { shape });
  const table = (name: string): Matrix => matrix(states, k / 2, numbers(name, [states, k / 2]));
  return {
    rates,
    left: table("leftProjection"),
    right: table("rightProjection"),
    leftMean: numbers("leftMean", [states]),
    rightMean: numbers("rightMean", [states]),
  };
}
