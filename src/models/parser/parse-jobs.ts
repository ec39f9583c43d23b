/** Parsing as jobs for threads. Each thread rebuilds the model once; its tables lie in shared memory, its tensors in the memory of the thread's own kernels. */
import type { ModelParts } from "../../base/model-parts.ts";
import { defineJobs } from "../../base/parallel.ts";
import type { Tree } from "../../trees/tree.ts";
import { type DecodeOptions, type Fallback, Parser } from "./decode.ts";
import { parserFromParts } from "./parts.ts";
import { type SpanProbability, spanProbabilities } from "./span-probabilities.ts";

export interface ParseSetup {
  readonly parts: ModelParts;
  readonly options?: Partial<DecodeOptions>;
  /** Give the spans of at least this probability; none when left out. */
  readonly leastSpan?: number | undefined;
}

export interface ParseRequest {
  readonly words: readonly string[];
  /** Trusted where given. */
  readonly tags?: readonly (string | undefined)[] | undefined;
}

export interface ParsedSentence {
  /** Best first, one at least. */
  readonly trees: readonly { readonly tree: Tree; readonly score: number }[];
  readonly fallback: Fallback;
  readonly logProbability: number | undefined;
  readonly spans: readonly SpanProbability[];
  readonly milliseconds: number;
}

/** The parts without what only readers of the file want: less to hand to every thread. */
export const partsForParsing = (parts: ModelParts): ModelParts => ({ ...parts, report: null });

export const parseJobs = defineJobs(import.meta.url, {
  start: ({ parts, options = {}, leastSpan }: ParseSetup) => ({ parser: new Parser(parserFromParts(parts), options), leastSpan }),
  jobs: {
    /** Answered when the model stands: whoever measures waits for it. */
    ready: (_: undefined) => true,
    parse({ words, tags }: ParseRequest, { parser, leastSpan }: { parser: Parser; leastSpan: number | undefined }): ParsedSentence {
      const started = performance.now();
      const parse = parser.parse(words, tags);
      const spans = leastSpan === undefined ? [] : spanProbabilities(parser.model, parse, leastSpan);
      const { trees, fallback, logProbability } = parse;
      return { trees, fallback, logProbability, spans, milliseconds: performance.now() - started };
    },
  },
});

export default parseJobs;
