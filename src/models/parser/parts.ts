/** A parser as model parts and back (base/model-parts.ts). */

import { PartsReader } from "../../base/container/parts-reader.ts";
import { frozen } from "../../base/learning.ts";
import type { Json, ModelParts } from "../../base/model-parts.ts";
import { choice, text, texts } from "../../base/options.ts";
import { languageOption, storedSegmentation } from "../../data/segmentation.ts";
import type { Preparation } from "../../data/treebank.ts";
import { PREPARATION_STEPS } from "../../trees/prepare.ts";
import { grammarFromTables, grammarTables } from "../grammar/index.ts";
import type { ParserModel, ParserSettings } from "./model.ts";
import { rerankerFrom, rerankerTensors } from "./rerank/parts.ts";

/** The layout that this program writes and reads; 3: how running text is cut, branching. */
export const PARSER_VERSION = 3;

/** What is stored of a parser. */
export const parserToParts = (model: ParserModel): ModelParts => ({
  kind: "parser",
  version: PARSER_VERSION,
  options: { ...model.options, segmentation: model.segmentation as unknown as Json },
  report: model.report,
  ...tablesOf(model),
});

function tablesOf(model: ParserModel): Pick<ModelParts, "symbols" | "tensors"> {
  const { symbols, tensors } = grammarTables(model);
  if (model.reranker === undefined) return { symbols, tensors };
  return { symbols, tensors: { ...tensors, ...rerankerTensors(model.reranker) } };
}

const METHOD = choice("method", ["spectral", "em", "pcfg", "markov"], { default: "spectral" });
const PREPARATION = {
  expected: `steps among ${Object.keys(PREPARATION_STEPS).join(", ")}`,
  accepts: (value: unknown) => {
    const { steps, keepFunctions } = (value ?? {}) as { readonly steps?: unknown; readonly keepFunctions?: unknown };
    const isStep = (step: unknown) => typeof step === "string" && Object.hasOwn(PREPARATION_STEPS, step);
    return Array.isArray(steps) && steps.every(isStep) && texts("", { default: [] }).accepts(keepFunctions);
  },
};

/** Checks every table before it is used; throws a `ModelFileError`. */
export function parserFromParts(parts: ModelParts): ParserModel {
  const reader = new PartsReader(parts, { kind: "parser", version: PARSER_VERSION });
  const { segmentation: _, ...stored } = reader.options;
  const options: ParserSettings = {
    ...stored,
    method: reader.option("method", METHOD),
    heads: reader.option("heads", text("", { default: "" })),
    language: reader.option("language", languageOption("")),
    preparation: reader.option<Preparation & { readonly [name: string]: Json }>("preparation", PREPARATION),
  };
  const segmentation = storedSegmentation(reader);
  const facts = { kind: "parser" as const, options, segmentation, report: parts.report };
  return frozen({ ...facts, reranker: rerankerFrom(reader), ...grammarFromTables(reader) });
}
