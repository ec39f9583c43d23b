/** Tagged sentences, gold trees and word vectors as induction reads them. */
import { InputError, type Progress } from "../../../base/index.ts";
import { loadModel, modelKindOf, readFileText } from "../../../files/index.ts";
import { readLocated, vectors as vectorsFormat, type WordVector } from "../../../formats/index.ts";
import { clusterVectors, type GoldSentence, goldSentence, readClassedWords } from "../../../models/induction/index.ts";
import { VECTORS_KIND, VECTORS_VERSION, vectorModelFrom, type WordVectors, wordVectorsFrom } from "../../../models/vectors/index.ts";
import type { TaggedSentence } from "../../../trees/index.ts";
import { binaryVectorsOf, isBinaryVectors, openText, readWithProgress } from "../../data.ts";
import { UsageError } from "../../failures.ts";
import { holdsTrees, treesOf } from "../../trees.ts";
import { sequencesIn } from "../sequence/data.ts";

/** Sentences with their tags, from trees (whose brackets are not looked at), CoNLL-U or word/TAG text. */
export async function* taggedIn(paths: readonly string[], progress: Progress | undefined, column: string): AsyncGenerator<TaggedSentence> {
  for (const path of paths) {
    const { format, file } = await openText(path, undefined);
    if (format !== "conllu" && format !== "tagged" && !holdsTrees(format)) {
      throw new InputError(
        `looks like ${format}, which has no tags; expected trees, CoNLL-U or word/TAG text. Tag it first: eigentree tag TAGGER ${file} > tagged.txt.`,
        { file },
      );
    }
    yield* sequencesIn(path, progress, { format: "auto", column });
  }
}

export async function goldIn(paths: readonly string[], progress: Progress | undefined): Promise<GoldSentence[]> {
  const sentences: GoldSentence[] = [];
  for (const path of paths) {
    for await (const { record } of treesOf(await openText(path, progress))) {
      const sentence = goldSentence(record);
      if (sentence !== undefined) sentences.push(sentence);
    }
  }
  if (sentences.length === 0) throw new InputError("has no trees to measure with.", { file: paths.join(", ") });
  return sentences;
}

async function readWhole(path: string): Promise<string> {
  let text = "";
  for await (const piece of readFileText(path)) text += piece;
  return text;
}

/** From a model of vectors, a word2vec file, or the classes of `train clusters`. */
export async function readWordVectors(
  vectors: string | undefined,
  clusters: string | undefined,
  progress: Progress | undefined,
): Promise<WordVectors> {
  if ((vectors === undefined) === (clusters === undefined)) {
    throw new UsageError("give word vectors, either --vectors FILE (a model, or word2vec's format) or --clusters FILE (paths of classes).");
  }
  if (clusters !== undefined) return clusterVectors(readClassedWords(await readWhole(clusters), clusters));
  if ((await modelKindOf(vectors!)) !== undefined) {
    return vectorModelFrom(await loadModel(vectors!, { kind: VECTORS_KIND, version: VECTORS_VERSION }), vectors).vectors;
  }
  const records: WordVector[] = [];
  const located = (await isBinaryVectors(vectors!))
    ? binaryVectorsOf(vectors!)
    : readLocated(vectorsFormat, readWithProgress(vectors!, progress), { file: vectors });
  for await (const { record } of located) records.push(record);
  return wordVectorsFrom(records);
}
