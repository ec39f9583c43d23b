/** A model of sentence similarity as model parts, and back. The models inside keep their own layouts. */
import {
  frozen,
  isRecord,
  type Json,
  type ModelParts,
  nest,
  PartsReader,
  packTensors,
  type Tensor,
  unnest,
  unpackTensors,
} from "../../base/index.ts";
import { parserFromParts, parserToParts } from "../../models/parser/index.ts";
import { vectorsFromParts, vectorsToParts } from "../../models/vectors/index.ts";
import { catalogueOf } from "./catalogue.ts";
import { GROUPS, type GroupName } from "./group.ts";
import { type Regression, SIMILARITY_KIND, type SimilarityModel, settingsOf } from "./model.ts";
import { parameterCount, type TreeEncoder } from "./neural/encoder.ts";
import { SIMILARITY_OPTIONS } from "./options.ts";
import type { SelectorTables } from "./selectors/tables.ts";
import type { WordCounts } from "./words/frequencies.ts";

/** The layout that this program writes and reads. */
export const SIMILARITY_VERSION = 2;

const [VECTORS, PARSER] = ["vectors/", "parser/"] as const;

/** What is stored of a similarity model. */
export function similarityToParts(model: SimilarityModel): ModelParts {
  const { lowest, highest, sources, counts, vectors, common, selectors, parser, encoder, groups, regressions } = model;
  const inside = {
    vectors: vectors && nest(VECTORS, vectorsToParts(vectors)),
    parser: parser && nest(PARSER, parserToParts(parser)),
  };
  const functions = regressions.flatMap(({ linear }) => linear);
  const columns = model.means.length;
  const tensors: Record<string, Tensor> = {
    scale: vector(Float64Array.of(lowest, highest)),
    counts: vector(counts.counts),
    total: vector(Float64Array.of(counts.total)),
    common: vector(common),
    weights: { shape: [functions.length, columns], data: joined(functions.map(({ weights }) => weights)) },
    intercepts: vector(Float64Array.from(functions, ({ intercept }) => intercept)),
    means: vector(model.means),
    deviations: vector(model.deviations),
    ...inside.vectors?.tensors,
    ...inside.parser?.tensors,
  };
  if (selectors !== undefined) {
    for (const name of ["lefts", "rights", "starts", "fillers", "counts"] as const)
      tensors[`selectors:${name}`] = vector(selectors[name]);
  }
  if (encoder !== undefined) tensors.encoder = vector(encoder.parameters);
  const about = { vectors: inside.vectors?.about ?? null, parser: inside.parser?.about ?? null };
  return {
    kind: SIMILARITY_KIND,
    version: SIMILARITY_VERSION,
    options: { ...model.options, inner: about, treeNodes: encoder?.dim ?? 0 },
    report: model.report,
    symbols: {
      sources,
      groups,
      words: counts.words,
      ...(selectors === undefined ? {} : { selectorWords: selectors.words }),
      ...inside.vectors?.symbols,
      ...inside.parser?.symbols,
    },
    tensors: packTensors(tensors),
  };
}

const vector = (data: Tensor["data"]): Tensor => ({ shape: [data.length], data });

function joined(rows: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(rows.reduce((sum, row) => sum + row.length, 0));
  let at = 0;
  for (const row of rows) {
    all.set(row, at);
    at += row.length;
  }
  return all;
}

