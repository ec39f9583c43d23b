/**
 * Tables of pair counts as compressed sparse rows, whose columns rise. One table counts a block of text; tables of many blocks merge into one. Counts
 * are whole numbers, so that neither the cut into blocks nor the order of merging changes the result.
 *
 * Both work a row at a time through one dense row of counters, which stays in the cache, and a list of the counters that are in use: a scatter and a short
 * sort cost less than a hash table as large as all pairs, which misses the cache at every look-up, and the rows come out sorted.
 */
import { LINE_END } from "./tokens.ts";

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

export interface PairLayout {
  readonly rows: number;
  readonly columns: number;
  /** Words from this id on are pooled in it. */
  readonly rowWords: number;
  readonly columnWords: number;
  readonly kinds: readonly PairKind[];
}

/** Places a pair can reach on either side: what a block must bring along beyond its own tokens. */
export const reachOf = ({ kinds }: PairLayout): number => Math.max(...kinds.map(({ row, column }) => Math.abs(column - row)));

/** The dense row of counters. */
export class RowCounter {
  readonly #counters: Uint32Array;
  readonly #used: Uint32Array;
  #usedCount = 0;
  #ids: Uint32Array;
  #counts: Uint32Array;
  #length = 0;

  constructor(columns: number, capacity = 1 << 16) {
    this.#counters = new Uint32Array(columns);
    this.#used = new Uint32Array(columns);
    this.#ids = new Uint32Array(capacity);
    this.#counts = new Uint32Array(capacity);
  }

  /** Entries of all finished rows. */
  get length(): number {
    return this.#length;
  }

  add(column: number, count: number): void {
    const before = this.#counters[column]!;
    if (before === 0) this.#used[this.#usedCount++] = column;
    this.#counters[column] = before + count;
  }

  /** Ends a row: its entries are appended to the result. */
  finishRow(): void {
    const used = this.#used.subarray(0, this.#usedCount);
    sortRising(used);
    if (this.#length + used.length > this.#ids.length) this.#grow(this.#length + used.length);
    for (let i = 0; i < used.length; i++) {
      const column = used[i]!;
      this.#ids[this.#length] = column;
      this.#counts[this.#length++] = this.#counters[column]!;
      this.#counters[column] = 0;
    }
    this.#usedCount = 0;
  }

  /** The entries of the finished rows, which are then forgotten. */
  take(): { readonly ids: Uint32Array; readonly counts: Uint32Array } {
    const taken = { ids: this.#ids.slice(0, this.#length), counts: this.#counts.slice(0, this.#length) };
    this.#length = 0;
    return taken;
  }

  #grow(needed: number): void {
    const length = Math.max(needed, 2 * this.#ids.length);
    const ids = new Uint32Array(length);
    const counts = new Uint32Array(length);
    ids.set(this.#ids.subarray(0, this.#length));
    counts.set(this.#counts.subarray(0, this.#length));
    this.#ids = ids;
    this.#counts = counts;
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

/** Counts the pairs whose row word lies from `begin` up to `end` of `tokens`; no pair reaches across a line end. */
export function countPairs(tokens: Uint32Array, begin: number, end: number, layout: PairLayout, counter: RowCounter): CountRows {
  const { rows, columns, rowWords, columnWords, kinds } = layout;
  const lineOf = new Uint32Array(tokens.length);
  for (let t = 0, line = 0; t < tokens.length; t++) lineOf[t] = tokens[t] === LINE_END ? ++line : line;
  const { places, placeStarts } = placesByWord(tokens, begin, end, rowWords);
  const starts = new Uint32Array(rows + 1);
  for (const rowBase of [...new Set(kinds.map((kind) => kind.rowBase))].sort((a, b) => a - b)) {
    const group = kinds.filter((kind) => kind.rowBase === rowBase);
    for (let word = 0; word <= rowWords; word++) {
      for (const { row, column, columnBase, weight } of group) {
        const distance = column - row;
        for (let p = placeStarts[word]!; p < placeStarts[word + 1]!; p++) {
          const place = places[p]!;
          const other = place + distance;
          if (other < 0 || other >= tokens.length || lineOf[other] !== lineOf[place] || tokens[other] === LINE_END) continue;
          const id = tokens[other]!;
          counter.add(columnBase + Math.min(id, columnWords), weight);
        }
      }
      counter.finishRow();
      starts[rowBase + word + 1] = counter.length;
    }
  }
  return { rows, columns, starts, ...counter.take() };
}

/** The places of each word, by counting sort. */
function placesByWord(tokens: Uint32Array, begin: number, end: number, words: number) {
  const placeStarts = new Uint32Array(words + 2);
  for (let t = begin; t < end; t++) if (tokens[t] !== LINE_END) placeStarts[Math.min(tokens[t]!, words) + 1]!++;
  for (let word = 0; word <= words; word++) placeStarts[word + 1]! += placeStarts[word]!;
  const next = placeStarts.slice();
  const places = new Uint32Array(placeStarts[words + 1]!);
  for (let t = begin; t < end; t++) if (tokens[t] !== LINE_END) places[next[Math.min(tokens[t]!, words)]!++] = t;
  return { places, placeStarts };
}

/** The sum of tables of one shape, which must be told when there are none. */
export function mergeRows(
  tables: readonly CountRows[],
  counter: RowCounter,
  { rows, columns }: Pick<CountRows, "rows" | "columns"> = tables[0]!,
): CountRows {
  const starts = new Uint32Array(rows + 1);
  for (let row = 0; row < rows; row++) {
    for (const table of tables) {
      for (let e = table.starts[row]!; e < table.starts[row + 1]!; e++) counter.add(table.ids[e]!, table.counts[e]!);
    }
    counter.finishRow();
    starts[row + 1] = counter.length;
  }
  return { rows, columns, starts, ...counter.take() };
}
