/** Columns of Arrow batches as arrays of numbers and words. */
import { ClusterError } from "../base/errors.ts";
import type { Batch, Column } from "./client.ts";

function column(batch: Batch, name: string): Column {
  const found = batch.getChild(name);
  if (found === null) throw new ClusterError(`an answer of the server has no column "${name}"; expected one.`);
  return found;
}

/** Whole numbers of 32 or 64 bits. Throws where one is missing: counts never are. */
export function numbers(batch: Batch, name: string): (i: number) => number {
  const vector = column(batch, name);
  if (vector.nullCount > 0) throw new ClusterError(`an answer of the server has no number in column "${name}".`);
  const values = vector.toArray();
  if (values instanceof Int32Array || values instanceof Uint32Array) return (i) => values[i]!;
  if (values instanceof BigInt64Array || values instanceof BigUint64Array) {
    // Halves are faster than big integers by far; machines store the lower one first.
    const halves = new Int32Array(values.buffer, values.byteOffset, 2 * values.length);
    return (i) => halves[2 * i + 1]! * 2 ** 32 + (halves[2 * i]! >>> 0);
  }
  throw new ClusterError(`an answer of the server has no whole numbers in column "${name}".`);
}

/** Words, and null where there is none. */
export function words(batch: Batch, name: string): (i: number) => string | null {
  const vector = column(batch, name);
  return (i) => vector.get(i) as string | null;
}
