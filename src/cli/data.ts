/** Data files as commands read them: the format from the beginning of the text, progress by bytes. */
import { stat } from "node:fs/promises";
import { InputError, type Progress, Stage } from "../base/index.ts";
import { displayName, readBytes, readFileText, STANDARD_INPUT } from "../files/index.ts";
import { BinaryVectorsReader, ENOUGH_TO_GUESS, type FormatName, guessFormat, type Located, type WordVector } from "../formats/index.ts";

export interface OpenText {
  /** As errors call it. */
  readonly file: string;
  readonly format: FormatName;
  readonly chunks: AsyncIterable<string>;
}

/** The text of a file; `progress` hears of the bytes read. */
export async function* readWithProgress(path: string, progress: Progress | undefined): AsyncGenerator<string> {
  const size = path === STANDARD_INPUT ? undefined : (await stat(path).catch(() => undefined))?.size;
  const stage = new Stage(`reading ${displayName(path)}`, "bytes", size, progress);
  let known = 0;
  const onBytes = (bytes: number) => {
    stage.advance(bytes - known);
    known = bytes;
  };
  yield* readFileText(path, { onBytes });
  stage.finish();
}

/** A file of word2vec's binary format: its header is a line of text, and numbers follow that no text holds. */
export async function isBinaryVectors(path: string): Promise<boolean> {
  if (path === STANDARD_INPUT) return false;
  for await (const piece of readBytes(path)) {
    const end = piece.indexOf(10);
    const header = new TextDecoder().decode(piece.subarray(0, Math.max(0, Math.min(end, 40))));
    return /^\d+ \d+\s*$/.test(header) && piece.subarray(end + 1).some((byte) => byte < 9);
  }
  return false;
}

/** The vectors of such a file; the number of a vector stands in place of its line. */
export async function* binaryVectorsOf(path: string): AsyncGenerator<Located<WordVector>> {
  let ready: Located<WordVector>[] = [];
  const reader = new BinaryVectorsReader((record, line, column) => ready.push({ record, line, column }), { file: displayName(path) });
  for await (const piece of readBytes(path)) {
    reader.push(piece);
    yield* ready;
    ready = [];
  }
  reader.end();
  yield* ready;
}

/** Opens a text and says what it is; `given` spares the guess. */
export async function openText(path: string, progress: Progress | undefined, given?: FormatName): Promise<OpenText> {
  const file = displayName(path);
  const source = readWithProgress(path, progress);
  let beginning = "";
  while (beginning.length < ENOUGH_TO_GUESS) {
    const next = await source.next();
    if (next.done) break;
    beginning += next.value;
  }
  const format = given ?? guessFormat(beginning);
  if (format === undefined) throw new InputError("there is no text in it; expected data.", { file });
  async function* whole() {
    yield beginning;
    yield* source;
  }
  return { file, format, chunks: whole() };
}
