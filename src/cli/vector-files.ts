/** Word vectors from word2vec files, text or binary. */
import { displayName, readBytes, readFiles } from "../files/index.ts";
import { BinaryVectorsReader, vectors, type WordVector } from "../formats/index.ts";
import { type WordVectors, wordVectorsFrom } from "../models/vectors/index.ts";

/** Bytes to guess from: a header and a few numbers. */
const GUESS = 4096;

export async function readVectorFile(path: string, format: "auto" | "text" | "binary"): Promise<WordVectors> {
  const binary = format === "binary" || (format === "auto" && path !== "-" && (await looksBinary(path)));
  const records: WordVector[] = [];
  if (binary) {
    const reader = new BinaryVectorsReader((record) => records.push(record), { file: displayName(path) });
    for await (const piece of readBytes(path)) reader.push(piece);
    reader.end();
  } else {
    for await (const record of readFiles(vectors, [path], {})) records.push(record);
  }
  return wordVectorsFrom(records);
}

/** Text has no control characters; 32-bit floats soon have. */
async function looksBinary(path: string): Promise<boolean> {
  for await (const piece of readBytes(path)) {
    return piece.subarray(0, GUESS).some((byte) => byte < 32 && byte !== 9 && byte !== 10 && byte !== 13);
  }
  return false;
}
