/** Word vectors from files: models, word2vec files, or word classes. */
import { Meter, type Progress } from "../../base/index.ts";
import {
  type BytesSource,
  clusterVectors,
  collectVectors,
  ENOUGH_FOR_VECTORS,
  looksBinary,
  looksLikeVectors,
  readClusters,
  type VectorReadOptions,
  type WordClass,
  type WordVectors,
} from "../../data/index.ts";
import {
  displayName,
  modelKindOf,
  modelPath,
  open,
  readBytes,
  readFileText,
  STANDARD_INPUT,
} from "../../files/index.ts";
import { UsageError } from "../frame/failures.ts";

/** The bytes of a file, unpacked; `progress` is called with their number. */
export function bytesSource(path: string, progress: Progress | undefined): BytesSource {
  const name = displayName(path);
  async function* pieces() {
    const meter = new Meter(`reading ${name}`, "bytes", undefined, progress);
    for await (const piece of readBytes(path)) {
      meter.advance(piece.length);
      yield piece;
    }
    meter.finish();
  }
  return { name, pieces: pieces() };
}

export const readVectorFile = (
  path: string,
  progress: Progress | undefined,
  options: Pick<VectorReadOptions, "input"> = {},
): Promise<WordVectors> => collectVectors(bytesSource(path, progress), options);

/** Whether the file exists and begins as a word2vec file does; standard input, which is read once, is never asked. */
export const isVectorFile = async (path: string): Promise<boolean> => looksLikeVectors(await beginningOf(path));

/** The same, of a binary one. */
export async function isBinaryVectorFile(path: string): Promise<boolean> {
  const beginning = await beginningOf(path);
  return looksLikeVectors(beginning) && looksBinary(beginning);
}

async function beginningOf(path: string): Promise<Uint8Array> {
  if (path === STANDARD_INPUT) return new Uint8Array(0);
  try {
    for await (const piece of readBytes(path)) return piece.subarray(0, ENOUGH_FOR_VECTORS);
  } catch {
    // A file that cannot be read holds no vectors; whoever needs it will get the error.
  }
  return new Uint8Array(0);
}

/** From a model of vectors, a word2vec file, or the classes of `train clusters`: one of the two options is given. */
export async function readWordVectors(
  vectors: string | undefined,
  clusters: string | undefined,
  progress: Progress | undefined,
): Promise<WordVectors> {
  if ((vectors === undefined) === (clusters === undefined)) {
    throw new UsageError(
      "give word vectors, either --vectors FILE (a model, or word2vec's format) or --clusters FILE (paths of classes).",
    );
  }
  if (clusters !== undefined) return clusterVectors(await readClusterFile(clusters));
  if ((await modelKindOf(modelPath(vectors!, ["vectors"]))) !== undefined) return await open(vectors!, "vectors");
  return await readVectorFile(vectors!, progress);
}

/** The classes of `train clusters`. */
export const readClusterFile = async (path: string): Promise<readonly WordClass[]> =>
  readClusters(await wholeText(path), { file: displayName(path) });

/** All of a text file. */
export async function wholeText(path: string, encoding = "utf-8"): Promise<string> {
  const pieces: string[] = [];
  for await (const piece of readFileText(path, { encoding })) pieces.push(piece);
  return pieces.join("");
}
