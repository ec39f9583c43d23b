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

/** The dense row of counters, and the entries of the rows that are finished. */
export class RowCounter {
  readonly #counters: Uint32Array;
  readonly #used: Uint32Array;
  #usedCount = 0;
  #ids = new Uint32Array(0);
  #counts = new Uint32Array(0);
  #length = 0;

  constructor(readonly columns: number) {
    this.#counters = new Uint32Array(columns);
    this.#used = new Uint32Array(columns);
  }

  /** Entries of all finished rows. */
  get length(): number {
    return this.#length;
  }

  /** Makes room for the rows to come: they may have at most this many entries. Memory is taken only by those they have. */
  begin(mostEntries: number): void {
    this.#ids = new Uint32Array(mostEntries);
    this.#counts = new Uint32Array(mostEntries);
    this.#length = 0;
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
    for (let i = 0; i < used.length; i++) {
      const column = used[i]!;
      this.#ids[this.#length] = column;
      this.#counts[this.#length++] = this.#counters[column]!;
      this.#counters[column] = 0;
    }
    this.#usedCount = 0;
  }

  /** The entries of the finished rows, handed over without a copy. */
  take(): { readonly ids: Uint32Array; readonly counts: Uint32Array } {
    const taken = { ids: this.#ids.subarray(0, this.#length), counts: this.#counts.subarray(0, this.#length) };
    this.begin(0);
    return taken;
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

/** Counts the pairs of blocks of tokens. What it works with is kept from block to block: garbage of this size would pile up before it is collected. */
export class PairCounter {
  readonly #layout: PairLayout;
  readonly #counter: RowCounter;
  /** The line that each token is on. */
  #lineOf = new Uint32Array(0);
  /** The places of each word, one word after the other, and where those of a word end. */
  #places = new Uint32Array(0);
  readonly #placeEnds: Uint32Array;

  constructor(layout: PairLayout) {
    this.#layout = layout;
    this.#counter = new RowCounter(layout.columns);
    this.#placeEnds = new Uint32Array(layout.rowWords + 1);
  }

  /** Pairs whose row word lies from `begin` up to `end` of `tokens`; no pair reaches across a line end. */
  count(tokens: Uint32Array, begin: number, end: number): CountRows {
    const { rows, columns, rowWords, columnWords, kinds } = this.#layout;
    this.#arrange(tokens, begin, end);
    const [counter, lineOf, places, placeEnds] = [this.#counter, this.#lineOf, this.#places, this.#placeEnds];
    const starts = new Uint32Array(rows + 1);
    counter.begin(kinds.length * (end - begin));
    for (const rowBase of [...new Set(kinds.map((kind) => kind.rowBase))].sort((a, b) => a - b)) {
      const group = kinds.filter((kind) => kind.rowBase === rowBase);
      for (let word = 0; word <= rowWords; word++) {
        const first = word === 0 ? 0 : placeEnds[word - 1]!;
        for (const { row, column, columnBase, weight } of group) {
          const distance = column - row;
          for (let p = first; p < placeEnds[word]!; p++) {
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
    for (let t = begin; t < end; t++) if (tokens[t] !== LINE_END) this.#places[ends[Math.min(tokens[t]!, words)]!++] = t;
  }
}

/** The sum of tables of one shape, which must be told when there are none. */
export function mergeRows(
  tables: readonly CountRows[],
  counter: RowCounter,
  { rows, columns }: Pick<CountRows, "rows" | "columns"> = tables[0]!,
): CountRows {
  const starts = new Uint32Array(rows + 1);
  counter.begin(tables.reduce((sum, { ids }) => sum + ids.length, 0));
  for (let row = 0; row < rows; row++) {
    for (const table of tables) {
      for (let e = table.starts[row]!; e < table.starts[row + 1]!; e++) counter.add(table.ids[e]!, table.counts[e]!);
    }
    counter.finishRow();
    starts[row + 1] = counter.length;
  }
  return { rows, columns, starts, ...counter.take() };
}
