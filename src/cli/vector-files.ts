/** Word vectors from word2vec files, text or binary. */
import { InputError } from "../base/index.ts";
import { displayName, readBytes, readFilesLocated } from "../files/index.ts";
import { BinaryVectorsReader, vectors, type WordVector } from "../formats/index.ts";
import { type VectorModel, type WordVectors, wordVectorsFrom } from "../models/vectors/index.ts";

/** Bytes to guess from: a header and a few numbers. */
const GUESS = 4096;

export async function readVectorFile(path: string, format: "auto" | "text" | "binary" = "auto"): Promise<WordVectors> {
  const binary = format === "binary" || (format === "auto" && path !== "-" && (await looksBinary(path)));
  const file = displayName(path);
  const records: WordVector[] = [];
  const firstAt = new Map<string, number>();
  const add = (record: WordVector, place: number) => {
    const first = firstAt.get(record.word);
    if (first !== undefined) {
      const found = `the word "${record.word}" stands twice, first ${binary ? `as vector ${first}` : `on line ${first}`}; expected every word once.`;
      throw new InputError(binary ? `vector ${place}: ${found}` : found, binary ? { file } : { file, line: place, column: 1 });
    }
    firstAt.set(record.word, place);
    records.push(record);
  };
  if (binary) {
    const reader = new BinaryVectorsReader(add, { file });
    for await (const piece of readBytes(path)) reader.push(piece);
    reader.end();
  } else {
    for await (const { record, line } of readFilesLocated(vectors, [path], {})) add(record, line);
  }
  if (records.length === 0) throw new InputError("holds no word vectors; expected a word and its numbers a line.", { file });
  return wordVectorsFrom(records);
}

/** Vectors of others as a model: nothing is known but the words and their numbers. */
export const modelOfVectors = (vectors: WordVectors, path: string): VectorModel => ({
  vectors,
  counts: new Float64Array(0),
  values: new Float64Array(0),
  projections: undefined,
  options: { source: path },
});

async function firstBytes(path: string): Promise<Uint8Array> {
  for await (const piece of readBytes(path)) return piece.subarray(0, GUESS);
  return new Uint8Array(0);
}

/** Text has no control characters; 32-bit floats soon have. */
async function looksBinary(path: string): Promise<boolean> {
  return (await firstBytes(path)).some((byte) => byte < 32 && byte !== 9 && byte !== 10 && byte !== 13);
}

/** A header, or a word and so many numbers that it can be nothing else. */
const VECTOR_FILE = /^(\d+ +\d+\s*\n|\S+([ \t]+-?\d+(\.\d*)?(e[-+]?\d+)?){5})/i;

/** Whether the file exists and begins as a word2vec file does. */
export async function isVectorFile(path: string): Promise<boolean> {
  const bytes = await firstBytes(path).catch(() => new Uint8Array(0));
  return VECTOR_FILE.test(new TextDecoder().decode(bytes));
}
