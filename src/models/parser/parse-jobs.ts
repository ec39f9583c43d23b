/**
 * Parsing as jobs for threads. Each thread rebuilds the model once; its tables lie in shared memory, its tensors in the
 * memory of the thread's own kernels.
 */
import type { ModelParts } from "../../base/model-parts.ts";
import { defineJobs } from "../../base/parallel.ts";
import type { SentenceInput } from "../../data/segmentation.ts";
import type { Fallback, ScoredTree, SpanProbability } from "../grammar/index.ts";
import type { ParsingOptions } from "./options.ts";
import { parserFromParts } from "./parts.ts";
import { Parser } from "./predict.ts";

/** What a worker needs to parse. */
export interface ParseSetup {
  readonly parts: ModelParts;
  readonly options?: Partial<ParsingOptions>;
  /** Give the spans of at least this probability; none when left out. */
  readonly leastSpan?: number | undefined;
}

/** What a thread answers: a `Parse` without its chart. */
export interface ParsedSentence {
  readonly words: readonly string[];
  /** Best first, at least one. */
  readonly trees: readonly ScoredTree[];
  readonly fallback: Fallback;
  readonly logProbability: number | undefined;
  readonly spans: readonly SpanProbability[];
  readonly milliseconds: number;
}

/** The parts without what only readers of the file want: less to hand to every thread. */
export const partsForParsing = (parts: ModelParts): ModelParts => ({ ...parts, report: null });

/** Jobs of a worker that parses. */
export const parseJobs = defineJobs(import.meta.url, {
  start: ({ parts, options = {}, leastSpan }: ParseSetup) => ({
    parser: new Parser(parserFromParts(parts), options),
    leastSpan,
  }),
  jobs: {
    /** Answered when the model is ready: a benchmark waits for it. */
    ready(_: undefined, { parser }: { parser: Parser }): boolean {
      parser.load();
      return true;
    },
    parse(
      sentence: SentenceInput,
      { parser, leastSpan }: { parser: Parser; leastSpan: number | undefined },
    ): ParsedSentence {
      const started = performance.now();
      const parse = parser.parse(sentence);
      const spans = leastSpan === undefined ? [] : parser.spans(parse, leastSpan);
      const { words, trees, fallback, logProbability } = parse;
      return { words, trees, fallback, logProbability, spans, milliseconds: performance.now() - started };
    },
  },
});

export default parseJobs;
