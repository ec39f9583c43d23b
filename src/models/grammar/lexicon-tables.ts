/** The words of a grammar as tables of a model file (base/model-parts.ts), and back. */

import type { PartsReader } from "../../base/container/parts-reader.ts";
import type { ModelParts, Tensor, TensorData } from "../../base/model-parts.ts";
import { quoted } from "../../base/quoted.ts";
import type { LabelCounts } from "../lexicon/label-counts.ts";
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

/** Each tag was seen, and not so often that sums are no numbers: any word then has a reading as any tag. */
function checkCounts(reader: PartsReader, prefix: string, { labels, counts }: LabelCounts, symbols: Symbols): void {
  const seen = new Float64Array(symbols.tags.length);
  for (const [at, symbol] of labels.entries()) seen[symbols.tagOf[symbol]!]! += counts[at]!;
  const unseen = seen.indexOf(0);
  if (unseen >= 0) reader.damaged(`never counts the tag ${quoted(symbols.tags[unseen]!)} in "${prefix}lexicon.counts"`);
  if (!Number.isFinite(seen.reduce((sum, count) => sum + count, 0)))
    reader.damaged(`counts more than numbers can hold in "${prefix}lexicon.counts"`);
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
  checkCounts(reader, prefix, counts, symbols);
  const [unknown, chain] = reader.numbers(`${prefix}lexicon.options`, Float64Array, { shape: [2], min: 0 });
  if (chain === 0) reader.damaged(`leaves tags without a symbol: 0 for chains in table "${prefix}lexicon.options"`);
  const weights = spellingWeightsFrom(reader, prefix, symbols.tags.length);
  return {
    lexicon: restoreLexicon(counts, symbols, weights, representationsFromParts(reader, prefix)),
    lexiconOptions: { unknown: unknown!, chain: chain! },
  };
}
