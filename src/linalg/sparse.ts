/**
 * Compressed sparse rows. Row i holds the entries from `starts[i]` up to `starts[i + 1]`: column `ids[e]`, value
 * `values[e]`, times that column's scale. Values are left out where all are one, which is what rows of feature ids are,
 * and scales where none apply; an id may stand twice in a row and then counts twice. Products: 2 · non-zeros · width
 * operations.
 */
import { ShapeError } from "../base/errors.ts";
import { scaleColumnsInPlace, scaleRowsInPlace } from "./elementary.ts";
import { kernels } from "./kernels/kernels.ts";
import { type Matrix, matrix } from "./matrix.ts";

/** A sparse matrix by rows. */
export interface SparseMatrix {
  readonly rows: number;
  readonly columns: number;
  /** rows + 1 places in `ids`. */
  readonly starts: Uint32Array;
  readonly ids: Uint32Array;
  readonly values: Float64Array | undefined;
  readonly columnScales: Float64Array | undefined;
}

/** The arrays that a sparse matrix is made of. */
export interface SparseParts {
  readonly starts: Uint32Array;
  readonly ids: Uint32Array;
  readonly values?: Float64Array | undefined;
  readonly columnScales?: Float64Array | undefined;
}

/** A matrix over existing arrays, checked once so that products need not. */
export function sparseMatrix(rows: number, columns: number, parts: SparseParts): SparseMatrix {
  const { starts, ids, values, columnScales } = parts;
  const fail = (found: string): never => {
    throw new ShapeError(`sparseMatrix ${rows}×${columns}: ${found}`);
  };
  if (starts.length !== rows + 1) fail(`starts has ${starts.length} values; expected ${rows + 1}.`);
  if (starts[0] !== 0 || starts[rows] !== ids.length)
    fail(`starts runs from ${starts[0]} to ${starts[rows]}; expected 0 to ${ids.length}.`);
  for (let i = 0; i < rows; i++) if (starts[i]! > starts[i + 1]!) fail(`row ${i} ends before it starts.`);
  for (let e = 0; e < ids.length; e++)
    if (ids[e]! >= columns) fail(`entry ${e} is in column ${ids[e]}; columns count from 0 to ${columns - 1}.`);
  if (values !== undefined && values.length !== ids.length) fail(`${values.length} values for ${ids.length} entries.`);
  if (columnScales !== undefined && columnScales.length !== columns)
    fail(`${columnScales.length} column scales; expected ${columns}.`);
  return { rows, columns, starts, ids, values, columnScales };
}

/** Collects rows one at a time; memory doubles as needed, nothing is sorted. */
export class SparseBuilder {
  readonly columns: number;
  #starts = new Uint32Array(1024);
  #ids = new Uint32Array(4096);
  #values: Float64Array | undefined;
  #rows = 0;
  #entries = 0;

  constructor(columns: number) {
    this.columns = columns;
  }

  get rows(): number {
    return this.#rows;
  }

