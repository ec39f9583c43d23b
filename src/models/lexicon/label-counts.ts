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
  const counter = new LabelCounter();
  for (let w = 0; w < words.size; w++)
    for (let e = starts[w]!; e < starts[w + 1]!; e++) counter.add(w, broader[labels[e]!]!, counts[e]!);
  return counter.finish(words, labelCount);
}

/** How often every word was seen. */
export function wordTotals({ words, starts, counts }: LabelCounts): Float64Array {
  const totals = new Float64Array(words.size);
  for (let w = 0; w < words.size; w++) for (let e = starts[w]!; e < starts[w + 1]!; e++) totals[w]! += counts[e]!;
  return totals;
}
