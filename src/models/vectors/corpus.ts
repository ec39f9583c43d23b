/**
 * A corpus: the words of a text in order, as ids of a vocabulary. The text is read once, in threads; ids are given out by first appearance, kept in a
 * scratch (4 bytes a token, outside memory when there are many), and turned into ranks by frequency when they are read.
 *
 * Rank r is the (r + 1)-th most frequent word; words of equal frequency keep the order of the text. Rank `words.length` stands for all others, pooled.
 */
import { checkOptions, InputError, type OpenWorkers, type OptionsOf, type Progress, Stage, whole } from "../../base/index.ts";
import { inlineWorkers } from "../../base/parallel.ts";
import { Chunker } from "./chunks.ts";
import { GrowingScratch, type Scratch, type Spilling } from "./scratch.ts";
import { type TokenizedChunk, tokenJobs } from "./token-jobs.ts";
import { LINE_END, TOKEN_OPTIONS, UNKNOWN } from "./tokens.ts";
import { WordTable } from "./word-table.ts";

export const CORPUS_OPTIONS = {
  vocabulary: whole("words that get a vector, the most frequent ones; all others are pooled", { default: 50_000, min: 1, max: 2 ** 24 }),
  minCount: whole("occurrences that a word needs to be in the vocabulary", { default: 5, min: 1 }),
  ...TOKEN_OPTIONS,
};

export type CorpusOptions = OptionsOf<typeof CORPUS_OPTIONS>;

/** Text with the name that errors and warnings give it. */
export interface TextSource {
  readonly name: string;
  readonly pieces: Iterable<string> | AsyncIterable<string>;
}

/** How a long computation is run: none of it changes the result. */
export interface Running {
  readonly workers?: OpenWorkers;
  readonly progress?: Progress | undefined;
  readonly spilling?: Spilling | undefined;
}

export interface Corpus {
  /** By falling frequency. */
  readonly words: readonly string[];
  /** Occurrences of each word; last, of all others together. */
  readonly counts: Float64Array;
  /** Words in the text. */
  readonly tokens: number;
  /** Different words in the text. */
  readonly types: number;
  /** Words and line ends. */
  readonly length: number;
  readonly warnings: readonly string[];
  /** Fills `into` with ranks and LINE_ENDs from `begin` on. */
  read(begin: number, into: Uint32Array): void;
  close(): void;
}

/** Chunks of text that each thread may be ahead. */
const AHEAD = 2;
/** The share of memory for tokens before they go outside; counts come later and take the rest. */
const TOKEN_SHARE = 1 / 4;
/** The table of words may have as much, and never less than this: some ten thousand words. */
const SMALLEST_TABLE = 1 << 19;

export async function readCorpus(
  sources: Iterable<TextSource>,
  given: Partial<CorpusOptions> = {},
  running: Running = {},
): Promise<Corpus> {
  const options = checkOptions("readCorpus", CORPUS_OPTIONS, given);
  const { workers: open = inlineWorkers, progress, spilling } = running;
  const { vocabulary: _, minCount: __, ...tokenOptions } = options;
  const limit = (spilling?.memory ?? 0) * TOKEN_SHARE;
  const ids = new GrowingScratch(limit, spilling?.open);
  const gatherer = new Gatherer(ids, spilling === undefined ? Number.POSITIVE_INFINITY : Math.max(limit, SMALLEST_TABLE));
  const stage = new Stage("reading text", "tokens", undefined, progress);
  const warnings: string[] = [];
  const workers = open(tokenJobs, tokenOptions);
  try {
    const names: string[] = [];
    for await (const chunk of workers.map("tokenize", chunksOf(sources, warnings, names), { ahead: AHEAD }))
      stage.advance(gatherer.add(chunk));
    stage.finish();
    if (gatherer.tokens === 0) {
      throw new InputError("no words were found; expected text, one sentence a line.", { file: names.join(", ") || undefined });
    }
  } catch (error) {
    ids.close();
    throw error;
  } finally {
    await workers.close();
  }
  return gatherer.corpus(options, warnings);
}

async function* chunksOf(sources: Iterable<TextSource>, warnings: string[], names: string[]): AsyncGenerator<string> {
  for (const { name, pieces } of sources) {
    names.push(name);
    let ready: string[] = [];
    let cuts = 0;
    let firstCut = 0;
    const chunker = new Chunker(
      (text) => ready.push(text),
      (line) => {
        if (cuts++ === 0) firstCut = line;
      },
    );
    for await (const piece of pieces) {
      chunker.push(piece);
      yield* ready;
      ready = [];
    }
    chunker.end();
    yield* ready;
    // Nothing belongs together across files.
    yield "\n\n";
    if (cuts > 0) {
      const times = cuts === 1 ? "once" : `${cuts} times`;
      warnings.push(`${name}:${firstCut}: a line is longer than a million characters; such lines were cut (${times}).`);
    }
  }
}

