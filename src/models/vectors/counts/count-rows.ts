/**
 * Tables of pair counts as packed rows: for each row the number of its entries, then the id and count of each, by
 * ascending id. One table counts a block of text; tables of many blocks are merged, row by row. Counts are whole
 * numbers, so that neither the cut into blocks nor the order of merging changes the result.
 *
 * Counting and merging both use one dense row of counters, which stays in the cache, and a list of the counters in use:
 * a scatter and a short sort cost less than a hash table of all pairs, which misses the cache at every look-up, and the
 * rows come out sorted.
 */
import { LINE_END } from "../../../data/corpus/tokens.ts";

/** Compressed sparse rows: what a finished table is read as. */
export interface CountRows {
  readonly rows: number;
  readonly columns: number;
  /** rows + 1 places in `ids`. */
  readonly starts: Uint32Array;
  readonly ids: Uint32Array;
  readonly counts: Uint32Array;
}

/** One kind of pair: the word at `row` places from the middle with the word at `column` places. */
export interface PairKind {
  readonly row: number;
  readonly column: number;
  /** Added to the word ids: a place of its own for each position, or 0 for all. */
  readonly rowBase: number;
  readonly columnBase: number;
  /** How much a pair counts; a whole number. */
  readonly weight: number;
}

/** Rows are those of one `rowBase` after the other, `rowWords` + 1 of each. */
export interface PairLayout {
  readonly rows: number;
  readonly columns: number;
  /** Words from this id on are pooled in it. */
  readonly rowWords: number;
  readonly columnWords: number;
  readonly kinds: readonly PairKind[];
}

/** How far a pair reaches: the tokens a block needs on either side of its own. */
export const reachOf = ({ kinds }: PairLayout): number =>
  Math.max(...kinds.map(({ row, column }) => Math.abs(column - row)));

/** The largest table of this many tokens. */
export const mostNumbers = ({ rows, kinds }: PairLayout, tokens: number): number => rows + 2 * kinds.length * tokens;

/**
 * Used counters are sorted while they are fewer than this share of all; above it a scan over all counters is faster.
 */
const SORTED_SHARE = 1 / 32;

/** The dense row of counters. */
export class RowCounter {
  readonly #counters: Uint32Array;
  readonly #used: Uint32Array;
  #usedCount = 0;

  constructor(readonly columns: number) {
    this.#counters = new Uint32Array(columns);
    this.#used = new Uint32Array(columns);
  }

  add(column: number, count: number): void {
    const before = this.#counters[column]!;
    if (before === 0) this.#used[this.#usedCount++] = column;
    this.#counters[column] = before + count;
  }

  /** Ends a row: packs it into `into` from `at` on, and gives the place after it. */
  packRow(into: Uint32Array, at: number): number {
    into[at] = this.#usedCount;
    const end =
      this.#usedCount < SORTED_SHARE * this.columns ? this.#packSorted(into, at + 1) : this.#packAll(into, at + 1);
    this.#usedCount = 0;
    return end;
  }

  #packSorted(into: Uint32Array, from: number): number {
    const counters = this.#counters;
    const used = this.#used.subarray(0, this.#usedCount);
    sortRising(used);
    let at = from;
    for (let i = 0; i < used.length; i++) {
      const column = used[i]!;
      into[at++] = column;
      into[at++] = counters[column]!;
      counters[column] = 0;
    }
    return at;
  }

  #packAll(into: Uint32Array, from: number): number {
    const counters = this.#counters;
    let at = from;
    for (let column = 0; column < counters.length; column++) {
      const count = counters[column]!;
      if (count === 0) continue;
      into[at++] = column;
      into[at++] = count;
      counters[column] = 0;
    }
    return at;
  }
}

/** Below this length insertion beats the call of the library's sort. */
const SHORT = 24;

function sortRising(numbers: Uint32Array): void {
  if (numbers.length > SHORT) {
    numbers.sort();
    return;
  }
  for (let i = 1; i < numbers.length; i++) {
    const number = numbers[i]!;
    let j = i - 1;
    for (; j >= 0 && numbers[j]! > number; j--) numbers[j + 1] = numbers[j]!;
    numbers[j + 1] = number;
  }
}

/** Counts the pairs of blocks of tokens. What it works with is kept from block to block. */
export class PairCounter {
  readonly #layout: PairLayout;
  readonly #counter: RowCounter;
  /** The kinds of each `rowBase`. */
  readonly #groups: readonly (readonly PairKind[])[];
  /** The line that each token is on. */
  #lineOf = new Uint32Array(0);
  /** The places of each word, one word after the other, and where those of a word end. */
  #places = new Uint32Array(0);
  readonly #placeEnds: Uint32Array;

  constructor(layout: PairLayout) {
    this.#layout = layout;
    this.#counter = new RowCounter(layout.columns);
    this.#placeEnds = new Uint32Array(layout.rowWords + 1);
    const bases = [...new Set(layout.kinds.map((kind) => kind.rowBase))].sort((a, b) => a - b);
    this.#groups = bases.map((rowBase) => layout.kinds.filter((kind) => kind.rowBase === rowBase));
  }

  /**
   * Packs the pairs whose row word lies from `begin` up to `end` of `tokens` into `into`; no pair reaches across a line
   * end. Gives the length of the table.
   */
  count(tokens: Uint32Array, begin: number, end: number, into: Uint32Array): number {
    const { rowWords, columnWords } = this.#layout;
    this.#arrange(tokens, begin, end);
    const [counter, lineOf, places, placeEnds] = [this.#counter, this.#lineOf, this.#places, this.#placeEnds];
    let length = 0;
    for (const group of this.#groups) {
      for (let word = 0; word <= rowWords; word++) {
        const first = word === 0 ? 0 : placeEnds[word - 1]!;
        for (const { row, column, columnBase, weight } of group) {
          const distance = column - row;
          for (let p = first; p < placeEnds[word]!; p++) {
            const place = places[p]!;
            const other = place + distance;
            if (other < 0 || other >= tokens.length || lineOf[other] !== lineOf[place] || tokens[other] === LINE_END)
              continue;
            const id = tokens[other]!;
            counter.add(columnBase + Math.min(id, columnWords), weight);
          }
        }
        length = counter.packRow(into, length);
      }
    }
    return length;
  }

  /** Finds the lines, and by counting sort the places of each word. */
  #arrange(tokens: Uint32Array, begin: number, end: number): void {
    if (this.#lineOf.length < tokens.length) {
      this.#lineOf = new Uint32Array(tokens.length);
      this.#places = new Uint32Array(tokens.length);
    }
    const lineOf = this.#lineOf;
    for (let t = 0, line = 0; t < tokens.length; t++) lineOf[t] = tokens[t] === LINE_END ? ++line : line;
    const words = this.#layout.rowWords;
    const ends = this.#placeEnds.fill(0);
    for (let t = begin; t < end; t++) if (tokens[t] !== LINE_END) ends[Math.min(tokens[t]!, words)]!++;
    for (let word = 0, before = 0; word <= words; word++) {
      before += ends[word]!;
      ends[word] = before - ends[word]!;
    }
    // Where a word begins moves on to where it ends.
    for (let t = begin; t < end; t++)
      if (tokens[t] !== LINE_END) this.#places[ends[Math.min(tokens[t]!, words)]!++] = t;
  }
}
