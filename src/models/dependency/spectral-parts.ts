/** The spectral tree model as symbols and tensors of a model file. */
import { ModelFileError } from "../../base/errors.ts";
import type { ModelParts, Tensor } from "../../base/model-parts.ts";
import { Vocabulary } from "../../base/vocabulary.ts";
import { type Matrix, matrix } from "../../linalg/index.ts";
import type { SpectralModel } from "./learn-spectral.ts";

const TENSORS = ["vectors", "shares", "emissions", "start", "end", "left", "right", "product"] as const;
const NAME = (name: string) => `spectral/${name}`;

export function spectralTables({ dictionary, emissions, operators }: SpectralModel): Pick<ModelParts, "symbols" | "tensors"> {
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

/** The model in a file's parts; undefined when the file has none. */
export function spectralFrom({ symbols, tensors }: Pick<ModelParts, "symbols" | "tensors">): SpectralModel | undefined {
  const words = symbols[NAME("words")];
  if (words === undefined) return undefined;
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
