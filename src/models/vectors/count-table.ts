/**
 * A finished table of pair counts, in memory or outside, read as blocks of consecutive rows. Blocks are cut in the same way in both cases, so that sums over
 * them round in the same way and results are equal to the last bit.
 */
import type { CountRows } from "./count-rows.ts";
import type { Scratch } from "./scratch.ts";

/** Some rows of a table; row i of the block is row `firstRow` + i. */
export interface CountBlock extends CountRows {
  readonly firstRow: number;
}

export interface CountTable {
  readonly rows: number;
  readonly columns: number;
  readonly entries: number;
  readonly rowSums: Float64Array;
  readonly columnSums: Float64Array;
  readonly total: number;
  /** Whether the counts lie outside memory. */
  readonly spilled: boolean;
  blocks(): Iterable<CountBlock>;
  close(): void;
}

/** Entries of a block: 8 MB of ids and counts. */
const BLOCK_ENTRIES = 1 << 20;

/** Where blocks begin and end: each has at most `most` entries, or a single row. */
export function* blockBounds(starts: ArrayLike<number>, rows: number, most = BLOCK_ENTRIES): Generator<readonly [number, number]> {
  let first = 0;
  for (let row = 0; row < rows; row++) {
    if (row > first && starts[row + 1]! - starts[first]! > most) {
      yield [first, row];
      first = row;
    }
  }
  if (first < rows) yield [first, rows];
}

/** The sums over rows and columns, gathered entry by entry; whole numbers, so that the order does not matter. */
export class Sums {
  readonly rowSums: Float64Array;
  readonly columnSums: Float64Array;
  total = 0;

  constructor(rows: number, columns: number) {
    this.rowSums = new Float64Array(rows);
    this.columnSums = new Float64Array(columns);
  }

  addRow(row: number, ids: Uint32Array, counts: Uint32Array, from: number, to: number): void {
    let sum = 0;
    for (let e = from; e < to; e++) {
      this.columnSums[ids[e]!]! += counts[e]!;
      sum += counts[e]!;
    }
    this.rowSums[row]! += sum;
    this.total += sum;
  }
}

export function memoryTable({ rows, columns, starts, ids, counts }: CountRows): CountTable {
  const sums = new Sums(rows, columns);
  for (let row = 0; row < rows; row++) sums.addRow(row, ids, counts, starts[row]!, starts[row + 1]!);
  return {
    rows,
    columns,
    entries: ids.length,
    ...sums,
    spilled: false,
    *blocks() {
      for (const [first, end] of blockBounds(starts, rows)) {
        const [from, to] = [starts[first]!, starts[end]!];
        const blockStarts = starts.slice(first, end + 1).map((start) => start - from);
        yield {
          firstRow: first,
          rows: end - first,
          columns,
          starts: blockStarts,
          ids: ids.subarray(from, to),
          counts: counts.subarray(from, to),
        };
      }
    },
    close: () => {},
  };
}

/** Sorted rows outside memory: for each row its ids, then its counts. */
export interface StoredRows {
  readonly rows: number;
  readonly columns: number;
  readonly starts: Float64Array;
  readonly scratch: Scratch;
}

/** Appends rows to a scratch; row i's entries lie from `starts[i]` up to `starts[i + 1]`. */
export function appendRows(scratch: Scratch, starts: ArrayLike<number>, rows: number, ids: Uint32Array, counts: Uint32Array): void {
  for (const [first, end] of blockBounds(starts, rows)) {
    const from = starts[first]!;
    const both = new Uint32Array(2 * (starts[end]! - from));
    for (let row = first; row < end; row++) {
      const [begin, stop] = [starts[row]!, starts[row + 1]!];
      both.set(ids.subarray(begin, stop), 2 * (begin - from));
      both.set(counts.subarray(begin, stop), begin - from + stop - from);
    }
    scratch.append(both);
  }
}

export function readRows({ columns, starts, scratch }: StoredRows, first: number, end: number): CountBlock {
  const from = starts[first]!;
  const both = scratch.read(2 * from, 2 * starts[end]!);
  const ids = new Uint32Array(both.length / 2);
  const counts = new Uint32Array(both.length / 2);
  const blockStarts = Uint32Array.from(starts.subarray(first, end + 1), (start) => start - from);
  for (let row = 0; row < end - first; row++) {
    const [begin, stop] = [blockStarts[row]!, blockStarts[row + 1]!];
    ids.set(both.subarray(2 * begin, begin + stop), begin);
    counts.set(both.subarray(begin + stop, 2 * stop), begin);
  }
  return { firstRow: first, rows: end - first, columns, starts: blockStarts, ids, counts };
}

export function storedTable(stored: StoredRows, sums: Sums): CountTable {
  const { rows, columns, starts, scratch } = stored;
  return {
    rows,
    columns,
    entries: starts[rows]!,
    ...sums,
    spilled: true,
    *blocks() {
      for (const [first, end] of blockBounds(starts, rows)) yield readRows(stored, first, end);
    },
    close: () => scratch.close(),
  };
}
