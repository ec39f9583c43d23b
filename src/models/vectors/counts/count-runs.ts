/**
 * Packed rows (count-rows.ts) in a scratch, read from front to back and merged. O(entries) and, for each run, a piece
 * of memory.
 */
import { PIECE, type Pieces, type Scratch } from "../../../data/corpus/scratch.ts";
import { RowCounter } from "./count-rows.ts";

/** Reads rows in turn. */
export class RunReader {
  readonly #run: Scratch;
  readonly #buffer: Uint32Array;
  readonly #forgets: boolean;
  /** What is next in the scratch, and what is left in the buffer. */
  #place = 0;
  #at = 0;
  #end = 0;

  constructor(run: Scratch, buffer: Uint32Array, { forgets = false } = {}) {
    this.#run = run;
    this.#buffer = buffer;
    this.#forgets = forgets;
  }

  /** Adds the next row to the counter's. */
  addRow(counter: RowCounter): void {
    const buffer = this.#buffer;
    for (let left = this.#rowLength(); left > 0; ) {
      const entries = this.#available(left);
      const end = this.#at + 2 * entries;
      for (let i = this.#at; i < end; i += 2) counter.add(buffer[i]!, buffer[i + 1]!);
      this.#at = end;
      left -= entries;
    }
  }

  /** Copies the next row to `ids` and `counts` from `to` on, and gives the place after it. */
  copyRow(ids: Uint32Array, counts: Uint32Array, to: number): number {
    const buffer = this.#buffer;
    let place = to;
    for (let left = this.#rowLength(); left > 0; ) {
      const entries = this.#available(left);
      const end = this.#at + 2 * entries;
      for (let i = this.#at; i < end; i += 2, place++) {
        ids[place] = buffer[i]!;
        counts[place] = buffer[i + 1]!;
      }
      this.#at = end;
      left -= entries;
    }
    return place;
  }

  #rowLength(): number {
    if (this.#at === this.#end) this.#fill();
    return this.#buffer[this.#at++]!;
  }

  /** How many of the `wanted` entries are in the buffer: at least one. */
  #available(wanted: number): number {
    if (this.#end - this.#at < 2) this.#fill();
    return Math.min(wanted, (this.#end - this.#at) >> 1);
  }

  #fill(): void {
    const rest = this.#end - this.#at;
    this.#buffer.copyWithin(0, this.#at, this.#end);
    const count = Math.min(this.#buffer.length - rest, this.#run.length - this.#place);
    this.#run.read(this.#place, this.#buffer.subarray(rest, rest + count));
    this.#place += count;
    if (this.#forgets) this.#run.forget(this.#place);
    this.#at = 0;
    this.#end = rest + count;
  }
}

/** Called with each merged row: its entries, packed in `numbers` from `from` up to `to`. */
export type RowListener = (row: number, numbers: Uint32Array, from: number, to: number) => void;

/** Adds up runs of one shape. */
export class RunMerger {
  readonly #rows: number;
  readonly #pieces: Pieces;
  readonly #counter: RowCounter;
  /** Rows are packed here until they fill a piece. */
  readonly #packed: Uint32Array;

  constructor(rows: number, columns: number, pieces: Pieces) {
    this.#rows = rows;
    this.#pieces = pieces;
    this.#counter = new RowCounter(columns);
    this.#packed = new Uint32Array(PIECE + 1 + 2 * columns);
  }

  /** Appends the sum of the runs to `into`; they are consumed. */
  merge(runs: readonly Scratch[], into: Scratch, onRow?: RowListener): void {
    const buffers = runs.map(() => this.#pieces.take());
    const readers = runs.map((run, i) => new RunReader(run, buffers[i]!, { forgets: true }));
    const packed = this.#packed;
    let length = 0;
    for (let row = 0; row < this.#rows; row++) {
      for (const reader of readers) reader.addRow(this.#counter);
      const end = this.#counter.packRow(packed, length);
      onRow?.(row, packed, length + 1, end);
      length = end;
      if (length < PIECE) continue;
      into.append(packed.subarray(0, length));
      length = 0;
    }
    into.append(packed.subarray(0, length));
    for (const run of runs) run.close();
    for (const buffer of buffers) this.#pieces.give(buffer);
  }
}
