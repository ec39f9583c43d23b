/** Pair counts of a corpus, over threads and within bounded memory. */
import { Stage } from "../../base/index.ts";
import { inlineWorkers } from "../../base/parallel.ts";
import type { Corpus, Running } from "./corpus.ts";
import { countJobs, type TokenBlock } from "./count-jobs.ts";
import { type PairKind, type PairLayout, reachOf } from "./count-rows.ts";
import { CountStore } from "./count-store.ts";
import type { CountTable } from "./count-table.ts";

/** Pairs of a block, about: a table of it takes a few MB whatever the window, so that threads may work ahead in little memory. */
const BLOCK_PAIRS = 1 << 20;
/** Tokens of a block, at least: a table has a place for every word. */
const SMALLEST_BLOCK = 1 << 15;
/** Blocks that each thread may be ahead. */
const AHEAD = 2;

export async function countCorpus(corpus: Corpus, layout: PairLayout, running: Running = {}): Promise<CountTable> {
  const { workers: open = inlineWorkers, progress, spilling } = running;
  const stage = new Stage("counting contexts", "tokens", corpus.length, progress);
  const store = new CountStore(layout.rows, layout.columns, spilling);
  const workers = open(countJobs, layout);
  try {
    const blockTokens = Math.max(SMALLEST_BLOCK, Math.floor(BLOCK_PAIRS / layout.kinds.length));
    const blocks = blocksOf(corpus, blockTokens, reachOf(layout));
    const tables = workers.map("count", blocks, { transfer: ({ tokens }) => [tokens.buffer as ArrayBuffer], ahead: AHEAD });
    for await (const table of tables) {
      store.add(table);
      stage.advance(blockTokens);
    }
  } finally {
    await workers.close();
  }
  const table = store.finish();
  stage.finish();
  return table;
}

function* blocksOf(corpus: Corpus, blockTokens: number, reach: number): Generator<TokenBlock> {
  for (let at = 0; at < corpus.length; at += blockTokens) {
    const from = Math.max(0, at - reach);
    const end = Math.min(corpus.length, at + blockTokens);
    const tokens = corpus.read(from, Math.min(corpus.length, end + reach));
    yield { tokens, begin: at - from, end: end - from };
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
      kinds.push({ row: 0, column: side * distance, rowBase: 0, columnBase, weight: nearCountsMore ? window + 1 - distance : 1 });
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
