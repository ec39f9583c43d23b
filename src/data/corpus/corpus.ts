/**
 * A corpus: the words of a text in order. The text is read once, in threads where there are any; what is kept is 4
 * bytes a word, in memory or, when there are many, in temporary files. Which words a learner tells apart is its own
 * choice (`view`), so that one corpus serves several.
 */
import { InputError } from "../../base/errors.ts";
import { type LearnContext, openWorkersOf } from "../../base/learning.ts";
import { checkOptions, type OptionsOf, whole } from "../../base/options.ts";
import { Meter } from "../../base/progress.ts";
import { breathe } from "../../base/stopping.ts";
import type { Folding } from "../folding.ts";
import type { SourceCount } from "../skipping.ts";
import type { TextSource } from "../text.ts";
import { Chunker } from "./chunks.ts";
import { TokenGatherer } from "./gatherer.ts";
import { GrowingScratch, type Spilling } from "./scratch.ts";
import { newTokenizer, tokenizeChunk, tokenJobs } from "./token-jobs.ts";
import { CORPUS_OPTIONS, type CorpusOptions, foldingOf } from "./tokens.ts";

/** Which words of a corpus a learner tells apart. */
export const VOCABULARY_OPTIONS = {
  vocabulary: whole("words that get a vector, the most frequent ones; all others are pooled", {
    default: 50_000,
    min: 1,
    max: 2 ** 24,
  }),
  minCount: whole("occurrences that a word needs to be in the vocabulary", { default: 5, min: 1 }),
};

/** Complete `VOCABULARY_OPTIONS`. */
export type VocabularyLimits = OptionsOf<typeof VOCABULARY_OPTIONS>;

/** What reading a corpus takes in addition to text and options, and learning from it too. */
export interface CorpusContext extends LearnContext {
  /** Where words and counts go that do not fit in memory; all stays in memory when left out. */
  readonly spilling?: Spilling | undefined;
}

/** The text of a corpus as ranks of its most frequent words. */
export interface CorpusView {
  /** By descending frequency. */
  readonly words: readonly string[];
  /** Occurrences of each word; last, of all others together. */
  readonly counts: Float64Array;
  /** Words in the text. */
  readonly tokens: number;
  /** Different words in the text. */
  readonly types: number;
  /** Words and line ends. */
  readonly length: number;
  /** Fills `into` with ranks and LINE_ENDs from `begin` on. */
  read(begin: number, into: Uint32Array): void;
}

/**
 * The words of a text, cut and folded. Frozen; close it when it is no longer needed, as it may hold temporary files.
 */
export interface Corpus {
  /** How the text was cut and folded, complete. */
  readonly options: CorpusOptions;
  readonly folding: Folding;
  /** Words in the text. */
  readonly tokens: number;
  /** Different words in the text. */
  readonly types: number;
  /** Words and line ends. */
  readonly length: number;
  /** How many words came from each source. */
  readonly sources: readonly SourceCount[];
  readonly warnings: readonly string[];
  view(limits: VocabularyLimits): CorpusView;
  /** Gives memory and temporary files back; nothing may be read afterwards. */
  close(): void;
}

/** How many chunks each thread may work ahead. */
const AHEAD = 2;
/** The share of memory for tokens before they spill; counts come later and take the rest. */
const TOKEN_SHARE = 1 / 4;
/** The table of words may take as much, but never less than this, which holds some ten thousand words. */
const SMALLEST_TABLE = 1 << 19;

/** The corpus of a text in memory, at once. */
export function readCorpus(
  text: string,
  { file, ...given }: Partial<CorpusOptions> & { readonly file?: string | undefined } = {},
): Corpus {
  const options = checkOptions("readCorpus", CORPUS_OPTIONS, given);
  const reading = new Reading(options, undefined);
  const tokenizer = newTokenizer(options);
  const chunks = new SourceChunks(file ?? "text", reading.warnings);
  for (const chunk of [...chunks.push(text), ...chunks.end()])
    reading.add(file ?? "text", tokenizeChunk(chunk, tokenizer));
  return reading.finish(file);
}

