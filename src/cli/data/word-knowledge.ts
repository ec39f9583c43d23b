/** `--vectors` and `--clusters` of `train`: what plain text tells of words, as features. */
import type { Progress } from "../../base/index.ts";
import type { WordKnowledge } from "../../models/representations/index.ts";
import { file } from "../frame/flags.ts";
import { readClusterFile, readWordVectors } from "./vector-files.ts";

/** The flags; each may be left out. */
export const KNOWLEDGE_FILES = {
  vectors: file("word vectors as features: a model of `train vectors`, or word2vec's format, text or binary"),
  clusters: file("classes of words as features, as `train clusters` writes them"),
};

/** What the files hold; the model keeps it, so that they are not needed later. */
export async function readWordKnowledge(
  { vectors, clusters }: { readonly vectors?: string | undefined; readonly clusters?: string | undefined },
  progress: Progress | undefined,
): Promise<WordKnowledge> {
  return {
    classes: clusters === undefined ? undefined : await readClusterFile(clusters),
    vectors: vectors === undefined ? undefined : await readWordVectors(vectors, undefined, progress),
  };
}
