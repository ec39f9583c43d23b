/** Files and standard input as the sources that the data room reads (data/text.ts). */
import { stat } from "node:fs/promises";
import { InputError } from "../../base/errors.ts";
import { checkOptions } from "../../base/options.ts";
import { Meter, type Progress } from "../../base/progress.ts";
import type { TextSource } from "../../data/text.ts";
import { ENCODING_OPTION } from "./decode.ts";
import { STANDARD_INPUT } from "./once.ts";
import { displayName, readFileText } from "./read.ts";

/** How files are opened. */
export interface TextSourceOptions {
  /** Called with the number of bytes read. */
  readonly progress?: Progress | undefined;
  /** The encoding of all of them; utf-8 unless given. */
  readonly encoding?: string | undefined;
}

/** One source for each path, in order; each file is opened when it is read. "-" is standard input, once at most. */
export function textSources(paths: readonly string[], options: TextSourceOptions = {}): TextSource[] {
  if (paths.filter((path) => path === STANDARD_INPUT).length > 1)
    throw new InputError("is named twice but can be read only once.", { file: displayName(STANDARD_INPUT) });
  checkOptions("textSources", { encoding: ENCODING_OPTION }, { encoding: options.encoding });
  return paths.map((path) => ({ name: displayName(path), pieces: piecesOf(path, options) }));
}

async function* piecesOf(path: string, { progress, encoding }: TextSourceOptions): AsyncGenerator<string> {
  const size = path === STANDARD_INPUT ? undefined : (await stat(path).catch(() => undefined))?.size;
  const meter = new Meter(`reading ${displayName(path)}`, "bytes", size, progress);
  let known = 0;
  const onBytes = (bytes: number) => {
    meter.advance(bytes - known);
    known = bytes;
  };
  yield* readFileText(path, { onBytes, encoding });
  meter.finish();
}
