/**
 * A finished table of pair counts, in memory or spilled, read as blocks of consecutive rows. Blocks are cut in the same
 * way in both cases, so that sums over them round in the same way and results are equal to the last bit.
 */
import { PIECE, type Scratch } from "../../../data/corpus/scratch.ts";
import type { CountRows } from "./count-rows.ts";
import { RunReader } from "./count-runs.ts";

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
  /** Whether the counts were spilled. */
  readonly spilled: boolean;
  /** A block is overwritten by the next one. */
  blocks(): Iterable<CountBlock>;
  close(): void;
}

/** Entries of a block, or a single row: 8 MB of ids and counts. */
const BLOCK_ENTRIES = 1 << 20;

/**
 * What is gathered of a table row by row: where rows begin, and the sums, which are whole numbers, so that the order
 * does not matter.
 */
export class TableFigures {
  /** rows + 1 places among the entries. */
  readonly starts: Float64Array;
  readonly rowSums: Float64Array;
  readonly columnSums: Float64Array;
  total = 0;

  constructor(
    readonly rows: number,
    readonly columns: number,
  ) {
    this.starts = new Float64Array(rows + 1);
    this.rowSums = new Float64Array(rows);
    this.columnSums = new Float64Array(columns);
  }

  /** Rows come in turn, packed. */
  addRow(row: number, numbers: Uint32Array, from: number, to: number): void {
    let sum = 0;
    for (let i = from; i < to; i += 2) {
      const count = numbers[i + 1]!;
      this.columnSums[numbers[i]!]! += count;
      sum += count;
    }
    this.starts[row + 1] = this.starts[row]! + (to - from) / 2;
    this.rowSums[row] = sum;
    this.total += sum;
  }
}

/** Over packed rows. */
export function scratchTable(scratch: Scratch, figures: TableFigures, spilled: boolean): CountTable {
  const { rows, columns, starts, rowSums, columnSums, total } = figures;
  /** Room of earlier readers. */
  const rooms: BlockRoom[] = [];
  return {
    rows,
    columns,
    entries: starts[rows]!,
    rowSums,
    columnSums,
    total,
    spilled,
    *blocks() {
      const room = rooms.pop() ?? new BlockRoom(starts, rows);
      const reader = new RunReader(scratch, room.buffer);
      for (const [first, end] of blockBounds(starts, rows)) yield room.read(reader, first, end, columns);
      rooms.push(room);
    },
    close: () => scratch.close(),
  };
}

/** Where blocks begin and end. */
function* blockBounds(starts: Float64Array, rows: number): Generator<readonly [number, number]> {
  let first = 0;
  for (let row = 0; row < rows; row++) {
    if (row > first && starts[row + 1]! - starts[first]! > BLOCK_ENTRIES) {
      yield [first, row];
      first = row;
    }
  }
  if (first < rows) yield [first, rows];
}

/** What one reader of blocks needs. */
class BlockRoom {
  readonly buffer: Uint32Array;
  readonly #starts: Uint32Array;
  readonly #ids: Uint32Array;
  readonly #counts: Uint32Array;

  constructor(starts: Float64Array, rows: number) {
    let [mostRows, mostEntries] = [0, 0];
    for (const [first, end] of blockBounds(starts, rows)) {
      mostRows = Math.max(mostRows, end - first);
      mostEntries = Math.max(mostEntries, starts[end]! - starts[first]!);
    }
    this.buffer = new Uint32Array(PIECE);
    this.#starts = new Uint32Array(mostRows + 1);
    this.#ids = new Uint32Array(mostEntries);
    this.#counts = new Uint32Array(mostEntries);
  }

  read(reader: RunReader, first: number, end: number, columns: number): CountBlock {
    const rows = end - first;
    let length = 0;
    for (let row = 0; row < rows; row++) {
      length = reader.copyRow(this.#ids, this.#counts, length);
      this.#starts[row + 1] = length;
    }
    return {
      firstRow: first,
      rows,
      columns,
      starts: this.#starts.subarray(0, rows + 1),
      ids: this.#ids.subarray(0, length),
      counts: this.#counts.subarray(0, length),
    };
  }
}
