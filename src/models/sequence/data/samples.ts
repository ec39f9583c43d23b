/**
 * Samples of the random variables of Stratos et al. 2013, §5.1, put in an order in which every moment is taken over
 * neighbours.
 */
import type { SparseMatrix } from "../../../linalg/sparse.ts";

/** One sample per position of the training data, or weighted ones of a known distribution. */
export interface Samples {
  readonly labelCount: number;
  readonly labels: Int32Array;
  /** The sample whose future is this one's skip-future; −1 where the sequence ends. */
  readonly successors: Int32Array;
  /** 1 for samples at the start of a sequence. */
  readonly first: Uint8Array;
  /** All one when left out. */
  readonly weights?: Float64Array | undefined;
  readonly future: SparseMatrix;
  readonly past: SparseMatrix;
  readonly present: SparseMatrix;
  readonly destiny: SparseMatrix;
}

/** Samples by label, and those of one label by the label that follows. */
export interface SampleOrder {
  /** The sample at each place, and the place of each sample. */
  readonly samples: Uint32Array;
  readonly places: Uint32Array;
  /**
   * Samples of label a followed by b stand from starts[a·(l + 1) + b] up to the next start; b = l for the end of a
   * sequence.
   */
  readonly starts: Uint32Array;
}

/** A counting sort: O(samples + labels²). */
export function orderSamples({ labels, successors, labelCount: l }: Samples): SampleOrder {
  const count = labels.length;
  const group = (n: number) => labels[n]! * (l + 1) + (successors[n]! < 0 ? l : labels[successors[n]!]!);
  const starts = new Uint32Array(l * (l + 1) + 1);
  for (let n = 0; n < count; n++) starts[group(n) + 1]!++;
  for (let g = 0; g + 1 < starts.length; g++) starts[g + 1]! += starts[g]!;
  const next = starts.slice();
  const samples = new Uint32Array(count);
  const places = new Uint32Array(count);
  for (let n = 0; n < count; n++) {
    const place = next[group(n)]!++;
    samples[place] = n;
    places[n] = place;
  }
  return { samples, places, starts };
}
