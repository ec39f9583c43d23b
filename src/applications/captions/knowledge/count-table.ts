/**
 * Counts of values in contexts: how often "a" stood before "dog", how often "riding" came between "man" and "horse". A
 * `CountTable` is what a model keeps: contexts in sorted order, each with its values, the most frequent first.
 */

import type { PartsReader } from "../../../base/container/parts-reader.ts";
import type { Tensor } from "../../../base/model-parts.ts";

/** Joins the words of a context or value that has several; no word holds it. */
export const JOINT = "\t";

export const joined = (...words: readonly string[]): string => words.join(JOINT);

/** A value of a context, with its count. */
export interface Counted {
  readonly value: string;
  readonly count: number;
}

/** Counts while they grow. */
export class Counter {
  readonly #rows = new Map<string, Map<string, number>>();

  add(context: string, value: string, by = 1): void {
    let row = this.#rows.get(context);
    if (row === undefined) this.#rows.set(context, (row = new Map()));
    row.set(value, (row.get(value) ?? 0) + by);
  }

  /** Every context with its values and counts. */
  rows(): Iterable<readonly [context: string, values: ReadonlyMap<string, number>]> {
    return this.#rows;
  }

  /**
   * The counts as a table, without contexts of fewer than `least` observations in all. A table remembers the total of a
   * context; values seen fewer than `leastValue` times are left out of its list, not of its total.
   */
  table(least = 1, leastValue = 1): CountTable {
    const contexts: string[] = [];
    const kept: (readonly [value: string, count: number])[][] = [];
    const totals: number[] = [];
    const names = new Set<string>();
    for (const context of [...this.#rows.keys()].sort()) {
      const row = [...this.#rows.get(context)!];
      const total = row.reduce((sum, [, count]) => sum + count, 0);
      const values = row.filter(([, count]) => count >= leastValue);
      if (total < least || values.length === 0) continue;
      values.sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
      contexts.push(context);
      kept.push(values);
      totals.push(total);
      for (const [value] of values) names.add(value);
    }
    const values = [...names].sort();
    const idOf = new Map(values.map((value, id) => [value, id]));
    const starts = new Uint32Array(contexts.length + 1);
    for (const [i, row] of kept.entries()) starts[i + 1] = starts[i]! + row.length;
    const flat = kept.flat();
    return new CountTable({
      contexts,
      values,
      starts,
      ids: Uint32Array.from(flat, ([value]) => idOf.get(value)!),
      counts: Uint32Array.from(flat, ([, count]) => count),
      totals: Uint32Array.from(totals),
    });
  }
}

interface Columns {
  readonly contexts: readonly string[];
  readonly values: readonly string[];
  /** Where the values of each context begin. */
  readonly starts: Uint32Array;
  readonly ids: Uint32Array;
  readonly counts: Uint32Array;
  readonly totals: Uint32Array;
}

const NOTHING: readonly Counted[] = [];

/** Counts that no longer change. */
export class CountTable {
  readonly columns: Columns;
  readonly #places: ReadonlyMap<string, number>;
  /** Rows that were asked for. */
  readonly #rows = new Map<number, readonly Counted[]>();
  readonly #lookups = new Map<number, ReadonlyMap<string, number>>();

  constructor(columns: Columns) {
    this.columns = columns;
    this.#places = new Map(columns.contexts.map((context, i) => [context, i]));
  }

  get size(): number {
    return this.columns.contexts.length;
  }

  has(context: string): boolean {
    return this.#places.has(context);
  }

  /** How often the context was seen. */
  total(context: string): number {
    const place = this.#places.get(context);
    return place === undefined ? 0 : this.columns.totals[place]!;
  }

  /** The values of a context, the most frequent first. */
  row(context: string): readonly Counted[] {
    const place = this.#places.get(context);
    if (place === undefined) return NOTHING;
    let row = this.#rows.get(place);
    if (row === undefined) {
      const { starts, ids, counts, values } = this.columns;
      row = Array.from({ length: starts[place + 1]! - starts[place]! }, (_, i) => {
        const at = starts[place]! + i;
        return { value: values[ids[at]!]!, count: counts[at]! };
      });
      this.#rows.set(place, row);
    }
    return row;
  }

  count(context: string, value: string): number {
    const place = this.#places.get(context);
    if (place === undefined) return 0;
    let lookup = this.#lookups.get(place);
    if (lookup === undefined) {
      lookup = new Map(this.row(context).map((entry) => [entry.value, entry.count]));
      this.#lookups.set(place, lookup);
    }
    return lookup.get(value) ?? 0;
  }

  /** count(value, context) ÷ count(context); 0 where the context was never seen. */
  probability(context: string, value: string): number {
    const total = this.total(context);
    return total === 0 ? 0 : this.count(context, value) / total;
  }
}

export const EMPTY_TABLE = new Counter().table();

/** Tables by name as the symbols and tensors of a model file. */
export function tableParts(tables: Readonly<Record<string, CountTable>>): {
  readonly symbols: Record<string, readonly string[]>;
  readonly tensors: Record<string, Tensor>;
} {
  const symbols: Record<string, readonly string[]> = {};
  const tensors: Record<string, Tensor> = {};
  for (const [name, { columns }] of Object.entries(tables)) {
    symbols[`${name}.contexts`] = columns.contexts;
    symbols[`${name}.values`] = columns.values;
    for (const part of ["starts", "ids", "counts", "totals"] as const)
      tensors[`${name}.${part}`] = { shape: [columns[part].length], data: columns[part] };
  }
  return { symbols, tensors };
}

/** A table from a model file, checked. */
export function readTable(reader: PartsReader, name: string): CountTable {
  const contexts = reader.symbols(`${name}.contexts`, { distinct: true });
  const values = reader.symbols(`${name}.values`, { distinct: true });
  const ids = reader.indices(`${name}.ids`, Uint32Array, values.length);
  const counts = reader.uint32(`${name}.counts`, [ids.length]);
  const starts = reader.offsets(`${name}.starts`, Uint32Array, contexts.length, ids.length);
  const totals = reader.uint32(`${name}.totals`, [contexts.length]);
  for (let context = 0; context < contexts.length; context++) {
    let sum = 0;
    for (let at = starts[context]!; at < starts[context + 1]!; at++) sum += counts[at]!;
    if (sum > totals[context]!)
      reader.damaged(
        `has table "${name}" with ${sum} observations of a context where ${totals[context]} are its total`,
      );
  }
  return new CountTable({ contexts, values, starts, ids, counts, totals });
}
