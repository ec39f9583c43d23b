/** Graphs of nearest neighbours by the cosine of contexts. */
import { breathe, type StopSignal } from "../../../base/index.ts";
import type { SparseMatrix } from "../../../linalg/index.ts";

/**
 * Node i leads to `neighbours[e]` with weight `weights[e]`, e from starts[i] up to starts[i + 1]; the nearest first.
 */
export interface Graph {
  readonly starts: Uint32Array;
  readonly neighbours: Uint32Array;
  readonly weights: Float64Array;
}

export const nodesOf = ({ starts }: Graph): number => starts.length - 1;

/**
 * The k nearest rows of each row by inner product; rows of unit length give cosines. Ties go to the lower number, rows
 * that share nothing are no neighbours. Over the lists of each column: O(Σ_c df(c)²).
 */
export async function nearestRows(rows: SparseMatrix, k: number, signal?: StopSignal): Promise<Graph> {
  const n = rows.rows;
  const lists = columnLists(rows);
  const scores = new Float64Array(n);
  const touched = new Uint32Array(n);
  const starts = new Uint32Array(n + 1);
  const neighbours: number[] = [];
  const weights: number[] = [];
  for (let row = 0; row < n; row++) {
    let count = 0;
    for (let e = rows.starts[row]!; e < rows.starts[row + 1]!; e++) {
      const column = rows.ids[e]!;
      const value = rows.values![e]!;
      for (let f = lists.starts[column]!; f < lists.starts[column + 1]!; f++) {
        const other = lists.rowIds[f]!;
        if (scores[other] === 0) touched[count++] = other;
        scores[other]! += value * lists.values[f]!;
      }
    }
    const best = nearest(touched.subarray(0, count), scores, row, k);
    for (const other of best) {
      neighbours.push(other);
      weights.push(Math.min(1, scores[other]!));
    }
    starts[row + 1] = neighbours.length;
    for (let i = 0; i < count; i++) scores[touched[i]!] = 0;
    if (row % 64 === 0) await breathe(signal);
  }
  return { starts, neighbours: Uint32Array.from(neighbours), weights: Float64Array.from(weights) };
}

function columnLists({ rows, columns, starts, ids, values }: SparseMatrix) {
  const places = new Uint32Array(columns + 1);
  for (const id of ids) places[id + 1]!++;
  for (let c = 0; c < columns; c++) places[c + 1]! += places[c]!;
  const lists = { starts: places.slice(), rowIds: new Uint32Array(ids.length), values: new Float64Array(ids.length) };
  for (let row = 0; row < rows; row++) {
    for (let e = starts[row]!; e < starts[row + 1]!; e++) {
      const place = places[ids[e]!]!++;
      lists.rowIds[place] = row;
      lists.values[place] = values![e]!;
    }
  }
  return lists;
}

/** The k with the highest scores, best first, without `self`; a short sorted list takes them one after another. */
function nearest(candidates: Uint32Array, scores: Float64Array, self: number, k: number): number[] {
  const best: number[] = [];
  const isBetter = (a: number, b: number) => scores[a]! > scores[b]! || (scores[a] === scores[b] && a < b);
  for (const each of candidates) {
    if (each === self || (best.length === k && !isBetter(each, best[k - 1]!))) continue;
    let at = best.length === k ? k - 1 : best.length;
    for (; at > 0 && isBetter(each, best[at - 1]!); at--) best[at] = best[at - 1]!;
    best[at] = each;
  }
  return best;
}

/** The graph with the first k neighbours of each node. */
export function narrowed({ starts, neighbours, weights }: Graph, k: number): Graph {
  const kept: number[] = [];
  const fewer = new Uint32Array(starts.length);
  for (let node = 0; node + 1 < starts.length; node++) {
    for (let e = starts[node]!; e < Math.min(starts[node + 1]!, starts[node]! + k); e++) kept.push(e);
    fewer[node + 1] = kept.length;
  }
  return {
    starts: fewer,
    neighbours: Uint32Array.from(kept, (e) => neighbours[e]!),
    weights: Float64Array.from(kept, (e) => weights[e]!),
  };
}
