/**
 * Text as the readers of this folder take it: named, in pieces of any size, its format told by its beginning unless it
 * is given. Each kind of data makes a `Reader` for a format (`ReaderOf`); the three functions here drive it over a text
 * in memory, over sources of any size, and as a stream of records.
 */
import { InputError } from "../base/errors.ts";
import { checkText } from "../base/guards.ts";
import type { Watch } from "../base/progress.ts";
import { breathe } from "../base/stopping.ts";
import { ENOUGH_TO_GUESS, type FormatName, guessFormat } from "../formats/guess-format.ts";
import type { Emit, Located, Reader } from "../formats/reader.ts";

/** Text with the name that errors and warnings give it. */
export interface TextSource {
  readonly name: string;
  readonly pieces: Iterable<string> | AsyncIterable<string>;
}

/** What is known of a text when its reader is made. */
export interface TextFacts {
  /** As errors call it; undefined for a text without a name. */
  readonly file: string | undefined;
  readonly format: FormatName;
}

/** Makes the reader of a text in its format; throws an `InputError` for a format that cannot hold such data. */
export type ReaderOf<T> = (facts: TextFacts, emit: Emit<T>) => Reader;

/** How the format of a text is found: `auto` looks at its beginning. */
export interface TextOptions {
  readonly file?: string | undefined;
  readonly input?: FormatName | "auto" | undefined;
}

function factsOf(beginning: string, { file, input = "auto" }: TextOptions): TextFacts {
  const format = input === "auto" ? guessFormat(beginning) : input;
  if (format === undefined) throw new InputError("is empty; expected data.", { file });
  return { file, format };
}

/** Every record of a text in memory, in order. */
export function readWhole<T>(text: string, options: TextOptions, readerOf: ReaderOf<T>, emit: Emit<T>): void {
  checkText(text);
  const reader = readerOf(factsOf(text.slice(0, ENOUGH_TO_GUESS), options), emit);
  reader.push(text);
  reader.end();
}

/** A source whose format is known. */
export interface OpenSource extends TextSource {
  readonly format: FormatName;
}

/** Looks at the beginning of a source, unless its format is given; nothing of it is lost. */
export async function openSource(
  { name, pieces }: TextSource,
  input: TextOptions["input"] = "auto",
): Promise<OpenSource> {
  if (input !== "auto") return { name, format: input, pieces };
  const iterator = Symbol.asyncIterator in pieces ? pieces[Symbol.asyncIterator]() : pieces[Symbol.iterator]();
  let beginning = "";
  while (beginning.length < ENOUGH_TO_GUESS) {
    const next = await iterator.next();
    if (next.done) break;
    beginning += next.value;
  }
  const { format } = factsOf(beginning, { file: name });
  async function* whole() {
    try {
      yield beginning;
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
    } finally {
      await iterator.return?.();
    }
  }
  return { name, format, pieces: whole() };
}

/** The records of a source, as they come. Holds no more than the beginning and the current record. */
export async function* streamRecords<T>(
  source: TextSource,
  options: Omit<TextOptions, "file">,
  readerOf: ReaderOf<T>,
): AsyncGenerator<Located<T>> {
  const { name: file, format, pieces } = await openSource(source, options.input);
  let ready: Located<T>[] = [];
  const reader = readerOf({ file, format }, (record, line, column) => ready.push({ record, line, column }));
  for await (const piece of pieces) {
    reader.push(piece);
    yield* ready;
    ready = [];
  }
  reader.end();
  yield* ready;
}

/** Every record of several sources, in order; stops when its watch says so. */
export async function collectRecords<T>(
  sources: Iterable<TextSource>,
  options: Omit<TextOptions, "file">,
  readerOf: ReaderOf<T>,
  emit: (record: T, place: { readonly file: string; readonly line: number; readonly column: number }) => void,
  watch: Watch = {},
): Promise<void> {
  for (const source of sources) {
    for await (const { record, line, column } of streamRecords(source, options, readerOf)) {
      emit(record, { file: source.name, line, column });
      await breathe(watch.signal);
    }
  }
}