/** The corpus of sources of any size. */
export async function collectCorpus(
  sources: Iterable<TextSource>,
  given: Partial<CorpusOptions> = {},
  context: CorpusContext = {},
): Promise<Corpus> {
  const options = checkOptions("collectCorpus", CORPUS_OPTIONS, given);
  const meter = new Meter("reading text", "tokens", undefined, context);
  const reading = new Reading(options, context.spilling);
  const workers = openWorkersOf(context)(tokenJobs, options);
  /** The sources of the chunks in flight. */
  const names: string[] = [];
  try {
    const chunks = chunksOf(sources, reading.warnings, (name) => names.push(name));
    for await (const chunk of workers.map("tokenize", chunks, { ahead: AHEAD })) {
      meter.advance(reading.add(names.shift()!, chunk));
      await breathe(context.signal);
    }
    meter.finish();
    return reading.finish();
  } catch (error) {
    reading.close();
    throw error;
  } finally {
    await workers.close();
  }
}

/** A corpus as it is, or sources read as `collectCorpus` reads them; `body` has it, and what was read is closed. */
export async function withCorpus<T>(
  data: Corpus | Iterable<TextSource>,
  context: CorpusContext,
  body: (corpus: Corpus) => Promise<T>,
): Promise<T> {
  if ("view" in data) return await body(data);
  const corpus = await collectCorpus(data, {}, context);
  try {
    return await body(corpus);
  } finally {
    corpus.close();
  }
}

async function* chunksOf(
  sources: Iterable<TextSource>,
  warnings: string[],
  onChunk: (name: string) => void,
): AsyncGenerator<string> {
  for (const { name, pieces } of sources) {
    const chunks = new SourceChunks(name, warnings);
    const announced = function* (ready: readonly string[]) {
      for (const chunk of ready) {
        onChunk(name);
        yield chunk;
      }
    };
    for await (const piece of pieces) yield* announced(chunks.push(piece));
    yield* announced(chunks.end());
  }
}

/** The chunks of one source. Lines that had to be cut give a warning. */
class SourceChunks {
  readonly #chunker: Chunker;
  #ready: string[] = [];
  #cuts = 0;
  #firstCut = 0;

  constructor(
    readonly name: string,
    readonly warnings: string[],
  ) {
    this.#chunker = new Chunker(
      (text) => this.#ready.push(text),
      (line) => {
        if (this.#cuts++ === 0) this.#firstCut = line;
      },
    );
  }

  push(piece: string): string[] {
    this.#chunker.push(piece);
    return this.#take();
  }

  end(): string[] {
    this.#chunker.end();
    if (this.#cuts > 0) {
      const times = this.#cuts === 1 ? "once" : `${this.#cuts} times`;
      const found = `${this.name}:${this.#firstCut}: a line is longer than a million characters`;
      this.warnings.push(`${found}; such lines were cut (${times}).`);
    }
    // Nothing belongs together across files.
    return [...this.#take(), "\n\n"];
  }

  #take(): string[] {
    const ready = this.#ready;
    this.#ready = [];
    return ready;
  }
}

/** A corpus that is being read. */
class Reading {
  readonly warnings: string[] = [];
  readonly #options: CorpusOptions;
  readonly #gatherer: TokenGatherer;
  readonly #words = new Map<string, number>();

  constructor(options: CorpusOptions, spilling: Spilling | undefined) {
    const limit = (spilling?.memory ?? 0) * TOKEN_SHARE;
    this.#options = options;
    this.#gatherer = new TokenGatherer(
      new GrowingScratch(limit, spilling?.open),
      spilling === undefined ? Number.POSITIVE_INFINITY : Math.max(limit, SMALLEST_TABLE),
    );
  }

  /** The number of words in the chunk. */
  add(source: string, chunk: Parameters<TokenGatherer["add"]>[0]): number {
    const words = this.#gatherer.add(chunk);
    this.#words.set(source, (this.#words.get(source) ?? 0) + words);
    return words;
  }

  close(): void {
    this.#gatherer.close();
  }

  finish(file = [...this.#words.keys()].join(", ")): Corpus {
    const gatherer = this.#gatherer;
    const { tokens, types, length, floor } = gatherer;
    if (tokens === 0) {
      throw new InputError("no words were found; expected text, one sentence per line.", { file: file || undefined });
    }
    if (floor > 0) {
      this.warnings.push(
        "the text has more different words than the memory holds; " +
          `words seen at most ${floor} times were forgotten on the way, so that counts of rare words may be too low. ` +
          "Give more memory if they matter.",
      );
    }
    return Object.freeze({
      options: Object.freeze(this.#options),
      folding: Object.freeze(foldingOf(this.#options)),
      tokens,
      types,
      length,
      sources: Object.freeze([...this.#words].map(([name, words]) => ({ file: name, records: words, skipped: 0 }))),
      warnings: Object.freeze(this.warnings),
      view: (limits: VocabularyLimits) => gatherer.view(limits),
      close: () => gatherer.close(),
    });
  }
}
