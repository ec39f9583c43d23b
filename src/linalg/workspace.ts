/**
 * Matrices in the kernels' memory, where products need no copying, taken and given back by size so that large ones are
 * not allocated again and again. Too much for that memory is kept in ordinary arrays. Whoever made the workspace closes
 * it.
 */
import type { Block } from "./kernels/interface.ts";
import { kernels } from "./kernels/kernels.ts";
import { type Matrix, matrix } from "./matrix.ts";

/** Numbers that a workspace may keep in the kernels' memory: 2 GB of its 4. */
const LARGEST = 2.5e8;

export class Workspace {
  readonly #all: Block<Float64Array>[] = [];
  readonly #free: { block: Block<Float64Array>; length: number }[] = [];
  readonly #blocks = new WeakMap<Matrix, { block: Block<Float64Array>; length: number }>();
  readonly #inside: boolean;

  /** `numbers` is what will be needed at once. */
  constructor(numbers: number) {
    this.#inside = numbers <= LARGEST;
  }

  /** A matrix with whatever values were left in it. Its `data` may move with every other `take`: read it again. */
  take(rows: number, columns: number): Matrix {
    if (!this.#inside) return matrix(rows, columns);
    const length = rows * columns;
    const at = this.#free.findIndex((entry) => entry.length >= length && entry.length <= 2 * length);
    const entry = at >= 0 ? this.#free.splice(at, 1)[0]! : { block: this.#allocate(length), length };
    const taken: Matrix = {
      rows,
      columns,
      get data() {
        const { view } = entry.block;
        return view.length === length ? view : view.subarray(0, length);
      },
    };
    this.#blocks.set(taken, entry);
    return taken;
  }

  #allocate(length: number): Block<Float64Array> {
    const block = kernels().allocate("f64", length);
    this.#all.push(block);
    return block;
  }

  /** Gives all memory back; nothing from here may be used any more. */
  close(): void {
    for (const block of this.#all.splice(0)) block.free();
  }

  /** Ends the use of a matrix; one that is not from here is let go. */
  give(used: Matrix): void {
    const entry = this.#blocks.get(used);
    if (entry === undefined) return;
    this.#blocks.delete(used);
    this.#free.push(entry);
  }

  /** The values of a matrix in one from here: itself when it is, else a copy. */
  adopt(given: Matrix): Matrix {
    if (!this.#inside || this.#blocks.has(given)) return given;
    const taken = this.take(given.rows, given.columns);
    taken.data.set(given.data);
    return taken;
  }
}
