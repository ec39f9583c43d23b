/** Pair counts of a corpus, over threads and within bounded memory. */
import { breathe, type Meter, openWorkersOf } from "../../../base/index.ts";
import { Pieces } from "../../../data/corpus/scratch.ts";
import type { CorpusContext, CorpusView } from "../../../data/index.ts";
import { type CountedBlock, countJobs, type TokenBlock } from "./count-jobs.ts";
import { mostNumbers, type PairKind, type PairLayout, reachOf } from "./count-rows.ts";
import { CountStore } from "./count-store.ts";
import type { CountTable } from "./count-table.ts";

/**
 * About how many pairs a block has: its table takes a few MB whatever the window, so that threads can work ahead in
 * little memory.
 */
const BLOCK_PAIRS = 1 << 20;
/** Minimum tokens of a block: a table has an entry for every word, however short the block. */
const SMALLEST_BLOCK = 1 << 15;
/** How many blocks each thread may work ahead. */
const AHEAD = 2;

/** The buffers of a block in flight. */
type BlockBuffers = Pick<TokenBlock, "tokens" | "room">;

/** The memory that counting works in; the next table reuses it when the last one is closed. */
export class CountingMemory {
  readonly pieces = new Pieces();
  readonly blocks: BlockBuffers[] = [];
}

/** The tokens to be counted. */
export type Tokens = Pick<CorpusView, "length" | "read">;

/** Counts the pairs of a layout. */
export async function countCorpus(
  corpus: Tokens,
  layout: PairLayout,
  context: CorpusContext = {},
  { memory = new CountingMemory(), meter }: { readonly memory?: CountingMemory; readonly meter?: Meter } = {},
): Promise<CountTable> {
  const store = new CountStore(layout.rows, layout.columns, context.spilling, memory.pieces);
  const blocks = new Blocks(corpus, layout, memory.blocks);
  const workers = openWorkersOf(context)(countJobs, layout);
  try {
    const buffersOf = ({ tokens, room }: TokenBlock) => [tokens.buffer, room.buffer] as ArrayBuffer[];
    for await (const counted of workers.map("count", blocks, { transfer: buffersOf, ahead: AHEAD })) {
      store.add(counted.table);
      blocks.giveBack(counted);
      meter?.advance(blocks.tokens);
      await breathe(context.signal);
    }
    return store.finish();
  } catch (error) {
    store.close();
    throw error;
  } finally {
    await workers.close();
  }
}

/**
 * The blocks of a corpus. Their buffers go to the threads and come back: there are only as many as blocks in flight,
 * however long the text.
 */
class Blocks implements Iterable<TokenBlock> {
  readonly tokens: number;
  readonly #corpus: Tokens;
  readonly #reach: number;
  readonly #mostTokens: number;
  readonly #mostNumbers: number;
  readonly #free: BlockBuffers[];

  constructor(corpus: Tokens, layout: PairLayout, free: BlockBuffers[]) {
    this.tokens = Math.min(corpus.length, Math.max(SMALLEST_BLOCK, Math.floor(BLOCK_PAIRS / layout.kinds.length)));
    this.#corpus = corpus;
    this.#reach = reachOf(layout);
    this.#mostTokens = this.tokens + 2 * this.#reach;
    this.#mostNumbers = mostNumbers(layout, this.tokens);
    this.#free = free;
  }

  *[Symbol.iterator](): Generator<TokenBlock> {
    const { length } = this.#corpus;
    for (let at = 0; at < length; at += this.tokens) {
      const from = Math.max(0, at - this.#reach);
      const end = Math.min(length, at + this.tokens);
      const { tokens, room } = this.#buffers();
      const filled = tokens.subarray(0, Math.min(length, end + this.#reach) - from);
      this.#corpus.read(from, filled);
      yield { tokens: filled, begin: at - from, end: end - from, room };
    }
  }

  #buffers(): BlockBuffers {
    const used = this.#free.pop();
    if (used !== undefined && used.tokens.length >= this.#mostTokens && used.room.length >= this.#mostNumbers)
      return used;
    return { tokens: new Uint32Array(this.#mostTokens), room: new Uint32Array(this.#mostNumbers) };
  }

  giveBack({ tokens, table }: CountedBlock): void {
    this.#free.push({ tokens: new Uint32Array(tokens.buffer), room: new Uint32Array(table.buffer) });
  }
}

/** How contexts are laid out. */
export interface ContextShape {
  readonly window: number;
  /** The most frequent words that are contexts of their own; all others are pooled. */
  readonly contextWords: number;
  /** Each place beside the word has columns of its own. */
  readonly positions: boolean;
  /** A context at distance d counts window + 1 − d times. */
  readonly nearCountsMore: boolean;
}

/** Words × contexts: the words within the window, on the sides asked for. */
export function contextLayout(words: number, shape: ContextShape, sides: readonly (-1 | 1)[] = [-1, 1]): PairLayout {
  const { window, contextWords, positions, nearCountsMore } = shape;
  const kinds: PairKind[] = [];
  for (const side of sides) {
    for (let distance = 1; distance <= window; distance++) {
      const columnBase = positions ? kinds.length * (contextWords + 1) : 0;
      kinds.push({
        row: 0,
        column: side * distance,
        rowBase: 0,
        columnBase,
        weight: nearCountsMore ? window + 1 - distance : 1,
      });
    }
  }
  const columns = (contextWords + 1) * (positions ? kinds.length : 1);
  return { rows: words + 1, columns, rowWords: words, columnWords: contextWords, kinds };
}

/** Left contexts × right contexts of the same word. */
export function leftRightLayout({ window, contextWords, positions, nearCountsMore }: ContextShape): PairLayout {
  const kinds: PairKind[] = [];
  const weight = (distance: number) => (nearCountsMore ? window + 1 - distance : 1);
  for (let left = 1; left <= window; left++) {
    for (let right = 1; right <= window; right++) {
      kinds.push({
        row: -left,
        column: right,
        rowBase: positions ? (left - 1) * (contextWords + 1) : 0,
        columnBase: positions ? (right - 1) * (contextWords + 1) : 0,
        weight: weight(left) * weight(right),
      });
    }
  }
  const size = (contextWords + 1) * (positions ? window : 1);
  return { rows: size, columns: size, rowWords: contextWords, columnWords: contextWords, kinds };
}
