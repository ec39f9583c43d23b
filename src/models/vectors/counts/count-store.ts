/**
 * Merges many tables of counts into one, in memory that depends on the number of distinct pairs, not on how often they
 * occur.
 *
 * Everything counted so far is one sum. New tables are kept beside it and merged, eight of about equal size at a time,
 * until they are half as large as the sum, and then merged into it: an entry moves only a few times, and at most half
 * as much again as the result is held. A merge reuses the memory of what it has read. What outgrows its share of memory
 * spills as a run; runs are merged when those after the first are as large as it, or when there are many, so that
 * neither the bytes nor the number of spilled runs grow with the text.
 */
import { MemoryScratch, move, Pieces, type Scratch, type Spilling } from "../../../data/corpus/scratch.ts";
import { RunMerger } from "./count-runs.ts";
import { type CountTable, scratchTable, TableFigures } from "./count-table.ts";

const MERGED_AT_ONCE = 8;
/** New tables are merged into the sum when they are this share of it, and larger than a few tables: 8 MB. */
const NEW_SHARE = 1 / 2;
const NEW_BYTES = 1 << 23;
/** The share of memory for tables before they spill; tokens and the threads' tables have the rest. */
const TABLE_SHARE = 1 / 2;
/**
 * A sum that takes more of that share than this spills; otherwise it would be merged again and again with little new
 * data.
 */
const FULL = 3 / 4;
const MOST_RUNS = 16;

export class CountStore {
  readonly #pieces: Pieces;
  readonly #merger: RunMerger;
  readonly #spilling: Spilling | undefined;
  #sum: Scratch;
  /** New tables by how often they have been merged. */
  #levels: Scratch[][] = [];
  #newBytes = 0;
  #outside: Scratch[] = [];

  constructor(
    readonly rows: number,
    readonly columns: number,
    spilling: Spilling | undefined,
    pieces = new Pieces(),
  ) {
    this.#pieces = pieces;
    this.#merger = new RunMerger(rows, columns, pieces);
    this.#spilling = spilling;
    this.#sum = new MemoryScratch(pieces);
  }

  /** Packed rows, which are copied. */
  add(table: Uint32Array): void {
    const run = new MemoryScratch(this.#pieces);
    run.append(table);
    this.#insert(run, 0);
    const limit = (this.#spilling?.memory ?? Number.POSITIVE_INFINITY) * TABLE_SHARE;
    const full = this.#pieces.bytes > limit;
    if (full || this.#newBytes > Math.max(NEW_BYTES, NEW_SHARE * 4 * this.#sum.length)) this.#mergeHeld();
    if (full && 4 * this.#sum.length > FULL * limit) this.#spill(this.#spilling!);
  }

  #insert(run: Scratch, level: number): void {
    this.#levels[level] ??= [];
    const runs = this.#levels[level];
    runs.push(run);
    this.#newBytes += 4 * run.length;
    if (runs.length < MERGED_AT_ONCE) return;
    this.#levels[level] = [];
    for (const { length } of runs) this.#newBytes -= 4 * length;
    this.#insert(this.#merged(runs), level + 1);
  }

  #merged(runs: readonly Scratch[]): Scratch {
    const into = new MemoryScratch(this.#pieces);
    this.#merger.merge(runs, into);
    return into;
  }

  /** Takes everything out of memory. */
  #takeHeld(): Scratch[] {
    const held = [this.#sum, ...this.#levels.flat()].filter(({ length }) => length > 0);
    this.#sum = new MemoryScratch(this.#pieces);
    this.#levels = [];
    this.#newBytes = 0;
    return held;
  }

  #mergeHeld(): void {
    const held = this.#takeHeld();
    this.#sum = held.length === 1 ? held[0]! : this.#merged(held);
  }

  #spill({ open }: Spilling): void {
    const run = open();
    move(this.#sum, run);
    this.#outside.push(run);
    const [first, ...others] = this.#outside;
    const bytes = others.reduce((sum, { length }) => sum + length, 0);
    if (bytes < first!.length && this.#outside.length < MOST_RUNS) return;
    const into = open();
    this.#merger.merge(this.#outside, into);
    this.#outside = [into];
  }

  finish(): CountTable {
    const outside = this.#outside;
    const spilled = outside.length > 0;
    const into = spilled ? this.#spilling!.open() : new MemoryScratch(this.#pieces);
    const figures = new TableFigures(this.rows, this.columns);
    this.#outside = [];
    this.#merger.merge([...outside, ...this.#takeHeld()], into, (row, numbers, from, to) =>
      figures.addRow(row, numbers, from, to),
    );
    return scratchTable(into, figures, spilled);
  }

  /** Releases everything, unfinished. */
  close(): void {
    for (const run of [...this.#takeHeld(), ...this.#outside]) run.close();
    this.#outside = [];
  }
}
