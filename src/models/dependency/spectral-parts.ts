/** The spectral tree model as symbols and tensors of a model file. */
import { ModelFileError } from "../../base/errors.ts";
import type { ModelParts, Tensor } from "../../base/model-parts.ts";
import { Vocabulary } from "../../base/vocabulary.ts";
import { type Matrix, matrix } from "../../linalg/index.ts";
import { LEXICON_DEFAULTS } from "../parser/lexicon.ts";
import { PARSER_VERSION, parserFromParts, parserToParts } from "../parser/parts.ts";
import { NO_MARKS } from "../parser/treebank.ts";
import type { ArcModel } from "./learn-arcs.ts";
import type { SpectralModel } from "./learn-spectral.ts";
import { prefixed, unprefixed } from "./prefixes.ts";

const TENSORS = ["vectors", "shares", "emissions", "start", "end", "left", "right", "product"] as const;
const PREFIX = "spectral/";
const NAME = (name: string) => `${PREFIX}${name}`;

type Tables = Pick<ModelParts, "symbols" | "tensors">;

export function spectralTables(model: SpectralModel): Tables {
  if (model.kind === "arcs") return arcTables(model.arcs);
  const { symbols, tensors } = parserToParts(model.grammar, null);
  return { symbols: prefixed(PREFIX, symbols), tensors: prefixed(PREFIX, tensors) };
}

/** The model in a file's parts; undefined when the file has none. Automata are told by the rules of their grammar. */
export function spectralFrom({ symbols, tensors }: Tables): SpectralModel | undefined {
  if (symbols[NAME("words")] === undefined) return undefined;
  if (tensors[NAME("rules.parent")] === undefined) return Object.freeze({ kind: "arcs", arcs: arcsFrom({ symbols, tensors }) });
  const grammar = parserFromParts({
    ...{ kind: "parser", version: PARSER_VERSION, report: null },
    options: { method: "spectral", marks: { ...NO_MARKS }, lexicon: { ...LEXICON_DEFAULTS } },
    symbols: unprefixed(PREFIX, symbols),
    tensors: unprefixed(PREFIX, tensors),
  });
  return Object.freeze({ kind: "automata", grammar });
}

function arcTables({ dictionary, emissions, operators }: ArcModel): Tables {
  const { k } = dictionary;
  const rows = dictionary.words.size + 1;
  const table: Record<(typeof TENSORS)[number], Tensor> = {
    vectors: { shape: [rows, k], data: dictionary.vectors },
    shares: { shape: [rows], data: dictionary.shares },
    emissions: { shape: [rows, k], data: emissions },
    start: { shape: [k], data: operators.start },
    end: { shape: [k], data: operators.end },
    left: { shape: [k, k], data: operators.left.data },
    right: { shape: [k, k], data: operators.right.data },
    product: { shape: [k, k, k], data: operators.product },
  };
  return {
    symbols: { [NAME("words")]: dictionary.words.words() },
    tensors: Object.fromEntries(TENSORS.map((name) => [NAME(name), table[name]])),
  };
}

function arcsFrom({ symbols, tensors }: Tables): ArcModel {
  const words = symbols[NAME("words")] ?? [];
  const numbers = (name: (typeof TENSORS)[number]): Float64Array => {
    const data = tensors[NAME(name)]?.data;
    if (data instanceof Float64Array) return data;
    throw new ModelFileError("damaged", `has no tensor "${NAME(name)}" of 64-bit numbers; the file is damaged: train the model again.`);
  };
  const k = numbers("start").length;
  const square = (name: "left" | "right"): Matrix => matrix(k, k, numbers(name));
  return Object.freeze({
    dictionary: { words: Vocabulary.from(words), k, vectors: numbers("vectors"), shares: numbers("shares") },
    emissions: numbers("emissions"),
    operators: {
      k,
      start: numbers("start"),
      end: numbers("end"),
      left: square("left"),
      right: square("right"),
      product: numbers("product"),
    },
  });
}