  /** One more row: the ids of its features, and their values where these are not all one. */
  addRow(ids: ArrayLike<number>, values?: ArrayLike<number>): void {
    if (values !== undefined && values.length !== ids.length)
      throw new ShapeError(
        `row ${this.#rows} has ${ids.length} ids and ${values.length} values; expected as many of both.`,
      );
    for (let e = 0; e < ids.length; e++) {
      const id = ids[e]!;
      if (!(id >= 0 && id < this.columns && Number.isInteger(id)))
        throw new ShapeError(
          `row ${this.#rows} has an entry in column ${id}; columns count from 0 to ${this.columns - 1}.`,
        );
    }
    const end = this.#entries + ids.length;
    if (end > this.#ids.length) this.#grow(Math.max(end, 2 * this.#ids.length));
    if (this.#rows + 2 > this.#starts.length)
      this.#starts = extended(this.#starts, new Uint32Array(2 * this.#starts.length));
    if (values !== undefined) this.#values ??= new Float64Array(this.#ids.length).fill(1, 0, this.#entries);
    this.#ids.set(ids, this.#entries);
    if (values !== undefined) this.#values!.set(values, this.#entries);
    else this.#values?.fill(1, this.#entries, end);
    this.#entries = end;
    this.#starts[++this.#rows] = end;
  }

  #grow(capacity: number): void {
    this.#ids = extended(this.#ids, new Uint32Array(capacity));
    if (this.#values !== undefined) this.#values = extended(this.#values, new Float64Array(capacity));
  }

  /** The matrix so far; later rows do not change it. */
  build(columnScales?: Float64Array): SparseMatrix {
    return sparseMatrix(this.#rows, this.columns, {
      starts: this.#starts.slice(0, this.#rows + 1),
      ids: this.#ids.slice(0, this.#entries),
      values: this.#values?.slice(0, this.#entries),
      columnScales,
    });
  }
}

function extended<A extends Uint32Array | Float64Array>(from: A, to: A): A {
  to.set(from);
  return to;
}

/** One row per list of feature ids, all values one. */
export function sparseFromRows(
  rows: Iterable<ArrayLike<number>>,
  columns: number,
  columnScales?: Float64Array,
): SparseMatrix {
  const builder = new SparseBuilder(columns);
  for (const ids of rows) builder.addRow(ids);
  return builder.build(columnScales);
}

/**
 * Sums counts given in any order, entry e being `counts[e]` (or one) at (rowIds[e], columnIds[e]). Two counting sorts,
 * by column and then stably by row, so that each row's ids rise: O(entries + rows + columns).
 */
export function sparseFromCounts(
  rows: number,
  columns: number,
  rowIds: Uint32Array,
  columnIds: Uint32Array,
  counts?: Float64Array,
): SparseMatrix {
  const total = rowIds.length;
  if (columnIds.length !== total || (counts !== undefined && counts.length !== total))
    throw new ShapeError(
      `sparseFromCounts: ${total} row ids, ${columnIds.length} column ids, ${counts?.length ?? total} counts; expected as many of each.`,
    );
  const byColumn = sortedBy(columnIds, columns, identityOrder(total), "column");
  const order = sortedBy(rowIds, rows, byColumn, "row");
  const starts = new Uint32Array(rows + 1);
  const ids = new Uint32Array(total);
  const values = new Float64Array(total);
  let entries = 0;
  let last = -1;
  for (const e of order) {
    const row = rowIds[e]!;
    const id = columnIds[e]!;
    if (row !== last || ids[entries - 1] !== id) {
      ids[entries++] = id;
      starts[row + 1] = entries;
      last = row;
    }
    values[entries - 1]! += counts === undefined ? 1 : counts[e]!;
  }
  for (let i = 0; i < rows; i++) if (starts[i + 1] === 0) starts[i + 1] = starts[i]!;
  return sparseMatrix(rows, columns, { starts, ids: ids.slice(0, entries), values: values.slice(0, entries) });
}

function identityOrder(length: number): Uint32Array {
  const order = new Uint32Array(length);
  for (let e = 0; e < length; e++) order[e] = e;
  return order;
}

/** `order` rearranged so that keys rise; equal keys keep their order. */
function sortedBy(keys: Uint32Array, limit: number, order: Uint32Array, what: string): Uint32Array {
  const places = new Uint32Array(limit + 1);
  for (const key of keys) {
    if (key >= limit)
      throw new ShapeError(`sparseFromCounts: an entry has ${what} ${key}; ${what}s count from 0 to ${limit - 1}.`);
    places[key + 1]!++;
  }
  for (let key = 0; key < limit; key++) places[key + 1]! += places[key]!;
  const sorted = new Uint32Array(order.length);
  for (const e of order) sorted[places[keys[e]!]!++] = e;
  return sorted;
}

/** S · X. */
export function sparseTimesDense(s: SparseMatrix, x: Matrix, into: Matrix = matrix(s.rows, x.columns)): Matrix {
  checkProduct("sparseTimesDense", s.columns, s.rows, x, into);
  kernels().sparseProduct(s, x.columns, x.data, into.data);
  return into;
}

/** Sᵀ · X. */
export function sparseTransposeTimesDense(
  s: SparseMatrix,
  x: Matrix,
  into: Matrix = matrix(s.columns, x.columns),
): Matrix {
  checkProduct("sparseTransposeTimesDense", s.rows, s.columns, x, into);
  kernels().sparseTransposeProduct(s, x.columns, x.data, into.data);
  return into;
}

/**
 * Φᵀ · Ψ with its zeros written out; for few columns. One addition for every pair of entries of a row: O(rows · entries
 * of Φ's · of Ψ's).
 */
export function sparseCrossProduct(phi: SparseMatrix, psi: SparseMatrix): Matrix {
  if (phi.rows !== psi.rows)
    throw new ShapeError(`sparseCrossProduct: ${phi.rows} and ${psi.rows} rows; expected as many of both.`);
  const product = matrix(phi.columns, psi.columns);
  const { data, columns } = product;
  const [ones, others] = [phi.values === undefined && psi.values === undefined, psi.ids];
  for (let row = 0; row < phi.rows; row++) {
    const [from, to] = [psi.starts[row]!, psi.starts[row + 1]!];
    for (let e = phi.starts[row]!; e < phi.starts[row + 1]!; e++) {
      const at = phi.ids[e]! * columns;
      if (ones) for (let f = from; f < to; f++) data[at + others[f]!]!++;
      else for (let f = from; f < to; f++) data[at + others[f]!]! += (phi.values?.[e] ?? 1) * (psi.values?.[f] ?? 1);
    }
  }
  if (phi.columnScales !== undefined) scaleRowsInPlace(product, phi.columnScales);
  if (psi.columnScales !== undefined) scaleColumnsInPlace(product, psi.columnScales);
  return product;
}

function checkProduct(where: string, inner: number, outer: number, x: Matrix, into: Matrix): void {
  if (x.rows !== inner) throw new ShapeError(`${where}: the right operand has ${x.rows} rows; expected ${inner}.`);
  if (into.rows !== outer || into.columns !== x.columns)
    throw new ShapeError(
      `${where}: the result is ${outer}×${x.columns}, but \`into\` is ${into.rows}×${into.columns}.`,
    );
  if (into.data === x.data) throw new ShapeError(`${where}: \`into\` may not be the operand; give another matrix.`);
}

/** The matrix with its zeros written out; for small ones. */
export function sparseToDense(s: SparseMatrix): Matrix {
  const result = matrix(s.rows, s.columns);
  for (let row = 0; row < s.rows; row++) {
    for (let e = s.starts[row]!; e < s.starts[row + 1]!; e++) {
      const id = s.ids[e]!;
      result.data[row * s.columns + id]! += (s.values?.[e] ?? 1) * (s.columnScales?.[id] ?? 1);
    }
  }
  return result;
}
