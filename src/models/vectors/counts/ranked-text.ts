/**
 * Text as the learners of vectors and clusters see it: its frequent words by rank, and counts of pairs. Here a corpus
 * counts them; where the text is too large for one machine, a cluster does (cluster/).
 */
import type { Meter } from "../../../base/index.ts";
import { withCorpus } from "../../../data/corpus/corpus.ts";
import type {
  Corpus,
  CorpusContext,
  CorpusOptions,
  CorpusView,
  SourceCount,
  TextSource,
  VocabularyLimits,
} from "../../../data/index.ts";
import { type CountingMemory, countCorpus } from "./cooccurrences.ts";
import type { PairLayout } from "./count-rows.ts";
import type { CountTable } from "./count-table.ts";

/** What counting may be given. */
export interface CountingAids {
  readonly memory?: CountingMemory;
  readonly meter?: Meter;
}

/** The words of a text that a learner tells apart, and their counts. */
export interface RankedText {
  /** By descending frequency. */
  readonly words: readonly string[];
  /** Occurrences of each word; last, of all others together. */
  readonly counts: Float64Array;
  /** Words in the text. */
  readonly tokens: number;
  /** Different words in the text. */
  readonly types: number;
  /** How many words came from each source. */
  readonly sources: readonly SourceCount[];
  readonly warnings: readonly string[];
  /** The text itself, where it is here. */
  readonly view: CorpusView | undefined;
  count(layout: PairLayout, context: CorpusContext, aids?: CountingAids): Promise<CountTable>;
}

/** Text that is counted elsewhere. */
export interface CountedText {
  /** How the text is cut and folded, complete. */
  readonly options: CorpusOptions;
  rank(limits: VocabularyLimits, context: CorpusContext): Promise<RankedText>;
}

/** What the learners take: a corpus, sources that are read as one, or text that is counted elsewhere. */
export type VectorsData = Corpus | CountedText | Iterable<TextSource>;

/** Runs `body` with the text's words that `limits` admit; what was read for it is closed. */
export async function withRanked<T>(
  data: VectorsData,
  limits: VocabularyLimits,
  context: CorpusContext,
  body: (ranked: RankedText, options: CorpusOptions) => Promise<T>,
): Promise<T> {
  if ("rank" in data) return await body(await data.rank(limits, context), data.options);
  return await withCorpus(data, context, (corpus) => body(rankedCorpus(corpus, limits), corpus.options));
}

/** A corpus that counts for itself. */
export function rankedCorpus(corpus: Corpus, limits: VocabularyLimits): RankedText {
  const view = corpus.view(limits);
  const { words, counts, tokens, types } = view;
  const { sources, warnings } = corpus;
  return {
    words,
    counts,
    tokens,
    types,
    sources,
    warnings,
    view,
    count: (layout, context, aids) => countCorpus(view, layout, context, aids),
  };
}
