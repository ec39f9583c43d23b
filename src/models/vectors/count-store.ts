/**
 * Many tables of counts become one. Tables of about equal size are merged eight at a time, so that an entry is moved few times; when all of them outgrow
 * the memory, what is held becomes one run of sorted rows outside. Runs are merged whenever there are MOST_RUNS of them, and at the end: neither the memory for
 * reading them nor the number of open files grows with the text.
 */
import { type CountRows, mergeRows, RowCounter } from "./count-rows.ts";
import {
  appendRows,
  blockBounds,
  type CountBlock,
  type CountTable,
  memoryTable,
  readRows,
  type StoredRows,
  Sums,
  storedTable,
} from "./count-table.ts";
import type { Spilling } from "./scratch.ts";

const MERGED_AT_ONCE = 8;
/** The share of memory for tables before they go outside. Merging them holds sources and result at once, and threads hold tables of their own. */
const TABLE_SHARE = 1 / 4;
const MOST_RUNS = 16;
/** The entries of a run that are read at once while runs are merged: 0.5 MB, or a single row. */
const RUN_ENTRIES = 1 << 16;

export class CountStore {
  readonly #counter: RowCounter;
  readonly #spilling: Spilling | undefined;
  #levels: CountRows[][] = [];
  #runs: StoredRows[] = [];

  constructor(
    readonly rows: number,
    readonly columns: number,
    spilling: Spilling | undefined,
  ) {
    this.#counter = new RowCounter(columns);
    this.#spilling = spilling;
  }

  add(table: CountRows): void {
    this.#insert(table, 0);
    if (this.#spilling !== undefined && this.#heldBytes() > this.#spilling.memory * TABLE_SHARE) this.#spill(this.#spilling);
  }

  #insert(table: CountRows, level: number): void {
    this.#levels[level] ??= [];
    const tables = this.#levels[level];
    tables.push(table);
    if (tables.length < MERGED_AT_ONCE) return;
    this.#levels[level] = [];
    this.#insert(mergeRows(tables, this.#counter), level + 1);
  }

  #heldBytes(): number {
    let bytes = 0;
    for (const tables of this.#levels) for (const { ids, starts } of tables) bytes += 8 * ids.length + 4 * starts.length;
    return bytes;
  }

  #mergeHeld(): CountRows | undefined {
    const held = this.#levels.flat();
    this.#levels = [];
    return held.length > 1 ? mergeRows(held, this.#counter) : held[0];
  }

  /** Merging may be all it takes: only what stays larger than half the share goes outside. */
  #spill({ memory, open }: Spilling): void {
    const merged = this.#mergeHeld()!;
    if (8 * merged.ids.length <= (memory * TABLE_SHARE) / 2) {
      this.#levels = [[], [merged]];
      return;
    }
    const { rows, columns, starts, ids, counts } = merged;
    const scratch = open();
    appendRows(scratch, starts, rows, ids, counts);
    this.#runs.push({ rows, columns, starts: Float64Array.from(starts), scratch });
    if (this.#runs.length === MOST_RUNS) this.#runs = [this.#mergeRuns().stored];
  }

  finish(): CountTable {
    const { rows, columns } = this;
    if (this.#runs.length === 0) return memoryTable(this.#mergeHeld() ?? mergeRows([], this.#counter, { rows, columns }));
    const { stored, sums } = this.#mergeRuns(this.#mergeHeld());
    return storedTable(stored, sums);
  }

  /** All runs, and what is held in memory, as one. */
  #mergeRuns(held?: CountRows) {
    const writer = new TableWriter(this.rows, this.columns, this.#spilling!, this.#counter);
    const readers = this.#runs.map((run) => new RunReader(run));
    for (let row = 0; row < this.rows; row++) {
      for (const reader of readers) reader.addRow(row, this.#counter);
      if (held !== undefined) {
        for (let e = held.starts[row]!; e < held.starts[row + 1]!; e++) this.#counter.add(held.ids[e]!, held.counts[e]!);
      }
      writer.finishRow();
    }
    for (const { scratch } of this.#runs) scratch.close();
    return writer.finish();
  }
}

/** Reads a run from front to back, a block at a time. */
class RunReader {
  readonly #bounds: Iterator<readonly [number, number]>;
  #block: CountBlock | undefined;

  constructor(readonly run: StoredRows) {
    this.#bounds = blockBounds(run.starts, run.rows, RUN_ENTRIES);
  }

  addRow(row: number, counter: RowCounter): void {
    if (this.#block === undefined || row >= this.#block.firstRow + this.#block.rows) {
      const [first, end] = this.#bounds.next().value as [number, number];
      this.#block = readRows(this.run, first, end);
    }
    const { firstRow, starts, ids, counts } = this.#block;
    for (let e = starts[row - firstRow]!; e < starts[row - firstRow + 1]!; e++) counter.add(ids[e]!, counts[e]!);
  }
}

/** Writes a merged table outside memory. */
class TableWriter {
  readonly #stored: StoredRows;
  readonly #sums: Sums;
  readonly #counter: RowCounter;
  #row = 0;
  /** The first row that is not yet written. */
  #first = 0;

  constructor(rows: number, columns: number, { open }: Spilling, counter: RowCounter) {
    this.#stored = { rows, columns, starts: new Float64Array(rows + 1), scratch: open() };
    this.#sums = new Sums(rows, columns);
    this.#counter = counter;
    this.#begin();
  }

  /** A row is added while there are at most RUN_ENTRIES entries before it. */
  #begin(): void {
    this.#counter.begin(RUN_ENTRIES + this.#counter.columns);
  }

  finishRow(): void {
    const { starts } = this.#stored;
    this.#counter.finishRow();
    starts[++this.#row] = starts[this.#first]! + this.#counter.length;
    if (this.#counter.length > RUN_ENTRIES) this.#write();
  }

  #write(): void {
    const { ids, counts } = this.#counter.take();
    const { starts, scratch } = this.#stored;
    const from = starts[this.#first]!;
    const local = starts.subarray(this.#first, this.#row + 1).map((start) => start - from);
    appendRows(scratch, local, local.length - 1, ids, counts);
    for (let i = 0; i + 1 < local.length; i++) this.#sums.addRow(this.#first + i, ids, counts, local[i]!, local[i + 1]!);
    this.#first = this.#row;
    this.#begin();
  }

  finish(): { readonly stored: StoredRows; readonly sums: Sums } {
    this.#write();
    return { stored: this.#stored, sums: this.#sums };
  }
}
