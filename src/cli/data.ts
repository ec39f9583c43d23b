/** Data files as commands read them: the format from the beginning of the text, progress by bytes. */
import { stat } from "node:fs/promises";
import { InputError, type Progress, Stage } from "../base/index.ts";
import { displayName, readFileText, STANDARD_INPUT } from "../files/index.ts";
import { ENOUGH_TO_GUESS, type FormatName, guessFormat } from "../formats/index.ts";

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
