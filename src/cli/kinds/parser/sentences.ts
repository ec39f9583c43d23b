/** Sentences as `parse` reads them, one after another, with their places; what cannot be read takes its place in the row as an error. */
import { InputError } from "../../../base/index.ts";
import { displayName } from "../../../files/index.ts";
import { conllu, escapePenn, isWord, type ReadOptions, rawText, type TextFormat, tagged, tokens } from "../../../formats/index.ts";
import type { ParseRequest } from "../../../models/parser/index.ts";
import type { Context } from "../../context.ts";
import { readWithProgress } from "../../data.ts";

export const INPUTS = ["text", "tokens", "tagged", "conllu"] as const;
export type InputForm = (typeof INPUTS)[number];

export interface Sentence extends ParseRequest {
  readonly file: string;
  readonly line: number;
  /** Why there is nothing to parse; `words` is then empty. */
  readonly error?: InputError;
}

interface Source {
  readonly format: TextFormat<never>;
  readonly options: ReadOptions & { readonly [name: string]: unknown };
  request(record: never): ParseRequest;
}

const source = <T, R extends ReadOptions>(
  format: TextFormat<T, R>,
  options: Omit<R, keyof ReadOptions>,
  request: (record: T) => ParseRequest,
) => ({ format, options, request }) as unknown as Source;

/** An empty line of tokens or tagged text is a sentence without words, so that line n stays answer n. */
const SOURCES = (language: string): Readonly<Record<InputForm, Source>> => ({
  text: source(rawText, { language }, (words) => ({ words })),
  tokens: source(tokens, { keepEmpty: true }, (words) => ({ words })),
  tagged: source(tagged, { keepEmpty: true }, (sentence) => sentence),
  conllu: source(conllu, {}, (sentence) => {
    const words = sentence.tokens.filter(isWord);
    return { words: words.map(({ form }) => form), tags: words.map(({ xpos }) => (xpos === "_" ? undefined : xpos)) };
  }),
});

export interface ReadSentencesOptions {
  readonly input: InputForm;
  readonly language: string;
  /** Words as the model's treebank spells them: a bracket it only knows by name is given by name. */
  readonly spell: (word: string) => string;
}

export async function* readSentences(context: Context, paths: readonly string[], options: ReadSentencesOptions): AsyncGenerator<Sentence> {
  for (const path of paths) yield* sentencesOf(context, path, options);
}

async function* sentencesOf(context: Context, path: string, { input, language, spell }: ReadSentencesOptions): AsyncGenerator<Sentence> {
  const file = displayName(path);
  const { format, options, request } = SOURCES(language)[input];
  let ready: Sentence[] = [];
  const emit = (record: never, line: number) => {
    const { words, tags } = request(record);
    ready.push({ file, line, words: words.map(spell), tags });
  };
  const onBad = (error: InputError) => ready.push({ file, line: error.line ?? 0, words: [], error });
  const reader = format.reader(emit, { ...options, file, onBad });
  try {
    for await (const piece of readWithProgress(path, context.progress)) {
      reader.push(piece);
      yield* ready;
      ready = [];
    }
    reader.end();
    yield* ready;
  } catch (error) {
    // A file that breaks off, or is none: what was read of it is parsed, and the next file is.
    if (!(error instanceof InputError)) throw error;
    yield* ready;
    yield { file, line: error.line ?? 0, words: [], error };
  }
}

/** Spells brackets by Penn's names where the model knows only those: "(" → "-LRB-". */
export function spelling(words: readonly string[]): (word: string) => string {
  const bracketNames = new Set(words.filter((word) => /^-[LR][RSC]B-$/.test(word)));
  const characters = new Set(words.filter((word) => /^[()[\]{}]$/.test(word)));
  if (bracketNames.size === 0) return (word) => word;
  return (word) => {
    if (word.length !== 1 || characters.has(word)) return word;
    const name = /[()[\]{}]/.test(word) ? escapePenn(word) : word;
    return bracketNames.has(name) ? name : word;
  };
}
