/** A dependency parser as model parts, and back. Tables of weights are stored as what is not zero. */

import { isRecord, nest, unnest } from "../../base/container/nested-parts.ts";
import { PartsReader } from "../../base/container/parts-reader.ts";
import { packTensors, unpackTensors } from "../../base/container/sparse-tensors.ts";
import { frozen } from "../../base/learning.ts";
import type { Json, ModelParts } from "../../base/model-parts.ts";
import { DEPENDENCY_DATA_OPTIONS } from "../../data/dependencies.ts";
import { storedSegmentation } from "../../data/segmentation.ts";
import { baseFrom, baseTables } from "./base/parts.ts";
import { DEPENDENCY_KIND, type DependencyModel, type DependencyModelOptions } from "./model.ts";
import { DEPENDENCY_OPTIONS } from "./options.ts";
import { punctuationFrom, punctuationJson } from "./punctuation/parts.ts";
import type { Punctuation } from "./punctuation/punctuation.ts";
import { rerankerFrom, rerankTensors } from "./rerank/parts.ts";
import { withClasses, withoutClasses } from "./shared-classes.ts";
import { AUTOMATA, spectralFrom, spectralTables } from "./spectral/parts.ts";
import { taggerFrom, taggerParts } from "./tagging.ts";

/** The layout that this program writes and reads; 4: how running text is cut. */
export const DEPENDENCY_VERSION = 4;

const TAGGER = "tagger/";

/** The parts as they are stored. */
export function dependencyToParts(model: DependencyModel): ModelParts {
  const parts = tablesOf(model);
  return { ...parts, tensors: packTensors(parts.tensors) };
}

/** The same parts with every table in full: what is handed to threads. */
export function tablesOf(model: DependencyModel): ModelParts {
  const { base, tagger, spectral, reranker, punctuation, options, report } = model;
  const own = baseTables(base);
  const tagging = tagger === undefined ? undefined : nest(TAGGER, withoutClasses(taggerParts(tagger), base.classes));
  const trees = spectral === undefined ? undefined : withoutClasses(spectralTables(spectral), base.classes, AUTOMATA);
  // What the tagger inside needs in addition to its tables, and conventions of punctuation; null where there are none.
  const inner = {
    tagger: tagging?.about ?? null,
    punctuation: punctuation === undefined ? null : punctuationJson(punctuation),
  };
  return {
    kind: DEPENDENCY_KIND,
    version: DEPENDENCY_VERSION,
    report,
    options: { ...options, segmentation: model.segmentation as unknown as Json, inner },
    symbols: { ...own.symbols, ...tagging?.symbols, ...trees?.symbols },
    tensors: {
      ...own.tensors,
      ...tagging?.tensors,
      ...trees?.tensors,
      ...(reranker === undefined ? {} : rerankTensors(reranker)),
    },
  };
}

/** The parser that the parts hold; throws a `ModelFileError` for parts that no parser can have written. */
export function dependencyFromParts(parts: ModelParts): DependencyModel {
  const kind = new PartsReader(parts, { kind: DEPENDENCY_KIND, version: DEPENDENCY_VERSION });
  const reader = new PartsReader(unpackTensors(kind.parts), kind.parts);
  const options = optionsFrom(reader);
  const { tagger } = innerOf(reader);
  const base = baseFrom(reader);
  const whole = new PartsReader(withClasses(reader.parts, base.classes, AUTOMATA), reader.parts);
  const trees = options.spectral ? spectralFrom(whole) : undefined;
  return frozen({
    kind: DEPENDENCY_KIND,
    options,
    segmentation: storedSegmentation(reader),
    report: parts.report,
    base,
    tagger: options.tagger ? taggerFrom(withClasses(unnest(TAGGER, tagger, reader), base.classes)) : undefined,
    spectral: trees,
    reranker: options.rerank ? rerankerFrom(reader, trees !== undefined) : undefined,
    punctuation: punctuationOf(reader),
  });
}

function innerOf(reader: PartsReader): { readonly [key: string]: Json } {
  const { inner } = reader.options;
  return isRecord(inner) ? inner : reader.damaged("does not say which models are inside it");
}

/** The conventions of punctuation alone; undefined where the file has none. */
export const punctuationOf = (reader: PartsReader): Punctuation | undefined =>
  punctuationFrom(innerOf(reader).punctuation, reader);

/** Options that came later, and what files from before them were learnt with. */
const LATER: Readonly<Record<string, Json>> = { punctuation: false };

function optionsFrom(reader: PartsReader): DependencyModelOptions {
  const { tags, language } = DEPENDENCY_DATA_OPTIONS;
  const specs = Object.entries({ ...DEPENDENCY_OPTIONS, tags, language });
  const options: Record<string, Json> = {};
  for (const [name, spec] of specs) {
    const isLater = Object.hasOwn(LATER, name) && !Object.hasOwn(reader.options, name);
    options[name] = isLater ? LATER[name]! : reader.option<Json>(name, spec);
  }
  if (options.states === undefined) reader.damaged(`has no number of "states"`);
  return options as unknown as DependencyModelOptions;
}
