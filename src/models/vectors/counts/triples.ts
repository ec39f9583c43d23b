/**
 * A table from triples of row, column and count in any order, as a cluster sends them. They are put into rows a million
 * at a time and go where the tables of text blocks go (count-store.ts), so that memory is bounded in the same way.
 */
import { ClusterError } from "../../../base/index.ts";
import type { Spilling } from "../../../data/index.ts";
import { CountStore } from "./count-store.ts";
import type { CountTable } from "./count-table.ts";

/** Triples that are put into rows at a time: 12 MB. */
const HELD = 1 << 20;
/** The largest count that a table holds. */
const LARGEST = 2 ** 32 - 1;

/** Gathers triples into a table. */
export class TripleTable {
  readonly #store: CountStore;
  readonly #row = new Uint32Array(HELD);
  readonly #column = new Uint32Array(HELD);
  readonly #count = new Uint32Array(HELD);
  readonly #ends: Uint32Array;
  #packed = new Uint32Array(0);
  #held = 0;
  #clipped = 0;

  constructor(
    readonly rows: number,
    readonly columns: number,
    spilling: Spilling | undefined,
  ) {
    this.#store = new CountStore(rows, columns, spilling);
    this.#ends = new Uint32Array(rows);
  }

  /** Counts that were larger than a table holds and stand for the largest it does. */
  get clipped(): number {
    return this.#clipped;
  }

  add(row: number, column: number, count: number): void {
    if (!(row >= 0 && row < this.rows && column >= 0 && column < this.columns && count >= 0))
      throw new ClusterError(
        `a count of ${count} came for row ${row} and column ${column}; expected rows below ${this.rows} and ` +
          `columns below ${this.columns}; the counts belong to other words or other options.`,
      );
    if (count > LARGEST) this.#clipped++;
    this.#row[this.#held] = row;
    this.#column[this.#held] = column;
    this.#count[this.#held] = Math.min(count, LARGEST);
    if (++this.#held === HELD) this.#flush();
  }

  finish(): CountTable {
    this.#flush();
    return this.#store.finish();
  }

  /** Releases everything, unfinished. */
  close(): void {
    this.#store.close();
  }

  /** Counting sort by rows, packed as count-rows.ts says. */
  #flush(): void {
    const [rows, columns, counts, ends, held] = [this.#row, this.#column, this.#count, this.#ends, this.#held];
    const length = this.rows + 2 * held;
    if (this.#packed.length < length) this.#packed = new Uint32Array(this.rows + 2 * HELD);
    const packed = this.#packed;
    ends.fill(0);
    for (let i = 0; i < held; i++) ends[rows[i]!]!++;
    for (let row = 0, at = 0; row < this.rows; row++) {
      const entries = ends[row]!;
      packed[at] = entries;
      ends[row] = at + 1;
      at += 1 + 2 * entries;
    }
    // Where a row begins moves on to where it ends.
    for (let i = 0; i < held; i++) {
      const at = ends[rows[i]!]!;
      packed[at] = columns[i]!;
      packed[at + 1] = counts[i]!;
      ends[rows[i]!] = at + 2;
    }
    this.#store.add(packed.subarray(0, length));
    this.#held = 0;
  }
}
