/**
 * Sentences for a predictor, as they come: running text, one sentence per line, or words that are known already, with
 * tags or without. What cannot be read takes its place in the row as an error, so that answer n stays answer n.
 */
import { InputError } from "../base/errors.ts";
import { rawText } from "../formats/raw-text.ts";

import { type Emit, LineSplitter, type Reader, type ReadOptions } from "../formats/reader.ts";
import { defaultSegmentation } from "../formats/text/defaults.ts";
import type { Segmentation } from "../formats/text/segmentation.ts";
import { type ConlluSentence, conllu, isWord, type TagColumn, tagIn } from "../formats/treebanks/conllu.ts";
import { columns } from "../formats/words/columns.ts";
import { tagged } from "../formats/words/tagged.ts";
import { tokens } from "../formats/words/tokens.ts";
import { conlluRows, featureColumns, withPlace } from "./feature-columns.ts";
import type { TextSource } from "./text.ts";

/** The forms that sentences are given in. */
export const SENTENCE_INPUTS = ["text", "lines", "tokens", "tagged", "conllu", "columns"] as const;
/** One of `SENTENCE_INPUTS`. */
export type SentenceForm = (typeof SENTENCE_INPUTS)[number];

/** A sentence and where it began. */
export interface GivenSentence {
  readonly file: string;
  readonly line: number;
  /** Empty for an empty line where every line has an answer, and for what could not be read. */
  readonly words: readonly string[];
  /** Undefined for words without one. */
  readonly tags?: readonly (string | undefined)[] | undefined;
  /** Further columns by name, where some were asked for. */
  readonly columns?: Readonly<Record<string, readonly string[]>> | undefined;
  /** The sentence of CoNLL-U that it is, whose other columns a writer may want to keep. */
  readonly conllu?: ConlluSentence | undefined;
  /** Why there are no words. */
  readonly error?: InputError;
  /** Nothing more of the file could be read. */
  readonly broken?: boolean;
}

/** How sentences are read. */
export interface SentenceOptions {
  readonly input: SentenceForm;
  /** How running text is cut into sentences and words; as is usual in English when left out. */
  readonly segmentation?: Segmentation | undefined;
  /** CoNLL-U: the column that holds the tags (xpos). */
  readonly tags?: TagColumn | undefined;
  /** Columns that are features of words, of CoNLL-U by name and of columns by number. */
  readonly features?: readonly string[] | undefined;
  /** Running text that is typed: the end of a line ends a sentence. */
  readonly typed?: boolean | undefined;
}

type Words = Pick<GivenSentence, "words" | "tags" | "conllu" | "columns">;

/** An empty line of lines, tokens or tagged text is a sentence without words. */
function openReader(
  emit: Emit<Words>,
  { input, segmentation, tags = "xpos", features = [], typed }: SentenceOptions,
  read: ReadOptions,
) {
  const words: Emit<readonly string[]> = (found, line, column) => emit({ words: found }, line, column);
  switch (input) {
    case "text":
      return rawText.reader(words, { ...read, segmentation, lines: typed ? "paragraphs" : "wrapped" });
    case "lines":
      return lineReader(words, segmentation, read);
    case "tokens":
      return tokens.reader(words, { ...read, keepEmpty: true });
    case "tagged":
      return tagged.reader(emit, { ...read, keepEmpty: true });
    case "conllu":
      return conllu.reader((sentence, line, column) => {
        const found = sentence.tokens.filter(isWord);
        const known = found.map((token) => {
          const tag = tagIn(token, tags);
          return tag === "_" ? undefined : tag;
        });
        const columns = withPlace({ file: read.file, line }, () => featureColumns(conlluRows(sentence), features));
        emit({ words: found.map(({ form }) => form), tags: known, conllu: sentence, ...columns }, line, column);
      }, read);
    case "columns":
      return columns.reader((rows, line, column) => {
        const found = withPlace({ file: read.file, line }, () => featureColumns(rows, features));
        emit({ words: rows.map((fields) => fields[0]!), ...found }, line, column);
      }, read);
  }
}

/** Running text with a sentence on every line, whatever periods stand inside. */
function lineReader(emit: Emit<readonly string[]>, segmentation: Segmentation | undefined, read: ReadOptions): Reader {
  let found: string[] = [];
  const collect = (words: readonly string[]) => {
    for (const word of words) found.push(word);
  };
  const inner = rawText.reader(collect, { segmentation, lines: "paragraphs" });
  const line = (text: string, number: number) => {
    inner.push(`${text}\n`);
    emit(found, number, 1);
    found = [];
  };
  const bad = (error: InputError) => {
    if (read.onBad === undefined) throw error;
    read.onBad(error);
  };
  return new LineSplitter({ line, bad, end: () => {} }, read);
}

/** How `readSentences` reads: the usual conventions of a language (en) stand for a segmentation. */
export interface ReadSentencesOptions extends Partial<SentenceOptions> {
  readonly file?: string | undefined;
  readonly language?: string | undefined;
}

/** The sentences of a text in memory, as words with their tags where the form has any. A bad one throws. */
export function readSentences(
  text: string,
  { file, input = "text", language = "en", tags, ...given }: ReadSentencesOptions = {},
): Pick<GivenSentence, "words" | "tags">[] {
  const found: Words[] = [];
  const { segmentation = defaultSegmentation(language) } = given;
  const reader = openReader((sentence) => found.push(sentence), { input, segmentation, tags }, { file });
  reader.push(text);
  reader.end();
  return found.map(({ words, tags: known }) => (known === undefined ? { words } : { words, tags: known }));
}

/** The sentences of a source, in order. A source that breaks off gives what was read of it, and then its error. */
export async function* streamSentences(source: TextSource, options: SentenceOptions): AsyncGenerator<GivenSentence> {
  const file = source.name;
  let ready: GivenSentence[] = [];
  const onBad = (error: InputError) => ready.push({ file, line: error.line ?? 0, words: [], error });
  const emit: Emit<Words> = (sentence, line) => ready.push({ file, line, ...sentence });
  const reader = openReader(emit, options, { file, onBad });
  try {
    for await (const piece of source.pieces) {
      reader.push(piece);
      yield* ready;
      ready = [];
    }
    reader.end();
    yield* ready;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    yield* ready;
    yield { file, line: error.line ?? 0, words: [], error, broken: true };
  }
}
