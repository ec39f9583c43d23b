/** Text files as a corpus, for the commands that learn from running text. */
import type { OptionsOf } from "../../base/index.ts";
import { type Corpus, type CorpusContext, type CorpusOptions, collectCorpus } from "../../data/index.ts";
import { FileScratch, textSources } from "../../files/index.ts";
import type { Context } from "../frame/context.ts";
import { bytesOfSize, size } from "../frame/sizes.ts";

export const MEMORY_OPTION = {
  memory: size("memory for tokens and counts; what is more goes to temporary files (TMPDIR)", {
    default: "1G",
    least: "16M",
  }),
};

/** What learners are given, with temporary files for what does not fit in `memory`. */
export const spillingContext = (context: Context, { memory }: OptionsOf<typeof MEMORY_OPTION>): CorpusContext => ({
  ...context.learning,
  spilling: { memory: bytesOfSize(memory), open: () => new FileScratch() },
});

/** Runs `body` with the corpus of the files, and closes it. */
export async function withCorpusOf<T>(
  paths: readonly string[],
  encoding: string,
  options: Partial<CorpusOptions>,
  context: CorpusContext,
  body: (corpus: Corpus) => Promise<T>,
): Promise<T> {
  const corpus = await collectCorpus(textSources(paths, { encoding }), options, context);
  try {
    return await body(corpus);
  } finally {
    corpus.close();
  }
}
