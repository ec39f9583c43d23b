/** How often every word was seen with every label, as sparse rows. */
import type { Vocabulary } from "../../base/vocabulary.ts";

export interface LabelCounts {
  readonly words: Vocabulary;
  readonly labelCount: number;
  /** Word w was seen counts[e] times with labels[e], for e from starts[w] up to starts[w + 1]. */
  readonly starts: Uint32Array;
  readonly labels: Int32Array;
  readonly counts: Float64Array;
}

/** Counts while walking through data. Labels of a word stand in the order in which they came. */
export class LabelCounter {
  readonly #rows: Map<number, number>[] = [];

  add(word: number, label: number, weight = 1): void {
    const row = (this.#rows[word] ??= new Map());
    row.set(label, (row.get(label) ?? 0) + weight);
  }

  finish(words: Vocabulary, labelCount: number): LabelCounts {
    const starts = new Uint32Array(words.size + 1);
    for (let w = 0; w < words.size; w++) starts[w + 1] = starts[w]! + (this.#rows[w]?.size ?? 0);
    const labels = new Int32Array(starts[words.size]!);
    const counts = new Float64Array(labels.length);
    let at = 0;
    for (let w = 0; w < words.size; w++) {
      for (const [label, count] of this.#rows[w] ?? []) {
        labels[at] = label;
        counts[at++] = count;
      }
    }
    return { words, labelCount, starts, labels, counts };
  }
}

/** The same counts under broader labels: those of labels with the same `broader` are added up. */
export function broaden(
  { words, starts, labels, counts }: LabelCounts,
  broader: ArrayLike<number>,
  labelCount: number,
): LabelCounts {
  const rows = Int32Array.from({ length: words.size }, (_, w) => w);
  return { words, labelCount, ...gather({ starts, labels, counts }, rows, words.size, broader) };
}

/** The same counts for fewer words: those of the words that become the same one are added up. */
export function mergeWords(
  { starts, labels, counts, labelCount }: LabelCounts,
  rows: Int32Array,
  words: Vocabulary,
): LabelCounts {
  const same = Int32Array.from({ length: labelCount }, (_, label) => label);
  return { words, labelCount, ...gather({ starts, labels, counts }, rows, words.size, same) };
}

type Rows = Pick<LabelCounts, "starts" | "labels" | "counts">;

/**
 * Row w goes to row rows[w] of the result, its labels through `labelOf`; as `LabelCounter` would count them, without
 * a table for every word. A word has few labels: looking through them is faster than a hash.
 */
function gather({ starts, labels, counts }: Rows, rows: Int32Array, size: number, labelOf: ArrayLike<number>): Rows {
  const places = new Uint32Array(size + 1);
  for (let w = 0; w < rows.length; w++) places[rows[w]! + 1]!++;
  for (let row = 0; row < size; row++) places[row + 1]! += places[row]!;
  const next = places.slice();
  const order = new Uint32Array(rows.length);
  for (let w = 0; w < rows.length; w++) order[next[rows[w]!]!++] = w;
  const found: Rows = {
    starts: new Uint32Array(size + 1),
    labels: new Int32Array(labels.length),
    counts: new Float64Array(labels.length),
  };
  let end = 0;
  for (let row = 0; row < size; row++) {
    const begin = end;
    for (let at = places[row]!; at < places[row + 1]!; at++) {
      const w = order[at]!;
      for (let e = starts[w]!; e < starts[w + 1]!; e++) {
        const label = labelOf[labels[e]!]!;
        let place = begin;
        while (place < end && found.labels[place] !== label) place++;
        if (place === end) found.labels[end++] = label;
        found.counts[place]! += counts[e]!;
      }
    }
    found.starts[row + 1] = end;
  }
  return { starts: found.starts, labels: found.labels.slice(0, end), counts: found.counts.slice(0, end) };
}

/** How often every word was seen. */
export function wordTotals({ words, starts, counts }: LabelCounts): Float64Array {
  const totals = new Float64Array(words.size);
  for (let w = 0; w < words.size; w++) for (let e = starts[w]!; e < starts[w + 1]!; e++) totals[w]! += counts[e]!;
  return totals;
}
