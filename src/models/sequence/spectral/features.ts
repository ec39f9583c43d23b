/**
 * The feature matrix of a view: one row per position, one feature per template, all values one. O(positions ×
 * templates).
 */
import { type SparseMatrix, sparseMatrix } from "../../../linalg/sparse.ts";
import type { EncodedCorpus } from "../data/sequence.ts";
import { atomValues, type Template } from "./templates.ts";

/** Combinations of atom values up to which their feature numbers are kept in a table rather than a map. */
const TABLE_SIZE = 1 << 22;

export function featureMatrix(corpus: EncodedCorpus, templates: readonly Template[]): SparseMatrix {
  const rows = corpus.labels.length;
  const width = templates.length;
  const ids = new Uint32Array(rows * width);
  let columns = 0;
  for (const [t, template] of templates.entries()) {
    const { keys, size } = templateKeys(corpus, template);
    columns +=
      size <= TABLE_SIZE
        ? numberByTable(keys, size, columns, ids, t, width)
        : numberByMap(keys, columns, ids, t, width);
  }
  const starts = new Uint32Array(rows + 1);
  for (let i = 0; i < rows; i++) starts[i + 1] = starts[i]! + width;
  return sparseMatrix(rows, columns, { starts, ids });
}

/** Mixed-radix numbers of the atoms' values. */
function templateKeys(corpus: EncodedCorpus, { atoms }: Template): { keys: Float64Array | Int32Array; size: number } {
  const [first, ...others] = atoms.map((atom) => atomValues(atom, corpus));
  if (others.length === 0) return { keys: first!.values, size: first!.size };
  const keys = Float64Array.from(first!.values);
  let { size } = first!;
  for (const { values, size: radix } of others) {
    for (let i = 0; i < keys.length; i++) keys[i] = keys[i]! * radix + values[i]!;
    size *= radix;
  }
  return { keys, size };
}

/** Numbers keys by first appearance, from `base` on, into every `step`-th place of `out`; gives how many there are. */
function numberByTable(
  keys: ArrayLike<number>,
  size: number,
  base: number,
  out: Uint32Array,
  at: number,
  step: number,
): number {
  const table = new Int32Array(size);
  let count = 0;
  for (let i = 0, to = at; i < keys.length; i++, to += step) {
    const key = keys[i]!;
    let number = table[key]!;
    if (number === 0) {
      number = ++count;
      table[key] = number;
    }
    out[to] = base + number - 1;
  }
  return count;
}

function numberByMap(keys: ArrayLike<number>, base: number, out: Uint32Array, at: number, step: number): number {
  const numbers = new Map<number, number>();
  for (let i = 0, to = at; i < keys.length; i++, to += step) {
    let number = numbers.get(keys[i]!);
    if (number === undefined) {
      number = numbers.size;
      numbers.set(keys[i]!, number);
    }
    out[to] = base + number;
  }
  return numbers.size;
}
