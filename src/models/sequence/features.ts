/** The feature matrix of a view: one row per position, one feature per template, all values one. O(positions × templates). */
import { type SparseMatrix, sparseMatrix } from "../../linalg/sparse.ts";
import type { EncodedCorpus } from "./sequence.ts";
import { atomValues, type Template } from "./templates.ts";

/** Combinations of atom values up to which their feature numbers are kept in a table rather than a map. */
const TABLE_SIZE = 1 << 22;

export function featureMatrix(corpus: EncodedCorpus, templates: readonly Template[]): SparseMatrix {
  const rows = corpus.labels.length;
  const ids = new Uint32Array(rows * templates.length);
  let columns = 0;
  for (const [t, template] of templates.entries()) {
    const { keys, size } = templateKeys(corpus, template);
    const number = size <= TABLE_SIZE ? numberByTable(size) : numberByMap();
    for (let i = 0; i < rows; i++) ids[i * templates.length + t] = columns + number.of(keys[i]!);
    columns += number.count();
  }
  const starts = Uint32Array.from({ length: rows + 1 }, (_, i) => i * templates.length);
  return sparseMatrix(rows, columns, { starts, ids });
}

/** Mixed-radix numbers of the atoms' values. */
function templateKeys(corpus: EncodedCorpus, { atoms }: Template): { keys: Float64Array; size: number } {
  const keys = new Float64Array(corpus.labels.length);
  let size = 1;
  for (const atom of atoms) {
    const { values, size: radix } = atomValues(atom, corpus);
    for (let i = 0; i < keys.length; i++) keys[i] = keys[i]! * radix + values[i]!;
    size *= radix;
  }
  return { keys, size };
}

interface Numbering {
  of(key: number): number;
  count(): number;
}

function numberByTable(size: number): Numbering {
  const table = new Int32Array(size).fill(-1);
  let count = 0;
  return { of: (key) => (table[key]! < 0 ? (table[key] = count++) : table[key]!), count: () => count };
}

function numberByMap(): Numbering {
  const map = new Map<number, number>();
  return {
    of: (key) => {
      const known = map.get(key);
      if (known !== undefined) return known;
      map.set(key, map.size);
      return map.size - 1;
    },
    count: () => map.size,
  };
}