/** Gathers tokenized chunks in the order of the text. */
class Gatherer {
  readonly #ids: Scratch;
  readonly #tableLimit: number;
  #table = new WordTable();
  /** By id. */
  #counts = new Float64Array(1 << 12);
  /** Global ids by place in the table, when forgetting has made them differ. */
  #idOf: number[] | undefined;
  #given = 0;
  #tokens = 0;
  /** Whether nothing follows the last line end yet. */
  #endsWithLine = true;
  /** Occurrences that make a word worth remembering, raised each time the table grows too large. */
  #floor = 0;

  constructor(ids: Scratch, tableLimit: number) {
    this.#ids = ids;
    this.#tableLimit = tableLimit;
  }

  get tokens(): number {
    return this.#tokens;
  }

  /** The number of words in the chunk. */
  add({ ids, words: { units, ends } }: TokenizedChunk): number {
    const global = new Uint32Array(ends.length);
    for (let local = 0; local < ends.length; local++) global[local] = this.#idFor(units, local === 0 ? 0 : ends[local - 1]!, ends[local]!);
    let words = 0;
    for (let i = 0; i < ids.length; i++) {
      const local = ids[i]!;
      if (local === LINE_END) continue;
      words++;
      if (local === UNKNOWN) continue;
      const id = global[local]!;
      ids[i] = id;
      this.#counts[id]!++;
    }
    const repeatsLineEnd = ids[0] === LINE_END && this.#endsWithLine;
    if (ids.length > 0) this.#endsWithLine = ids.at(-1) === LINE_END;
    this.#ids.append(repeatsLineEnd ? ids.subarray(1) : ids);
    this.#tokens += words;
    if (this.#table.bytes > this.#tableLimit) this.#forget();
    return words;
  }

  #idFor(units: Uint16Array, begin: number, end: number): number {
    const place = this.#table.add(units, begin, end);
    if (this.#idOf === undefined) {
      if (place === this.#given) this.#given++;
    } else if (place === this.#idOf.length) this.#idOf.push(this.#given++);
    if (this.#given > this.#counts.length) {
      const grown = new Float64Array(2 * this.#counts.length);
      grown.set(this.#counts);
      this.#counts = grown;
    }
    return this.#idOf?.[place] ?? place;
  }

  /** Drops the rarest words from the table until it is half as large: a text of any length has bounded memory. They count as pooled. */
  #forget(): void {
    while (this.#table.bytes > this.#tableLimit / 2 && this.#table.size > 0) {
      this.#floor++;
      const { units, ends } = this.#table.list();
      const table = new WordTable();
      const idOf: number[] = [];
      for (let place = 0; place < ends.length; place++) {
        const id = this.#idOf?.[place] ?? place;
        if (this.#counts[id]! <= this.#floor) continue;
        table.add(units, place === 0 ? 0 : ends[place - 1]!, ends[place]!);
        idOf.push(id);
      }
      this.#table = table;
      this.#idOf = idOf;
    }
  }

  corpus({ vocabulary, minCount }: CorpusOptions, warnings: string[]): Corpus {
    const places = Array.from({ length: this.#table.size }, (_, place) => place);
    const countOf = (place: number) => this.#counts[this.#idOf?.[place] ?? place]!;
    const kept = places.filter((place) => countOf(place) >= minCount).sort((a, b) => countOf(b) - countOf(a) || a - b);
    kept.length = Math.min(kept.length, vocabulary);
    const ranks = new Uint32Array(this.#given).fill(kept.length);
    const counts = new Float64Array(kept.length + 1);
    for (const [rank, place] of kept.entries()) {
      ranks[this.#idOf?.[place] ?? place] = rank;
      counts[rank] = countOf(place);
    }
    counts[kept.length] = this.#tokens - counts.reduce((sum, count) => sum + count, 0);
    if (this.#floor > 0) {
      warnings.push(
        `the text has more different words than the memory holds; words seen at most ${this.#floor} times were forgotten on the way, so that counts ` +
          "of rare words may be too low. Give more memory if they matter.",
      );
    }
    const ids = this.#ids;
    return {
      words: kept.map((place) => this.#table.word(place)),
      counts,
      tokens: this.#tokens,
      types: this.#given,
      length: ids.length,
      warnings,
      read(begin, into) {
        ids.read(begin, into);
        for (let i = 0; i < into.length; i++) {
          const id = into[i]!;
          if (id !== LINE_END) into[i] = id === UNKNOWN ? kept.length : ranks[id]!;
        }
      },
      close: () => ids.close(),
    };
  }
}
