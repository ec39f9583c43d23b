/** The words of a grammar as tables of a model file (base/model-parts.ts), and back. */

import type { PartsReader } from "../../base/container/parts-reader.ts";
import type { ModelParts, Tensor, TensorData } from "../../base/model-parts.ts";
import { labelCountsFrom, labelCountTensors, spellingTensors, spellingWeightsFrom } from "../lexicon/tables.ts";
import { NO_REPRESENTATIONS, representationsFromParts, representationsToParts } from "../representations/index.ts";
import { type LexiconCounts, type LexiconOptions, restoreLexicon } from "./lexicon/lexicon.ts";
import type { Symbols } from "./treebank/symbols.ts";

/** Lists of texts and tensors, by name. */
export type Tables = Pick<ModelParts, "symbols" | "tensors">;

export const flat = (data: TensorData): Tensor => ({ shape: [data.length], data });

export function lexiconTables(lexicon: LexiconCounts, { unknown, chain }: LexiconOptions): Tables {
  const known = representationsToParts(lexicon.known ?? NO_REPRESENTATIONS);
  return {
    symbols: { words: [...lexicon.words.words()], ...known.symbols },
    tensors: {
      ...known.tensors,
      "lexicon.options": flat(Float64Array.of(unknown, chain)),
      ...labelCountTensors(lexicon),
      ...spellingTensors(lexicon.spelling.weights),
    },
  };
}

export function lexiconFromTables(
  reader: PartsReader,
  prefix: string,
  symbols: Symbols,
): { readonly lexicon: LexiconCounts; readonly lexiconOptions: LexiconOptions } {
  const counts = labelCountsFrom(reader, prefix, symbols.size);
  if (counts.labels.some((of) => symbols.preterminal[of] === 0)) {
    reader.damaged(`gives words to phrases in table "${prefix}lexicon.labels"`);
  }
  const [unknown, chain] = reader.numbers(`${prefix}lexicon.options`, Float64Array, { shape: [2], min: 0 });
  const weights = spellingWeightsFrom(reader, prefix, symbols.tags.length);
  return {
    lexicon: restoreLexicon(counts, symbols, weights, representationsFromParts(reader, prefix)),
    lexiconOptions: { unknown: unknown!, chain: chain! },
  };
}