/** The model of checked parts; throws a `ModelFileError` for parts that no model can have written. */
export function similarityFromParts(parts: ModelParts): SimilarityModel {
  const kind = new PartsReader(parts, { kind: SIMILARITY_KIND, version: SIMILARITY_VERSION });
  const reader = new PartsReader(unpackTensors(kind.parts), kind.parts);
  const { inner, treeNodes, ...options } = reader.options;
  for (const [name, spec] of Object.entries(SIMILARITY_OPTIONS)) reader.option<unknown>(name, spec);
  const groups = groupsFrom(reader);
  const [lowest, highest] = reader.numbers("scale", Float64Array, { shape: [2] }) as unknown as [number, number];
  if (!(lowest < highest)) reader.damaged(`has a scale from ${lowest} to ${highest}`);
  const { vectors: vectorsAbout = null, parser: parserAbout = null } = isRecord(inner)
    ? inner
    : reader.damaged("does not say which models are inside it");
  const vectors = vectorsAbout === null ? undefined : vectorsFromParts(unnest(VECTORS, vectorsAbout, reader));
  const parser = parserAbout === null ? undefined : parserFromParts(unnest(PARSER, parserAbout, reader));
  const dimensions = vectors?.dimensions ?? 0;
  const encoder = encoderFrom(reader, treeNodes, dimensions);
  const selectors = groups.includes("selectors") ? selectorsFrom(reader) : undefined;
  if (groups.includes("eigenwords") && vectors === undefined) reader.damaged("has eigenwords without vectors");
  if (groups.includes("neural") && (vectors === undefined || parser === undefined || encoder === undefined))
    reader.damaged("has trees without vectors, parser or encoder");
  const sources = reader.symbols("sources", { distinct: true });
  const columns = catalogueOf(groups, vectors?.projections !== undefined).columns.size;
  return frozen({
    kind: SIMILARITY_KIND,
    options,
    report: parts.report,
    lowest,
    highest,
    sources,
    counts: countsFrom(reader),
    vectors,
    common: reader.numbers("common", Float64Array, { shape: [dimensions] }),
    selectors,
    parser,
    encoder,
    groups,
    regressions: regressionsFrom(reader, groups, sources.length, columns),
    means: reader.numbers("means", Float64Array, { shape: [columns] }),
    deviations: reader.numbers("deviations", Float64Array, { shape: [columns], min: 0 }),
  });
}

function groupsFrom(reader: PartsReader): GroupName[] {
  const listed = reader.symbols("groups", { distinct: true });
  const groups = GROUPS.filter((group) => listed.includes(group));
  if (groups.length === 0 || groups.join() !== listed.join())
    reader.damaged(`has the groups ${listed.join(", ") || "none"}`);
  return groups;
}

function countsFrom(reader: PartsReader): WordCounts {
  const words = reader.symbols("words", { distinct: true });
  const counts = reader.numbers("counts", Float64Array, { shape: [words.length], min: 0 });
  const [total] = reader.numbers("total", Float64Array, { shape: [1], min: 0 });
  return { words, counts, total: total! };
}

function encoderFrom(reader: PartsReader, dim: Json | undefined, dimensions: number): TreeEncoder | undefined {
  if (dim === 0) return undefined;
  if (typeof dim !== "number" || !Number.isInteger(dim) || dim < 1 || dim > dimensions)
    reader.damaged(`has tree nodes of ${JSON.stringify(dim)} dimensions over vectors of ${dimensions}`);
  return { dim, parameters: reader.numbers("encoder", Float64Array, { shape: [parameterCount(dim)] }) };
}

function selectorsFrom(reader: PartsReader): SelectorTables {
  const words = reader.symbols("selectorWords", { distinct: true });
  const lefts = reader.indices("selectors:lefts", Uint32Array, words.length + 1, { shape: [undefined] });
  const contexts = lefts.length;
  const rights = reader.indices("selectors:rights", Uint32Array, words.length + 1, { shape: [contexts] });
  const fillers = reader.indices("selectors:fillers", Uint32Array, words.length, { shape: [undefined] });
  return {
    words,
    lefts,
    rights,
    starts: reader.offsets("selectors:starts", Uint32Array, contexts, fillers.length),
    fillers,
    counts: reader.uint32("selectors:counts", [fillers.length]),
  };
}

function regressionsFrom(
  reader: PartsReader,
  groups: readonly GroupName[],
  sources: number,
  columns: number,
): Regression[] {
  const settings = settingsOf(groups);
  const functions = settings.length * (sources + 1);
  const weights = reader.numbers("weights", Float64Array, { shape: [functions, columns] });
  const intercepts = reader.numbers("intercepts", Float64Array, { shape: [functions] });
  return settings.map((setting, s) => ({
    groups: setting,
    linear: Array.from({ length: sources + 1 }, (_, source) => {
      const f = s * (sources + 1) + source;
      return { weights: weights.subarray(f * columns, (f + 1) * columns), intercept: intercepts[f]! };
    }),
  }));
}
