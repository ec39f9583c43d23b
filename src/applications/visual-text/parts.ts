/** Classifiers of noun phrases as the parts of a model file, and back. */
import {
  frozen,
  isRecord,
  type Json,
  type ModelParts,
  nest,
  PartsReader,
  type Tensor,
  unnest,
} from "../../base/index.ts";
import type { Template } from "./features/templates.ts";
import type { WordTable } from "./features/word-table.ts";
import type { VisualModel } from "./model.ts";
import { VISUAL_OPTIONS } from "./options.ts";
import { analyserOf } from "./phrases/analyser.ts";

/** The layout that this program writes and reads. */
export const VISUAL_VERSION = 1;

const PARSER = "parser.";

/** A classifier as the parts of a model file. */
export function visualToParts(model: VisualModel): ModelParts {
  const { features, weights, bias, lists, hypernyms, parser, options, report } = model;
  const symbols: Record<string, readonly string[]> = { features };
  const tensors: Record<string, Tensor> = {
    weights: { shape: [weights.length], data: weights },
    bias: { shape: [1], data: Float64Array.of(bias) },
  };
  const put = (name: string, table: WordTable | undefined) => {
    if (table === undefined) return;
    symbols[`${name}Words`] = table.words;
    symbols[`${name}Names`] = table.names;
    tensors[`${name}Starts`] = { shape: [table.starts.length], data: table.starts };
    tensors[`${name}Ids`] = { shape: [table.ids.length], data: table.ids };
  };
  put("list", lists);
  put("hypernym", hypernyms);
  const nested = parser === undefined ? undefined : nest(PARSER, parser);
  return {
    kind: "visual",
    version: VISUAL_VERSION,
    options: { ...options, ...(nested === undefined ? {} : { parser: nested.about }) },
    report,
    symbols: { ...symbols, ...nested?.symbols },
    tensors: { ...tensors, ...nested?.tensors },
  };
}

/** The classifier of checked parts; throws a `ModelFileError` for anything else. */
export function visualFromParts(parts: ModelParts): VisualModel {
  const reader = new PartsReader(parts, { kind: "visual", version: VISUAL_VERSION });
  const { parser: about, ...options } = reader.options;
  reader.option<readonly Template[]>("templates", VISUAL_OPTIONS.templates);
  reader.option<string>("language", VISUAL_OPTIONS.language);
  const features = reader.symbols("features", { distinct: true });
  return frozen({
    kind: "visual",
    features,
    weights: reader.numbers("weights", Float64Array, { shape: [features.length] }),
    bias: reader.numbers("bias", Float64Array, { shape: [1] })[0]!,
    lists: tableFrom(reader, "list"),
    hypernyms: tableFrom(reader, "hypernym"),
    parser: about === undefined ? undefined : parserFrom(reader, about),
    options,
    report: parts.report,
  });
}

function tableFrom(reader: PartsReader, name: string): WordTable | undefined {
  if (!reader.hasSymbols(`${name}Words`) && !reader.has(`${name}Starts`)) return undefined;
  const words = reader.symbols(`${name}Words`, { distinct: true });
  const names = reader.symbols(`${name}Names`, { distinct: true });
  const ids = reader.indices(`${name}Ids`, Uint32Array, names.length, { shape: [undefined] });
  return { words, names, starts: reader.offsets(`${name}Starts`, Uint32Array, words.length, ids.length), ids };
}

/**
 * The kind inside checks its own tables when it is opened; that is done here, so that a bad file is refused at once.
 */
function parserFrom(reader: PartsReader, about: Json): ModelParts {
  if (!isRecord(about)) reader.damaged("does not say what its parser is");
  const parser = unnest(PARSER, about, reader);
  if (parser.kind !== "sequence" && parser.kind !== "parser")
    reader.damaged(`holds a ${parser.kind} model where a tagger or parser is expected`);
  analyserOf(parser);
  return parser;
}
