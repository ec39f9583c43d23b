/** Learns word vectors from a corpus: counts, then the decomposition that the method asks for. */
import {
  checkMethodOptions,
  frozen,
  type Json,
  type Learnt,
  lastingReport,
  OptionError,
  type Report,
  StageClock,
} from "../../base/index.ts";
import type { CorpusContext, CorpusOptions, SourceCount, VocabularyLimits } from "../../data/index.ts";
import { type DecomposeOptions, decompose } from "./cca/decompose.ts";
import { type RankedText, type VectorsData, withRanked } from "./counts/ranked-text.ts";
import type { VectorsModel } from "./model.ts";
import { VECTORS_METHODS, type VectorsOptions } from "./options.ts";

/**
 * What `learnVectors` takes in addition to data and options: `spilling` says where counts go that do not fit in memory.
 */
export type VectorsContext = CorpusContext;

/** What `learnVectors` reports. */
export interface VectorsReport extends Report {
  readonly sources: readonly SourceCount[];
  readonly tokens: number;
  readonly types: number;
  readonly words: number;
  /** Share of the tokens that are in the vocabulary. */
  readonly coverage: number;
  /** Pairs counted, all tables together. */
  readonly entries: number;
  readonly iterations: number;
  /** Dimensions whose singular vectors are within the tolerance. */
  readonly converged: number;
  /** The largest singular values of the same text shuffled, where they were measured: see counts/noise.ts. */
  readonly noise: readonly number[] | null;
  /** Whether counts went to temporary files. The model does not keep this, as it does not depend on it. */
  readonly spilled: boolean;
}

/**
 * Word vectors by the method of `options`. `data` is a corpus, sources of text, which are read as `collectCorpus` reads
 * them with its defaults, or text that a cluster counts.
 */
export async function learnVectors(
  data: VectorsData,
  given: VectorsOptions = {},
  context: VectorsContext = {},
): Promise<Learnt<VectorsModel, VectorsReport>> {
  const { method, options } = checkMethodOptions("learnVectors", VECTORS_METHODS, given);
  const complete = { method, ...options } as unknown as DecomposeOptions & VocabularyLimits;
  const { vocabulary, dim } = complete;
  if (vocabulary < dim) {
    throw new OptionError(
      "vocabulary",
      `learnVectors: vocabulary is ${vocabulary}; vectors of ${dim} dimensions need at least as many words.`,
    );
  }
  return await withRanked(data, complete, context, (text, reading) => learn(text, reading, complete, context));
}

async function learn(
  text: RankedText,
  reading: CorpusOptions,
  options: DecomposeOptions & VocabularyLimits,
  context: VectorsContext,
): Promise<Learnt<VectorsModel, VectorsReport>> {
  const words = text.words.length;
  if (words < options.dim) {
    const found = `dim is ${options.dim}, but the vocabulary has only ${words} ${words === 1 ? "word" : "words"}`;
    throw new OptionError(
      "dim",
      `${found}; expected at least as many words as dimensions; ask for fewer dimensions, admit rarer words, or give more text.`,
    );
  }
  const clock = new StageClock(context);
  const { rows, values, projections, figures } = await decompose(text, options, context, clock);
  const warnings = [...text.warnings];
  if (figures.converged < values.length) {
    const found = `${values.length - figures.converged} of ${values.length} dimensions`;
    warnings.push(`${found} are not within the tolerance of ${(options as { readonly tolerance: number }).tolerance}.`);
  }
  const report: VectorsReport = {
    sources: text.sources,
    tokens: text.tokens,
    types: text.types,
    words,
    coverage: 1 - text.counts[words]! / text.tokens,
    ...figures,
    warnings,
    times: clock.times,
  };
  const { spilled: _, ...lasting } = report;
  const model: VectorsModel = frozen({
    kind: "vectors",
    words: text.words,
    dimensions: values.length,
    data: Float32Array.from(rows.data),
    counts: text.counts,
    values,
    projections,
    options: { ...options, ...reading } as unknown as Readonly<Record<string, Json>>,
    report: lastingReport(lasting),
  });
  return { model, report };
}
